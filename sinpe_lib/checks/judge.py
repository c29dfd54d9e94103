"""How an answer is judged: not attempted yet, not yet and a hint, or passed.

The answer and the expected function run on the same cases. The expected value is never
printed. An answer that behaves on every case like a well-known mistake gets the hint for
that mistake.
"""

import copy
import inspect
import reprlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sinpe_lib.printing import Printable

__all__ = ["Exercise", "Verdict", "judge_answer"]

# Above what a formula in float32 is off by, logarithms and angles included; below what a mistake
# changes and what float16 is off by. Relative to the expected number, and beside 0.
_TOLERANCE = 1e-5
_NEARLY = 0.02  # of the largest expected number
_IMPRECISE = (
    "nearly right: digits are lost on the way. An error that grows with the position comes from "
    "angles that were rounded, so compute them in float64"
)
_LARGEST_SHOWN = 4  # entries of an argument that a hint writes out
_KINDS = {"real numbers": "iuf", "True or False": "b"}  # codes of NumPy's data types


@dataclass(frozen=True)
class Verdict(Printable):
    """What a check found.

    Parameters
    ----------
    state : {"not attempted yet", "not yet", "passed"}
    hint : str
        What to look at next; for "passed", the name of the function that passed.

    Examples
    --------
    >>> Verdict("passed", "row_zero")
    passed: row_zero
    """

    state: str
    hint: str = ""

    def __repr__(self):
        return f"{self.state}: {self.hint}" if self.hint else self.state


@dataclass(frozen=True)
class Exercise:
    """One exercise that checks itself.

    Attributes
    ----------
    expected : callable
        The right answer: numbers, an array of them, or a tuple of numbers.
    cases : tuple of tuples
        The arguments of each call. Several widths, since a single one accepts wrong formulas.
    mistakes : tuple of (callable, str)
        Wrong answers that people give, and the hint for each; tried in this order.
    kind : {"real numbers", "True or False"}
        What an answer returns.
    measure : callable, optional
        Where many answers are right: what is compared in place of the returned value. It is
        called with that value, as an array, and the arguments of the case.
    """

    expected: Callable
    cases: tuple
    mistakes: tuple = ()
    kind: str = "real numbers"
    measure: Callable = lambda value, *case: value


def judge_answer(exercise, answer):
    """Return the verdict on an answer to an exercise."""
    if answer is ... or answer is None:
        return Verdict("not attempted yet")
    if not callable(answer):
        return Verdict(
            "not yet", f"the answer should be a function, but it is {reprlib.repr(answer)}"
        )
    tried = []
    for case in exercise.cases:
        try:
            value = answer(*copy.deepcopy(case))
        except Exception as error:
            tried.append((case, error))
            break
        if value is None or value is ...:
            if not tried:
                return Verdict("not attempted yet", "nothing returned")
            return Verdict("not yet", f"{_describe_call(exercise, case)} returned nothing")
        # Converted at once: the next call may write into the same array.
        tried.append((case, _measure(exercise, value, case)))
    fault = _find_fault(exercise, tried)
    if not fault:
        return Verdict("passed", getattr(answer, "__name__", "your answer"))
    if hint := _find_mistake(exercise, tried):
        return Verdict("not yet", hint)
    return Verdict("not yet", _IMPRECISE if _is_nearly_right(exercise, tried) else fault)


def _find_fault(exercise, tried):
    """Say what is wrong with the first case that is not right; nothing if all are."""
    for case, got in tried:
        right = _run_ours(exercise, exercise.expected, case)
        if isinstance(got, Exception):
            return f"{_describe_call(exercise, case)} raised {got!r}"
        if got is None:
            return f"{_describe_call(exercise, case)} did not return {exercise.kind}"
        if got.shape != right.shape:
            return f"{_describe_call(exercise, case)} returned shape {got.shape}, not {right.shape}"
        if not _agree(got, right):
            return f"{_describe_call(exercise, case)} returned a wrong value"
    return ""


def _find_mistake(exercise, tried):
    """Return the hint of the mistake that does the same on every case tried; else nothing."""
    last, error = tried[-1]
    for mistake, hint in exercise.mistakes:
        if all(_agree(got, _try_mistake(exercise, mistake, case)) for case, got in tried):
            raised = isinstance(error, Exception)
            return f"{_describe_call(exercise, last)} raised {error!r}: {hint}" if raised else hint
    return ""


def _is_nearly_right(exercise, tried):
    for case, got in tried:
        right = _run_ours(exercise, exercise.expected, case)
        if not isinstance(got, np.ndarray) or got.shape != right.shape:
            return False
        if not np.allclose(got, right, rtol=0, atol=_NEARLY * np.abs(right).max(initial=0)):
            return False
    return True


def _run_ours(exercise, function, case):
    """Return the numbers that one of our own functions gives on a case."""
    with np.errstate(all="ignore"):
        return _measure(exercise, function(*copy.deepcopy(case)), case)


def _try_mistake(exercise, mistake, case):
    """Return what a mistake does on a case: its numbers or its error."""
    try:
        return _run_ours(exercise, mistake, case)
    except Exception as error:
        return error


def _measure(exercise, value, case):
    """Return what is compared of a returned value, as an array; None if it is not of the kind."""
    numbers = _convert_to_numbers(value, exercise.kind)
    return None if numbers is None else np.asarray(exercise.measure(numbers, *case))


def _convert_to_numbers(value, kind):
    """Return `value` as a float64 array, or None where it is not of the kind that is asked for."""
    try:
        array = np.asarray(value)
    except Exception:
        return None
    return array.astype(np.float64) if array.dtype.kind in _KINDS[kind] else None


def _agree(got, other):
    if not isinstance(got, np.ndarray) or not isinstance(other, np.ndarray):
        return isinstance(got, Exception) and type(got) is type(other)
    # NaN equals NaN only: no expected value holds one, but a mistake may.
    return got.shape == other.shape and np.allclose(
        got, other, rtol=_TOLERANCE, atol=_TOLERANCE, equal_nan=True
    )


def _describe_call(exercise, case):
    names = inspect.signature(exercise.expected).parameters
    arguments = (
        f"{name}={_format_argument(value)}" for name, value in zip(names, case, strict=True)
    )
    return f"with {', '.join(arguments)} your function"


def _format_argument(value):
    if callable(value):
        return value.__name__
    if np.ndim(value) == 0:
        return str(value)
    if np.size(value) > _LARGEST_SHOWN:
        return f"an array of shape {np.shape(value)}"
    return np.array2string(np.asarray(value), precision=4, separator=", ")
