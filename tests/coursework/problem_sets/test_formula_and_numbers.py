"""The set on the formula: values by hand, and wrong answers."""

import math

import numpy as np
import pytest
from mpmath import mp

from tests.coursework.problem_sets.scoring import defined_by, find_lost

NAME = "formula_and_numbers"
BASE = "def base_for(n_positions, d_model):\n    return {}"
HALF_TURN = "((n_positions - 1) / np.pi) ** (d_model / (d_model - 2))"
HEAD = "from sinpe_lib import encode_positions, frequencies, sinusoidal_encoding, wavelengths\n"
SLOWEST = """
def position_of(row):
    angle = np.arctan2(row[-2], row[-1]){turn}
    return angle * wavelengths(len(row))[-1] / (2 * np.pi)
"""
INTEGERS = """
def position_of(row):
    longest = int(wavelengths(len(row))[-1])
    return np.linalg.norm(sinusoidal_encoding(longest, len(row)) - row, axis=1).argmin()
"""
NO_HANDS_BETWEEN = """
def position_of(row):
    slow = np.arctan2(row[-2], row[-1]) % (2 * np.pi) * wavelengths(len(row))[-1] / (2 * np.pi)
    fast = np.arctan2(row[0], row[1])
    return fast + 2 * np.pi * np.round((slow - fast) / (2 * np.pi))
"""
ACCEPTS = """
def accepts(table_of):
    for n, d in {tables}:
        offered, wanted = table_of(n, d), sinusoidal_encoding(n, d)
        if np.shape(offered) != np.shape(wanted):
            return False
        if not {same}:
            return False
    return True
"""
CLOSE = "np.allclose(offered, wanted, atol=1e-5)"
PROPERTIES = """
def accepts(table_of):
    for width in (2, 4, 8, 64):
        table = np.asarray(table_of(512, width), dtype=float)
        dots = table @ table.T
        if not np.allclose(table[0], [0, 1] * (width // 2)):
            return False
        if not np.allclose(np.diagonal(dots), width / 2, atol=1e-4):
            return False
        if not all(np.ptp(np.diagonal(dots, k)) < 1e-4 for k in range(20)):
            return False
    return True
"""


def accepts(tables, same=CLOSE):
    return HEAD + ACCEPTS.format(tables=tables, same=same)


EVERY = "[(512, d) for d in range(2, 65, 2)]"
ANSWERS = [
    ("base-for", BASE.format(HALF_TURN.replace("(n_positions - 1)", "n_positions")), "both"),
    ("base-for", BASE.format("max(1, (n_positions - 1) / np.pi)"), "both"),  # no exponent
    ("base-for", BASE.format(f"max(1, {HALF_TURN.replace('np.pi', '(2 * np.pi)')})"), "both"),
    ("base-for", BASE.format(HALF_TURN), "more"),  # a base below 1
    ("position-of", HEAD + SLOWEST.format(turn=" % (2 * np.pi)"), "both"),
    ("position-of", HEAD + SLOWEST.format(turn=""), "both"),
    ("position-of", HEAD + INTEGERS, "both"),
    ("position-of", HEAD + NO_HANDS_BETWEEN, "more"),
    ("accepts", HEAD + PROPERTIES, "both"),  # the doubled exponent keeps them all
    ("accepts", accepts("[(512, 2)]"), "both"),  # the doubled exponent too
    ("accepts", accepts(EVERY, "np.array_equal(offered, wanted)"), "more"),  # float32 is right
    ("accepts", accepts("[(10, d) for d in range(2, 65, 2)]"), "more"),
    ("accepts", accepts("[(512, 4), (512, 8), (512, 16)]"), "more"),
    (
        "accepts",
        "def accepts(table_of):\n    return table_of.__module__ == 'sinpe_lib.encoding'",
        "more",
    ),
    ("accepts", "def accepts(table_of):\n    return False", "both"),
    ("accepts", "def accepts(table_of):\n    return True", "both"),
    ("base-for", BASE.format(f"max(1, {HALF_TURN})"), "none"),
    ("accepts", accepts(EVERY), "none"),
    ("accepts", accepts("[(n, d) for n in (1, 512) for d in range(64, 0, -2)]"), "none"),
]


@pytest.mark.parametrize(("answer", "code", "loses"), ANSWERS)
def test_wrong_answers_lose_their_points_and_other_right_ones_lose_none(answer, code, loses):
    assert find_lost(NAME, answer, code) == loses


def test_base_by_another_route():
    """With this base the slowest pair is at half a turn at the last position."""
    base_for = defined_by(NAME, "base-for")["base_for"]
    base = mp.mpf(float(base_for(200, 6)))
    assert mp.almosteq(199 * base ** (-mp.mpf(4) / 6), mp.pi, rel_eps=1e-12)
    assert base_for(4, 6) == 1  # three radians even at the fastest frequency


@pytest.mark.parametrize("position", [10, 314.25, 500, 565])
def test_position_by_hand(position):
    position_of = defined_by(NAME, "position-of")["position_of"]
    angles = [position, position / 100]
    row = np.array([f(angle) for angle in angles for f in (math.sin, math.cos)])
    assert position_of(row.round(3)) == pytest.approx(position, abs=0.002)


def test_faulty_tables_are_faulty_in_one_place_each():
    given = defined_by(NAME)
    assert given["table_a"](2, 4)[1] == pytest.approx(
        [math.sin(1), math.cos(1), math.sin(1e-4), math.cos(1e-4)]
    )
    assert given["table_b"](2, 4)[1] == pytest.approx(
        [math.sin(1), math.cos(1e-2), math.sin(1e-2), math.cos(1e-4)]
    )
    assert given["table_c"](1, 4)[0] == pytest.approx(
        [math.sin(1), math.cos(1), math.sin(1e-2), math.cos(1e-2)]
    )
