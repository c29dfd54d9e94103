"""Exercises on how alike two rows are: returns, similarity, the closest rows."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import frequencies, offset_similarity

_FAR = 5000  # beyond the first negative similarity at every width that is tried


def _closest_return(frequency, max_offset):
    return 1 + np.argmin(_chords(frequency, max_offset))


def _chords(frequency, max_offset):
    """Return the chord between a pair and its successor, for the offsets 1 to max_offset."""
    offsets = np.arange(1, max_offset + 1)
    return 2 * np.abs(np.sin(frequency * offsets / 2))


def _similarity(offset, d_model):
    return offset_similarity(offset, d_model)


def _first_negative(d_model):
    return 1 + np.argmax(offset_similarity(np.arange(1, _FAR), d_model) < 0)


def _first_rise(d_model):
    return 1 + np.argmax(np.diff(offset_similarity(np.arange(_FAR), d_model)) > 0)


def _distances(d_model, max_offset):
    """Return the distance of two rows, for the offsets 0 to max_offset."""
    offsets = np.arange(max_offset + 1)
    chords = 2 * np.sin(np.multiply.outer(offsets, frequencies(d_model)) / 2)
    return np.linalg.norm(chords, axis=1)


def _closest_rows(d_model, max_offset):
    distances = _distances(d_model, max_offset)
    offset = 1 + np.argmin(distances[1:])
    return offset, distances[offset]


def _closest_by_sum_of_chords(d_model, max_offset):
    chords = [_chords(frequency, max_offset) for frequency in frequencies(d_model)]
    offset = 1 + np.argmin(np.sum(chords, axis=0))
    return offset, _distances(d_model, max_offset)[offset]


def _with_distance(change):
    """Return the answer that has the right offset and changes the distance."""

    def closest_rows(d_model, max_offset):
        offset, distance = _closest_rows(d_model, max_offset)
        return offset, change(distance)

    return closest_rows


EXERCISES = {
    "closest_return": Exercise(
        _closest_return,
        cases=((1.0, 20), (1.0, 30), (1.0, 43), (1.0, 44), (1.0, 100), (1.0, 1000), (0.01, 2000)),
        mistakes=(
            (lambda frequency, max_offset: 0, "offset 0 is no return: start at offset 1"),
            (
                lambda frequency, max_offset: (
                    1 + np.argmin(np.abs(np.sin(frequency * np.arange(1, max_offset + 1))))
                ),
                "the sine alone passes through the same value twice a turn: compare whole pairs "
                "(or is the half missing in sin(w k / 2)?)",
            ),
            (
                lambda frequency, max_offset: (
                    1 + np.argmin(frequency * np.arange(1, max_offset + 1) % (2 * np.pi))
                ),
                "a hand just short of a whole turn is close too, not only one just past it",
            ),
            (
                lambda frequency, max_offset: 1 + np.argmin(_chords(frequency, max_offset - 1)),
                "max_offset itself is allowed too",
            ),
            (
                lambda frequency, max_offset: 1 + np.argmin(_chords(frequency, max_offset + 1)),
                "you look one offset too far: max_offset is the last one",
            ),
            (
                lambda frequency, max_offset: np.argmin(_chords(frequency, max_offset)),
                "off by one: the first entry of an array that starts at offset 1 has index 0",
            ),
            (
                lambda frequency, max_offset: _chords(frequency, max_offset).min(),
                "return the offset at which the distance is smallest, not the distance",
            ),
        ),
    ),
    "similarity": Exercise(
        _similarity,
        cases=((0, 4), (3, 4), (-3, 64), (0.5, 8), (1000, 512)),
        mistakes=(
            (
                lambda offset, d_model: 2 * offset_similarity(offset, d_model) / d_model,
                "a dot product is a sum over the pairs, not their mean",
            ),
            (
                lambda offset, d_model: np.sin(offset * frequencies(d_model)).sum(),
                "sin a sin b + cos a cos b is a cosine, not a sine",
            ),
            (
                lambda offset, d_model: 2 * offset_similarity(offset, d_model),
                "sum over the d/2 pairs: you count each of them twice",
            ),
            (
                lambda offset, d_model: np.cos(
                    offset * 10000.0 ** (-2 * np.arange(d_model) / d_model)
                ).sum(),
                "i counts pairs, from 0 to d/2 - 1: you let it count all the columns",
            ),
            (
                lambda offset, d_model: np.cos(offset),
                "every pair adds its own cosine, not only the first",
            ),
            (
                lambda offset, d_model: np.cos(offset * frequencies(d_model)),
                "these are the parts that the pairs give: add them up",
            ),
            (
                lambda offset, d_model: (
                    np.cos(offset * frequencies(d_model)) + np.sin(offset * frequencies(d_model))
                ).sum(),
                "the row of the offset is not the answer: which part of it is left in the product?",
            ),
        ),
    ),
    "first_negative": Exercise(
        _first_negative,
        cases=((4,), (8,), (64,), (128,)),
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
        ),
    ),
    "closest_rows": Exercise(
        _closest_rows,
        cases=((2, 43), (2, 44), (4, 3), (4, 19), (4, 2000), (8, 100), (10, 20), (16, 500)),
        mistakes=(
            (
                lambda d_model, max_offset: (0, 0),
                "offset 0 compares a row with itself: start at offset 1",
            ),
            (
                _with_distance(np.square),
                "this is the squared distance: the root is missing",
            ),
            (
                _with_distance(lambda distance: distance / 2),
                "the chord of a pair is twice a sine: the 2 is missing",
            ),
            (
                lambda d_model, max_offset: _closest_rows(d_model, max_offset - 1),
                "max_offset itself is allowed too",
            ),
            (
                lambda d_model, max_offset: _closest_rows(d_model, max_offset + 1),
                "you look one offset too far: max_offset is the last one",
            ),
            (
                lambda d_model, max_offset: (
                    _closest_rows(d_model, max_offset)[0] - 1,
                    _closest_rows(d_model, max_offset)[1],
                ),
                "off by one: the first entry of an array that starts at offset 1 has index 0",
            ),
            (
                _closest_by_sum_of_chords,
                "the squares of the chords add up, as in a right triangle, not the chords",
            ),
            (
                lambda d_model, max_offset: _closest_rows(2, max_offset),
                "you look at the fast pair alone: add up the squares of all the chords",
            ),
            (
                lambda d_model, max_offset: _closest_rows(d_model, max_offset)[::-1],
                "the offset first, then the distance",
            ),
            (
                lambda d_model, max_offset: _closest_rows(d_model, max_offset)[1],
                "return the offset and the distance, in this order",
            ),
        ),
    ),
}
