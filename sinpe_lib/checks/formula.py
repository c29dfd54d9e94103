"""Exercises on the formula: the first row, the base."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions


def _row_zero(d_model):
    return encode_positions(0, d_model)


def _smallest_base(offset, d_model):
    # From offset * base**-(1 - 2 / d) = pi, the angle of the slowest pair.
    return (offset / np.pi) ** (d_model / (d_model - 2))


EXERCISES = {
    "row_zero": Exercise(
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
    "smallest_base": Exercise(
        _smallest_base,
        cases=((100, 4), (5000, 8), (1000, 64), (1_000_000, 128)),
        mistakes=(
            (
                lambda offset, d_model: offset / np.pi,
                "this would be right if the last pair had the exponent 1: what is 2i/d for it?",
            ),
            (
                lambda offset, d_model: _smallest_base(offset / 2, d_model),
                "half a turn is asked for, and you allow a whole one",
            ),
            (
                lambda offset, d_model: _smallest_base(2 * np.pi * offset, d_model),
                "a whole turn is 2 pi radians, so half a turn is pi",
            ),
            (
                lambda offset, d_model: _smallest_base(offset * np.pi / 180, d_model),
                "angles are in radians: half a turn is pi, not 180",
            ),
            (
                lambda offset, d_model: (offset / np.pi) ** ((d_model - 2) / d_model),
                "solve for the base: the exponent of the last pair goes to the other side as its "
                "inverse",
            ),
            (
                lambda offset, d_model: (offset / np.pi) ** (d_model / (d_model - 1)),
                "the last pair is number d/2 - 1; d - 1 is the number of the last column",
            ),
            (
                lambda offset, d_model: (offset / np.pi) ** (d_model / (d_model / 2 - 1)),
                "the exponent is 2i/d: the 2 is missing",
            ),
            (
                lambda offset, d_model: np.ceil(_smallest_base(offset, d_model)),
                "a base need not be a whole number: do not round it up",
            ),
            (
                lambda offset, d_model: _smallest_base(offset - 1, d_model),
                "k positions further on the angle is k times the frequency: you take k - 1",
            ),
            (
                lambda offset, d_model: 2 * np.pi * _smallest_base(offset, d_model),
                "return the base: a wavelength has 2 pi in front of a power of it",
            ),
        ),
    ),
}
