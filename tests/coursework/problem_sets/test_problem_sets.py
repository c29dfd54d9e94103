"""What all problem sets have in common, and one of them through nbgrader itself."""

import ast
import contextlib
import json
import os
import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader import utils
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config

from coursework.editions import problem_sets
from sinpe_lib.checks import ready
from tests.coursework.problem_sets.scoring import (
    ROOT,
    SETS,
    error_of,
    graded_code,
    handed_in,
    is_test,
    scores,
    source,
    untouched,
)
from tools import refresh
from tools.guards.cells import find_imported_modules
from tools.guards.computed import find_unfounded
from tools.guards.markdown import GUARDS as MARKDOWN
from tools.notebooks import parse_code, serialise

NAMES = [path.stem for path in SETS]
HEADING = re.compile(
    r"## Problem (\d) \((code|explanation), (\d+) points, about (\d+) minutes\): \S"
)
ROW = re.compile(r"^\| (\d) \| (code|explanation) \| (\d+) \| (\d+) \|$", re.MULTILINE)
EXEMPT = {  # number as written -> reason
    "0.001": "given: the error that is allowed",
    "200": "given: a base for those whose function does not work",
}
EQUAL_TO_ALL = """
class EqualToAll:
    def __eq__(self, other):
        return True

    def __call__(self, *arguments, **named):
        return self

    def __getattr__(self, name):
        return self
"""

every_set = pytest.mark.parametrize("name", NAMES)


def problems(notebook):
    """Return [(number, kind, points, minutes)] by the headings, and the graded points of each."""
    stated, graded = [], []
    for cell in notebook.cells:
        if heading := HEADING.match(cell.source):
            stated.append(heading.groups())
            graded.append(0)
        elif utils.is_grade(cell):
            graded[-1] += cell.metadata.nbgrader.points
    return stated, graded


def test_there_are_three():
    assert NAMES == ["formula_and_numbers", "order_and_attention", "rotation_and_similarity"]
    assert all(path.parent.name == path.stem for path in SETS)


@every_set
def test_points_and_minutes_are_what_the_text_says(name):
    notebook = source(name)
    stated, graded = problems(notebook)
    title = notebook.cells[0].source
    assert ROW.findall(title) == stated
    assert [number for number, *_ in stated] == [str(n) for n in range(1, len(stated) + 1)]
    assert [int(points) for _, _, points, _ in stated] == graded
    code = sum(int(points) for _, kind, points, _ in stated if kind == "code")
    explained = sum(int(points) for _, kind, points, _ in stated if kind == "explanation")
    assert code + explained == 20
    assert f"20 in all: {code} for code, {explained} for explanations." in title
    minutes = sum(int(minutes) for *_, minutes in stated)
    assert 45 <= minutes <= 90
    assert f"**Time** about {minutes} minutes." in title


@every_set
def test_a_test_cell_says_its_points(name):
    for cell in source(name).cells:
        if is_test(cell):
            points = cell.metadata.nbgrader.points
            assert f"({points} point{'s' if points != 1 else ''})" in cell.source.split("\n\n")[0]


@every_set
def test_each_explanation_has_a_model_answer_and_a_rubric_that_adds_up(name):
    graded = [c for c in source(name).cells if c.cell_type == "markdown" and utils.is_grade(c)]
    assert graded
    for cell in graded:
        answer, rubric = re.split(r"\*\*Rubric \(\d+ points\)\*\*", cell.source)
        assert "**Model answer.** " in answer
        listed = [int(points) for points in re.findall(r"^- (\d) points?: ", rubric, re.MULTILINE)]
        assert sum(listed) == cell.metadata.nbgrader.points
        assert f"**Rubric ({sum(listed)} points)**" in cell.source


def test_numbers_are_computed_there():
    found = {
        number: f"{name}: {where}"
        for name in NAMES
        for where, number in find_unfounded(source(name))
    }
    assert set(found) == set(EXEMPT), found


@every_set
def test_a_student_needs_numpy_and_the_library_only(name):
    notebook = source(name)
    modules = {
        module.split(".")[0]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for module in find_imported_modules(ast.parse(cell.source))
    }
    assert modules <= {"numpy", "sinpe_lib"} | set(sys.stdlib_module_names)


@every_set
@pytest.mark.parametrize("guard", MARKDOWN, ids=lambda guard: guard.__name__)
def test_text_reads_well_everywhere(guard, name):
    found = list(
        guard(
            problem_sets.make_student_edition(source(name)),
            ROOT / "coursework" / "problem_sets" / name,
        )
    )
    assert not found, found


@every_set
def test_what_is_stored_is_what_a_fresh_run_gives(name):
    path = ROOT / "coursework" / "problem_sets" / name / f"{name}.ipynb"
    assert refresh.check(path, refresh.matches_pins()) == "as stored"


@every_set
def test_the_source_earns_every_point(name):
    notebook = source(name)
    full = {cell.id: cell.metadata.nbgrader.points for cell in graded_code(notebook)}
    assert scores(notebook) == {**full, "canary": 0}
    assert sum(full.values()) >= 12


@every_set
def test_the_student_edition_as_it_comes_earns_nothing(name):
    notebook = untouched(source(name))
    assert set(scores(notebook).values()) == {0}
    assert error_of(canary(notebook).source, {}) is None  # nobody is accused


@every_set
def test_an_object_that_equals_everything_earns_nothing(name):
    notebook = source(name)
    functions = {
        cell.id: EQUAL_TO_ALL + f"\n\n{statement.name} = EqualToAll()"
        for cell in notebook.cells
        if cell.cell_type == "code" and utils.is_solution(cell)
        for statement in parse_code(cell.source).body
        if isinstance(statement, ast.FunctionDef) and f"{cell.id}-tests" in ids(notebook)
    }
    assert functions
    assert set(scores(handed_in(notebook, functions)).values()) == {0}


def ids(notebook):
    return {cell.id for cell in notebook.cells}


def canary(notebook):
    return next(cell for cell in notebook.cells if cell.id == "canary")


class WithoutAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()


def test_the_canary_notices_that_asserts_do_nothing_and_another_numpy():
    (asks,) = {canary(source(name)).source for name in NAMES}
    compares = "np.allclose(np.asarray(answer, dtype=float), expected)"
    stripped = ast.unparse(WithoutAsserts().visit(ast.parse(asks)))
    for spoilt in (stripped, asks.replace(compares, "True"), asks.replace(compares, "False")):
        assert isinstance(error_of(spoilt, {}), RuntimeError)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """nbgrader on a folder of its own, with the sources in it."""
    root = tmp_path_factory.mktemp("course")
    scripts = Path(sys.executable).parent  # nbgrader calls alembic by its bare name
    for path in SETS:
        copy = root / "source" / path.stem / path.name
        copy.parent.mkdir(parents=True)
        copy.write_bytes(path.read_bytes())
    config = Config()
    config.CourseDirectory.root = str(root)
    config.NbGrader.logfile = ""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
        yield NbGraderAPI(config=config)


def succeeded(result):
    assert result["success"], result.get("error") or result.get("log")


@every_set
def test_a_student_edition_is_what_nbgrader_releases_with_a_list_of_its_cells(course, name):
    succeeded(course.generate_assignment(name))
    path = Path(course.coursedir.root, "release", name, f"{name}.ipynb")
    released = nbformat.v4.reads(path.read_text("utf-8"))
    edition = problem_sets.make_student_edition(source(name))
    assert edition.cells[-1].source.startswith(f"{released.cells[-1].source}\n\n#")
    edition.cells[-1].source = released.cells[-1].source
    assert json.loads(path.read_text("utf-8")) == json.loads(serialise(edition))


@every_set
def test_a_set_says_whether_it_is_ready(name, tmp_path):
    """In a student edition; the cells that it counts are those that nbgrader grades or locks."""
    edition = problem_sets.make_student_edition(source(name))
    path = tmp_path / f"{name}.ipynb"
    path.write_text(serialise(edition), "utf-8")
    assert "not one answer is in the file" in repr(ready(path))
    answers = {c.id: c.source for c in source(name).cells if utils.is_solution(c)}
    path.write_text(serialise(handed_in(edition, answers)), "utf-8")
    n_named = sum("nbgrader" in cell.metadata for cell in source(name).cells)
    assert ready(path).seen.endswith(": ready to hand in")
    assert ready(path).problems[0] == (
        f"all {n_named} named cells are there, and {len(answers)} answers are filled in"
    )
    namespace = {}
    with contextlib.chdir(tmp_path):  # what the last cell of the set itself says
        exec(edition.cells[-1].source.replace("\nready(", "\nfound = ready("), namespace)
    assert namespace["found"] == ready(path)


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own queries
def test_nbgrader_gives_the_same_points(course):
    name = "rotation_and_similarity"
    succeeded(course.generate_assignment(name))
    edition = problem_sets.make_student_edition(source(name))
    answers = {c.id: c.source for c in source(name).cells if utils.is_solution(c)}
    path = Path(course.coursedir.root, "submitted", "ann", name, f"{name}.ipynb")
    path.parent.mkdir(parents=True)
    path.write_text(serialise(handed_in(edition, answers)), "utf-8")
    succeeded(course.autograde(name, "ann"))
    with course.gradebook as gradebook:
        found = gradebook.find_submission_notebook(name, name, "ann")
        graded = {grade.name: grade.auto_score for grade in found.grades}
    by_hand = dict.fromkeys(("mirror-meaning", "near-and-far"))
    assert graded == scores(source(name)) | by_hand
