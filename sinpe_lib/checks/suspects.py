"""Ten broken functions, and the exercises whose answer is a test that finds the fault.

An answer takes one function and says whether it is right. It passes if it rejects what is broken
and accepts two right functions, which differ in the last digits or in how they are written.
What is wrong with a function is said in the comment above it, which `show_suspect` leaves out.
"""

import inspect

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import frequencies, sinusoidal_encoding


# An index that goes up in steps of two is doubled.
def table_1(n_positions, d_model):
    table = np.zeros((n_positions, d_model))
    for row in range(n_positions):
        for i in range(0, d_model, 2):
            angle = row / 10000 ** (2 * i / d_model)
            table[row, i : i + 2] = np.sin(angle), np.cos(angle)
    return table


# A cosine gets the exponent of its own column, not that of its sine.
def table_2(n_positions, d_model):
    columns = np.arange(d_model)
    angles = np.arange(n_positions)[:, None] / 10000 ** (columns / d_model)
    table = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table


# Integers are divided without remainder.
def table_3(n_positions, d_model):
    pairs = np.arange(d_model // 2)
    angles = np.arange(n_positions)[:, None] / 10000 ** (2 * pairs // d_model)
    table = np.zeros((n_positions, d_model))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


# Base and exponent have changed places.
def table_4(n_positions, d_model):
    exponents = np.arange(0, d_model, 2) / d_model
    angles = np.arange(n_positions)[:, None] * exponents**1e-4
    table = np.zeros((n_positions, d_model))
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


# All sines come before all cosines.
def table_5(n_positions, d_model):
    table = sinusoidal_encoding(n_positions, d_model)
    sines, cosines = table[:, 0::2], table[:, 1::2]
    return np.hstack([sines, cosines])


# The angles are rounded to the type of the output.
def table_6(n_positions, d_model):
    positions = np.arange(n_positions)[:, None]
    angles = (positions * frequencies(d_model)).astype(np.float16)
    table = np.zeros((n_positions, d_model), np.float16)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


# The array that is kept is handed out, not a copy. A check copies the object: it starts afresh.
class KeptTable:
    __name__ = "table_7"

    def __init__(self):
        self.kept = {}

    def __call__(self, n_positions, d_model):
        size = n_positions, d_model
        if size not in self.kept:
            self.kept[size] = sinusoidal_encoding(n_positions, d_model)
        return self.kept[size]


table_7 = KeptTable()


# The minus sign is where textbooks have it, so this is the transpose, which moves back.
def matrix_8(offset, d_model):
    matrix = np.zeros((d_model, d_model))
    for pair, angle in enumerate(offset * frequencies(d_model)):
        c, s = np.cos(angle), np.sin(angle)
        block = slice(2 * pair, 2 * pair + 2)
        matrix[block, block] = [[c, -s], [s, c]]
    return matrix


# Every position beyond the table gets its last row.
def encode_9(positions, d_model):
    table = sinusoidal_encoding(512, d_model)
    return np.take(table, positions, axis=0, mode="clip")


# Positions are counted along the axis of the sequences.
def add_10(x):
    n_sequences, _, d_model = x.shape
    table = sinusoidal_encoding(n_sequences, d_model)
    return x + table[:, None]


_SUSPECTS = (
    table_1, table_2, table_3, table_4, table_5, table_6, table_7, matrix_8, encode_9, add_10,
)  # fmt: skip


def get_suspect(number):
    """Return one of the ten broken functions of the clinic.

    Parameters
    ----------
    number : int
        From 1 to 10.

    Returns
    -------
    callable

    Raises
    ------
    ValueError
        If there is no suspect of this number.

    Examples
    --------
    >>> get_suspect(2)(2, 2).round(3)  # its cosine is too slow
    array([[0.   , 1.   ],
           [0.841, 1.   ]])
    """
    if number not in range(1, len(_SUSPECTS) + 1):
        raise ValueError(f"number must be an integer from 1 to {len(_SUSPECTS)}; got {number!r}")
    return _SUSPECTS[number - 1]


def show_suspect(number):
    """Print the source of one of the ten broken functions of the clinic.

    Parameters
    ----------
    number : int
        From 1 to 10.

    Examples
    --------
    >>> show_suspect(9)
    def encode_9(positions, d_model):
        table = sinusoidal_encoding(512, d_model)
        return np.take(table, positions, axis=0, mode="clip")
    """
    suspect = get_suspect(number)
    source = inspect.getsource(suspect if inspect.isfunction(suspect) else type(suspect))
    print(source, end="")


def right_table(n_positions, d_model):
    return sinusoidal_encoding(n_positions, d_model)


def right_table_by_log(n_positions, d_model):
    exponents = np.arange(0, d_model, 2) / d_model
    angles = np.arange(n_positions)[:, None] * np.exp(-np.log(10000) * exponents)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, d_model)


def right_table_in_float16(n_positions, d_model):
    return sinusoidal_encoding(n_positions, d_model, dtype=np.float16)


_TABLES = (right_table, right_table_by_log)
_FIVE = (table_1, table_2, table_3, table_4, table_5)


def _only(*functions):
    """Return the test that accepts these functions alone."""
    names = {function.__name__ for function in functions}
    return lambda candidate: candidate.__name__ in names


def _trial(*broken, hints, right=_TABLES, too_strict="allow for the last digits"):
    """Return the exercise to find broken functions; `hints` say what lets which of them pass."""
    first, second = right
    return Exercise(
        _only(*right),
        cases=((first,), *((function,) for function in broken), (second,)),
        mistakes=(
            *((_only(*right, *unnoticed), hint) for unnoticed, hint in hints.items()),
            (_only(), "your test rejects every function, the right ones too"),
            (_only(*broken), "the other way round: True says that the function is right"),
            (_only(first), f"your test rejects a right function: {too_strict}"),
        ),
        kind="True or False",
    )


EXERCISES = {
    "five_tables": _trial(
        *_FIVE,
        hints={
            _FIVE: "your test lets every broken table pass. Compare single values",
            (table_1, table_3, table_4, table_5): (
                "four get through: equal lengths say nothing about the frequencies"
            ),
            (table_1, table_2, table_3, table_4): (
                "four get through: in row 0 every angle is 0. Look at another row"
            ),
            (table_1, table_3, table_5): (
                "three get through: at width 2 there is one pair. Take width 4 or more"
            ),
            (table_1, table_3): "two get through: their first pair is right. Look at another pair",
            (table_2,): (
                "one gets through: its sines are all right. Look at the cosines, or at a sine and "
                "its cosine together"
            ),
            (table_5,): "one gets through: every number is there. Look at the places",
        },
    ),
    "suspect_6": _trial(
        table_6,
        hints={
            (table_6,): (
                "your test lets the broken function pass: at small positions it is nearly right. "
                "Go further out, to several positions"
            )
        },
        right=(right_table, right_table_in_float16),
        too_strict="one of the right tables is in float16, so allow an error of 0.001",
    ),
    "suspect_7": _trial(
        table_7,
        hints={
            (table_7,): (
                "your test lets the broken function pass: a single call shows nothing. "
                "Change the table that you got, then ask again"
            )
        },
    ),
}
