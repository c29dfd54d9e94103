"""What was measured and stored: the speed of programs, the accuracy of trained toy models.

The tables travel inside the package, so a page reads them wherever the package is installed.
Standard library only.
"""

import csv
from importlib.resources import files

__all__ = ["load_table"]


def load_table(name):
    """Return a stored table, and the notes on how it was measured.

    Parameters
    ----------
    name : str
        "bench", as `make bench` stored it, or "experiment", as `make experiment` did.

    Returns
    -------
    notes : list of str
        What was measured, and on what kind of machine.
    rows : list of dict of str to str
        The entries of each row by the name of their column. Where nothing was measured, the
        entry is empty.

    Raises
    ------
    ValueError
        If no stored table has this name.

    Examples
    --------
    >>> notes, rows = load_table("bench")
    >>> notes[0], rows[0]["name"], rows[0]["5000 x 512"]
    ('processor times relative to out.fill, made by make bench', 'out.fill', '1')
    """
    tables = {
        path.name.removesuffix(".csv"): path
        for path in files(__name__).iterdir()
        if path.name.endswith(".csv")
    }
    if name not in tables:
        raise ValueError(f"name must be one of {sorted(tables)}; got {name!r}")
    lines = tables[name].read_text("utf-8").splitlines()
    notes = [line.removeprefix("# ") for line in lines if line.startswith("#")]
    return notes, list(csv.DictReader(lines[len(notes) :]))
