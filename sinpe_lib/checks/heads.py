"""Exercises on a head that looks a fixed number of positions back."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import offset_similarity, shift_matrix


def _look_back(back, d_model, gain):
    return gain * shift_matrix(back, d_model)


def _weight_back(query, back, n_positions, d_model, gain):
    return _weights(query, back, n_positions, d_model, gain)[query - back]


def _weights(query, back, n_positions, d_model, gain, scale=np.sqrt):
    scores = gain * offset_similarity(query - back - np.arange(n_positions), d_model)
    weights = np.exp(scores / scale(d_model) - scores.max() / scale(d_model))
    return weights / weights.sum()


EXERCISES = {
    "look_back": Exercise(
        _look_back,
        cases=((3, 4, 1.0), (1, 8, 16.0), (-2, 6, 2.0), (0, 2, 5.0)),
        mistakes=(
            (
                lambda back, d_model, gain: gain * shift_matrix(-back, d_model),
                "this head looks ahead: W_Q acts on a row from the right, so the row of q becomes "
                "the one that the transpose leads to",
            ),
            (
                lambda back, d_model, gain: shift_matrix(back, d_model),
                "the gain is missing: it multiplies the whole matrix",
            ),
            (
                lambda back, d_model, gain: shift_matrix(gain * back, d_model),
                "the gain multiplies the matrix, not the offset",
            ),
            (
                lambda back, d_model, gain: gain * np.sqrt(d_model) * shift_matrix(back, d_model),
                "the head divides by the root of the width by itself: leave that factor to it",
            ),
        ),
    ),
    "weight_back": Exercise(
        _weight_back,
        cases=(
            (3, 3, 4, 4, 1.0),
            (50, 3, 100, 64, 1.0),
            (50, 3, 100, 64, 16.0),
            (20, -2, 40, 8, 4.0),
            (7, 0, 8, 16, 2.0),
        ),
        mistakes=(
            (
                lambda query, back, n_positions, d_model, gain: _weights(
                    query, back, n_positions, d_model, gain, lambda d: 1
                )[query - back],
                "the scores are divided by the root of the width before the softmax",
            ),
            (
                lambda query, back, n_positions, d_model, gain: _weights(
                    query, back, n_positions, d_model, gain, lambda d: d
                )[query - back],
                "divide by the root of the width, not by the width",
            ),
            (
                lambda query, back, n_positions, d_model, gain: _weights(
                    query, back, n_positions, d_model, gain
                )[query],
                "this is the weight on the query's own key: the head looks elsewhere",
            ),
            (
                lambda query, back, n_positions, d_model, gain: _weight_back(
                    query, back, n_positions, d_model, 1.0
                ),
                "the gain multiplies every score: you leave it out",
            ),
            (
                lambda query, back, n_positions, d_model, gain: _weights(
                    query, back, n_positions, d_model, gain
                ),
                "these are the weights of all the keys: return the one on the key looked for",
            ),
            (
                lambda query, back, n_positions, d_model, gain: (
                    gain * offset_similarity(0, d_model) / np.sqrt(d_model)
                ),
                "this is the score: the weight comes out of the softmax over all keys",
            ),
        ),
    ),
}
