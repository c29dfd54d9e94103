"""Write the student, blank and solution editions of all lessons and problem sets, with archives.

student: lessons without solutions, problem sets as nbgrader releases them. blank: the same
without any output. solution: everything, for instructors. Nothing is written if an answer
would leak into a student or blank edition; the former editions then stay as they were.
"""

import argparse
import copy
import sys
from itertools import chain
from pathlib import Path

from coursework.editions import command, lessons, problem_sets
from coursework.editions.search import leaks
from coursework.editions.writing import publish
from tools.notebooks import parse_notebook, serialise

PAGES = ("*.md", "*.bib")  # what lessons link to


def main(arguments=None):
    parser = command.parser(
        "python -m coursework.editions",
        __doc__,
        "editions",
        "what to write, instead of former ones",
    )
    parser.add_argument("--book", type=Path, default=command.ROOT / "book", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        found = write_editions(options.book, options.sets, options.output)
    except (command.SetError, OSError) as error:
        found = [str(error)]
    if found:
        print(*found, sep="\n")
        print(f"{len(found)} problem{'s' * (len(found) > 1)}: nothing was written", file=sys.stderr)
        return 1
    for path in sorted(options.output.glob("*.zip")):
        print(f"{path.with_suffix('')} and {path.name}")
    return 0


def write_editions(book, sets, output):
    """Write all editions, or return the problems that forbid it."""
    editions = {"student": {}, "blank": {}, "solution": {}}
    answers, found = [], []
    command.refuse_file(output)
    notebooks = command.notebooks_of(sets)
    kinds = [(path, f"book/{path.name}", lessons) for path in sorted(book.glob("*.ipynb"))]
    kinds += [(p, f"problem_sets/{p.parent.name}/{p.name}", problem_sets) for p in notebooks]
    for path, name, kind in kinds:
        try:
            source = path.read_text("utf-8")
            notebook = parse_notebook(source)
        except ValueError as error:
            found.append(f"{name}: {error}")
            continue
        wrong = list(kind.problems(notebook, name))
        found += wrong
        answers += kind.answers(notebook, name)
        if not wrong:
            student = kind.student(notebook)
            editions["student"][name] = serialise(student).encode()
            editions["blank"][name] = serialise(without_outputs(student)).encode()
            editions["solution"][name] = source.encode()
    beside = sorted(chain(*(book.glob(kind) for kind in PAGES)))
    for files in editions.values():
        files |= {f"book/{path.name}": path.read_bytes() for path in beside}
    return found or publish(editions, output, lambda folder: leaks(folder, answers))


def without_outputs(notebook):
    edition = copy.deepcopy(notebook)
    for cell in edition.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return edition


if __name__ == "__main__":
    sys.exit(main())
