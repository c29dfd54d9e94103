"""Broken functions of the clinic, and exercises whose answer is a test that finds the fault.

An answer takes one function and says whether it is right. It passes if it rejects the broken
function and accepts two right ones, which differ in the last digits or in how they are written.
"""

import numpy as np

from sinpe_lib.checks.columns import to_halves
from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions, frequencies, shift_matrix, sinusoidal_encoding


def _table(angles):
    table = np.empty((len(angles), 2 * angles.shape[1]), angles.dtype)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def _angles(n_positions, frequency):
    return np.arange(n_positions)[:, None] * frequency


def right_table(n_positions, d_model):
    return sinusoidal_encoding(n_positions, d_model)


def right_table_by_log(n_positions, d_model):
    exponents = np.arange(0, d_model, 2) / d_model
    return _table(_angles(n_positions, np.exp(-np.log(10000) * exponents)))


def right_table_in_float16(n_positions, d_model):
    return sinusoidal_encoding(n_positions, d_model, dtype=np.float16)


def right_encode(positions, d_model):
    return encode_positions(positions, d_model)


def right_encode_one_by_one(positions, d_model):
    frequency = np.exp(-np.log(10000) * np.arange(0, d_model, 2) / d_model)
    return np.concatenate([_table(p * frequency[None]) for p in np.ravel(positions)])


def right_matrix(offset, d_model):
    return shift_matrix(offset, d_model)


def right_matrix_by_blocks(offset, d_model):
    matrix = np.zeros((d_model, d_model))
    for pair, angle in enumerate(offset * frequencies(d_model)):
        c, s = np.cos(angle), np.sin(angle)
        matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = [[c, s], [-s, c]]
    return matrix


def right_add(x):
    return x + sinusoidal_encoding(*x.shape[1:])


def right_add_one_by_one(x):
    return np.array([right_table_by_log(*sequence.shape) + sequence for sequence in x])


def table_1(n_positions, d_model):
    """Double an index that goes up in steps of two."""
    stepped = np.arange(0, d_model, 2)
    return _table(_angles(n_positions, 10000.0 ** (-2 * stepped / d_model)))


def table_2(n_positions, d_model):
    """Give the cosine the exponent of its own column."""
    angles = _angles(n_positions, 10000.0 ** (-np.arange(d_model) / d_model))
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angles), np.cos(angles))


def table_3(n_positions, d_model):
    """Divide integers without remainder."""
    return _table(_angles(n_positions, np.ones(d_model // 2)))


def table_4(n_positions, d_model):
    """Swap the base and the exponent."""
    exponents = np.arange(0, d_model, 2) / d_model
    return _table(_angles(n_positions, exponents**1e-4))


def table_5(n_positions, d_model):
    """Store all sines before all cosines."""
    return to_halves(sinusoidal_encoding(n_positions, d_model))


def table_6(n_positions, d_model):
    """Round the angles to the type of the output."""
    return _table(_angles(n_positions, frequencies(d_model)).astype(np.float16))


def matrix_7(offset, d_model):
    """Put the minus sign where textbooks have it: the transpose, which moves back."""
    return shift_matrix(offset, d_model).T


class KeptTable:
    """Hand out the array that is kept, not a copy; a copy of this object starts afresh."""

    def __init__(self):
        self.__name__ = "table_8"
        self._kept = {}

    def __call__(self, n_positions, d_model):
        if (n_positions, d_model) not in self._kept:
            self._kept[n_positions, d_model] = sinusoidal_encoding(n_positions, d_model)
        return self._kept[n_positions, d_model]


table_8 = KeptTable()


def encode_9(positions, d_model):
    """Take the last row for every position beyond the table."""
    return np.take(sinusoidal_encoding(512, d_model), positions, axis=0, mode="clip")


def add_10(x):
    """Count positions along the axis of the sequences."""
    n_sequences, _, d_model = x.shape
    return x + sinusoidal_encoding(n_sequences, d_model)[:, None]


_TABLES = (right_table, right_table_by_log)


def _only(*functions):
    """Return the test that accepts these functions alone."""
    names = {function.__name__ for function in functions}
    return lambda candidate: candidate.__name__ in names


def _trial(broken, unnoticed, right=_TABLES, too_strict="allow for the last digits"):
    """Return the exercise to find one broken function; `unnoticed` is the hint if it passes."""
    first, second = right
    return Exercise(
        _only(first, second),
        cases=((first,), (broken,), (second,)),
        mistakes=(
            (_only(first, broken, second), f"your test lets the broken function pass: {unnoticed}"),
            (_only(), "your test rejects every function, the right ones too"),
            (_only(broken), "the other way round: True says that the function is right"),
            (_only(first), f"your test rejects a right function: {too_strict}"),
        ),
        kind="True or False",
    )


_BATTERY = (table_1, table_2, table_3, table_4, table_5, table_6, table_8)

EXERCISES = {
    "suspect_1": _trial(
        table_1, "its lengths and its shifts are in order. Look at single values at width 4 or more"
    ),
    "suspect_2": _trial(
        table_2,
        "its sines are all right. Look at the cosines, or at a sine and its cosine together",
    ),
    "suspect_3": _trial(
        table_3, "its first pair is right. Look at another pair, at a position other than 0"
    ),
    "suspect_4": _trial(
        table_4, "row 0 is right. Look at the first pair in the next row, or at the slowest pair"
    ),
    "suspect_5": _trial(table_5, "every number is there. Look at the places, at width 4 or more"),
    "suspect_6": _trial(
        table_6,
        "at small positions it is nearly right. Go further out, to several positions",
        right=(right_table, right_table_in_float16),
        too_strict="one of the right tables is in float16, so allow an error of 0.001",
    ),
    "suspect_7": _trial(
        matrix_7,
        "it is a rotation and composes well. Move an encoding and see where it arrives",
        right=(right_matrix, right_matrix_by_blocks),
    ),
    "suspect_8": _trial(
        table_8, "a single call shows nothing. Change the table that you got, then ask again"
    ),
    "suspect_9": _trial(
        encode_9,
        "its first rows are right. Ask for positions that are further out",
        right=(right_encode, right_encode_one_by_one),
    ),
    "suspect_10": _trial(
        add_10,
        "the shape is right. Compare the sum with x, for more positions than sequences",
        right=(right_add, right_add_one_by_one),
    ),
    "battery": Exercise(
        _only(*_TABLES),
        cases=tuple((table,) for table in (*_TABLES, *_BATTERY)),
        mistakes=(
            (_only(*_TABLES, *_BATTERY), "your test lets every broken table pass"),
            (_only(), "your test rejects every table, the right ones too"),
            (_only(right_table), "your test rejects a right table: allow for the last digits"),
            (
                _only(*_TABLES, table_8),
                "one gets through: change the table that you got, then ask again",
            ),
            (_only(*_TABLES, table_6), "one gets through: it is right at small positions only"),
            (
                _only(*_TABLES, table_6, table_8),
                "two get through: one is right at small positions only, one in the first call only",
            ),
            (
                _only(*_TABLES, table_1, table_3, table_4, table_5, table_8),
                "most get through: equal lengths say nothing about the frequencies",
            ),
        ),
        kind="True or False",
    ),
}
