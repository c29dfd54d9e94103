"""The explorer of orders, against an attention layer written with loops."""

import itertools
import math

import numpy as np
import pytest

from sinpe_lib.explorers import shuffled_tokens
from tests.explorers.drawing import box, colour, paths, points, texts

WORDS = ["dog", "bites", "man"]
X = [[1, 0, 2, 0], [0, 2, 0, 1], [1, 0, 0, 2]]
W_QUERY, W_KEY, W_VALUE = np.random.default_rng(32).integers(-1, 2, size=(3, 4, 4)).tolist()
ENCODING = [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in range(3)]
ORDERS = list(itertools.permutations(range(3)))


@pytest.fixture(scope="module")
def explorer():
    return shuffled_tokens(WORDS, X, W_QUERY, W_KEY, W_VALUE)


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def mapped(row, matrix):
    return [dot(row, [line[column] for line in matrix]) for column in range(4)]


def layer(rows):
    """Return softmax(Q K^T / sqrt(4)) V, one query after the other."""
    keys = [mapped(row, W_KEY) for row in rows]
    values = [mapped(row, W_VALUE) for row in rows]
    outputs = []
    for row in rows:
        powers = [math.exp(dot(mapped(row, W_QUERY), key) / 2) for key in keys]
        shares = [power / sum(powers) for power in powers]
        outputs.append([dot(shares, [value[column] for value in values]) for column in range(4)])
    return outputs


def outputs(order, added):
    rows = [X[token] for token in order]
    if added == "yes":
        pairs = zip(rows, ENCODING, strict=True)
        rows = [[x + e for x, e in zip(*pair, strict=True)] for pair in pairs]
    return layer(rows)


def named(order):
    return " ".join(WORDS[token] for token in order)


LARGEST = max(
    abs(entry)
    for order in ORDERS
    for added in ("no", "yes")
    for row in outputs(order, added)
    for entry in row
)


@pytest.mark.parametrize("order", ORDERS, ids=named)
@pytest.mark.parametrize("added", ["no", "yes"])
def test_bars_are_the_outputs_and_outlines_what_the_token_had_before(explorer, order, added):
    parts = explorer.parts({"order": named(order), "added": added})
    heights = sorted(y for _, x, y in texts(parts[1][0]) if x < 100)  # of the left names
    unit = (heights[-1] - heights[0]) / 2  # from one place to the next
    base = [points(line)[0][1] for line in paths(parts[2][0], stroke="var(--sinpe-line, #b9bcc2)")]
    assert base == pytest.approx([base[0], base[0] + unit, base[0] + 2 * unit], abs=0.02)
    was = outputs([0, 1, 2], added)
    for look, rows in [
        ({"fill": "#8a8f98"}, outputs(order, added)),
        ({"fill": "none", "stroke": colour("position")}, [was[token] for token in order]),
    ]:
        bars = iter(paths(parts[2][0], **look))
        for place, row in enumerate(rows):
            for entry in row:
                _, top, _, bottom = box(next(bars))
                end = base[place] - 0.4 * unit * entry / LARGEST
                assert sorted([base[place], end]) == pytest.approx([top, bottom], abs=0.03)
        assert next(bars, None) is None


@pytest.mark.parametrize("order", ORDERS, ids=named)
def test_without_an_encoding_every_token_keeps_its_output(explorer, order):
    values = {"order": named(order), "added": "no"}
    assert explorer.text(values) == (
        f"Without an encoding, in the order {named(order)}: every token keeps its output."
    )


@pytest.mark.parametrize("order", ORDERS, ids=named)
def test_with_an_encoding_no_token_keeps_its_output_in_another_order(explorer, order):
    who = "every token" if order == (0, 1, 2) else "no token"
    assert explorer.text({"order": named(order), "added": "yes"}) == (
        f"With an encoding, in the order {named(order)}: {who} keeps its output."
    )
    was = outputs([0, 1, 2], "yes")
    kept = [
        math.dist(row, was[token]) < 1e-9
        for row, token in zip(outputs(order, "yes"), order, strict=True)
    ]
    assert kept == [order == (0, 1, 2)] * 3


def test_a_token_that_alone_keeps_its_output_is_named():
    # Tokens so long and so different that each attends to itself alone.
    x, same = 100 * np.eye(3, 4), np.eye(4)
    explorer = shuffled_tokens(["New York", "is", "big"], x, same, same, same)
    assert explorer.text({"order": "is New York big", "added": "yes"}) == (
        "With an encoding, in the order is New York big: only big keeps its output."
    )


def test_lines_lead_each_token_to_its_new_place(explorer):
    for order in ORDERS:
        drawing = explorer.parts({"order": named(order), "added": "no"})[1][0]
        old = {text: y for text, x, y in texts(drawing) if x < 100}
        new = {text: y for text, x, y in texts(drawing) if x > 100}
        assert sorted(old, key=old.get) == WORDS
        assert sorted(new, key=new.get) == [WORDS[token] for token in order]
        lines = [points(line) for line in paths(drawing, stroke=colour("offset"))]
        assert len(lines) == len(WORDS)
        for word in WORDS:
            # A name is centred on its height; its base line is a little lower.
            ends = [(a[1], b[1]) for a, b in lines if abs(a[1] - old[word]) < 6]
            assert ends == [pytest.approx((old[word], new[word]), abs=6)]


def test_the_orders_are_all_that_there_are(explorer):
    assert sorted(explorer.controls["order"].values) == sorted(map(named, ORDERS))
    assert explorer.start == {"order": "dog bites man", "added": "no"}


def test_the_bars_have_room_for_values_of_another_width():
    maps = [np.eye(4), np.eye(4), np.ones((4, 6))]
    explorer = shuffled_tokens(WORDS, X, *maps)
    drawing = explorer.parts(explorer.start)[2][0]
    bars = [box(bar) for bar in paths(drawing, fill="#8a8f98")]
    assert len(bars) == 18
    assert max(right for _, _, right, _ in bars) < 72 * explorer.size[0]


@pytest.mark.parametrize(
    ("tokens", "x"),
    [(["dog", "bites", "dog"], X), (["dog", "bites"], X), (WORDS, X[0])],
)
def test_tokens_that_do_not_fit_are_refused(tokens, x):
    with pytest.raises(
        ValueError, match=r"tokens must be different, one for each row of x; got \["
    ):
        shuffled_tokens(tokens, x, W_QUERY, W_KEY, W_VALUE)
