"""Exercises on the relatives of the encoding: rotary scores, clipped offsets."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import shift_matrix


def _rotary_score(query, key, query_position, key_position):
    # T_(k - q) is the transpose of M_(k - q).
    turn = shift_matrix(key_position - query_position, len(query)).T
    return np.asarray(query) @ turn @ np.asarray(key)


def _one_frequency(query, key, query_position, key_position):
    pairs = np.reshape(query, (-1, 2)), np.reshape(key, (-1, 2))
    scores = (
        _rotary_score(a, b, query_position, key_position) for a, b in zip(*pairs, strict=True)
    )
    return sum(scores)


def _in_halves(row):
    return np.reshape(row, (2, -1)).T.ravel()


def _offset_rows(n, clip):
    offsets = np.arange(n) - np.arange(n)[:, None]
    return np.clip(offsets, -clip, clip) + clip


_QUERY, _KEY = np.array([1.0, 0.5, -1.0, 2.0]), np.array([0.25, 1.0, 1.5, -0.5])

EXERCISES = {
    "rotary_score": Exercise(
        _rotary_score,
        cases=(
            (_QUERY, _KEY, 0, 3),
            (_QUERY, _KEY, 50, 53),
            (_KEY, _QUERY, 7, 2),
            (np.arange(6) - 2.5, np.ones(6), 4, 4),
            (np.array([1.0, 0.0]), np.array([0.0, 1.0]), 5, 6),
        ),
        mistakes=(
            (
                lambda query, key, query_position, key_position: _rotary_score(
                    query, key, key_position, query_position
                ),
                "your score is the one of the opposite offset: look at the signs of the sines, or "
                "at which of the two matrices is the transpose",
            ),
            (
                lambda query, key, query_position, key_position: _rotary_score(
                    query, key, -query_position, key_position
                ),
                "query and key must turn the same way, so that the common part cancels",
            ),
            (
                lambda query, key, query_position, key_position: _rotary_score(
                    query, key, 0, key_position
                ),
                "the query is turned too, by its own position",
            ),
            (
                lambda query, key, query_position, key_position: np.dot(query, key),
                "nothing is turned yet: the score has to depend on the offset",
            ),
            (
                _one_frequency,
                "each pair has its own frequency: the second one turns more slowly",
            ),
            (
                lambda query, key, query_position, key_position: _rotary_score(
                    _in_halves(query), _in_halves(key), query_position, key_position
                ),
                "pair i is made of the columns 2i and 2i + 1: your pairs lie half a row apart",
            ),
        ),
    ),
    "offset_rows": Exercise(
        _offset_rows,
        cases=((5, 2), (6, 1), (3, 8), (1, 4), (4, 3)),
        mistakes=(
            (
                lambda n, clip: _offset_rows(n, clip).T,
                "the offset is counted from the query to the key, and queries are rows: yours has "
                "the other sign",
            ),
            (
                lambda n, clip: np.arange(n) - np.arange(n)[:, None] + clip,
                "offsets beyond the clip take the row at that end: limit them on both sides",
            ),
            (
                lambda n, clip: _offset_rows(n, clip) - clip,
                "a row number starts at 0: offset -clip has row 0",
            ),
            (
                lambda n, clip: (np.arange(n) - np.arange(n)[:, None] + clip) % (2 * clip + 1),
                "far offsets must not wrap around to the other end: limit them",
            ),
            (
                lambda n, clip: np.minimum(np.abs(np.arange(n) - np.arange(n)[:, None]), clip),
                "a distance has no direction: keys before and after need rows of their own",
            ),
        ),
    ),
}
