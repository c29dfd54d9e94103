"""The command-line options that editions and grading share: which problem sets, where to write."""

import argparse
from pathlib import Path

from tools.notebooks import ROOT

PROBLEM_SETS = Path("coursework", "problem_sets")  # with answers, below the root of the project


class ProblemSetError(Exception):
    """Problem sets that cannot be used; the message names the folder, or problem set and cell."""


def build_parser(program, description, output, output_help):
    """Return a parser that knows --sets and --output, by default _build/`output`."""
    parser = argparse.ArgumentParser(
        prog=program,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--sets",
        type=parse_folder,
        metavar="FOLDER",
        default=ROOT / PROBLEM_SETS,
        help=f"problem sets as FOLDER/set/notebook.ipynb (default: {PROBLEM_SETS.as_posix()})",
    )
    parser.add_argument(
        "--output",
        type=parse_folder,
        metavar="FOLDER",
        default=ROOT / "_build" / output,
        help=f"{output_help} (default: _build/{output})",
    )
    return parser


def parse_folder(text):
    if not text:
        raise argparse.ArgumentTypeError("is empty: name a folder")
    return Path(text)


def find_problem_sets(folder):
    """Return the paths of the problem sets in a folder.

    Raises
    ------
    ProblemSetError
        There are none.
    """
    if not folder.is_dir():
        what = "a file, not a folder" if folder.exists() else "there is no such folder"
        raise ProblemSetError(f"{folder}: no problem sets: {what}")
    # JupyterLab keeps copies of what else lies in the folder in .ipynb_checkpoints.
    if not (paths := sorted(folder.glob("[!.]*/*.ipynb"))):
        raise ProblemSetError(
            f"{folder}: no problem sets; each is a notebook {folder}/set/notebook.ipynb"
        )
    return paths


def check_output_folder(output):
    """Check that results can be written to a folder of this name.

    Raises
    ------
    NotADirectoryError
        There is a file of this name.
    """
    if output.exists() and not output.is_dir():
        raise NotADirectoryError(f"{output}: a file, but results need a folder")
