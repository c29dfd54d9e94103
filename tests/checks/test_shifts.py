"""Exercises on the shift: one pair, the whole matrix, a table, the group law."""

import math

import numpy as np
import pytest

from sinpe_lib.checks import check
from sinpe_lib.checks.shifts import EXERCISES


def shift_pair(pair, offset, frequency):
    sine, cosine = pair
    c, s = math.cos(frequency * offset), math.sin(frequency * offset)
    return sine * c + cosine * s, cosine * c - sine * s


def flipped_turn(pair, offset, frequency):
    sine, cosine = pair
    c, s = math.cos(frequency * offset), math.sin(frequency * offset)
    return [c * sine - s * cosine, s * sine + c * cosine]


def frequency(pair, d):
    return 1 / 10000 ** (2 * pair / d)


def turn(cosine, sine):
    return [[cosine, sine], [-sine, cosine]]


def block_shift(offset, d_model, angle=None, block=turn):
    matrix = [[0.0] * d_model for _ in range(d_model)]
    for pair in range(d_model // 2):
        a = frequency(pair, d_model) * offset if angle is None else angle(pair, offset, d_model)
        for down in range(2):
            for across in range(2):
                entry = block(math.cos(a), math.sin(a))[down][across]
                matrix[2 * pair + down][2 * pair + across] = entry
    return matrix


def in_halves(offset, d):
    matrix = [[0.0] * d for _ in range(d)]
    for pair in range(d // 2):
        a = frequency(pair, d) * offset
        matrix[pair][pair] = matrix[pair + d // 2][pair + d // 2] = math.cos(a)
        matrix[pair][pair + d // 2] = math.sin(a)
        matrix[pair + d // 2][pair] = -math.sin(a)
    return matrix


def blocks(block):
    return lambda offset, d: block_shift(offset, d, block=block)


def angles(angle):
    return lambda offset, d: block_shift(offset, d, angle=angle)


def shift_table(table, offset):
    d = len(table[0])
    moved = []
    for row in table:
        pairs = [
            shift_pair(row[2 * pair : 2 * pair + 2], offset, frequency(pair, d))
            for pair in range(d // 2)
        ]
        moved.append([entry for pair in pairs for entry in pair])
    return moved


def encoded(p, d):
    waves = (math.sin, math.cos)
    return [waves[column % 2](p * frequency(column // 2, d)) for column in range(d)]


def rolled(table, offset):
    if offset != int(offset):
        return table
    return [table[(place + offset) % len(table)] for place in range(len(table))]


def product(left, right):
    size = range(len(left))
    return [[sum(left[i][k] * right[k][j] for k in size) for j in size] for i in size]


def gap(combined, joined=lambda a, b: a + b, largest=lambda entry: abs(entry)):
    def answer(matrix_of, a, b):
        got, wanted = combined(matrix_of(b), matrix_of(a)), matrix_of(joined(a, b))
        size = range(len(wanted))
        return max(largest(got[i][j] - wanted[i][j]) for i in size for j in size)

    return answer


def by_angle(angle):
    return math.sin(angle), math.cos(angle)


def by_slowest_pair(read):
    """Return the answer that reads positions from the slowest pair and encodes them again."""

    def answer(table, offset):
        d = len(table[0])
        slowest = frequency(d // 2 - 1, d)
        return [encoded(read(math.atan2(row[-2], row[-1])) / slowest + offset, d) for row in table]

    return answer


def dots(queries, keys):
    return [[sum(a * b for a, b in zip(q, k, strict=True)) for k in keys] for q in queries]


def scored(query=0, key=0):
    """Return the answer that turns rows by so many times their own position."""

    def answer(queries, keys, start):
        return dots(
            [shift_table([row], query * (start + p))[0] for p, row in enumerate(queries)],
            [shift_table([row], key * (start + p))[0] for p, row in enumerate(keys)],
        )

    return answer


rotary_scores = scored(query=1, key=1)


def added(queries, keys, start):
    def summed(rows):
        d = len(rows[0])
        encodings = [encoded(start + p, d) for p in range(len(rows))]
        return [
            [a + b for a, b in zip(row, other, strict=True)]
            for row, other in zip(rows, encodings, strict=True)
        ]

    return dots(summed(queries), summed(keys))


def by_offset(queries, keys, start):
    """One matrix is enough, that of the offset; `start` is not needed."""
    return [
        [float(q @ np.array(block_shift(place - p, len(q))) @ k) for place, k in enumerate(keys)]
        for p, q in enumerate(queries)
    ]


def nearly_back():
    """Try every offset with cosines in a loop."""
    best = max((math.cos(k) + math.cos(k / 100), k) for k in range(10, 629))
    return float(best[1])


RIGHT = {
    "nearly_back": nearly_back,
    "rotary_scores": rotary_scores,
    "shift_pair": shift_pair,
    "block_shift": block_shift,
    "shift_table": shift_table,
    "group_law_gap": gap(product),
}
MISTAKES = [
    ("nearly_back", lambda: 628.0, "the fast one is not"),
    ("nearly_back", lambda: 44.0, "look at the slow one"),
    ("nearly_back", lambda: 13.0, "both hands are close"),
    ("nearly_back", lambda: 19.0, "both hands are close"),
    ("nearly_back", lambda: 25.0, "both hands are close"),
    ("nearly_back", lambda: -nearly_back(), "to be positive"),
    ("shift_pair", flipped_turn, "the other way"),
    (
        "shift_pair",
        lambda pair, k, w: (
            pair[0] * math.cos(w * k) + pair[1] * math.sin(w * k),
            pair[1] * math.cos(w * k) + pair[0] * math.sin(w * k),
        ),
        "has a minus sign",
    ),
    (
        "shift_pair",
        lambda pair, k, w: shift_pair((pair[0], math.sqrt(1 - pair[0] ** 2)), k, w),
        "may be negative",
    ),
    ("shift_pair", lambda pair, k, w: shift_pair(pair, math.trunc(k), w), "cut off the fraction"),
    (
        "shift_pair",
        lambda pair, k, w: by_angle(math.atan2(*pair) + w * k),
        "need not have length 1",
    ),
    ("shift_pair", lambda pair, k, w: shift_pair(pair, k, 1), "offset times the frequency"),
    ("shift_pair", lambda pair, k, w: shift_pair(pair, k, w)[::-1], "sine first"),
    (
        "shift_pair",
        lambda pair, k, w: (pair[0] + math.sin(w * k), pair[1] + math.cos(w * k)),
        "do not add up",
    ),
    ("block_shift", blocks(lambda c, s: [[c, -s], [s, c]]), "your matrix is the transpose"),
    ("block_shift", lambda offset, d: block_shift(abs(offset), d), "the sign must reach"),
    ("block_shift", lambda offset, d: block_shift(math.trunc(offset), d), "cut off the fraction"),
    ("block_shift", in_halves, "in halves"),
    ("block_shift", angles(lambda pair, k, d: k), "its own angle"),
    ("block_shift", angles(lambda pair, k, d: k / 10000 ** (4 * pair / d)), "already 2i"),
    (
        "block_shift",
        angles(lambda pair, k, d: math.radians(k * frequency(pair, d))),
        "in radians already",
    ),
    ("block_shift", blocks(lambda c, s: [[c, s], [s, c]]), "has a minus sign"),
    ("block_shift", blocks(lambda c, s: [[s, c], [c, -s]]), "cosines belong on the diagonal"),
    ("shift_table", lambda table, k: shift_table(table, -k), "your rows move the other way"),
    (
        "shift_table",
        lambda table, k: np.array(block_shift(k, len(table[0]))) @ np.array(table),
        "mixes rows",
    ),
    ("shift_table", rolled, "rolling"),
    (
        "shift_table",
        lambda table, k: [
            [entry + added for entry, added in zip(row, encoded(k, len(row)), strict=True)]
            for row in table
        ],
        "do not add up",
    ),
    (
        "shift_table",
        lambda table, k: [encoded(k + place, len(row)) for place, row in enumerate(table)],
        "need not be the positions 0, 1, 2",
    ),
    ("shift_table", by_slowest_pair(lambda angle: angle), "within half a turn"),
    ("shift_table", by_slowest_pair(lambda angle: angle % math.tau), "comes round as well"),
    ("rotary_scores", scored(), "nothing is turned yet"),
    ("rotary_scores", scored(key=1), "queries are turned too"),
    ("rotary_scores", scored(query=1), "keys are turned too"),
    ("rotary_scores", scored(query=-1, key=-1), "a row takes the transpose"),
    ("rotary_scores", scored(query=-1, key=1), "positions add up: only"),
    ("rotary_scores", scored(query=1, key=-1), "here positions add up"),
    (
        "rotary_scores",
        lambda queries, keys, start: list(zip(*rotary_scores(queries, keys, start), strict=True)),
        "yours are transposed",
    ),
    (
        "rotary_scores",
        lambda queries, keys, start: [
            [score / math.sqrt(len(keys[0])) for score in row]
            for row in rotary_scores(queries, keys, start)
        ],
        "divide by nothing",
    ),
    ("rotary_scores", added, "nothing is added here"),
    ("group_law_gap", gap(lambda b, a: b * a), "entry by entry"),
    ("group_law_gap", gap(product, joined=lambda a, b: a * b), "adds the offsets"),
    ("group_law_gap", gap(lambda b, a: b + a), "not their sum"),
    (
        "group_law_gap",
        lambda matrix_of, a, b: math.sqrt(
            sum(
                (got - wanted) ** 2
                for got, wanted in zip(
                    np.ravel(product(matrix_of(b), matrix_of(a))),
                    np.ravel(matrix_of(a + b)),
                    strict=True,
                )
            )
        ),
        "all of them together",
    ),
    ("group_law_gap", gap(product, largest=lambda entry: entry), "take absolute values"),
    ("group_law_gap", gap(lambda b, a: product(a, b)), "acts first"),
]


def test_rotary_scores_by_the_offset_alone():
    assert check("rotary_scores", by_offset).state == "passed"


@pytest.mark.parametrize("offset", [1, 0.5, 30])
def test_the_matrix_back_is_the_transpose(offset):
    back = EXERCISES["block_shift"].expected(-offset, 6)
    assert np.allclose(back, np.transpose(block_shift(offset, 6)))
