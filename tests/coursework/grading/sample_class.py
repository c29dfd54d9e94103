"""A class that hands in all kinds of notebooks, with the fair points and notes for each.

The points are written by hand. In the problem set on rotation, the visible tests of each of three
functions give 2 points and the hidden ones 2; of the fourth, 1 and 1. Each explanation gives 3.
"""

import copy
import csv
import json
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
    """What a student hands in, and what the result must be.

    Attributes
    ----------
    content : bytes
    points : dict or None
        Points of each test; None if nothing can be graded.
    words : list of tuple
        (part of the name of a cell, part of a note on it); each must be in the report.
    waits : set
        Explanations to grade by hand.
    """

    content: bytes
    points: dict | None
    words: list = field(default_factory=list)
    waits: set = field(default_factory=lambda: set(TEXTS))


def without(*tests):
    return FULL | dict.fromkeys(tests, 0)


def of(answer):
    return f"{answer}-tests", f"{answer}-more-tests"


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


def first(code):
    """Return a full notebook with this code above everything else."""
    notebook = answered()
    notebook.cells.insert(1, own(code))
    return raw(notebook)


def own(code):
    """Return a cell that a student added."""
    return nbformat.v4.new_code_cell(code, id="mine")


def stripped_of_metadata():
    """As Colab stores it: other identifiers, and nothing of nbgrader's."""
    notebook = json.loads(raw(answered()))
    for number, each in enumerate(notebook["cells"]):
        each["metadata"] = {"id": f"x{number}"}
        del each["id"]
    notebook["nbformat_minor"] = 0
    return json.dumps(notebook).encode()


def renamed():
    notebook = answered()
    for name in ("mirror-tests", "falls-until"):
        cell(notebook, name).metadata.nbgrader.grade_id = f"my-{name}"
        cell(notebook, name).id = f"my-{name}"
    return raw(notebook)


def retyped():
    notebook = answered()
    for name, kind in [("mirror-tests", "markdown"), ("offset-between", "raw")]:
        changed = cell(notebook, name)
        changed.cell_type = kind
        del changed["outputs"], changed["execution_count"]
    return raw(notebook)


def changed():
    """A wrong answer, of whose tests one is changed and the other deleted."""
    notebook = answered(mirror="def mirror(place, d_model):\n    return 0")
    cell(notebook, "mirror-tests").source = "assert True"
    cell(notebook, "mirror-tests").metadata.nbgrader.points = 100
    notebook.cells.remove(cell(notebook, "mirror-more-tests"))
    return raw(notebook)


def added():
    """An import that answers use in a locked cell, a wrong copy of an answer, and more tests."""
    notebook = answered(
        mirror="def mirror(place, d_model):\n"
        "    flip = np.diag(np.tile([-1.0, 1.0], d_model // 2))\n"
        "    return sm(2 * place, d_model) @ flip"
    )
    cell(notebook, "imports").source += "\nfrom sinpe_lib import shift_matrix as sm"
    twin = copy.deepcopy(cell(notebook, "mirror"))
    twin.source, twin.id = "def mirror(place, d_model):\n    return 0", "twin"
    notebook.cells.insert(place(notebook, "mirror"), twin)
    test, bonus = (copy.deepcopy(cell(notebook, "mirror-tests")) for _ in range(2))
    test.id, bonus.id, bonus.source = "test-twin", "bonus", "pass"
    bonus.metadata.nbgrader.grade_id, bonus.metadata.nbgrader.points = "bonus", 50
    notebook.cells += [test, bonus]
    return raw(notebook)


def reordered():
    notebook = answered()
    cells = notebook.cells
    cells.append(cells.pop(place(notebook, "imports")))
    cells.insert(1, cells.pop(place(notebook, "mirror-tests")))
    return raw(notebook)


def answer_missing():
    notebook = answered()
    notebook.cells.remove(cell(notebook, "falls-until"))
    notebook.cells.remove(cell(notebook, "near-and-far"))
    return raw(notebook)


def elsewhere():
    """The answer in a cell of the student's own, and its own cell deleted."""
    notebook = answered()
    notebook.cells[place(notebook, "mirror")] = own(ANSWERS["mirror"])
    return raw(notebook)


EQUAL = """
class Equal:
    def __eq__(self, other):
        return True
    def __getattr__(self, name):
        return self
    def __call__(self, *a, **k):
        return self
falls_until = Equal()
"""
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
WARNS = "import sys, warnings\nwarnings.warn('mere warning')\nprint('mind', file=sys.stderr)\n"
TELLS = "for line in In:\n    print(line)"


def telling():
    notebook = answered()
    notebook.cells.append(own(TELLS))
    return raw(notebook)


def forged(code):
    notebook = answered(**WRONG)
    notebook.cells.insert(1, own(code))
    return raw(notebook)


def warnings_everywhere():
    """Return a notebook that warns in a cell, and in an answer while its tests run."""
    body = ANSWERS["mirror"].splitlines()
    warns = ["    import sys", "    print('careful', file=sys.stderr)"]
    notebook = answered(mirror="\n".join([body[0], *warns, *body[1:]]))
    notebook.cells.insert(1, own(WARNS))
    return raw(notebook)


def scripts():
    links = "![p](http://evil.example/y.png) [z](javascript:alert(3)) ![q](attachment:q)"
    notebook = answered(mirror_meaning=f"My answer {SCRIPT}\n\n{links}")
    notebook.cells.append(nbformat.v4.new_raw_cell("<svg onload=alert(4)>", id="raw"))
    notebook.cells.insert(
        1, own(f"from IPython.display import HTML\nprint({SCRIPT!r})\nHTML('{SCRIPT}')")
    )
    return raw(notebook)


def wasteful():
    """Return a notebook that prints too much and asks for too much memory."""
    return raw(
        answered(
            mirror="def mirror(place, d_model):\n    print('x' * 10**6)",
            falls_until="def falls_until(d_model):\n    return np.ones((10**6, 10**6))",
        )
    )


def wrong_mirror(code):
    return raw(answered(mirror=f"def mirror(place, d_model):\n    {code}"))


PUPILS = {
    "right": Pupil(raw(answered()), FULL),
    "untouched": Pupil(raw(_RELEASE), NOTHING, waits=set()),
    "wrong": Pupil(wrong_mirror("return np.eye(d_model)"), without(*of("mirror"))),
    "stripped": Pupil(
        stripped_of_metadata(), FULL, [("mirror-tests", "lost"), ("near-and-far", "lost")]
    ),
    "renamed": Pupil(
        renamed(),
        FULL,
        [("mirror-tests", "renamed"), ("falls-until", "renamed"), ("my-mirror-tests", "no graded")],
    ),
    "retyped": Pupil(
        retyped(), FULL, [("mirror-tests", "markdown"), ("offset-between", "its type was raw")]
    ),
    "changed": Pupil(
        changed(),
        without(*of("mirror")),
        [("mirror-tests", "changed: restored"), ("mirror-more-tests", "deleted: restored")],
    ),
    "added": Pupil(
        added(),
        FULL,
        [
            ("imports", "changed"),
            ("mirror", "copied"),
            ("mirror-tests", "copied"),
            ("bonus", "earns nothing"),
        ],
    ),
    "reordered": Pupil(reordered(), FULL, [("mirror-tests", "moved"), ("imports", "moved")]),
    "missing": Pupil(
        answer_missing(),
        without(*of("falls-until")),
        [("falls-until", "missing"), ("near-and-far", "missing")],
        {"mirror-meaning"},
    ),
    "elsewhere": Pupil(elsewhere(), FULL, [("mirror", "recognised")]),
    "exits": Pupil(
        raw(answered(mirror="import os\nos._exit(0)")),
        without(*of("mirror"), *of("falls-until")),
        [("mirror", "nothing that follows was run")],
    ),
    "loops": Pupil(
        wrong_mirror("import time\n    time.sleep(60)"),
        without(*of("mirror")),
        [("mirror-tests", "stopped after")],
    ),
    "wastes": Pupil(
        wasteful(),
        without(*of("mirror"), *of("falls-until")),
        [("mirror-tests", "output was cut"), ("falls-until-tests", "memory")],
    ),
    "equal": Pupil(raw(answered(falls_until=EQUAL)), without(*of("falls-until"))),
    "no_asserts": Pupil(
        forged(NO_ASSERTS), NOTHING, [("-tests", "wrong answer too"), ("canary", "cannot fail")]
    ),
    "numpy": Pupil(first(PATCHED_NUMPY), NOTHING, [("-tests", "NumPy"), ("canary", "cannot fail")]),
    "builtins": Pupil(first(PATCHED_BUILTINS), NOTHING, [("-tests", "Python answers")]),
    "silenced": Pupil(forged(SILENCED), NOTHING, [("-tests", "wrong answer too")]),
    "warns": Pupil(warnings_everywhere(), FULL),
    "scripts": Pupil(scripts(), FULL),
    "tells": Pupil(telling(), FULL, [("own-", "shows lines of a hidden test")]),
    "broken": Pupil(raw(answered())[:2000], None, [("broken", "file is broken")], set()),
    "empty": Pupil(b"", None, [("empty", "is empty")], set()),
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
