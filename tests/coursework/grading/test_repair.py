"""A repaired submission: order, texts, pictures, which of several copies counts."""

import copy
import json

import pytest

from coursework.grading.grade import report_departures
from coursework.grading.intake import Student
from coursework.grading.repair import repair_submission
from coursework.grading.submissions import Submission
from coursework.grading.tripwires import add_tripwires, remove_tripwires
from coursework.grading.untrusted import read_cells
from tests.coursework.grading.sample_class import (
    ANSWERS,
    FULL,
    NAME,
    answered,
    cell,
    own,
    place,
    raw,
    without,
)
from tests.coursework.problem_sets.scoring import scores

PICTURE = {"p.png": {"image/png": "AA=="}}


@pytest.fixture
def mend(rotation):
    def repair(notebook):
        content = notebook if isinstance(notebook, bytes) else raw(notebook)
        return repair_submission(read_cells(content), rotation)

    return repair


def names(notebook):
    return [each.id for each in notebook.cells if not each.id.startswith("own-")]


def graded_names(rotation):
    return list(rotation.graded)


def test_an_intact_notebook_is_not_changed(mend, rotation):
    notebook, notes, departures = mend(answered())
    assert notes == departures == []
    assert names(notebook) == graded_names(rotation)
    assert [each.source for each in notebook.cells if each.id in ANSWERS] == [*ANSWERS.values()]


def test_cells_of_the_student_stay_where_they_are(mend):
    notebook = answered()
    notebook.cells.insert(place(notebook, "mirror"), own("helper = 1"))
    notebook.cells.insert(place(notebook, "mirror") + 1, own("other = 1") | {"id": "second"})
    mended, notes, _ = mend(notebook)
    at = [each.source for each in mended.cells].index("helper = 1")
    assert mended.cells[at + 1].id == "mirror"
    assert mended.cells[at + 2].source == "other = 1"
    assert notes == []


def test_a_test_runs_below_its_answer_and_what_is_given_above(mend):
    notebook = answered()
    cells = notebook.cells
    cells.append(cells.pop(place(notebook, "imports")))
    cells.append(cells.pop(place(notebook, "halves-shift")))
    order = names(mend(notebook)[0])
    assert order[0] == "imports"
    assert order[-3:] == ["halves-shift", "halves-shift-tests", "halves-shift-more-tests"]


def test_changed_and_deleted_cells_are_noted(mend):
    notebook = answered()
    tests = cell(notebook, "mirror-tests").source
    cell(notebook, "imports").source = "import math\n"  # some editors end a cell with a newline
    notebook.cells.remove(cell(notebook, "canary"))
    cell(notebook, "mirror-tests").metadata.nbgrader.grade_id = "former"
    assert mend(notebook).departures == [
        ("former", "the problem set has no graded cell of this name: it earns nothing", tests),
        ("imports", "changed: restored from the source", "import math"),
        ("canary", "deleted: restored from the source", None),
    ]


def test_an_edited_problem_set_gives_one_note_for_the_class(rotation):
    names = ["ann", "bob", "cyd", "dan", "eve", "flo"]
    ann, bob, cyd, dan, eve, flo = (
        Submission(Student(name, name), rotation, name, cells=[]) for name in names
    )
    departures = {
        (NAME, "imports", "changed", "as handed out"): [ann, bob, cyd, dan],
        (NAME, "imports", "changed", "exit()"): [eve],
        (NAME, "canary", "deleted", None): [ann, bob, flo],
    }
    (note,) = report_departures(departures, {NAME: 6})
    assert note.student is None
    assert note.where == f"{NAME}: imports"
    assert note.text.startswith("changed; the same in 4 of 6: was the problem set edited")
    told = {each.student.key: [note[1:] for note in each.notes] for each in (ann, cyd, eve, flo)}
    deleted = [("canary", "deleted")]
    assert told == {"ann": deleted, "cyd": [], "eve": [("imports", "changed")], "flo": deleted}


def test_another_order_that_works_is_kept(mend):
    """Both answers first, then both tests: nothing needs another order."""
    notebook = answered()
    cells = notebook.cells
    cells.insert(place(notebook, "halves-shift"), cells.pop(place(notebook, "mirror")))
    order = names(mend(notebook)[0])
    assert order.index("mirror") < order.index("halves-shift")
    assert order.index("mirror-tests") > order.index("offset-between-more-tests")


def test_the_last_copy_with_a_new_text_counts(mend, rotation):
    notebook = answered()
    for number, text in enumerate(["first words", "last words", rotation_text(rotation)]):
        twin = copy.deepcopy(cell(notebook, "near-and-far")) | {"id": f"t{number}", "source": text}
        notebook.cells.append(twin)
    notebook.cells.remove(cell(notebook, "near-and-far"))
    mended, notes, _ = mend(notebook)
    assert cell(mended, "near-and-far").source == "last words"
    assert [each.source for each in mended.cells].count("first words") == 1
    assert [each.source for each in mended.cells].count(rotation_text(rotation)) == 0
    assert any(name == "near-and-far" and "3 cells" in text for name, text in notes)


def rotation_text(rotation):
    return cell(rotation.release, "near-and-far").source


@pytest.mark.parametrize(
    "code", ["-" * 40_000 + "1", "f" + "()" * 20_000, "\0", "def mirror(): pass\n" * 5000]
)
def test_code_that_python_cannot_parse_is_no_answer(mend, code):
    """Else one notebook would keep a class from being graded, or for long."""
    notebook = answered()
    notebook.cells.insert(0, own(code))
    notebook.cells.remove(cell(notebook, "mirror"))
    mended, _, departures = mend(notebook)
    assert mended.cells[0].source == code
    assert [name for name, *_ in departures] == ["mirror"]


def test_pictures_in_an_answer_stay(mend):
    notebook = answered()
    cell(notebook, "near-and-far").attachments = copy.deepcopy(PICTURE)
    assert cell(mend(notebook)[0], "near-and-far").attachments == PICTURE


def test_hidden_tests_are_restored_and_changed_metadata_is_ignored(mend, rotation):
    notebook = answered()
    for each in notebook.cells:
        if "nbgrader" in each.metadata:
            each.metadata.nbgrader |= {"points": 99, "solution": True, "locked": False}
    mended = mend(notebook).notebook
    for name, (released, source) in rotation.graded.items():
        found = cell(mended, name)
        assert found.metadata.nbgrader == released.metadata.nbgrader
        if name.endswith("tests"):
            assert found.source == source.source


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


SPOILT = {
    stripped_of_metadata: (FULL, [("mirror-tests", "lost"), ("near-and-far", "lost")]),
    renamed: (
        FULL,
        [("mirror-tests", "renamed"), ("falls-until", "renamed"), ("my-mirror-tests", "no graded")],
    ),
    retyped: (FULL, [("mirror-tests", "markdown"), ("offset-between", "its type was raw")]),
    added: (
        FULL,
        [
            ("imports", "changed"),
            ("mirror", "copied"),
            ("mirror-tests", "copied"),
            ("bonus", "earns nothing"),
        ],
    ),
    reordered: (FULL, [("mirror-tests", "moved"), ("imports", "moved")]),
    answer_missing: (
        without("falls-until"),
        [("falls-until", "missing"), ("near-and-far", "missing")],
    ),
    elsewhere: (FULL, [("mirror", "recognised")]),
}


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_notebook_earns_fair_points(mend, spoil):
    points, words = SPOILT[spoil]
    notebook, notes, departures = mend(spoil())
    assert scores(notebook) == points | {"canary": 0}
    told = [*notes, *(each[:2] for each in departures)]
    for where, text in words:
        assert any(where in name and text in note for name, note in told), told


def test_tripwires_leave_nothing_behind(mend, rotation):
    notebook = mend(answered()).notebook
    before = copy.deepcopy(notebook)
    wired = add_tripwires(notebook, rotation)
    assert len(wired.cells) == len(before.cells) + 4 * 8  # four around each of eight tests
    assert len({each.id for each in wired.cells}) == len(wired.cells)
    assert notebook == before
    assert remove_tripwires(wired)[0] == before
