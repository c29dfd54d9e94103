"""Exercises on the relatives of the encoding."""

import math

import pytest


def turned(row, position, *, sign=1, power=None, step=1):
    """Return a row whose pairs are turned one by one; `step` is how far a pair's columns lie."""
    row, width = list(map(float, row)), len(row)
    pairs = [(2 * i, 2 * i + 1) if step == 1 else (i, i + width // 2) for i in range(width // 2)]
    for i, (first, second) in enumerate(pairs):
        frequency = 10000 ** (-2 * i / width) if power is None else power
        cosine, sine = math.cos(position * frequency), sign * math.sin(position * frequency)
        x, y = row[first], row[second]
        row[first], row[second] = x * cosine - y * sine, x * sine + y * cosine
    return row


def scored(turn_query, turn_key):
    def answer(query, key, query_position, key_position):
        pairs = zip(turn_query(query, query_position), turn_key(key, key_position), strict=True)
        return sum(a * b for a, b in pairs)

    return answer


def backwards(row, position):
    return turned(row, position, sign=-1)


def unturned(row, position):
    return row


def together(row, position):
    return turned(row, position, power=1.0)


def halves(row, position):
    return turned(row, position, step=2)


def filled(entry):
    def answer(n, clip):
        return [[entry(key - query, clip) for key in range(n)] for query in range(n)]

    return answer


def limited(offset, clip):
    return max(-clip, min(clip, offset)) + clip


RIGHT = {"rotary_score": scored(turned, turned), "offset_rows": filled(limited)}
MISTAKES = [
    ("rotary_score", scored(backwards, backwards), "opposite offset"),
    ("rotary_score", scored(backwards, turned), "must turn the same way"),
    ("rotary_score", scored(unturned, turned), "the query is turned too"),
    ("rotary_score", scored(unturned, unturned), "nothing is turned yet"),
    ("rotary_score", scored(together, together), "its own frequency"),
    ("rotary_score", scored(halves, halves), "half a row apart"),
    ("offset_rows", filled(lambda offset, clip: limited(-offset, clip)), "the other sign"),
    ("offset_rows", filled(lambda offset, clip: offset + clip), "limit them on both sides"),
    ("offset_rows", filled(lambda offset, clip: limited(offset, clip) - clip), "starts at 0"),
    ("offset_rows", filled(lambda offset, clip: (offset + clip) % (2 * clip + 1)), "wrap around"),
    ("offset_rows", filled(lambda offset, clip: min(abs(offset), clip)), "no direction"),
]


def test_a_quarter_turn_of_one_pair_by_hand():
    row = turned([1, 0], math.pi / 2)
    assert row == pytest.approx([0, 1], abs=1e-12)
