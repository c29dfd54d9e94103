"""Self-checks of the exercises: not attempted yet, not yet and a hint, or passed.

A check compares an answer with the encoding itself on several inputs and never prints the
expected value. An answer that equals a well-known mistake on every input gets that
mistake's own hint.
"""

import copy
import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sinpe_lib.encoding import encode_positions, shift_matrix

__all__ = ["Verdict", "check"]


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes
    ----------
    state : {"not attempted yet", "not yet", "passed"}
    hint : str
        What to look at next; empty unless the state is "not yet".
    """

    state: str
    hint: str = ""

    def __repr__(self):
        return f"{self.state}: {self.hint}" if self.hint else self.state


@dataclass(frozen=True)
class _Exercise:
    expected: Callable
    cases: tuple
    mistakes: tuple = ()  # (wrong function, hint)


def check(exercise, answer):
    """Check an answer to an exercise of the book.

    Parameters
    ----------
    exercise : str
        Name of the exercise, as it stands in the check cell.
    answer : callable
        The reader's function. Its arguments are copies, so nothing it does to them counts.

    Returns
    -------
    Verdict

    Raises
    ------
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> check("row_zero", lambda d_model: ...)
    not attempted yet
    >>> check("row_zero", lambda d_model: [0, 1] * (d_model // 2))
    passed
    """
    if exercise not in _EXERCISES:
        known = ", ".join(sorted(_EXERCISES))
        raise ValueError(f"exercise must be one of {known}; got {exercise!r}")
    if answer is ... or answer is None:
        return Verdict("not attempted yet")
    if not callable(answer):
        return Verdict("not yet", f"the answer should be a function, but it is {answer!r}")
    task = _EXERCISES[exercise]
    answers = []
    for case in task.cases:
        try:
            value = answer(*copy.deepcopy(case))
        except Exception as error:
            return Verdict("not yet", f"{_call(task, case)} raised {error!r}")
        if value is None or value is ...:
            return _nothing_returned(task, case, first=not answers)
        answers.append(_as_numbers(value))
    return _compare(task, answers)


def _nothing_returned(task, case, *, first):
    if first:
        return Verdict("not attempted yet")
    return Verdict("not yet", f"{_call(task, case)} returned nothing")


def _compare(task, answers):
    expected = [_as_numbers(task.expected(*case)) for case in task.cases]
    if all(map(_same, answers, expected)):
        return Verdict("passed")
    for mistake, hint in task.mistakes:
        wrong = [_as_numbers(mistake(*copy.deepcopy(case))) for case in task.cases]
        if all(map(_same, answers, wrong)):
            return Verdict("not yet", hint)
    for case, got, right in zip(task.cases, answers, expected, strict=True):
        if got is None:
            return Verdict("not yet", f"{_call(task, case)} did not return real numbers")
        if got.shape != right.shape:
            hint = f"{_call(task, case)} returned shape {got.shape}, not {right.shape}"
            return Verdict("not yet", hint)
        if not _same(got, right):
            return Verdict("not yet", f"{_call(task, case)} returned a wrong value")
    raise AssertionError("answers differ from the expected ones in no case")


def _as_numbers(value):
    """Return `value` as a float64 array, or None where it is not made of real numbers."""
    try:
        array = np.asarray(value)
    except Exception:
        return None
    return array.astype(np.float64) if array.dtype.kind in "iuf" else None


def _same(got, right):
    # An entry within 1e-6 is right: far above rounding, far below every mistake listed here.
    return (
        got is not None and got.shape == right.shape and np.allclose(got, right, rtol=0, atol=1e-6)
    )


def _call(task, case):
    names = inspect.signature(task.expected).parameters
    arguments = ", ".join(f"{name}={value}" for name, value in zip(names, case, strict=True))
    return f"with {arguments} your function"


def _row_zero(d_model):
    return encode_positions(0, d_model)


def _closest_return(frequency, max_offset):
    return 1 + np.argmin(_chords(frequency, max_offset))


def _chords(frequency, max_offset):
    """Return the chord between a pair and its successor, for the offsets 1 to max_offset."""
    offsets = np.arange(1, max_offset + 1)
    return 2 * np.abs(np.sin(frequency * offsets / 2))


def _shift_pair(pair, offset, frequency):
    # shift_matrix of width 2 has the one frequency 1: the angle goes into the offset.
    return shift_matrix(frequency * offset, 2) @ np.asarray(pair)


_EXERCISES = {
    "row_zero": _Exercise(
        _row_zero,
        cases=((2,), (4,), (10,)),
        mistakes=(
            (
                lambda d_model: np.zeros(d_model),
                "the sine of 0 is 0, but half of the columns hold a cosine",
            ),
            (
                lambda d_model: np.tile([1, 0], d_model // 2),
                "column 2i holds the sine and column 2i + 1 the cosine, not the reverse",
            ),
            (
                lambda d_model: np.repeat([0, 1], d_model // 2),
                "sines and cosines alternate: column 2i and column 2i + 1 belong together",
            ),
            (lambda d_model: [0, 1], "a row has d_model columns, not only the first pair"),
        ),
    ),
    "closest_return": _Exercise(
        _closest_return,
        cases=((1.0, 20), (1.0, 44), (1.0, 100), (1.0, 1000), (0.01, 2000)),
        mistakes=(
            (lambda frequency, max_offset: 0, "offset 0 is no return: start at offset 1"),
            (
                lambda frequency, max_offset: (
                    1 + np.argmin(np.abs(np.sin(frequency * np.arange(1, max_offset + 1))))
                ),
                "the sine alone passes through the same value twice a turn: compare whole pairs",
            ),
            (
                lambda frequency, max_offset: 1 + np.argmin(_chords(frequency, max_offset - 1)),
                "max_offset itself is allowed too",
            ),
            (
                lambda frequency, max_offset: np.argmin(_chords(frequency, max_offset)),
                "off by one: the first entry of an array that starts at offset 1 has index 0",
            ),
            (
                lambda frequency, max_offset: _chords(frequency, max_offset).min(),
                "return the offset at which the distance is smallest, not the distance",
            ),
        ),
    ),
    "shift_pair": _Exercise(
        _shift_pair,
        cases=(
            ([0.0, 1.0], 1, 1.0),
            (encode_positions(5, 2), 3, 1.0),
            (encode_positions(50, 2), 3, 1.0),
            (encode_positions(0.5, 2), -3, 0.01),
        ),
        mistakes=(
            (
                lambda pair, offset, frequency: _shift_pair(pair, -offset, frequency),
                "your pair moves the other way, to p - k: look at the signs, and at which "
                "entry of the pair is the sine",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(pair, offset, 1.0),
                "the angle of the turn is the offset times the frequency",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(pair, offset, frequency)[::-1],
                "return the sine first, then the cosine",
            ),
            (
                lambda pair, offset, frequency: np.add(pair, encode_positions(offset, 2)),
                "the encodings of p and k do not add up to the one of p + k",
            ),
        ),
    ),
}
