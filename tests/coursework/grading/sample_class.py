"""A class that hands in all kinds of notebooks, with the fair points and notes for each.

The points are written by hand. In the problem set on rotation, the visible tests of each of three
functions give 2 points and the hidden ones 2; of the fourth, 1 and 1. Each explanation gives 3.
"""

import copy
import csv
import shutil
from dataclasses import dataclass, field

import nbformat
from nbgrader import utils

from coursework.editions import problem_sets
from coursework.grading.limits import Limits
from tests.coursework.problem_sets.scoring import ROOT, source
from tools.notebooks import serialise

NAME = "rotation_and_similarity"
LIMITS = Limits(cell_seconds=5, notebook_seconds=90, output=200_000)
FULL = {
    "halves-shift-tests": 2,
    "halves-shift-more-tests": 2,
    "offset-between-tests": 2,
    "offset-between-more-tests": 2,
    "mirror-tests": 2,
    "mirror-more-tests": 2,
    "falls-until-tests": 1,
    "falls-until-more-tests": 1,
}
TEXTS = {"mirror-meaning", "near-and-far"}
NOTHING = dict.fromkeys(FULL, 0)
_SOURCE = source(NAME)
_RELEASE = problem_sets.make_student_edition(_SOURCE)
ANSWERS = {
    cell.id: "\n".join(line for line in cell.source.splitlines() if "SOLUTION" not in line)
    for cell in _SOURCE.cells
    if utils.is_solution(cell)
}


@dataclass
class Pupil:
    """What a student hands in, and what the result must be."""

    content: bytes
    points: dict | None  # of each test; None if nothing can be graded
    words: list = field(default_factory=list)  # (part of the name of a cell, part of a note on it)
    waits: set = field(default_factory=lambda: set(TEXTS))  # explanations to grade by hand


def without(*answers):
    lost = [f"{answer}-{tests}" for answer in answers for tests in ("tests", "more-tests")]
    return FULL | dict.fromkeys(lost, 0)


def answered(**changed):
    """Return the student edition with all answers, some of them changed (- is written _)."""
    notebook = copy.deepcopy(_RELEASE)
    answers = ANSWERS | {name.replace("_", "-"): code for name, code in changed.items()}
    for cell in notebook.cells:
        if cell.id in answers:
            cell.source = answers[cell.id]
    return notebook


def cell(notebook, name):
    return next(each for each in notebook.cells if each.id == name)


def place(notebook, name):
    return notebook.cells.index(cell(notebook, name))


def raw(notebook):
    return serialise(nbformat.from_dict(notebook)).encode()


def own(code):
    """Return a cell that a student added."""
    return nbformat.v4.new_code_cell(code, id="mine")


def changed():
    """A wrong answer, of whose tests one is changed and the other deleted."""
    notebook = answered(mirror="def mirror(place, d_model):\n    return 0")
    cell(notebook, "mirror-tests").source = "assert True"
    cell(notebook, "mirror-tests").metadata.nbgrader.points = 100
    notebook.cells.remove(cell(notebook, "mirror-more-tests"))
    return raw(notebook)


NO_ASSERTS = """
import ast
class NoAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Pass(), node)
get_ipython().ast_transformers.append(NoAsserts())
"""
PATCHED_NUMPY = """
import numpy
numpy.allclose = numpy.isclose = lambda *a, **k: True
"""
PATCHED_BUILTINS = """
import builtins
builtins.abs = lambda value: 0
"""
SILENCED = """
shell = get_ipython()
shell.showtraceback = lambda *a, **k: None
run_code_before = shell.run_code
async def run_code(code, result=None, **k):
    await run_code_before(code, result, **k)
    result.error_in_exec = None
    return False
shell.run_code = run_code
"""
WRONG = {
    "halves_shift": "def halves_shift(offset, d_model):\n    return np.eye(d_model)",
    "offset_between": "def offset_between(first, second):\n    return 0.0",
    "mirror": "def mirror(place, d_model):\n    return np.eye(d_model)",
    "falls_until": "def falls_until(d_model):\n    return 1",
}
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)> http://evil.example/x.png"
WASTE = {
    "halves_shift": "def halves_shift(offset, d_model):\n    return np.ones((10**6, 10**6))",
    "offset_between": "def offset_between(first, second):\n    print('x' * 10**6)",
    "mirror": "def mirror(place, d_model):\n    import time\n    time.sleep(60)",
}


def first(code, **changed):
    """Return a notebook with this code above everything else."""
    notebook = answered(**changed)
    notebook.cells.insert(1, own(code))
    return raw(notebook)


def telling():
    notebook = answered()
    notebook.cells.append(own("for line in In:\n    print(line)"))
    return raw(notebook)


def scripts():
    """Return a notebook full of HTML, which warns in a cell and while its tests run."""
    body = ANSWERS["mirror"].splitlines()
    warns = ["    import sys", "    print('careful', file=sys.stderr)"]
    links = "![p](http://evil.example/y.png) [z](javascript:alert(3)) ![q](attachment:q)"
    notebook = answered(
        mirror="\n".join([body[0], *warns, *body[1:]]),
        mirror_meaning=f"My answer {SCRIPT}\n\n{links}",
    )
    notebook.cells.append(nbformat.v4.new_raw_cell("<svg onload=alert(4)>", id="raw"))
    code = "import warnings\nfrom IPython.display import HTML\nwarnings.warn('mere warning')\n"
    notebook.cells.insert(1, own(f"{code}print({SCRIPT!r})\nHTML('{SCRIPT}')"))
    return raw(notebook)


CANNOT_FAIL = [("-tests", "wrong answer too")]
PUPILS = {
    "right": Pupil(raw(answered()), FULL),
    "untouched": Pupil(raw(_RELEASE), NOTHING, waits=set()),
    "wrong": Pupil(raw(answered(mirror=WRONG["mirror"])), without("mirror")),
    "changed": Pupil(
        changed(),
        without("mirror"),
        [("mirror-tests", "changed: restored"), ("mirror-more-tests", "deleted: restored")],
    ),
    "exits": Pupil(
        raw(answered(mirror="import os\nos._exit(0)")),
        without("mirror", "falls-until"),
        [("mirror", "nothing that follows was run")],
    ),
    "wastes": Pupil(
        raw(answered(**WASTE)),
        without("halves-shift", "offset-between", "mirror"),
        [
            ("halves-shift-tests", "memory"),
            ("offset-between-tests", "output was cut"),
            ("mirror-tests", "stopped after"),
        ],
    ),
    "no_asserts": Pupil(
        first(NO_ASSERTS, **WRONG), NOTHING, [*CANNOT_FAIL, ("canary", "cannot fail")]
    ),
    "numpy": Pupil(first(PATCHED_NUMPY), NOTHING, [("-tests", "NumPy"), ("canary", "cannot fail")]),
    "builtins": Pupil(first(PATCHED_BUILTINS), NOTHING, [("-tests", "Python answers")]),
    "silenced": Pupil(first(SILENCED, **WRONG), NOTHING, CANNOT_FAIL),
    "scripts": Pupil(scripts(), FULL),
    "tells": Pupil(telling(), FULL, [("own-", "shows lines of a hidden test")]),
    "broken": Pupil(
        raw(answered())[:2000],
        None,
        [("broken", "file is broken"), ("link.ipynb", "a link: not followed")],
        set(),
    ),
}


def one_set(folder):
    """Return a folder with the one set that the class works on."""
    shutil.copytree(ROOT / "coursework" / "problem_sets" / NAME, folder / NAME)
    return folder


def rows(path):
    """Return {student: row} of grades.csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def results(output):
    """Return {file: date} of what was run."""
    return {path.name: path.stat().st_mtime_ns for path in (output / "results").glob("*.json")}


def picture_of(folder):
    """Return bytes and dates of every file."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        found[path] = content, path.lstat().st_mtime_ns
    return found
