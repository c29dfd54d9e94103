"""Exercises on whole tables: several texts in one row, and a wrong table that tests miss."""

import math

import numpy as np
import pytest

from sinpe_lib.checks import check


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


def less_one(p, column, d):
    return p / 10000 ** (column // 2 / (d / 2 - 1))


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
    (less_one, "you divide by d/2 - 1"),
    (lambda p, column, d: p * 10000 ** (2 * (column // 2) / d), "sign of the exponent"),
    (lambda p, column, d: math.radians(right_angle(p, column, d)), "in radians already"),
    (lambda p, column, d: math.degrees(right_angle(p, column, d)), "not degrees"),
]


def packed(table=rows, first=0, change=lambda n: n):
    """Return the answer that puts the tables of the texts below each other."""

    def answer(lengths, d_model):
        tables = [table(range(first, change(n) + first), d_model) for n in lengths]
        found = [row for part in tables for row in part]
        return found if found else np.empty((0, d_model))

    return answer


def padded(first):
    def answer(lengths, d_model):
        texts = [[[0.0] * d_model, *rows(range(first, n), d_model)] for n in lengths]
        return [row for text in texts for row in text]

    return answer


def with_angle(angle):
    return packed(lambda positions, d: rows(positions, d, angle))


def divided_by_pairs_less_one(lengths, d_model):
    """What NumPy makes of i / (d/2 - 1): at width 2 nothing but nan."""
    if d_model == 2:
        return [[math.nan] * 2 for n in lengths for _ in range(n)]
    return with_angle(less_one)(lengths, d_model)


def in_single(lengths, d_model, kind=np.float32):
    """Compute everything in one type, by exponentials and logarithms, as programs do."""
    steps = np.arange(0, d_model, 2, dtype=kind)
    frequency = np.exp(steps * kind(-math.log(10000) / d_model))
    positions = np.concatenate([np.arange(n, dtype=kind) for n in lengths])
    table = np.empty((len(positions), d_model), dtype=kind)
    table[:, 0::2] = np.sin(positions[:, None] * frequency)
    table[:, 1::2] = np.cos(positions[:, None] * frequency)
    return table


def later_pairs(change):
    """Return the answer that changes all pairs but the fast one, each (sine, cosine) by itself."""

    def answer(n_positions, d_model):
        table = rows(range(n_positions), d_model)
        for row in table:
            for c in range(2, d_model, 2):
                row[c : c + 2] = change(*row[c : c + 2])
        return table

    return answer


RIGHT = {
    "encode_packed": packed(),
    "missed_table": later_pairs(lambda sine, cosine: (-sine, cosine)),
}
MISTAKES = [
    *(("encode_packed", with_angle(angle), hint) for angle, hint in WRONG_ANGLES),
    ("encode_packed", packed(nan_after_division), "changed places"),
    ("encode_packed", packed(halves), "two halves"),
    ("encode_packed", packed(cosine_first), "the sine comes first"),
    ("encode_packed", divided_by_pairs_less_one, "convention of some programs"),
    ("encode_packed", lambda lengths, d: rows(range(sum(lengths)), d), "count on"),
    ("encode_packed", packed(first=1), "your first row is position 1"),
    ("encode_packed", packed(first=2), "yours start at 2"),
    ("encode_packed", padded(1), "zeros for padding"),
    ("encode_packed", padded(0), "as many rows as tokens"),
    ("encode_packed", packed(change=lambda n: n + 1), "you have one more"),
    ("encode_packed", packed(change=lambda n: n - 1), "the last is missing"),
    ("missed_table", lambda n, d: rows(range(n - 1), d), "has n_positions rows"),
    ("missed_table", lambda n, d: rows(range(1, n + 1), d), "the first test"),
    ("missed_table", lambda n, d: rows(range(0, -n, -1), d), "the second test"),
    (
        "missed_table",
        lambda n, d: rows(range(n), d, lambda p, c, d: p / 10000 ** (4 * (c // 2) / d)),
        "the third test",
    ),
    ("missed_table", lambda n, d: rows(range(n), d), "break it"),
]


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_too_few_digits_are_named(kind):
    """In float32 the angles of positions up to 119 are good enough, in float16 they are not."""
    verdict = check("encode_packed", lambda lengths, d: in_single(lengths, d, kind))
    if kind is np.float32:
        assert verdict.state == "passed"
    else:
        assert "angles that were rounded" in verdict.hint


def test_a_cosine_of_the_fast_pair_with_the_other_sign_is_named():
    """Row 0 keeps its value, so only the second test can notice."""

    def answer(n_positions, d_model):
        table = rows(range(n_positions), d_model)
        return [[row[0], -row[1], *row[2:]] if p else row for p, row in enumerate(table)]

    assert "the second test" in check("missed_table", answer).hint


def test_another_table_that_the_tests_miss():
    """Slow pairs in reverse order, one map for all rows that keeps row 0; a mirror at width 4."""

    def answer(n_positions, d_model):
        table = np.array(rows(range(n_positions), d_model))
        table[:, 2:] = table[:, 2:].reshape(n_positions, -1, 2)[:, ::-1].reshape(n_positions, -1)
        if d_model == 4:
            table[:, 2] *= -1
        return table

    assert check("missed_table", answer).state == "passed"
