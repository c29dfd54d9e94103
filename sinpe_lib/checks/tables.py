"""Exercises on whole tables: by loops, and for any positions at once."""

import numpy as np

from sinpe_lib.checks.columns import swapped_in_pairs, to_halves
from sinpe_lib.checks.formula import SWAPPED
from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions, sinusoidal_encoding

# What people write for the frequency of every column c of d, and the hint for it.
_WRONG_FREQUENCIES = (
    (
        lambda c, d: 10000.0 ** (-2 * c / d),
        "i counts pairs, not columns: columns 2i and 2i + 1 both have the exponent 2i/d",
    ),
    (
        lambda c, d: 10000.0 ** (-2 * (c - c % 2) / d),
        "your i goes up in steps of two, so it is already 2i: the exponent is doubled",
    ),
    (
        lambda c, d: 10000.0 ** (-c / d),
        "the cosine has the exponent of its own column: it shares the one of the sine beside it",
    ),
    (
        lambda c, d: 10000.0 ** (-2 * (c // 2 + c % 2) / d),
        "your cosine uses i + 1: it shares the frequency of pair i with its sine",
    ),
    (lambda c, d: 10000.0 ** (-(c // 2) / d), "the exponent is -2i/d: the 2 is missing"),
    (lambda c, d: 1000.0 ** (-2 * (c // 2) / d), "the base is 10000: you have lost a zero"),
    (lambda c, d: (2 * (c // 2) / d) ** 10000, SWAPPED),
    (lambda c, d: 1 / (2 * (c // 2) / d) ** 10000, SWAPPED),
    (lambda c, d: 1 // 0, SWAPPED),  # the line above without NumPy
    (
        lambda c, d: 10000.0 ** -(2 * (c // 2) // d),
        "// divides without remainder, so every frequency is 1: divide with /",
    ),
    (
        lambda c, d: 10000.0 ** (2 * (c // 2) / d),
        "the sign of the exponent: no frequency is above 1",
    ),
)


def _right(c, d):
    return 10000.0 ** (-2 * (c // 2) / d)


def _waves(positions, d_model, frequency=_right, *, unit=1.0):
    column = np.arange(d_model)
    angles = np.multiply.outer(positions, frequency(column, d_model)) * unit
    return np.where(column % 2 == 0, np.sin(angles), np.cos(angles))


def _formula_mistakes(rows):
    """Return the mistakes of the formula; `rows` gives the positions for a first argument."""

    def with_frequency(frequency):
        return lambda first, d_model: _waves(rows(first), d_model, frequency)

    return (
        *((with_frequency(frequency), hint) for frequency, hint in _WRONG_FREQUENCIES),
        (
            lambda first, d_model: _waves(rows(first), d_model, unit=np.pi / 180),
            "the angle is in radians already: convert nothing",
        ),
        (
            lambda first, d_model: _waves(rows(first), d_model, unit=180 / np.pi),
            "sin and cos take radians, not degrees: convert nothing",
        ),
        (
            lambda first, d_model: to_halves(_waves(rows(first), d_model)),
            "sines and cosines alternate: yours stand in two halves",
        ),
        (
            lambda first, d_model: swapped_in_pairs(_waves(rows(first), d_model)),
            "the sine comes first: column 2i holds the sine and column 2i + 1 the cosine",
        ),
    )


def _table_by_loops(n_positions, d_model):
    return sinusoidal_encoding(n_positions, d_model)


def _zero_first(table):
    return np.concatenate([np.zeros((1, table.shape[1])), table])


def _encode(positions, d_model):
    return encode_positions(positions, d_model)


EXERCISES = {
    "table_by_loops": Exercise(
        _table_by_loops,
        cases=((3, 4), (1, 6), (7, 8), (5, 2), (120, 6)),
        mistakes=(
            *_formula_mistakes(np.arange),
            (
                lambda n_positions, d_model: _waves(np.arange(1, n_positions + 1), d_model),
                "positions start at 0: your first row is position 1",
            ),
            (
                lambda n_positions, d_model: _waves(np.arange(n_positions + 1), d_model),
                "n_positions rows are the positions 0 to n_positions - 1: you have one more",
            ),
            (
                lambda n_positions, d_model: _waves(np.arange(n_positions - 1), d_model),
                "n_positions rows are the positions 0 to n_positions - 1: the last is missing",
            ),
            (
                lambda n_positions, d_model: _zero_first(
                    _waves(np.arange(1, n_positions), d_model)
                ),
                "row 0 is the encoding of position 0, not a row of zeros for padding",
            ),
            (
                lambda n_positions, d_model: _zero_first(_waves(np.arange(n_positions), d_model)),
                "no row of zeros comes before position 0: the table has no padding row",
            ),
        ),
    ),
    "encode": Exercise(
        _encode,
        cases=(
            (np.array([0.0, 1.0, 2.0]), 4),
            (np.array([-1.0, 0.5]), 4),
            (np.array([7.25, -0.5, 3.0, 500.0]), 6),
            (np.array([2.5, -30.0]), 2),
            (np.array([-1.5]), 16),
        ),
        mistakes=(
            *_formula_mistakes(np.asarray),
            (
                lambda positions, d_model: _waves(np.arange(len(positions)), d_model),
                "you number the rows from 0: use the positions that are given",
            ),
            (
                lambda positions, d_model: _waves(np.abs(positions), d_model),
                "the sign of a position counts: the sine of a negative angle is negative",
            ),
            (
                lambda positions, d_model: _waves(np.maximum(positions, 0), d_model),
                "positions below 0 are positions too: the formula holds for them as it stands",
            ),
            (
                lambda positions, d_model: _waves(np.trunc(positions), d_model),
                "positions may lie between the integers: you cut off the fraction",
            ),
            (
                lambda positions, d_model: _waves(np.round(positions), d_model),
                "positions may lie between the integers: you round them",
            ),
            (
                lambda positions, d_model: _waves(np.asarray(positions), d_model).T,
                "one row for each position: your table is transposed",
            ),
        ),
    ),
}
