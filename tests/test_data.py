"""The stored tables, read as a reader's program reads them and as text."""

import re
from pathlib import Path

import pytest

import sinpe_lib
from sinpe_lib.data import load_table
from tools.notebooks import NOTEBOOKS, load_notebook, number_cells

FOLDER = Path(sinpe_lib.__file__).parent / "data"


@pytest.mark.parametrize("name", ["bench", "experiment"])
def test_notes_and_rows_are_those_of_the_file(name):
    notes, rows = load_table(name)
    written = [f"# {note}" for note in notes]
    written.append(",".join(rows[0]))
    written += [",".join(row.values()) for row in rows]
    assert "".join(f"{line}\n" for line in written) == (FOLDER / f"{name}.csv").read_text("utf-8")


@pytest.mark.parametrize("name", ["speed", "../bench", "bench.csv"])
def test_an_unknown_table_is_refused(name):
    with pytest.raises(ValueError, match=r"^name must be one of \['bench', 'experiment'\]; got '"):
        load_table(name)


def test_no_page_opens_a_file_of_the_checkout():
    """A page that is downloaded alone, or read beside an installed package, has no such file."""
    opening = re.compile(r"\b(open|genfromtxt|loadtxt|read_text|Path)\(")
    for path in NOTEBOOKS:
        for where, cell in number_cells(load_notebook(path), "code"):
            assert not opening.search(cell.source), f"{path.name}: {where}"
