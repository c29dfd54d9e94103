"""Self-checks of the exercises, one module for each subject, and of a problem set as a whole.

To add an exercise, add one entry to `EXERCISES` of its subject.
"""

from sinpe_lib.checks import (
    columns,
    distances,
    experiments,
    formula,
    heads,
    inputs,
    order,
    relatives,
    shifts,
    similarity,
    suspects,
    tables,
)
from sinpe_lib.checks.judge import Verdict, judge_answer
from sinpe_lib.checks.readiness import Readiness, ready
from sinpe_lib.checks.suspects import get_suspect, show_suspect

__all__ = ["Readiness", "Verdict", "check", "get_suspect", "ready", "show_suspect"]

_SUBJECTS = (
    order,
    formula,
    tables,
    columns,
    shifts,
    distances,
    inputs,
    similarity,
    heads,
    relatives,
    experiments,
    suspects,
)
_EXERCISES = {name: task for subject in _SUBJECTS for name, task in subject.EXERCISES.items()}


def check(exercise, answer):
    """Check an answer to an exercise of the book.

    Parameters
    ----------
    exercise : str
        Name of the exercise, as the check cell has it.
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
    not attempted yet: nothing returned
    >>> def row_zero(d_model):
    ...     return [0, 1] * (d_model // 2)
    >>> check("row_zero", row_zero)
    passed: row_zero
    """
    if exercise not in _EXERCISES:
        known = ", ".join(sorted(_EXERCISES))
        raise ValueError(f"exercise must be one of {known}; got {exercise!r}")
    return judge_answer(_EXERCISES[exercise], answer)
