"""The set on order and attention: values by hand, and wrong answers."""

import math

import numpy as np
import pytest

from tests.coursework.problem_sets.scoring import defined_by, find_lost

NAME = "order_and_attention"
LAYER = """
def masked_layer(x, may_look):
    n, d = np.shape(x)
    mask = np.array([[bool(may_look(i, j, x)) for j in range(n)] for i in range(n)])
    scores = np.where(mask, x @ x.T / {scale}, {hidden})
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = weights / weights.sum(axis=1, keepdims=True){after}
    return weights @ x
"""


def layer(scale="np.sqrt(d)", hidden="-1e9", after=""):
    return LAYER.format(scale=scale, hidden=hidden, after=after)


LIBRARY = """
from sinpe_lib import self_attention
def masked_layer(x, may_look):
    n, d = x.shape
    mask = np.array([[bool(may_look(i, j, x)) for j in range(n)] for i in range(n)])
    return self_attention(x, *[np.eye(d)] * 3, mask=mask)[0]
"""
OVERFLOWING = """
def masked_layer(x, may_look):
    output = np.zeros(x.shape)
    for i in range(len(x)):
        seen = [j for j in range(len(x)) if may_look(i, j, x)]
        shares = np.exp(x[seen] @ x[i] / np.sqrt(x.shape[1]))
        output[i] = shares @ x[seen] / shares.sum() if seen else 0
    return output
"""
ORDERS = """
from itertools import permutations
def respected_orders(layer, x):
    return sum({test} for order in map(list, permutations(range(len(x)))))
"""
SWAPS = """
from itertools import combinations
def respected_orders(layer, x):
    kept = 1
    for a, b in combinations(range(len(x)), 2):
        order = list(range(len(x)))
        order[a], order[b] = b, a
        kept += np.allclose(layer(x[order]), layer(x)[order])
    return kept
"""
BADGE = """
from sinpe_lib import encode_positions, sinusoidal_encoding
def read_badge(row, words, n_positions):
    seats = {seats}
    sums = words[:, None] + seats
    {pick}
    return {answer}
"""
NEAREST = "word, position = divmod(np.linalg.norm(sums - row, axis=-1).argmin(), n_positions)"


def badge(seats="sinusoidal_encoding(n_positions, len(row))", pick=NEAREST, answer=None):
    return BADGE.format(seats=seats, pick=pick, answer=answer or "word, position")


ANSWERS = [
    ("masked-layer", layer(hidden="0"), "both"),
    ("masked-layer", layer(scale="1"), "both"),
    ("masked-layer", layer(scale="d"), "both"),
    ("masked-layer", layer(hidden="x @ x.T", after=" * mask"), "both"),
    ("masked-layer", layer().replace("may_look(i, j", "may_look(j, i"), "both"),
    ("masked-layer", layer(), "more"),  # who sees nothing gets a mean
    ("masked-layer", LIBRARY, "more"),  # who sees nothing raises an error
    ("masked-layer", OVERFLOWING, "more"),
    (
        "masked-layer",
        OVERFLOWING.replace("np.zeros(x.shape)", "np.zeros_like(x)"),  # whole numbers are cut
        "more",
    ),
    (
        "respected-orders",
        ORDERS.format(test="np.allclose(layer(x[order]), layer(x))"),  # invariance
        "both",
    ),
    (
        "respected-orders",
        ORDERS.format(test="np.allclose(layer(x[order]), layer(x)[np.argsort(order)])"),
        "both",
    ),
    (
        "respected-orders",
        ORDERS.format(test="np.array_equal(layer(x[order]), layer(x)[order])"),  # rounding
        "more",
    ),
    ("respected-orders", SWAPS, "both"),
    (
        "read-badge",
        badge(seats="encode_positions(np.arange(1, n_positions + 1), len(row))"),
        "both",
    ),
    ("read-badge", badge(answer="position, word"), "both"),
    (
        "read-badge",
        badge(pick="word, position = divmod((sums @ row).argmax(), n_positions)"),  # no distance
        "both",
    ),
    (
        "read-badge",
        badge(
            pick="word = np.linalg.norm(words - row, axis=1).argmin()",  # the word by itself
            answer="word, np.linalg.norm(sums[word] - row, axis=1).argmin()",
        ),
        "more",
    ),
    (
        "respected-orders",
        ORDERS.format(test="np.allclose(layer(x[order]), layer(x)[order])"),
        "none",
    ),
    ("read-badge", badge(), "none"),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the answer that overflows
@pytest.mark.parametrize(("answer", "code", "loses"), ANSWERS)
def test_wrong_answers_lose_their_points_and_other_right_ones_lose_none(answer, code, loses):
    assert find_lost(NAME, answer, code) == loses


def test_layer_by_hand():
    given = defined_by(NAME, "masked-layer")
    x = np.array([[1.0, 0.0], [0.0, 2.0]])
    own, other = math.exp(1 / math.sqrt(2)), math.exp(0)
    first = [own / (own + other), 2 * other / (own + other)]
    assert given["masked_layer"](x, given["everyone"])[0] == pytest.approx(first)
    assert given["masked_layer"](x, given["causal"])[0] == pytest.approx([1, 0])
    assert given["masked_layer"](x, lambda i, j, x: i > j).tolist() == [[0, 0], [1, 0]]


def test_orders_by_hand():
    given = defined_by(NAME, "respected-orders")
    mix = np.array([[2, 1, 1], [1, 2, 1], [0, 0, 1]])  # the first two places alike
    assert given["respected_orders"](lambda x: mix @ x, given["tokens"][:3]) == 2


def test_badge_by_hand():
    given = defined_by(NAME, "read-badge")
    words = np.array([[5.0, 0, 0, 0], [0, 0, 5.0, 0]])
    row = [5 + math.sin(2), math.cos(2), math.sin(0.02), math.cos(0.02)]
    assert given["read_badge"](np.round(row, 2), words, 4) == (0, 2)
