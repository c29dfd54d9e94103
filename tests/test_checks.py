"""The self-checks: right answers pass, known mistakes get their own hint, nothing leaks."""

import math

import numpy as np
import pytest

from sinpe_lib import checks
from sinpe_lib.checks import check

EXERCISES = sorted(checks._EXERCISES)


# Answers written from the formulas alone, one scalar at a time.
def row_zero(d_model):
    return [math.sin(0) if column % 2 == 0 else math.cos(0) for column in range(d_model)]


def closest_return(frequency, max_offset):
    def distance(offset):
        angle = frequency * offset
        return math.hypot(math.sin(angle), math.cos(angle) - 1)

    return min(range(1, max_offset + 1), key=distance)


def shift_pair(pair, offset, frequency):
    sine, cosine = pair
    c, s = math.cos(frequency * offset), math.sin(frequency * offset)
    return sine * c + cosine * s, cosine * c - sine * s


RIGHT = {"row_zero": row_zero, "closest_return": closest_return, "shift_pair": shift_pair}


def test_every_exercise_has_an_answer_here():
    assert sorted(RIGHT) == EXERCISES


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_right_answer_passes(exercise):
    verdict = check(exercise, RIGHT[exercise])
    assert (verdict.state, repr(verdict)) == ("passed", "passed")


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.parametrize("nothing", [..., None])
def test_a_stub_is_not_attempted_yet(exercise, nothing):
    assert repr(check(exercise, nothing)) == "not attempted yet"
    assert repr(check(exercise, lambda *arguments: nothing)) == "not attempted yet"


def flipped_turn(pair, offset, frequency):
    sine, cosine = pair
    c, s = math.cos(frequency * offset), math.sin(frequency * offset)
    return [c * sine - s * cosine, s * sine + c * cosine]


MISTAKES = [
    ("row_zero", lambda d_model: [0.0] * d_model, "half of the columns hold a cosine"),
    ("row_zero", lambda d_model: [1, 0] * (d_model // 2), "not the reverse"),
    ("row_zero", lambda d_model: [0] * (d_model // 2) + [1] * (d_model // 2), "alternate"),
    ("row_zero", lambda d_model: (0, 1), "d_model columns"),
    ("closest_return", lambda frequency, max_offset: 0, "start at offset 1"),
    (
        "closest_return",
        lambda f, m: min(range(1, m + 1), key=lambda k: abs(math.sin(f * k))),
        "compare whole pairs",
    ),
    ("closest_return", lambda f, m: closest_return(f, m - 1), "allowed too"),
    ("closest_return", lambda f, m: closest_return(f, m) - 1, "off by one"),
    (
        "closest_return",
        lambda f, m: 2 * abs(math.sin(f * closest_return(f, m) / 2)),
        "not the distance",
    ),
    ("shift_pair", flipped_turn, "the other way"),
    ("shift_pair", lambda pair, k, w: shift_pair(pair, k, 1), "offset times the frequency"),
    ("shift_pair", lambda pair, k, w: shift_pair(pair, k, w)[::-1], "sine first"),
    (
        "shift_pair",
        lambda pair, k, w: (pair[0] + math.sin(k), pair[1] + math.cos(k)),
        "do not add up",
    ),
]


@pytest.mark.parametrize(("exercise", "answer", "hint"), MISTAKES)
def test_a_known_mistake_gets_its_own_hint(exercise, answer, hint):
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.hint
    assert repr(verdict) == f"not yet: {verdict.hint}"


def test_every_listed_mistake_is_tried_above():
    listed = {(name, hint) for name, task in checks._EXERCISES.items() for _, hint in task.mistakes}
    tried = {(name, check(name, answer).hint) for name, answer, _ in MISTAKES}
    assert tried == listed


def raises(d_model):
    raise ZeroDivisionError("oh")


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (raises, "with d_model=2 your function raised ZeroDivisionError('oh')"),
        (lambda: [0, 1], "with d_model=2 your function raised TypeError"),
        ([0, 1, 0, 1], "the answer should be a function"),
        (lambda d_model: "0 1", "with d_model=2 your function did not return real numbers"),
        (lambda d_model: [[0], [0, 1]], "with d_model=2 your function did not return real numbers"),
        (lambda d_model: AlwaysEqual(), "with d_model=2 your function did not return real numbers"),
        (
            lambda d_model: [0, 1, 0, 1],
            "with d_model=2 your function returned shape (4,), not (2,)",
        ),
        (lambda d_model: [0, 1] if d_model == 2 else None, "with d_model=4 your function returned"),
        (
            lambda d_model: [math.nan] * d_model,
            "with d_model=2 your function returned a wrong value",
        ),
        (
            lambda d_model: [0, 0.9] * (d_model // 2),
            "d_model=2 your function returned a wrong value",
        ),
    ],
)
def test_other_answers_are_named_by_what_is_wrong(answer, hint):
    verdict = check("row_zero", answer)
    assert verdict.state == "not yet"
    assert hint in verdict.hint


def test_no_hint_shows_the_expected_value():
    for task in checks._EXERCISES.values():
        for case in task.cases:
            values = np.atleast_1d(task.expected(*case))
            for _, hint in task.mistakes:
                assert not any(f"{value:.2f}" in hint for value in values)
    assert "710" not in repr(check("closest_return", lambda f, m: 7))


def test_an_answer_works_on_copies():
    def spoils(pair, offset, frequency):
        moved = shift_pair(pair, offset, frequency)
        pair[0] = 99
        return moved

    assert repr(check("shift_pair", spoils)) == "passed"
    assert repr(check("shift_pair", shift_pair)) == "passed"


def test_an_unknown_exercise_is_refused():
    with pytest.raises(ValueError, match=r"exercise must be one of .*row_zero.*; got 'row_one'"):
        check("row_one", row_zero)
