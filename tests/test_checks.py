"""The self-checks of all exercises: each is tried, each mistake has its hint, nothing leaks."""

import inspect
import re
from collections import Counter

import numpy as np
import pytest

from sinpe_lib import checks
from sinpe_lib.checks import check
from tests.checks import (
    test_columns,
    test_distances,
    test_experiments,
    test_formula,
    test_heads,
    test_inputs,
    test_order,
    test_relatives,
    test_shifts,
    test_similarity,
    test_suspects,
    test_tables,
)

NOTHING_YET = "not attempted yet: nothing returned"
EXERCISES = sorted(checks._EXERCISES)
SUBJECTS = [
    test_order,
    test_formula,
    test_tables,
    test_columns,
    test_shifts,
    test_distances,
    test_relatives,
    test_experiments,
    test_suspects,
    test_similarity,
    test_heads,
    test_inputs,
]
RIGHT = {name: answer for subject in SUBJECTS for name, answer in subject.RIGHT.items()}
SINGLE = {
    name: answer for subject in SUBJECTS for name, answer in getattr(subject, "SINGLE", {}).items()
}
MISTAKES = [mistake for subject in SUBJECTS for mistake in subject.MISTAKES]


def test_every_exercise_has_an_answer():
    assert sorted(RIGHT) == EXERCISES
    assert len(RIGHT) == sum(len(subject.RIGHT) for subject in SUBJECTS)


def is_whole(exercise):
    """Whole numbers, and True or False, have no digits to lose."""
    task = checks._EXERCISES[exercise]
    values = [task.expected(*case) for case in task.cases]
    return all(np.array_equal(value, np.round(np.asarray(value, float))) for value in values)


@pytest.mark.parametrize("exercise", [name for name in EXERCISES if not is_whole(name)])
def test_an_answer_in_float32_passes(exercise):
    assert check(exercise, SINGLE[exercise]).state == "passed"


def test_no_two_exercises_share_a_name():
    assert len(EXERCISES) == sum(len(subject.EXERCISES) for subject in checks._SUBJECTS)


def test_every_listed_mistake_is_tried():
    listed = [(name, hint) for name, task in checks._EXERCISES.items() for _, hint in task.mistakes]
    # An answer that raises the error of a mistake gets the error first, then the hint.
    tried = [(name, check(name, answer).hint.split("'): ")[-1]) for name, answer, _ in MISTAKES]
    assert Counter(tried) == Counter(listed)


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.parametrize("nothing", [..., None])
def test_a_stub_is_not_attempted_yet(exercise, nothing):
    assert repr(check(exercise, nothing)) == "not attempted yet"
    assert repr(check(exercise, lambda *arguments: nothing)) == NOTHING_YET


@pytest.mark.parametrize("exercise", EXERCISES)
def test_several_cases_are_tried(exercise):
    task = checks._EXERCISES[exercise]
    assert len(task.cases) >= 3
    names = list(inspect.signature(task.expected).parameters)
    if "d_model" in names:
        place = names.index("d_model")
        assert len({case[place] for case in task.cases}) >= 3


@pytest.mark.parametrize("exercise", EXERCISES)
def test_no_hint_shows_the_expected_value(exercise):
    task = checks._EXERCISES[exercise]
    wrong = [lambda *arguments: 7.25, lambda *arguments: np.full(task_shape(arguments), 7.25)]

    def task_shape(arguments):
        return np.shape(task.expected(*arguments))

    hints = [hint for _, hint in task.mistakes] + [check(exercise, answer).hint for answer in wrong]
    # What a hint says of the arguments is no answer.
    hints = [re.sub(r"with .* your function", "", hint) for hint in hints]
    for case in task.cases:
        for value in np.ravel(task.expected(*case)):
            value = abs(float(value))
            if value < 10 and value == round(value):
                continue  # 0, 1, 2: words of any text
            shown = f"{value:.0f}" if value == round(value) else f"{value:.2f}"
            assert not any(re.search(rf"\b{re.escape(shown)}", hint) for hint in hints), value


def test_an_unknown_exercise_is_refused():
    with pytest.raises(ValueError, match=r"exercise must be one of .*row_zero.*; got 'row_one'"):
        check("row_one", lambda d_model: 0)
