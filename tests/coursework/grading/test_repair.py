"""A repaired submission: order, texts, pictures, which of several copies counts."""

import copy
import json
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell

from coursework.grading.grade import report_departures
from coursework.grading.intake import Student
from coursework.grading.matching import Matching
from coursework.grading.repair import (
    describe_moved,
    find_place,
    make_own_cell,
    repair_submission,
)
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
def repair(rotation):
    def repair(notebook):
        content = notebook if isinstance(notebook, bytes) else raw(notebook)
        return repair_submission(read_cells(content), rotation)

    return repair


def names(notebook):
    return [each.id for each in notebook.cells if not each.id.startswith("own-")]


def graded_names(rotation):
    return list(rotation.graded)


def test_an_intact_notebook_is_not_changed(repair, rotation):
    notebook, notes, departures = repair(answered())
    assert notes == departures == []
    assert names(notebook) == graded_names(rotation)
    assert [each.source for each in notebook.cells if each.id in ANSWERS] == [*ANSWERS.values()]


def test_cells_of_the_student_stay_where_they_are(repair):
    notebook = answered()
    notebook.cells.insert(place(notebook, "mirror"), own("helper = 1"))
    notebook.cells.insert(place(notebook, "mirror") + 1, own("other = 1") | {"id": "second"})
    repaired, notes, _ = repair(notebook)
    at = [each.source for each in repaired.cells].index("helper = 1")
    assert repaired.cells[at + 1].id == "mirror"
    assert repaired.cells[at + 2].source == "other = 1"
    assert notes == []


def test_a_test_runs_below_its_answer_and_what_is_given_above(repair):
    notebook = answered()
    cells = notebook.cells
    cells.append(cells.pop(place(notebook, "imports")))
    cells.append(cells.pop(place(notebook, "halves-shift")))
    order = names(repair(notebook)[0])
    assert order[0] == "imports"
    assert order[-3:] == ["halves-shift", "halves-shift-tests", "halves-shift-more-tests"]


def test_changed_and_deleted_cells_are_noted(repair):
    notebook = answered()
    tests = cell(notebook, "mirror-tests").source
    cell(notebook, "imports").source = "import math\n"  # some editors end a cell with a newline
    notebook.cells.remove(cell(notebook, "canary"))
    cell(notebook, "mirror-tests").metadata.nbgrader.grade_id = "old-name"
    assert repair(notebook).departures == [
        ("old-name", "the problem set has no graded cell of this name: it earns nothing", tests),
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
    noted = {each.student.key: [note[1:] for note in each.notes] for each in (ann, cyd, eve, flo)}
    deleted = [("canary", "deleted")]
    assert noted == {"ann": deleted, "cyd": [], "eve": [("imports", "changed")], "flo": deleted}


def test_another_order_that_works_is_kept(repair):
    """Both answers first, then both tests: nothing needs another order."""
    notebook = answered()
    cells = notebook.cells
    cells.insert(place(notebook, "halves-shift"), cells.pop(place(notebook, "mirror")))
    order = names(repair(notebook)[0])
    assert order.index("mirror") < order.index("halves-shift")
    assert order.index("mirror-tests") > order.index("offset-between-more-tests")


def test_the_last_copy_with_a_new_text_counts(repair, rotation):
    notebook = answered()
    for number, text in enumerate(["first words", "last words", rotation_text(rotation)]):
        twin = copy.deepcopy(cell(notebook, "near-and-far")) | {"id": f"t{number}", "source": text}
        notebook.cells.append(twin)
    notebook.cells.remove(cell(notebook, "near-and-far"))
    repaired, notes, _ = repair(notebook)
    assert cell(repaired, "near-and-far").source == "last words"
    assert [each.source for each in repaired.cells].count("first words") == 1
    assert [each.source for each in repaired.cells].count(rotation_text(rotation)) == 0
    assert any(name == "near-and-far" and "3 cells" in text for name, text in notes)


def rotation_text(rotation):
    return cell(rotation.release, "near-and-far").source


@pytest.mark.parametrize(
    "code", ["-" * 40_000 + "1", "f" + "()" * 20_000, "\0", "def mirror(): pass\n" * 5000]
)
def test_code_that_python_cannot_parse_is_no_answer(repair, code):
    """Else one notebook would keep a class from being graded, or for long."""
    notebook = answered()
    notebook.cells.insert(0, own(code))
    notebook.cells.remove(cell(notebook, "mirror"))
    repaired, _, departures = repair(notebook)
    assert repaired.cells[0].source == code
    missing = "missing, and no other cell matches: restored as it was handed out"
    assert departures == [("mirror", missing, None)]


def test_pictures_in_an_answer_stay(repair):
    notebook = answered()
    cell(notebook, "near-and-far").attachments = copy.deepcopy(PICTURE)
    assert cell(repair(notebook)[0], "near-and-far").attachments == PICTURE


def test_what_a_student_added_to_a_given_cell_runs_above_it(repair, rotation):
    notebook = answered()
    given = cell(rotation.release, "imports").source
    cell(notebook, "imports").source = f"{given}\nhelper = 1"
    cell(notebook, "mirror-tests").source = "assert True"
    repaired = repair(notebook).notebook
    sources = [each.source for each in repaired.cells]
    assert sources.index(f"{given}\nhelper = 1") == place(repaired, "imports") - 1
    assert cell(repaired, "imports").source == given
    assert "assert True" not in sources
    assert repaired.metadata == rotation.release.metadata


def test_an_answer_of_another_type_is_made_what_it_was(repair):
    notebook = answered()
    notebook.cells[place(notebook, "mirror")] = new_markdown_cell(
        ANSWERS["mirror"],
        id="mirror",
        metadata=cell(notebook, "mirror").metadata,
        attachments=copy.deepcopy(PICTURE),
    )
    repaired, notes, departures = repair(notebook)
    found = cell(repaired, "mirror")
    assert (found.cell_type, found.source) == ("code", ANSWERS["mirror"])
    assert "attachments" not in found
    assert (notes, departures) == ([("mirror", "its type was markdown: made code again")], [])


def test_what_follows_a_copy_stays(repair):
    notebook = answered()
    given = cell(notebook, "imports")
    notebook.cells += [copy.deepcopy(given) | {"id": "twin"}, own("mine = 1")]
    sources = [each.source for each in repair(notebook).notebook.cells]
    assert (sources.count(given.source), sources[-1]) == (1, "mine = 1")


def test_hidden_tests_are_restored_and_changed_metadata_is_ignored(repair, rotation):
    notebook = answered()
    for each in notebook.cells:
        if "nbgrader" in each.metadata:
            each.metadata.nbgrader |= {"points": 99, "solution": True, "locked": False}
    repaired = repair(notebook).notebook
    for name, (released, source) in rotation.graded.items():
        found = cell(repaired, name)
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
def test_a_spoilt_notebook_earns_fair_points(repair, spoil):
    points, words = SPOILT[spoil]
    notebook, notes, departures = repair(spoil())
    assert scores(notebook) == points | {"canary": 0}
    noted = [*notes, *(each[:2] for each in departures)]
    for where, text in words:
        assert any(where in name and text in note for name, note in noted), noted


def test_tripwires_leave_nothing_behind(repair, rotation):
    notebook = repair(answered()).notebook
    before = copy.deepcopy(notebook)
    wired = add_tripwires(notebook, rotation)
    assert len(wired.cells) == len(before.cells) + 4 * 8  # four around each of eight tests
    assert len({each.id for each in wired.cells}) == len(wired.cells)
    assert notebook == before
    assert remove_tripwires(wired)[0] == before


def test_a_cell_of_the_student_is_copied_without_what_may_not_be_in_it():
    stored = [
        {"cell_type": kind, "source": kind, "metadata": {"tags": ["x"]}, "attachments": PICTURE}
        for kind in ("code", "markdown", "raw", "heading")
    ]
    cells = read_cells(json.dumps({"cells": stored}).encode())
    copies = [make_own_cell(cell, place) for place, cell in enumerate(cells)]
    assert [(each.cell_type, each.source, each.id) for each in copies] == [
        ("code", "code", "own-1"),
        ("markdown", "markdown", "own-2"),
        ("raw", "raw", "own-3"),
        ("raw", "heading", "own-4"),
    ]
    assert [each.get("attachments") for each in copies] == [None, PICTURE, None, None]
    assert all(each.metadata == {} for each in copies)


def graded(name, source, **role):
    return own(source) | {"metadata": {"nbgrader": {"grade_id": name} | role}}


SMALL = nbformat.from_dict(
    [
        graded("imports", "import math"),
        graded("one", "def one(): pass", solution=True),
        graded("two", "def two(): pass", solution=True),
        graded("one-tests", "assert one()", grade=True),
    ]
)
GIVEN, ONE, TWO, TESTS = range(4)


@pytest.mark.parametrize(
    ("number", "places", "expected"),
    [
        (GIVEN, {ONE: 4, TWO: 2}, (2, -1)),  # above all that follows it in the set
        (GIVEN, {GIVEN: 1, ONE: 4, TWO: 2}, (1, -1)),
        (GIVEN, {GIVEN: 7, ONE: 4, TWO: 2}, (2, -1)),
        (GIVEN, {}, (4, -1)),
        (TESTS, {ONE: 5, TWO: 9}, (5, 1)),  # below the answer that it tests
        (TESTS, {ONE: 5, TWO: 9, TESTS: 8}, (8, 1)),
        (TESTS, {ONE: 5, TWO: 9, TESTS: 3}, (5, 1)),
        (TESTS, {GIVEN: 0, TWO: 9}, (9, 1)),  # below all that is above it in the set
        (TESTS, {}, (-1, 1)),
    ],
)
def test_where_a_restored_cell_goes(number, places, expected):
    problem_set = SimpleNamespace(tested={"one-tests": {"one"}})
    found = find_place(number, Matching(places, set(), []), SMALL, problem_set)
    assert found == (*expected, number)


@pytest.mark.parametrize(
    ("order", "moved"),
    [
        ([], None),
        ([0, 1, 2, 3], None),
        ([0, 2, 3, 1], "one"),
        ([3, 0, 1, 2], "one-tests"),
        ([2, 0, 1, 3], "two"),
        ([3, 2, 0, 1], "one-tests, two"),
    ],
)
def test_the_fewest_cells_count_as_moved(order, moved):
    places = {number: place for place, number in reversed([*enumerate(order)])}
    found = list(describe_moved(Matching(places, set(), []), SMALL))
    why = "moved: tests run below the answers that they test"
    assert found == ([(moved, why)] if moved else [])
