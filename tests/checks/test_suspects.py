"""Broken functions, and the exercises whose answer is a test that finds the fault."""

import math

import numpy as np
import pytest

from sinpe_lib.checks import check, suspects
from tests.checks.trying import subject_tests


def entry(p, column, d):
    wave = math.sin if column % 2 == 0 else math.cos
    return wave(p / 10000 ** (2 * (column // 2) / d))


def rows(positions, d):
    return np.array([[entry(p, column, d) for column in range(d)] for p in positions])


def near(*positions, tolerance=1e-9):
    """Return a test of the rows at some positions, at width 8."""

    def test(table):
        found = np.asarray(table(max(positions) + 1, 8), dtype=np.float64)[list(positions)]
        return np.abs(found - rows(positions, 8)).max() < tolerance

    return test


def fresh(table):
    table(3, 4)[:] = 7
    return np.abs(table(3, 4)).max() <= 1


def moves_on(matrix):
    five, eight = rows([5, 8], 8)
    return np.allclose(matrix(3, 8) @ five, eight)


def tells_apart(encode):
    return np.allclose(encode(np.array([3, 600]), 4), rows([3, 600], 4))


def along_positions(add):
    return np.allclose(add(np.ones((2, 5, 4)))[1], 1 + rows(range(5), 4))


RIGHT = {
    **{f"suspect_{number}": near(1, 3) for number in (1, 2, 3, 4, 5)},
    "suspect_6": near(2049, tolerance=1e-3),
    "suspect_7": moves_on,
    "suspect_8": fresh,
    "suspect_9": tells_apart,
    "suspect_10": along_positions,
    "battery": lambda table: near(3, 2049)(table) and fresh(table),
}
SUSPECTS = {
    "suspect_7": ("right_matrix", "matrix_7", "right_matrix_by_blocks"),
    "suspect_8": ("right_table", "table_8", "right_table_by_log"),
    "suspect_9": ("right_encode", "encode_9", "right_encode_one_by_one"),
    "suspect_10": ("right_add", "add_10", "right_add_one_by_one"),
    "suspect_6": ("right_table", "table_6", "right_table_in_float16"),
    **{
        f"suspect_{number}": ("right_table", f"table_{number}", "right_table_by_log")
        for number in (1, 2, 3, 4, 5)
    },
}
PASSES = {
    "suspect_1": "its lengths and its shifts",
    "suspect_2": "Look at the cosines",
    "suspect_3": "another pair",
    "suspect_4": "the slowest pair",
    "suspect_5": "Look at the places",
    "suspect_6": "Go further out",
    "suspect_7": "see where it arrives",
    "suspect_8": "then ask again",
    "suspect_9": "further out",
    "suspect_10": "more positions than sequences",
}


def accepting(*names):
    return lambda candidate: candidate.__name__ in names


def lengths(table):
    return np.allclose(
        np.linalg.norm(np.asarray(table(9, 4), float), axis=1), math.sqrt(2), 0, 1e-9
    )


MISTAKES = [
    *((name, accepting(*SUSPECTS[name]), hint) for name, hint in PASSES.items()),
    *((name, lambda candidate: False, "rejects every function") for name in SUSPECTS),
    *((name, accepting(broken), "other way round") for name, (_, broken, _) in SUSPECTS.items()),
    *(
        (name, accepting(first), "in float16" if name == "suspect_6" else "the last digits")
        for name, (first, _, _) in SUSPECTS.items()
    ),
    ("battery", lambda table: True, "every broken table pass"),
    ("battery", lambda table: False, "rejects every table"),
    ("battery", accepting("right_table"), "the last digits"),
    ("battery", lambda table: near(3, 2049)(table), "then ask again"),
    ("battery", lambda table: near(3, tolerance=1e-2)(table) and fresh(table), "small positions"),
    ("battery", near(3, tolerance=1e-2), "two get through"),
    ("battery", lengths, "most get through"),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)


@pytest.mark.parametrize("name", SUSPECTS)
def test_the_candidates_are_the_broken_function_between_two_right_ones(name):
    found = [candidate.__name__ for (candidate,) in suspects.EXERCISES[name].cases]
    assert tuple(found) == SUSPECTS[name]


def test_a_kept_table_is_not_spoiled_for_the_next_check():
    """A test of values alone must not pass because an earlier answer changed the table."""
    assert check("suspect_8", fresh).state == "passed"
    assert check("suspect_8", near(1, 3)).state == "not yet"


def unshared(table):
    return not np.shares_memory(table(3, 4), table(3, 4))


def patient(table):
    """Write into a table, and take a refusal for right."""
    try:
        return fresh(table)
    except ValueError:
        return True


@pytest.mark.parametrize("answer", [unshared, patient])
def test_a_kept_table_may_be_found_in_other_ways(answer):
    assert check("suspect_8", answer).state == "passed"


@pytest.mark.parametrize("name", ["suspect_8", "battery"])
def test_every_candidate_for_a_kept_table_may_be_written_to(name):
    """As the exercises say: a test that writes must not fall over a right table."""
    for (table,) in suspects.EXERCISES[name].cases:
        assert table(3, 4).flags.writeable


@pytest.mark.parametrize("answer", [lambda table: 1, lambda table: "yes", lambda table: [True, 0]])
def test_an_answer_is_true_or_false(answer):
    assert check("suspect_1", answer).hint.endswith("did not return True or False")


def test_a_test_may_go_as_far_out_as_it_likes():
    def far_out(encode):
        return np.allclose(encode(np.array([3, 10**10]), 4), rows([3, 10**10], 4), atol=1e-4)

    assert check("suspect_9", far_out).state == "passed"
