"""Exercises on whole tables: by loops, and for any positions at once."""

import math

import numpy as np

from tests.checks.trying import subject_tests


def right_angle(p, column, d):
    return p / 10000 ** (2 * (column // 2) / d)


def rows(positions, d_model, angle=right_angle):
    table = []
    for p in positions:
        row = []
        for column in range(d_model):
            wave = math.sin if column % 2 == 0 else math.cos
            row.append(wave(angle(p, column, d_model)))
        table.append(row)
    return table


def halves(positions, d_model):
    return [[*row[0::2], *row[1::2]] for row in rows(positions, d_model)]


def cosine_first(positions, d_model):
    return [[row[column ^ 1] for column in range(d_model)] for row in rows(positions, d_model)]


def nan_after_division(positions, d_model):
    """What NumPy makes of p / (2i/d)**10000: infinite angles, and nan at position 0."""
    return [[math.nan] * d_model for _ in positions]


WRONG_ANGLES = [
    (lambda p, column, d: p / 10000 ** (2 * column / d), "i counts pairs, not columns"),
    (lambda p, column, d: p / 10000 ** (2 * (column // 2 * 2) / d), "already 2i"),
    (lambda p, column, d: p / 10000 ** (column / d), "exponent of its own column"),
    (lambda p, column, d: p / 10000 ** (2 * ((column + 1) // 2) / d), "uses i + 1"),
    (lambda p, column, d: p / 10000 ** (column // 2 / d), "the 2 is missing"),
    (lambda p, column, d: p / 1000 ** (2 * (column // 2) / d), "you have lost a zero"),
    (lambda p, column, d: p * (2 * (column // 2) / d) ** 10000, "changed places"),
    (lambda p, column, d: p / (2 * (column // 2) / d) ** 10000, "changed places"),
    (lambda p, column, d: p / 10000 ** (2 * (column // 2) // d), "divide with /"),
    (lambda p, column, d: p * 10000 ** (2 * (column // 2) / d), "sign of the exponent"),
    (lambda p, column, d: math.radians(right_angle(p, column, d)), "in radians already"),
    (lambda p, column, d: math.degrees(right_angle(p, column, d)), "not degrees"),
]


def by_angle(angle, positions):
    return lambda first, d_model: rows(positions(first), d_model, angle)


def by_table(table, positions):
    return lambda first, d_model: table(positions(first), d_model)


def formula_mistakes(exercise, positions):
    wrong_tables = [
        (nan_after_division, "changed places"),
        (halves, "two halves"),
        (cosine_first, "the sine comes first"),
    ]
    return [
        *((exercise, by_angle(angle, positions), hint) for angle, hint in WRONG_ANGLES),
        *((exercise, by_table(table, positions), hint) for table, hint in wrong_tables),
    ]


def counted(n_positions):
    return range(n_positions)


def given(positions):
    return [float(p) for p in positions]


def of(change):
    """Return an answer that changes each position before it is encoded."""
    return lambda positions, d_model: rows([change(p) for p in positions], d_model)


RIGHT = {
    "table_by_loops": lambda n_positions, d_model: rows(range(n_positions), d_model),
    "encode": lambda positions, d_model: rows(positions, d_model),
}
MISTAKES = [
    *formula_mistakes("table_by_loops", counted),
    *formula_mistakes("encode", given),
    ("table_by_loops", lambda n, d: rows(range(1, n + 1), d), "positions start at 0"),
    ("table_by_loops", lambda n, d: rows(range(n + 1), d), "you have one more"),
    (
        "table_by_loops",
        # An empty table still has its columns.
        lambda n, d: rows(range(n - 1), d) if n > 1 else np.empty((0, d)),
        "the last is missing",
    ),
    ("table_by_loops", lambda n, d: [[0] * d, *rows(range(1, n), d)], "zeros for padding"),
    ("table_by_loops", lambda n, d: [[0] * d, *rows(range(n), d)], "no padding row"),
    ("encode", lambda positions, d: rows(range(len(positions)), d), "positions that are given"),
    ("encode", of(abs), "the sign of a position counts"),
    ("encode", of(lambda p: max(p, 0)), "positions below 0"),
    ("encode", of(int), "cut off the fraction"),
    ("encode", of(round), "you round them"),
    ("encode", lambda positions, d: list(zip(*rows(positions, d), strict=True)), "transposed"),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
