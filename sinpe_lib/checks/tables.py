"""Exercises on whole tables: several texts in one row, and a wrong table that tests miss."""

import numpy as np

from sinpe_lib.checks.columns import swapped_in_pairs, to_halves
from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import sinusoidal_encoding

_SWAPPED = "the base is 10000 and the exponent holds i and d: base and exponent have changed places"
_OTHER_CONVENTION = "you divide by d/2 - 1, the convention of some programs: the formula has 2i/d"

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
    (lambda c, d: (2 * (c // 2) / d) ** 10000, _SWAPPED),
    (lambda c, d: 1 / (2 * (c // 2) / d) ** 10000, _SWAPPED),
    (lambda c, d: 1 // 0, _SWAPPED),  # the line above without NumPy
    (
        lambda c, d: 10000.0 ** -(2 * (c // 2) // d),
        "// divides without remainder, so every frequency is 1: divide with /",
    ),
    (
        # At width 2 there is nothing to divide by: 0 / 0.
        lambda c, d: 10000.0 ** -(c // 2 / np.float64(d // 2 - 1)),
        _OTHER_CONVENTION,
    ),
    (lambda c, d: 10000.0 ** -(c // 2 / (d // 2 - 1 or 1 // 0)), _OTHER_CONVENTION),
    (
        lambda c, d: 10000.0 ** (2 * (c // 2) / d),
        "the sign of the exponent: no frequency is above 1",
    ),
)


def _right(c, d):
    return 10000.0 ** (-2 * (c // 2) / d)


def _positions(lengths):
    return np.concatenate([np.arange(length) for length in lengths])


def _waves(positions, d_model, frequency=_right, *, unit=1.0):
    column = np.arange(d_model)
    angles = np.multiply.outer(positions, frequency(column, d_model)) * unit
    return np.where(column % 2 == 0, np.sin(angles), np.cos(angles))


def _with_frequency(frequency):
    return lambda lengths, d_model: _waves(_positions(lengths), d_model, frequency)


def _later(first):
    """Return the answer that counts every text from `first` on."""
    return lambda lengths, d_model: _waves(_positions(lengths) + first, d_model)


def _padded(lengths, d_model, shorter):
    """Return the answer that begins every text with a row of zeros."""
    parts = [_waves(np.arange(shorter, n), d_model) for n in lengths]
    return np.concatenate([np.concatenate([np.zeros((1, d_model)), part]) for part in parts])


def _encode_packed(lengths, d_model):
    return np.concatenate([sinusoidal_encoding(length, d_model) for length in lengths])


def _missed_table(n_positions, d_model):
    """Mirror every pair but the fast one."""
    table = sinusoidal_encoding(n_positions, d_model)
    table[:, 2::2] *= -1
    return table


def _first_unmet_demand(table, n_positions, d_model):
    """Return 0 for a wrong table that three tests miss, else the number of what gives it away."""
    right = sinusoidal_encoding(n_positions, d_model)
    if table.shape != right.shape:
        return 1
    demands = (
        _close(table[0], right[0]),
        _close(table[:, :2], right[:, :2]),
        _close(table @ table.T, right @ right.T),
        np.abs(table - right).max() > _WRONG,
    )
    return next((number for number, met in enumerate(demands, 2) if not met), 0)


def _close(got, right):
    return np.allclose(got, right, rtol=0, atol=_LOOSE)


_LOOSE = 1e-3  # dot products of a table in float32 are off by less
_WRONG = 0.1

EXERCISES = {
    "encode_packed": Exercise(
        _encode_packed,
        # Up to position 119, where angles in float32 are still good enough.
        cases=(
            ([3], 4),
            ([2, 3], 4),
            ([1, 4, 2], 8),
            ([5, 1], 2),
            ([120, 2], 6),
        ),
        mistakes=(
            *((_with_frequency(frequency), hint) for frequency, hint in _WRONG_FREQUENCIES),
            (
                lambda lengths, d_model: _waves(_positions(lengths), d_model, unit=np.pi / 180),
                "the angle is in radians already: convert nothing",
            ),
            (
                lambda lengths, d_model: _waves(_positions(lengths), d_model, unit=180 / np.pi),
                "sin and cos take radians, not degrees: convert nothing",
            ),
            (
                lambda lengths, d_model: to_halves(_encode_packed(lengths, d_model)),
                "sines and cosines alternate: yours stand in two halves",
            ),
            (
                lambda lengths, d_model: swapped_in_pairs(_encode_packed(lengths, d_model)),
                "the sine comes first: column 2i holds the sine and column 2i + 1 the cosine",
            ),
            (
                lambda lengths, d_model: _waves(np.arange(sum(lengths)), d_model),
                "you count on from text to text: every text starts at position 0",
            ),
            (_later(1), "positions start at 0: your first row is position 1"),
            (
                _later(2),
                "positions start at 0: yours start at 2, as in programs that keep two numbers for "
                "padding",
            ),
            (
                lambda lengths, d_model: _padded(lengths, d_model, 1),
                "row 0 is the encoding of position 0, not a row of zeros for padding",
            ),
            (
                lambda lengths, d_model: _padded(lengths, d_model, 0),
                "no row of zeros comes before position 0: a text has as many rows as tokens",
            ),
            (
                lambda lengths, d_model: _waves(_positions([n + 1 for n in lengths]), d_model),
                "n tokens are the positions 0 to n - 1: you have one more",
            ),
            (
                lambda lengths, d_model: _waves(_positions([n - 1 for n in lengths]), d_model),
                "n tokens are the positions 0 to n - 1: the last is missing",
            ),
        ),
    ),
    "missed_table": Exercise(
        _missed_table,
        cases=((12, 4), (20, 6), (40, 8)),
        mistakes=(
            (
                lambda n_positions, d_model: np.zeros((n_positions, d_model // 2)),
                "a table has n_positions rows and d_model columns",
            ),
            (
                lambda n_positions, d_model: sinusoidal_encoding(n_positions, d_model, start=1),
                "the first test notices: row 0 is not as it should be",
            ),
            (
                lambda n_positions, d_model: _waves(-np.arange(n_positions), d_model),
                "the second test notices: the columns of the fast pair have changed",
            ),
            (
                lambda n_positions, d_model: _waves(
                    np.arange(n_positions), d_model, _WRONG_FREQUENCIES[1][0]
                ),
                "the third test notices: dot products have other values. What can be done to "
                "every row without a change of any dot product?",
            ),
            (
                sinusoidal_encoding,
                "the three tests pass, but the table is right, or nearly: break it",
            ),
        ),
        measure=_first_unmet_demand,
    ),
}
