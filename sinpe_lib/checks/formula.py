"""Exercises on the formula: the first row, frequencies and wavelengths."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions, frequencies, wavelengths


def _row_zero(d_model):
    return encode_positions(0, d_model)


def _pair_frequencies(d_model):
    return frequencies(d_model)


def _pairs(d_model):
    return np.arange(d_model // 2)


def _longest_wavelength(d_model):
    return wavelengths(d_model)[-1]


def _slowest_frequencies(d_model):
    return frequencies(d_model)[-1], 1 / 10000


SWAPPED = "the base is 10000 and the exponent holds i and d: base and exponent have changed places"
OTHER_CONVENTION = "you divide by d/2 - 1, the convention of some programs: the formula has 2i/d"

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
    "pair_frequencies": Exercise(
        _pair_frequencies,
        # Width 2 comes last: conventions that divide by d/2 - 1 raise there.
        cases=((4,), (6,), (64,), (2,)),
        mistakes=(
            (
                lambda d_model: 10000.0 ** (-2 * np.arange(d_model) / d_model),
                "i counts pairs, from 0 to d/2 - 1: you let it count all the columns",
            ),
            (
                lambda d_model: 10000.0 ** (-2 * np.arange(0, d_model, 2) / d_model),
                "your i goes up in steps of two, so it is already 2i: the exponent is doubled",
            ),
            (
                lambda d_model: 10000.0 ** (-_pairs(d_model) / d_model),
                "the exponent is -2i/d: the 2 is missing",
            ),
            (
                lambda d_model: 1000.0 ** (-2 * _pairs(d_model) / d_model),
                "the base is 10000: you have lost a zero",
            ),
            (lambda d_model: (2 * _pairs(d_model) / d_model) ** 10000, SWAPPED),
            (lambda d_model: 1 / (2 * _pairs(d_model) / d_model) ** 10000, SWAPPED),
            (lambda d_model: 1 // 0, SWAPPED),  # the line above without NumPy
            (
                lambda d_model: 10000.0 ** -(2 * _pairs(d_model) // d_model),
                "// divides without remainder, so every exponent is 0: divide with /",
            ),
            (
                lambda d_model: 10000.0 ** (2 * _pairs(d_model) / d_model),
                "the sign of the exponent: no frequency is above 1",
            ),
            (
                lambda d_model: np.repeat(frequencies(d_model), 2),
                "one frequency for each pair: a sine and its cosine share it",
            ),
            (
                lambda d_model: 10000.0 ** (-2 * (_pairs(d_model) + 1) / d_model),
                "the first pair is number 0, and its frequency is 1",
            ),
            (
                lambda d_model: 10000.0 ** (-_pairs(d_model) / (d_model // 2 - 1)),
                OTHER_CONVENTION,
            ),
            (
                lambda d_model: [10000.0 ** (-i / (d_model // 2 - 1)) for i in range(d_model // 2)],
                OTHER_CONVENTION,
            ),
            (lambda d_model: wavelengths(d_model), "these are wavelengths, not frequencies"),
        ),
    ),
    "longest_wavelength": Exercise(
        _longest_wavelength,
        cases=((2,), (4,), (64,), (512,)),
        mistakes=(
            (
                lambda d_model: 2 * np.pi * 10000,
                "10000 turns into the exponent 1, and no pair has it: what is the largest i?",
            ),
            (lambda d_model: 1 / frequencies(d_model)[-1], "a whole turn is 2 pi radians"),
            (
                lambda d_model: frequencies(d_model)[-1],
                "this is a frequency, in radians per position: how many positions make a turn?",
            ),
            (
                lambda d_model: 2 * np.pi,
                "this is the shortest wavelength, the one of pair 0",
            ),
            (
                lambda d_model: 2 * np.pi * 10000.0 ** ((d_model - 1) / d_model),
                "the last pair is number d/2 - 1; d - 1 is the number of the last column",
            ),
            (
                lambda d_model: 2 * np.pi * 10000.0 ** ((d_model / 2 - 1) / d_model),
                "the exponent is 2i/d: the 2 is missing",
            ),
        ),
    ),
    "slowest_frequencies": Exercise(
        _slowest_frequencies,
        cases=((4,), (8,), (64,), (512,)),
        mistakes=(
            (
                lambda d_model: _slowest_frequencies(d_model)[::-1],
                "the formula of the book first, the other convention second",
            ),
            (
                lambda d_model: (1 / 10000, 1 / 10000),
                "in the formula of the book the last pair is number d/2 - 1, so 2i/d stays below 1",
            ),
            (
                lambda d_model: (frequencies(d_model)[-1], frequencies(d_model)[-1]),
                "the two conventions differ: in the second, divide i by d/2 - 1",
            ),
            (lambda d_model: (1, 1), "these are the fastest frequencies, those of pair 0"),
        ),
    ),
}
