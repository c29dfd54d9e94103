"""Exercises on similarity over the offset."""

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
}
