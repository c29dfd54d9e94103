"""Exercises on how alike two rows are: the pairs that keep them apart, similarity below zero."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import frequencies, offset_similarity

_FAR = 5000  # beyond the first negative similarity at every width that is tried
_OFFSETS = 10_000  # a deletion has to keep rows apart up to here
_KEPT = 0.99  # share of the smallest distance that must be left


def _smallest_distance(pairs, d_model):
    """Return the distance of the closest two rows in which these pairs alone are left."""
    offsets = np.arange(1, _OFFSETS + 1)
    halves = np.multiply.outer(offsets, frequencies(d_model)[pairs]) / 2
    return 2 * np.linalg.norm(np.sin(halves), axis=1).min()


def _first_unmet_demand(deleted, d_model):
    """Return 0 for a deletion that is right, else the number of the demand that it breaks."""
    pairs = np.arange(d_model // 2)
    if deleted.ndim != 1 or not np.isin(deleted, pairs).all():
        return 1
    if len(np.unique(deleted)) < len(deleted):
        return 2
    if len(deleted) < d_model // 4:
        return 3
    left = np.setdiff1d(pairs, deleted.astype(int))
    far_enough = _KEPT * _smallest_distance(pairs, d_model)
    return 0 if len(left) and _smallest_distance(left, d_model) >= far_enough else 4


def _pairs_to_delete(d_model):
    return np.arange(d_model // 4, d_model // 2)


def _first_negative(d_model):
    return 1 + np.argmax(offset_similarity(np.arange(1, _FAR), d_model) < 0)


def _first_rise(d_model):
    return 1 + np.argmax(np.diff(offset_similarity(np.arange(_FAR), d_model)) > 0)


EXERCISES = {
    "pairs_to_delete": Exercise(
        _pairs_to_delete,
        cases=((32,), (64,), (128,)),
        mistakes=(
            (
                lambda d_model: np.arange(d_model // 2, d_model),
                "return numbers of pairs, which go from 0 to d/2 - 1",
            ),
            (lambda d_model: [0] * (d_model // 4), "a pair can be deleted once only"),
            (lambda d_model: [d_model // 2 - 1], "you delete fewer than d/4 pairs"),
            (
                lambda d_model: np.arange(d_model // 4),
                "some two rows have come closer: look at the smallest distance without each pair "
                "in turn",
            ),
        ),
        measure=_first_unmet_demand,
    ),
    "first_negative": Exercise(
        _first_negative,
        cases=((4,), (8,), (64,), (128,), (512,)),
        mistakes=(
            (
                lambda d_model: _first_negative(d_model) - 1,
                "off by one: this is the last offset before it, or the index in an array that "
                "starts at offset 1",
            ),
            (
                lambda d_model: offset_similarity(_first_negative(d_model), d_model),
                "return the offset, not the similarity there",
            ),
            (_first_rise, "here it rises for the first time: it is not yet below 0"),
            (lambda d_model: 2, "you look at the fast pair alone: add up all the pairs"),
            (
                lambda d_model: 1 + np.argmax(offset_similarity(np.arange(1, 2000), d_model) < 0),
                "your search ends too early: a wide row has many slow pairs, so go on until the "
                "sum is below 0",
            ),
        ),
    ),
}
