"""Exercises on the columns of a table: reorder them, read a position from them."""

import math

from sinpe_lib.checks.columns import EXERCISES


def to_interleaved(halves):
    return [
        [row[column // 2 + (len(row) // 2 if column % 2 else 0)] for column in range(len(row))]
        for row in halves
    ]


def to_halves(rows):
    return [[*row[0::2], *row[1::2]] for row in rows]


def cosine_first(halves):
    return [[row[c ^ 1] for c in range(len(row))] for row in to_interleaved(halves)]


def column_by_column(halves):
    n, d = len(halves), len(halves[0])
    entries = [halves[p][column] for column in range(d) for p in range(n)]
    return [entries[p * d : (p + 1) * d] for p in range(n)]


def angle(row):
    turned = math.atan2(row[2], row[3])
    return turned if turned >= 0 else turned + 2 * math.pi


def find_position(row):
    return round(100 * angle(row)) % 628


RIGHT = {"to_interleaved": to_interleaved, "find_position": find_position}
MISTAKES = [
    ("to_interleaved", to_halves, "the way back"),
    ("to_interleaved", lambda halves: halves, "have not moved"),
    ("to_interleaved", cosine_first, "the sine comes first"),
    ("to_interleaved", column_by_column, "a row stays a row"),
    (
        "find_position",
        lambda row: round(100 * (math.atan2(row[3], row[2]) % math.tau)) % 628,
        "takes the sine first",
    ),
    ("find_position", lambda row: round(100 * math.atan2(row[2], row[3])), "2 pi more"),
    ("find_position", lambda row: math.floor(100 * angle(row)), "do not cut off"),
    ("find_position", lambda row: round(100 * math.asin(row[2])), "its cosine as well"),
    (
        "find_position",
        lambda row: min(range(628), key=lambda p: abs(math.sin(p / 100) - row[2])),
        "compare its cosine as well",
    ),
    ("find_position", lambda row: round(100 * math.acos(row[3])), "its sine as well"),
    (
        "find_position",
        lambda row: round(math.atan2(row[0], row[1]) % math.tau),
        "read the slow pair",
    ),
    ("find_position", angle, "100 positions for a radian"),
]


def test_every_position_of_the_task_can_be_read_from_three_decimals():
    for p in range(628):
        waves = math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)
        row = [round(wave, 3) for wave in waves]
        assert find_position(row) == EXERCISES["find_position"].expected(row) == p
