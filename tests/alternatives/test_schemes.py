"""What each scheme claims, and that no two of them can be mistaken for each other."""

import itertools
import math

import numpy as np
import pytest

from sinpe_lib import (
    alibi_bias,
    look_up,
    relative_attention,
    rotate,
    sinusoidal_encoding,
    softmax,
    t5_bias,
)

RANDOM = np.random.default_rng(9)
QUERY, KEY = RANDOM.normal(size=(2, 5, 4))
TABLE = RANDOM.normal(size=(200, 4))
OFFSET_VECTORS, OFFSET_NUMBERS = RANDOM.normal(size=(7, 4)), RANDOM.normal(size=(1, 8))
EYE, NO_VALUES = np.eye(4), np.zeros((7, 4))


def added(rows):
    return (QUERY + rows) @ (KEY + rows).T / 2


def shaw(positions):
    # Queries and keys side by side in one token, taken apart by the maps.
    x, first, second = np.hstack([QUERY, KEY]), np.eye(8)[:, :4], np.eye(8)[:, 4:]
    weights = relative_attention(
        x, first, second, first, OFFSET_VECTORS, NO_VALUES, positions=positions
    )[1]
    return np.log(weights) - np.log(weights[:, :1])


PLAIN = QUERY @ KEY.T / 2
SCORES = {
    "none": lambda p: PLAIN,
    "learned": lambda p: added(look_up(TABLE, p)),
    "sinusoidal": lambda p: added(sinusoidal_encoding(5, 4, start=int(p[0]))),
    "shaw": shaw,
    "t5": lambda p: PLAIN + t5_bias(OFFSET_NUMBERS, p, max_distance=20)[0],
    "alibi": lambda p: PLAIN + alibi_bias(1, p)[0],
    "symmetric alibi": lambda p: PLAIN + alibi_bias(1, p, causal=False)[0],
    "rotary": lambda p: rotate(QUERY, p) @ rotate(KEY, p).T / 2,
}
FIRST = np.arange(5)


@pytest.mark.parametrize("name", SCORES)
def test_only_what_is_added_to_the_token_changes_when_all_positions_shift(name):
    weights = [softmax(SCORES[name](FIRST + shift)) for shift in (0, 100)]
    same = np.allclose(*weights, atol=1e-12)
    assert same == (name not in ("learned", "sinusoidal"))


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(SCORES, 2)])
def test_no_two_schemes_are_the_same(one, other):
    assert not np.allclose(softmax(SCORES[one](FIRST)), softmax(SCORES[other](FIRST)))


@pytest.mark.parametrize("name", ["shaw", "t5", "alibi", "symmetric alibi", "rotary"])
def test_a_relative_scheme_alone_knows_direction_unless_it_is_symmetric(name, monkeypatch):
    """With all tokens alike, only the positions are left."""
    monkeypatch.setitem(globals(), "QUERY", np.ones((5, 4)))
    monkeypatch.setitem(globals(), "KEY", np.tile([1.0, 2.0, 3.0, 4.0], (5, 1)))
    monkeypatch.setitem(globals(), "PLAIN", QUERY @ KEY.T / 2)
    weights = softmax(SCORES[name](FIRST))
    # in a sequence read backwards a token has its two sides exchanged
    assert np.allclose(weights, weights[::-1, ::-1]) == (name == "symmetric alibi")


def test_rotary_scores_hold_the_offset_alone():
    a, b = RANDOM.normal(size=(2, 1, 6))
    for offset, start in [(3, 0), (3, 50), (-3, 17)]:
        score = (rotate(a, [start]) @ rotate(b, [start + offset]).T).item()
        pairs = zip(a[0].reshape(3, 2), b[0].reshape(3, 2), strict=True)
        expected = 0
        for i, ((ax, ay), (bx, by)) in enumerate(pairs):
            angle = offset * 10000 ** (-i / 3)
            expected += (ax * bx + ay * by) * math.cos(angle)
            expected += (ay * bx - ax * by) * math.sin(angle)
        assert score == pytest.approx(expected)


def test_the_symmetric_bias_is_blind_to_reversal():
    reverse = np.arange(5)[::-1]
    bias = alibi_bias(4, FIRST, causal=False)
    np.testing.assert_array_equal(bias[:, reverse][:, :, reverse], bias)
