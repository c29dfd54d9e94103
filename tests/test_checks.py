"""The self-checks of all exercises: each is tried, each mistake has its hint, nothing leaks."""

import importlib
import inspect
import math
import re
from collections import Counter

import numpy as np
import pytest

from sinpe_lib import checks
from sinpe_lib.checks import check

EXERCISES = sorted(checks._EXERCISES)
ANSWERS = [
    importlib.import_module(f"tests.checks.test_{subject.__name__.split('.')[-1]}")
    for subject in checks._SUBJECTS
]
RIGHT = {name: answer for subject in ANSWERS for name, answer in subject.RIGHT.items()}
MISTAKES = [mistake for subject in ANSWERS for mistake in subject.MISTAKES]


def test_every_exercise_has_a_name_and_an_answer():
    assert sorted(RIGHT) == EXERCISES
    assert len(EXERCISES) == sum(len(subject.EXERCISES) for subject in checks._SUBJECTS)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_right_answer_passes(exercise):
    answer = RIGHT[exercise]
    assert repr(check(exercise, answer)) == f"passed: {answer.__name__}"


class SingleMath:
    """The module math for a reader who works in float32: it takes and gives such numbers."""

    def __getattr__(self, name):
        found = getattr(math, name)
        if not callable(found):
            return found
        return lambda *numbers: np.float32(found(*map(np.float32, numbers)))


def round_to_single(value):
    """Return a value in float32, a function as one that gives such values; integers stay."""
    if callable(value):
        return lambda *arguments: round_to_single(value(*arguments))
    return np.asarray(value, np.float32) if np.asarray(value).dtype.kind == "f" else value


def is_whole(exercise):
    """Whole numbers, and True or False, have no digits to lose."""
    task = checks._EXERCISES[exercise]
    values = [task.expected(*case) for case in task.cases]
    return all(np.array_equal(value, np.round(np.asarray(value, float))) for value in values)


@pytest.mark.parametrize("exercise", [name for name in EXERCISES if not is_whole(name)])
def test_the_right_answer_passes_in_float32(exercise, monkeypatch):
    for subject in ANSWERS:
        if hasattr(subject, "math"):
            monkeypatch.setattr(subject, "math", SingleMath())

    def answer(*case):
        return round_to_single(RIGHT[exercise](*map(round_to_single, case)))

    assert check(exercise, answer).state == "passed"


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_mistake_gets_its_hint(exercise):
    given = []
    for name, answer, words in MISTAKES:
        if name == exercise:
            verdict = check(exercise, answer)
            assert verdict.state == "not yet"
            assert words in verdict.hint
            # An answer that raises the error of a mistake gets the error first, then the hint.
            given.append(verdict.hint.split("'): ")[-1])
    assert Counter(given) == Counter(hint for _, hint in checks._EXERCISES[exercise].mistakes)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_several_cases_are_tried(exercise):
    task = checks._EXERCISES[exercise]
    names = list(inspect.signature(task.expected).parameters)
    assert len(task.cases) >= 3 or not names  # what is found by hand is found once
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
