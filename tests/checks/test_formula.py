"""Exercises on the formula: the first row, frequencies and wavelengths."""

import math

from tests.checks.trying import subject_tests


def row_zero(d_model):
    return [math.sin(0) if column % 2 == 0 else math.cos(0) for column in range(d_model)]


def pair_frequencies(d_model):
    return [1 / 10000 ** (2 * i / d_model) for i in range(d_model // 2)]


def longest_wavelength(d_model):
    return 2 * math.pi * 10000 ** ((d_model - 2) / d_model)


def slowest_frequencies(d_model):
    pairs = d_model // 2
    return 1 / 10000 ** (2 * (pairs - 1) / d_model), 1 / 10000 ** ((pairs - 1) / (pairs - 1))


def of_pairs(frequency):
    return lambda d: [frequency(i, d) for i in range(d // 2)]


RIGHT = {
    "row_zero": row_zero,
    "pair_frequencies": pair_frequencies,
    "longest_wavelength": longest_wavelength,
    "slowest_frequencies": slowest_frequencies,
}
MISTAKES = [
    ("row_zero", lambda d_model: [0.0] * d_model, "half of the columns hold a cosine"),
    ("row_zero", lambda d_model: [1, 0] * (d_model // 2), "not the reverse"),
    ("row_zero", lambda d_model: [0] * (d_model // 2) + [1] * (d_model // 2), "alternate"),
    ("row_zero", lambda d_model: (0, 1), "d_model columns"),
    (
        "pair_frequencies",
        lambda d: [1 / 10000 ** (2 * column / d) for column in range(d)],
        "i counts pairs",
    ),
    (
        "pair_frequencies",
        lambda d: [1 / 10000 ** (2 * i / d) for i in range(0, d, 2)],
        "already 2i",
    ),
    ("pair_frequencies", of_pairs(lambda i, d: 10000 ** (-i / d)), "the 2 is missing"),
    ("pair_frequencies", of_pairs(lambda i, d: 1 / 1000 ** (2 * i / d)), "the base is 10000: you"),
    ("pair_frequencies", of_pairs(lambda i, d: (-2 * i / d) ** 10000), "changed places"),
    (
        "pair_frequencies",
        of_pairs(lambda i, d: 1 / power if (power := (2 * i / d) ** 10000) else math.inf),
        "changed places",
    ),
    ("pair_frequencies", of_pairs(lambda i, d: 1 / (2 * i / d) ** 10000), "changed places"),
    ("pair_frequencies", of_pairs(lambda i, d: 1 / 10000 ** (2 * i // d)), "divide with /"),
    ("pair_frequencies", of_pairs(lambda i, d: 10000 ** (2 * i / d)), "the sign of the exponent"),
    (
        "pair_frequencies",
        lambda d: [1 / 10000 ** (2 * (column // 2) / d) for column in range(d)],
        "one frequency for each pair",
    ),
    (
        "pair_frequencies",
        lambda d: [1 / 10000 ** (2 * i / d) for i in range(1, d // 2 + 1)],
        "pair is number 0",
    ),
    (
        "pair_frequencies",
        of_pairs(lambda i, d: 1 / 10000 ** (i / (d / 2 - 1))),
        "raised ZeroDivisionError('float division by zero'): you divide by d/2 - 1",
    ),
    (
        "pair_frequencies",
        lambda d: [math.nan] if d == 2 else [10000 ** (-i / (d / 2 - 1)) for i in range(d // 2)],
        "convention of some programs",
    ),
    (
        "pair_frequencies",
        of_pairs(lambda i, d: 2 * math.pi * 10000 ** (2 * i / d)),
        "these are wavelengths",
    ),
    ("longest_wavelength", lambda d: 20000 * math.pi, "what is the largest i"),
    ("longest_wavelength", lambda d: 10000 ** (1 - 2 / d), "2 pi radians"),
    ("longest_wavelength", lambda d: 10000 ** (2 / d - 1), "this is a frequency"),
    ("longest_wavelength", lambda d: 2 * math.pi, "the shortest wavelength"),
    ("longest_wavelength", lambda d: 2 * math.pi * 10000 ** (1 - 1 / d), "number d/2 - 1"),
    ("longest_wavelength", lambda d: 2 * math.pi * 10000 ** (0.5 - 1 / d), "the 2 is missing"),
    ("slowest_frequencies", lambda d: (1e-4, 10000 ** (2 / d - 1)), "formula of the book first"),
    ("slowest_frequencies", lambda d: (1e-4, 1e-4), "stays below 1"),
    ("slowest_frequencies", lambda d: [10000 ** (2 / d - 1)] * 2, "conventions differ"),
    ("slowest_frequencies", lambda d: (1, 1), "fastest"),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
