"""What each scheme claims, and that no two of them can be mistaken for each other."""

import itertools
import math

import numpy as np
import pytest

from sinpe_lib import (
    alibi_bias,
    causal_mask,
    encode_positions,
    look_up,
    relative_attention,
    rotate,
    sinusoidal_encoding,
    softmax,
    t5_bias,
)
from sinpe_lib.alternatives import SCHEMES, find_scheme

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


WEIGHTS = {
    "table": RANDOM.normal(size=(64, 4)),
    "key vectors": RANDOM.normal(size=(9, 4)),
    "value vectors": RANDOM.normal(size=(9, 4)),
    "bias": RANDOM.normal(size=32),
}
PLACES = np.array([0, 2, 3, 9, 30])
# What is added to the tokens, and to the scores, by the functions of the library.
ROWS = {
    "sinusoidal": encode_positions(PLACES, 4),
    "learned": look_up(WEIGHTS["table"], PLACES),
}
BIASES = {
    "causal mask alone": np.where(causal_mask(5), 0, -np.inf),
    "T5": t5_bias([WEIGHTS["bias"]], PLACES)[0],
    "causal ALiBi": alibi_bias(8, PLACES)[0],
    "symmetric ALiBi": alibi_bias(8, PLACES, causal=False)[0],
}


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_enters_where_its_function_does(name):
    scheme = SCHEMES[name]
    assert scheme.name == name
    np.testing.assert_array_equal(scheme.rows(PLACES, 4, WEIGHTS), ROWS.get(name, np.zeros((5, 4))))
    turned = rotate(QUERY, PLACES) if name == "rotary" else QUERY
    np.testing.assert_array_equal(scheme.turn(QUERY, PLACES), turned)
    if name != "Shaw":
        bias = scheme.bias(QUERY[None], PLACES, WEIGHTS)
        np.testing.assert_array_equal(bias, BIASES.get(name, np.zeros((5, 5))))
        assert scheme.output(np.full((1, 5, 5), 0.2), PLACES, WEIGHTS) == 0


def test_the_vectors_of_shaw_are_those_of_relative_attention():
    x, (w_query, w_key, w_value) = RANDOM.normal(size=(5, 4)), RANDOM.normal(size=(3, 4, 4))
    vectors = WEIGHTS["key vectors"], WEIGHTS["value vectors"]
    expected = relative_attention(x, w_query, w_key, w_value, *vectors, positions=PLACES)[0]
    query, shaw = (x @ w_query)[None], SCHEMES["Shaw"]
    bias = shaw.bias(query, PLACES, WEIGHTS)
    attention = softmax(query @ (x @ w_key).T / 2 + bias)
    found = attention @ (x @ w_value) + shaw.output(attention, PLACES, WEIGHTS)
    np.testing.assert_allclose(found[0], expected, atol=1e-12)


def test_what_a_scheme_learns_before_it_is_trained():
    drawn = {
        name: {key: weight.shape for key, weight in scheme.draw_weights(RANDOM, 6).items()}
        for name, scheme in SCHEMES.items()
    }
    learning = {name: shapes for name, shapes in drawn.items() if shapes}
    assert learning == {
        "learned": {"table": (64, 6)},
        "Shaw": {"key vectors": (9, 6), "value vectors": (9, 6)},
        "T5": {"bias": (32,)},
    }
    assert not SCHEMES["T5"].draw_weights(RANDOM, 6)["bias"].any()
    # as long as the rows of the encoding, which have 3 pairs of length 1
    table = SCHEMES["learned"].draw_weights(np.random.default_rng(0), 600)["table"]
    assert np.linalg.norm(table, axis=1).mean() == pytest.approx(math.sqrt(300), rel=0.02)
    vectors = SCHEMES["Shaw"].draw_weights(np.random.default_rng(0), 600)["key vectors"]
    assert np.linalg.norm(vectors, axis=1).mean() == pytest.approx(1, rel=0.05)


def test_a_scheme_is_found_by_its_name_and_left_as_it_is():
    assert find_scheme("T5") is SCHEMES["T5"]
    assert find_scheme(SCHEMES["T5"]) is SCHEMES["T5"]
    assert [name for name in SCHEMES if SCHEMES[name].n_positions] == ["learned"]
    with pytest.raises(ValueError, match=r"^scheme must be one of 'none', .*; got 'rope'$"):
        find_scheme("rope")
