"""Broken functions, and the exercises whose answer is a test that finds the fault."""

import math

import numpy as np
import pytest

from sinpe_lib.checks import check, get_suspect, show_suspect, suspects


def entry(p, column, d):
    wave = math.sin if column % 2 == 0 else math.cos
    return wave(p / 10000 ** (2 * (column // 2) / d))


def rows(positions, d):
    return np.array([[entry(p, column, d) for column in range(d)] for p in positions])


def near(*positions, d=8, columns=slice(None), tolerance=1e-9):
    """Return a test of some entries of the rows at some positions."""

    def test(table):
        found = np.asarray(table(max(positions) + 1, d), dtype=np.float64)[list(positions)]
        return np.abs((found - rows(positions, d))[:, columns]).max() < tolerance

    return test


def fresh(table):
    table(3, 4)[:] = 7
    return np.abs(table(3, 4)).max() <= 1


def lengths(table):
    return np.allclose(np.linalg.norm(table(9, 4), axis=1), math.sqrt(2), 0, 1e-9)


def sorted_entries(table):
    return np.allclose(np.sort(table(9, 8)), np.sort(rows(range(9), 8)))


RIGHT = {
    "five_tables": near(1, 3),
    "suspect_6": near(2049, tolerance=1e-3),
    "suspect_7": fresh,
}
CANDIDATES = {
    "five_tables": ("right_table", *(f"table_{n}" for n in range(1, 6)), "right_table_by_log"),
    "suspect_6": ("right_table", "table_6", "right_table_in_float16"),
    "suspect_7": ("right_table", "table_7", "right_table_by_log"),
}
PASSES = {
    "suspect_6": "Go further out",
    "suspect_7": "then ask again",
}


def accepting(*names):
    return lambda candidate: candidate.__name__ in names


MISTAKES = [
    *((name, lambda candidate: True, hint) for name, hint in PASSES.items()),
    *((name, lambda candidate: False, "rejects every function") for name in CANDIDATES),
    *((name, accepting(*all_[1:-1]), "other way round") for name, all_ in CANDIDATES.items()),
    *(
        (name, accepting(first), "in float16" if name == "suspect_6" else "the last digits")
        for name, (first, *_) in CANDIDATES.items()
    ),
    ("five_tables", lambda table: True, "every broken table pass"),
    ("five_tables", lengths, "equal lengths"),
    ("five_tables", near(0), "in row 0 every angle is 0"),
    ("five_tables", near(1, 3, d=2), "at width 2 there is one pair"),
    ("five_tables", near(1, 3, columns=[0, 1]), "Look at another pair"),
    ("five_tables", near(1, 3, columns=[0, 2, 4, 6]), "Look at the cosines"),
    ("five_tables", sorted_entries, "Look at the places"),
]


@pytest.mark.parametrize("name", CANDIDATES)
def test_the_candidates_are_the_broken_functions_between_two_right_ones(name):
    found = [candidate.__name__ for (candidate,) in suspects.EXERCISES[name].cases]
    assert tuple(found) == CANDIDATES[name]


@pytest.mark.parametrize("number", range(1, 11))
def test_the_source_is_shown_without_what_is_wrong_with_it(number, capsys):
    show_suspect(number)
    shown = capsys.readouterr().out
    assert shown.startswith("class KeptTable:" if number == 7 else "def ")
    assert f"_{number}" in shown
    assert "#" not in shown
    compile(shown, f"suspect {number}", "exec")


@pytest.mark.parametrize("number", [0, 11, "1", 1.5])
def test_there_are_ten_suspects(number):
    with pytest.raises(ValueError, match=f"from 1 to 10; got {number!r}"):
        get_suspect(number)


def test_a_kept_table_is_not_spoiled_for_the_next_check():
    """A test of values alone must not pass because an earlier answer changed the table."""
    assert check("suspect_7", fresh).state == "passed"
    assert check("suspect_7", near(2, d=4)).state == "not yet"


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
    assert check("suspect_7", answer).state == "passed"


def test_every_candidate_for_a_kept_table_may_be_written_to():
    """As the exercise says: a test that writes must not fall over a right table."""
    for (table,) in suspects.EXERCISES["suspect_7"].cases:
        assert table(3, 4).flags.writeable


@pytest.mark.parametrize("answer", [lambda table: 1, lambda table: "yes", lambda table: [True, 0]])
def test_an_answer_is_true_or_false(answer):
    assert check("five_tables", answer).hint.endswith("did not return True or False")


def test_the_last_three_are_wrong_where_the_page_says():
    assert np.allclose(suspects.matrix_8(3, 8) @ rows([5], 8)[0], rows([2], 8)[0])
    near, far = suspects.encode_9(np.array([511, 5000]), 8)
    assert np.array_equal(near, far)
    first, second = suspects.add_10(np.zeros((2, 5, 8)))
    assert not np.array_equal(first, second)
    assert np.ptp(first, axis=0).max() == 0
