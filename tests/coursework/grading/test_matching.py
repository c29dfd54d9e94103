"""Which cell of a submission is which of the problem set, on cells made up here."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from coursework.grading import matching
from coursework.grading.matching import match_cells

STUB = "def {}():\n    raise NotImplementedError()"


def code(source, identity="", name="", solution=False):
    return named(new_code_cell(source), identity, name, solution)


def text(source, identity="", name="", solution=False):
    return named(new_markdown_cell(source), identity, name, solution)


def named(cell, identity, name, solution):
    cell.id = identity or None
    if name:
        cell.metadata.nbgrader = {"grade_id": name, "solution": solution, "grade": not solution}
    return cell


RELEASED = [
    text("# A set", "title"),
    code("import math", "imports", "imports"),
    code(STUB.format("one"), "one", "one", solution=True),
    code("assert one() == 1", "one-tests", "one-tests"),
    code(STUB.format("two"), "two", "two", solution=True),
    text("YOUR ANSWER HERE", "why", "why", solution=True),
]
LOST = "it was renamed or had lost its metadata: recognised by content and place"
ALL_LOST = (
    "these cells had lost nbgrader's metadata (Colab and VS Code may drop them): "
    "recognised by content and place"
)


def match(*cells, released=RELEASED):
    """Return {number in the set: place in the submission}, the places dropped, and the notes."""
    found = match_cells(list(cells), released)
    return found.places, found.dropped, found.notes


def test_a_name_says_more_than_content_id_and_place():
    cells = [
        text("because", "x", "why"),
        code("import math", "one", "one"),
        code("def one(): return 1", "imports", "imports"),
    ]
    assert match(*cells) == ({5: 0, 2: 1, 1: 2}, set(), [])


def test_an_id_then_the_content_then_the_function_makes_up_for_a_lost_name():
    cells = [
        text("another title", "title"),
        code("import math"),
        code("import math"),
        code("def one(): return 1"),
        code("def one(): return 2"),
        code("def one(): return 3"),
        code("x = 1"),
        code("changed", "one-tests"),
    ]
    places = {0: 0, 1: 1, 2: 5, 3: 7}  # of two copies the first, of three functions the last
    notes = [(name, LOST) for name in ("imports", "one", "one-tests")]
    assert match(*cells) == (places, set(), notes)


def test_of_four_cells_without_their_names_an_editor_has_dropped_the_metadata():
    cells = [
        code("import math"),
        code("def one(): return 1"),
        code("assert one() == 1"),
        code("def two(): return 2"),
    ]
    notes = [("imports, one, one-tests, two", ALL_LOST)]
    assert match(*cells) == ({1: 0, 2: 1, 3: 2, 4: 3}, set(), notes)


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (text("def one(): return 1"), None),  # not code
        (code("def other(): return 1"), None),
        (code("one = 1"), 2),
        (code("def imports(): return 1"), None),
        (code("def one(): pass\n" + "#" * (50_000 - 16)), 2),
        (code("def one(): pass\n" + "#" * (50_001 - 16)), None),
    ],
)
def test_an_answer_is_known_by_the_function_that_it_defines(cell, number, monkeypatch):
    monkeypatch.setattr(matching, "match_by_place", lambda *arguments: None)
    assert match(cell)[0] == ({} if number is None else {number: 0})


def test_a_given_cell_is_not_known_by_what_it_defines():
    released = [code("def given(): return 1", "given", "given")]
    assert match(code("def given(): return 2"), released=released)[0] == {}


def test_an_answer_is_known_by_its_place_between_its_neighbours():
    cells = [
        text("before the tests"),
        code("assert one() == 1", "", "one-tests"),
        code("own = 1"),
        code("first = 1"),
        code("last = 2"),
        text("in between"),
        code("  \n"),
        text("because", "", "why"),
        code("after = 3"),
    ]
    places, dropped, notes = match(*cells)
    assert places == {3: 1, 5: 7, 4: 4}
    assert (dropped, notes) == (set(), [("two", LOST)])


@pytest.mark.parametrize(
    ("released", "cells"),
    [
        (RELEASED[2:4], [code("x = 1"), code("assert one() == 1", "", "one-tests")]),
        (RELEASED[3:5], [code("assert one() == 1", "", "one-tests"), code("x = 1")]),
        (RELEASED[3:4] + RELEASED[5:], [code("", "", "one-tests"), text("because")]),
        (RELEASED[5:], [text("because"), code("x = 1")]),
    ],
)
def test_the_first_and_the_last_answer_have_one_neighbour_or_none(released, cells):
    number = next(n for n, cell in enumerate(released) if cell.metadata.nbgrader.solution)
    place = next(p for p, cell in enumerate(cells) if "nbgrader" not in cell.metadata)
    assert match(*cells, released=released)[0][number] == place


def test_a_given_cell_is_not_known_by_its_place():
    cells = [code("x = 1"), code("assert one() == 1", "", "one-tests")]
    assert match(*cells, released=[RELEASED[1], RELEASED[3]])[0] == {1: 1}


def test_of_copies_of_an_answer_the_last_that_was_filled_in_counts():
    stub, first, last = STUB.format("one"), "def one(): return 1", "def one(): return 2"
    sources = [last, first, stub, last, stub]
    places, dropped, notes = match(*(code(source, "", "one") for source in sources))
    assert (places, dropped) == ({2: 3}, {0, 2, 4})
    assert notes == [
        (
            "one",
            "copied: there were 5 cells of this name; the last one that was filled in is graded, "
            "and the others are kept as plain cells",
        )
    ]


def test_copies_of_two_cells_are_dropped():
    cells = [code("import math", "", "imports")] * 2 + [code(STUB.format("one"), "", "one")] * 2
    assert match(*cells)[:2] == ({1: 0, 2: 3}, {1, 2})


def test_of_copies_of_a_stub_the_last_counts():
    stub = STUB.format("one")
    assert match(*[code(stub, "", "one")] * 2)[:2] == ({2: 1}, {0})


def test_of_copies_of_a_given_cell_the_first_that_is_unchanged_counts():
    sources = ["import os", "import math", "import math"]
    places, dropped, notes = match(*(code(source, "", "imports") for source in sources))
    assert (places, dropped) == ({1: 1}, {2})
    assert notes == [
        (
            "imports",
            "copied: there were 3 cells of this name; restored once, and changed copies are kept "
            "as plain cells",
        )
    ]
    assert match(*[code("import os", "", "imports")] * 2)[:2] == ({1: 0}, set())


def test_a_cell_with_the_name_of_another_is_not_taken_for_one_that_is_missing():
    cells = [code("import math", "imports", "one-tests"), code("import math", "", "foreign")]
    assert match(*cells)[0] == {3: 0, 1: 1}
