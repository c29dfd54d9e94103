"""Exercises on attention that forgets order."""

import numpy as np

from sinpe_lib.checks.judge import Exercise

# Four tokens: some shuffles of four differ from their inverse, and those are the cases.
_X = np.array([[1.0, 0.0, 0.5], [0.0, 2.0, -1.0], [-1.0, 1.0, 0.0], [0.5, 0.5, 1.5]])


def _attend(x, allowed):
    weights = np.exp(x @ x.T) * allowed
    return weights / weights.sum(axis=1, keepdims=True) @ x


def attention(x):
    return _attend(x, np.ones((len(x), len(x))))


def masked_attention(x):
    return _attend(x, np.tri(len(x)))


def numbered_attention(x):
    """Attention over rows that carry the number of their place in the first column."""
    place = np.zeros_like(x)
    place[:, 0] = np.arange(len(x))
    return attention(x + place)


def rolling(x):
    """Hand every row on to the next place."""
    return np.roll(x, 1, axis=0)


def _order_gap(layer, x, order):
    return np.abs(layer(x[order]) - layer(x)[order]).max()


def _surely_same(mask, order):
    mask = np.asarray(mask)
    return (mask == mask[np.ix_(order, order)]).all(axis=1)


def _seen_by_place(mask, order):
    mask = np.asarray(mask)
    return (mask == mask[order]).all(axis=1)


_CAUSAL = np.tri(4, dtype=bool)
_WINDOW = np.tri(6, dtype=bool) & ~np.tri(6, k=-3, dtype=bool)  # a place and the two before it
_PREFIX = np.tri(5, dtype=bool) | (np.arange(5) < 3)  # three places that all see

EXERCISES = {
    "order_gap": Exercise(
        _order_gap,
        cases=(
            (attention, _X, [2, 0, 3, 1]),
            (masked_attention, _X, [2, 0, 3, 1]),
            (numbered_attention, _X, [1, 2, 0, 3]),
            (masked_attention, _X[:3], [1, 2, 0]),
            # The same rows come out in another order, so their collection says nothing.
            (rolling, _X, [2, 0, 3, 1]),
        ),
        mistakes=(
            (
                lambda layer, x, order: np.abs(layer(x[order]) - layer(x)).max(),
                "the output travels with its token: shuffle the rows of the output as well "
                "before you compare",
            ),
            (
                lambda layer, x, order: np.abs(layer(x[order]) - layer(x)[np.argsort(order)]).max(),
                "you undo the shuffle on one side: index both with the same order",
            ),
            (
                lambda layer, x, order: np.abs(layer(x)[order] - layer(x)).max(),
                "the layer must see the shuffled rows: call it on x[order] too",
            ),
            (
                lambda layer, x, order: (layer(x[order]) - layer(x)[order]).max(),
                "a large negative difference is a difference too: take absolute values first",
            ),
            (
                lambda layer, x, order: np.abs(
                    np.sort(layer(x[order]), axis=0) - np.sort(layer(x), axis=0)
                ).max(),
                "sorting forgets which row belongs to which token: compare token by token",
            ),
            (
                lambda layer, x, order: np.abs(layer(x[order]) - layer(x)[order]).mean(),
                "the largest difference, not the mean: a mean hides a single row that differs",
            ),
        ),
    ),
    "surely_same": Exercise(
        _surely_same,
        cases=(
            (_CAUSAL, [1, 0, 2, 3]),
            (_CAUSAL, [2, 0, 1, 3]),
            (np.ones((3, 3), dtype=bool), [2, 0, 1]),
            (_WINDOW, [0, 1, 3, 4, 5, 2]),
            (_WINDOW, [0, 1, 2, 4, 3, 5]),
            (_PREFIX, [2, 0, 1, 3, 4]),
            (_PREFIX, [0, 1, 3, 2, 4]),
        ),
        mistakes=(
            (
                _seen_by_place,
                "you compare places: shuffle the columns too, since a token that is seen moves",
            ),
            (
                lambda mask, order: mask.sum(axis=1) == mask[order].sum(axis=1),
                "the same number of tokens may be other tokens: compare which ones are seen",
            ),
            (
                lambda mask, order: _surely_same(mask, order)[np.argsort(order)],
                "entry j is about place j, which now holds token order[j]: yours is about token j",
            ),
            (
                lambda mask, order: (mask == mask[np.ix_(order, order)]).all(axis=0),
                "queries are the rows of the mask: you go along its columns",
            ),
            (
                lambda mask, order: np.asarray(order) == np.arange(len(order)),
                "a token may move and keep its output: what counts is which tokens it sees",
            ),
            (
                lambda mask, order: np.ones(len(order), dtype=bool),
                "a token that sees other tokens than before may get another output",
            ),
        ),
        kind="True or False",
    ),
}
