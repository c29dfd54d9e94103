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


def _order_gap(layer, x, order):
    return np.abs(layer(x[order]) - layer(x)[order]).max()


EXERCISES = {
    "order_gap": Exercise(
        _order_gap,
        cases=(
            (attention, _X, [2, 0, 3, 1]),
            (masked_attention, _X, [2, 0, 3, 1]),
            (numbered_attention, _X, [1, 2, 0, 3]),
            (masked_attention, _X[:3], [1, 2, 0]),
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
                lambda layer, x, order: np.abs(layer(x[order]) - layer(x)[order]).mean(),
                "the largest difference, not the mean: a mean hides a single row that differs",
            ),
        ),
    ),
}
