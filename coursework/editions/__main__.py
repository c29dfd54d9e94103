"""Write the student, blank and solution editions of all lessons and problem sets, with archives.

student: lessons without solutions, problem sets as nbgrader releases them. blank: the same
without any output. solution: everything, for instructors. The problem sets of the book are always
included, because its pages link to them. Nothing is written, and existing editions are kept, if
an answer would leak into a student or blank edition.
"""

import argparse
import copy
import sys
from itertools import chain
from pathlib import Path

from coursework.editions import lessons, options, problem_sets
from coursework.editions.archives import publish
from coursework.editions.leaks import find_leaks
from tools.notebooks import parse_notebook, serialise

PAGES = ("*.md", "*.bib", "library/*.rst")  # what lessons link to


def main(arguments=None):
    parser = options.build_parser(
        "python -m coursework.editions",
        __doc__,
        "editions",
        "where the editions go; existing ones are replaced",
    )
    parser.add_argument("--root", type=Path, default=options.ROOT, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    try:
        problems = write_editions(chosen.root, chosen.sets, chosen.output)
    except (options.ProblemSetError, OSError) as error:
        problems = [str(error)]
    if problems:
        print(*problems, sep="\n")
        n = len(problems)
        print(f"{n} problem{'s' * (n > 1)}: nothing was written", file=sys.stderr)
        return 1
    for path in sorted(chosen.output.glob("*.zip")):
        print(f"{path.with_suffix('')} and {path.name}")
    return 0


def write_editions(root, sets, output):
    """Write all editions of the book in a project, with its own problem sets and those in `sets`.

    Returns the problems that prevented it. A problem set in `sets` replaces one of the same name.
    """
    options.check_output_folder(output)
    book = root / "book"
    notebooks = [(path, f"book/{path.name}", lessons) for path in sorted(book.glob("*.ipynb"))]
    own = options.find_problem_sets(root / options.PROBLEM_SETS)
    named = {
        f"problem_sets/{path.parent.name}/{path.name}": path
        for path in [*own, *options.find_problem_sets(sets)]
    }
    notebooks += [(path, name, problem_sets) for name, path in named.items()]
    editions = {"student": {}, "blank": {}, "solution": {}}
    answers, problems = [], []
    for path, name, kind in notebooks:
        try:
            source = path.read_text("utf-8")
            notebook = parse_notebook(source)
        except ValueError as error:
            problems.append(f"{name}: {error}")
            continue
        found = list(kind.find_problems(notebook, name))
        problems += found
        answers += kind.find_answers(notebook, name)
        if not found:
            student = kind.make_student_edition(notebook)
            editions["student"][name] = serialise(student).encode()
            editions["blank"][name] = serialise(clear_outputs(student)).encode()
            editions["solution"][name] = source.encode()
    pages = sorted(chain(*(book.glob(kind) for kind in PAGES)))
    for files in editions.values():
        files |= {f"book/{path.relative_to(book).as_posix()}": path.read_bytes() for path in pages}
    return problems or find_leaks(editions, answers) or publish(editions, output)


def clear_outputs(notebook):
    edition = copy.deepcopy(notebook)
    for cell in edition.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return edition


if __name__ == "__main__":
    sys.exit(main())
