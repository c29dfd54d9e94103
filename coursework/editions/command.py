"""What `make editions` and `make grade` are told in the same way: which sets, where to write."""

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SetError(Exception):
    """Problem sets that cannot be worked with; the text names the folder, or set and cell."""


def parser(prog, about, output, what):
    """Return a parser that knows --sets, and --output for `what`, which is _build/`output`."""
    made = argparse.ArgumentParser(
        prog=prog, description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--sets",
        type=folder,
        metavar="FOLDER",
        default=ROOT / "coursework" / "problem_sets",
        help="problem sets as FOLDER/set/notebook.ipynb (default: coursework/problem_sets)",
    )
    made.add_argument(
        "--output",
        type=folder,
        metavar="FOLDER",
        default=ROOT / "_build" / output,
        help=f"{what} (default: _build/{output})",
    )
    return made


def folder(text):
    if not text:
        raise argparse.ArgumentTypeError("is empty: name a folder")
    return Path(text)


def notebooks_of(sets):
    """Return the paths of the problem sets in a folder.

    Raises
    ------
    SetError
        There are none.
    """
    if not sets.is_dir():
        what = "a file, not a folder" if sets.exists() else "there is no such folder"
        raise SetError(f"{sets}: no problem sets: {what}")
    if not (paths := sorted(sets.glob("*/*.ipynb"))):
        raise SetError(f"{sets}: no problem sets; each is a notebook {sets}/set/notebook.ipynb")
    return paths


def refuse_file(output):
    """Refuse what is no folder as the place of results.

    Raises
    ------
    NotADirectoryError
        There is a file of this name.
    """
    if output.exists() and not output.is_dir():
        raise NotADirectoryError(f"{output}: a file, but results need a folder")
