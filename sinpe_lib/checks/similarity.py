"""Exercises on similarity over the offset: where it rises, and as a matrix."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import offset_similarity

_FAR = 5000  # beyond the first rise and the first negative value at every width that is tried


def _rises(d_model, base):
    """Say for the offsets 1, 2, ... whether similarity is larger there than one before."""
    return np.diff(offset_similarity(np.arange(_FAR), d_model, base)) > 0


def _first_rise(d_model, base):
    return 1 + np.argmax(_rises(d_model, base))


def _first_negative(d_model, base):
    return np.argmax(offset_similarity(np.arange(_FAR), d_model, base) < 0)


def _similarity_matrix(n_positions, d_model):
    offsets = np.subtract.outer(np.arange(n_positions), np.arange(n_positions))
    return 2 * offset_similarity(offsets, d_model) / d_model


EXERCISES = {
    "first_rise_by_base": Exercise(
        _first_rise,
        cases=(
            (4, 10000.0),
            (16, 100.0),
            (64, 10000.0),
            (64, 100.0),
            (128, 1000.0),
            (512, 10000.0),
        ),
        mistakes=(
            (
                lambda d_model, base: _first_rise(d_model, base) - 1,
                "off by one: this is the lowest place before the rise, and the offset at which "
                "the similarity is larger again comes after it",
            ),
            (
                lambda d_model, base: _first_rise(d_model, 10000.0),
                "the base is an argument too: do not fix it",
            ),
            (
                _first_negative,
                "here it is below 0 for the first time: compare each offset with the one before",
            ),
            (
                lambda d_model, base: 4,
                "you look at the fast pair alone: add up all the pairs",
            ),
            (
                lambda d_model, base: offset_similarity(_first_rise(d_model, base), d_model, base),
                "return the offset, not the similarity there",
            ),
        ),
    ),
    "similarity_matrix": Exercise(
        _similarity_matrix,
        cases=((1, 4), (3, 2), (6, 8), (40, 64)),
        mistakes=(
            (
                lambda n_positions, d_model: _similarity_matrix(n_positions, d_model) * d_model / 2,
                "the diagonal should be 1: a dot product still has the lengths of both rows in it",
            ),
            (
                lambda n_positions, d_model: _similarity_matrix(n_positions, d_model) / 2,
                "there are d/2 pairs: a mean over the pairs divides by d/2, not by d",
            ),
            (
                lambda n_positions, d_model: (
                    _similarity_matrix(n_positions, d_model) * np.sqrt(d_model / 2)
                ),
                "two rows are multiplied: divide by the length of each of them, not only once",
            ),
            (
                lambda n_positions, d_model: _similarity_matrix(n_positions, d_model)[0],
                "this is its first row: the entry of row p and column q belongs to offset q - p",
            ),
            (
                lambda n_positions, d_model: (
                    2
                    * offset_similarity(
                        np.add.outer(np.arange(n_positions), np.arange(n_positions)), d_model
                    )
                    / d_model
                ),
                "the offset is a difference of positions: you add them",
            ),
        ),
    ),
}
