"""The set on rotation: values by hand, and wrong answers."""

import math

import pytest

from tests.coursework.problem_sets.scoring import defined_by, find_lost

NAME = "rotation_and_similarity"
HEAD = """
from sinpe_lib import (
    encode_positions, frequencies, offset_similarity, shift_matrix, sinusoidal_encoding
)
"""
HALVES = """
def halves_shift(offset, d_model):
    order = np.r_[0:d_model:2, 1:d_model:2]
    return {}
"""
REORDERED = "shift_matrix(offset, d_model)[np.ix_(order, order)]"
FITTED = """
def halves_shift(offset, d_model):
    def halves(positions):
        table = encode_positions(positions, d_model)
        return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)
    p = np.arange(256)
    return np.linalg.lstsq(halves(p), halves(p + offset), rcond=None)[0].T
"""
OFFSET = """
def offset_between(first, second):
    slow = frequencies(len(first))[-1]
    {}
"""
MIRROR = """
def mirror(place, d_model):
    flip = np.diag(np.tile([-1, 1], d_model // 2))
    return {}
"""
FALLS = """
def falls_until(d_model):
    curve = offset_similarity(np.arange({}), d_model)
    return {}
"""
FIRST_RISE = "np.argmax(np.diff(curve) >= 0)"
ANSWERS = [
    ("halves-shift", HALVES.format("shift_matrix(offset, d_model)"), "both"),  # interleaved
    ("halves-shift", HALVES.format(f"{REORDERED}.T"), "both"),  # the other way
    (
        "halves-shift",
        HALVES.format(f"np.linalg.matrix_power({REORDERED.replace('offset', '1')}, offset)"),
        "more",  # whole offsets only
    ),
    ("halves-shift", FITTED, "more"),  # in wide rows 256 positions do not tell all of the matrix
    (
        "offset-between",
        OFFSET.format("return np.arccos(first[-2:] @ second[-2:]) / slow"),  # no direction
        "both",
    ),
    (
        "offset-between",
        OFFSET.format("return (np.arctan2(*first[-2:]) - np.arctan2(*second[-2:])) / slow"),
        "both",  # the wrong way
    ),
    (
        "offset-between",
        OFFSET.format("return (np.arctan2(*second[-2:]) - np.arctan2(*first[-2:])) / slow"),
        "more",  # past half a turn the angle jumps
    ),
    (
        "offset-between",
        OFFSET.format("return np.arctan2(*second[:2]) - np.arctan2(*first[:2])"),
        "both",  # the fast pair
    ),
    ("mirror", MIRROR.format("flip @ shift_matrix(2 * place, d_model)"), "both"),
    ("mirror", MIRROR.format("shift_matrix(place, d_model) @ flip"), "both"),
    ("mirror", MIRROR.format("shift_matrix(-2 * place, d_model)"), "both"),
    ("mirror", MIRROR.format("shift_matrix(2 * int(place), d_model) @ flip"), "more"),
    ("falls-until", FALLS.format("200", f"{FIRST_RISE} + 1"), "both"),
    ("falls-until", FALLS.format("5000", "np.argmax(curve < 0)"), "both"),
    ("falls-until", FALLS.format("50", FIRST_RISE), "more"),  # too short for wide rows
    ("halves-shift", HALVES.format(REORDERED), "none"),
    ("mirror", MIRROR.format("flip @ shift_matrix(-2 * place, d_model)"), "none"),
    ("falls-until", FALLS.format("200", FIRST_RISE), "none"),
]


@pytest.mark.parametrize(("answer", "code", "loses"), ANSWERS)
def test_wrong_answers_lose_their_points_and_other_right_ones_lose_none(answer, code, loses):
    assert find_lost(NAME, answer, HEAD + code) == loses


def test_shift_in_halves_by_hand():
    halves_shift = defined_by(NAME, "halves-shift")["halves_shift"]
    start = [math.sin(2), math.sin(0.02), math.cos(2), math.cos(0.02)]
    end = [math.sin(5.5), math.sin(0.055), math.cos(5.5), math.cos(0.055)]
    assert halves_shift(3.5, 4) @ start == pytest.approx(end)


def row(position):
    return [
        math.sin(position),
        math.cos(position),
        math.sin(position / 100),
        math.cos(position / 100),
    ]


def test_mirror_by_hand():
    mirror = defined_by(NAME, "mirror")["mirror"]
    assert mirror(2.5, 4) @ row(1) == pytest.approx(row(4))
    assert mirror(-1, 4) @ row(7.5) == pytest.approx(row(-9.5))


@pytest.mark.parametrize(("start", "end"), [(300, 330), (330, 300), (0, 310), (-150, 160)])
def test_offset_by_hand(start, end):
    """From 300 to 330 the slow hand passes half a turn, where its angle jumps."""
    offset_between = defined_by(NAME, "offset-between")["offset_between"]
    assert offset_between(row(start), row(end)) == pytest.approx(end - start, abs=1e-6)


@pytest.mark.parametrize(
    ("d_model", "first_rise"), [(4, 4), (8, 4), (16, 4), (64, 6), (128, 12), (512, 44), (1024, 69)]
)
def test_similarity_falls_until_the_offset_before_its_first_rise(d_model, first_rise):
    def similarity(k):
        return math.fsum(math.cos(k / 10000 ** (2 * i / d_model)) for i in range(d_model // 2))

    assert similarity(first_rise) > similarity(first_rise - 1)
    assert defined_by(NAME, "falls-until")["falls_until"](d_model) == first_rise - 1
