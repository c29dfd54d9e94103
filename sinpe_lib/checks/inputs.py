"""Exercises on what enters the first layer."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import sinusoidal_encoding


def _combine(combine, *, position=lambda n_before, row: n_before + row):
    """Return the answer that combines embeddings, encodings and the root of the width."""

    def answer(embeddings, n_before):
        n, d_model = embeddings.shape
        positions = [position(n_before, row) for row in range(n)]
        encodings = np.vstack([sinusoidal_encoding(1, d_model, start=p) for p in positions])
        return combine(embeddings, encodings, np.sqrt(d_model))

    return answer


def _scale_and_add(x, encodings, root):
    return root * x + encodings


def _words(n, d_model):
    return np.random.default_rng(d_model).normal(size=(n, d_model)) / np.sqrt(d_model)


EXERCISES = {
    "next_inputs": Exercise(
        _combine(_scale_and_add),
        cases=(
            (_words(3, 4), 0),
            (_words(1, 8), 3),
            (_words(5, 2), 7),
            (_words(4, 16), 12),
            (_words(2, 6), 20),
        ),
        mistakes=(
            (
                _combine(_scale_and_add, position=lambda n_before, row: row),
                "you count from 0 again: the first of these tokens has n_before tokens before it",
            ),
            (
                _combine(_scale_and_add, position=lambda n_before, row: n_before + row + 1),
                "positions are counted from 0: after three tokens, at 0, 1 and 2, the next is at 3",
            ),
            (
                _combine(_scale_and_add, position=lambda n_before, row: n_before),
                "every token gets the same position: each is one further on than the one before",
            ),
            (
                _combine(lambda x, encodings, root: x + encodings),
                "the embeddings start small: the step that makes them longer is missing",
            ),
            (
                _combine(lambda x, encodings, root: root**2 * x + encodings),
                "the factor is the root of the width, not the width",
            ),
            (
                _combine(lambda x, encodings, root: root * (x + encodings)),
                "you scale the sum: scale the embeddings, then add the encodings",
            ),
            (
                _combine(lambda x, encodings, root: x + root * encodings),
                "you scale the encodings: the factor belongs to the embeddings",
            ),
            (
                _combine(lambda x, encodings, root: np.hstack([root * x, encodings])),
                "you put the two side by side: add them",
            ),
        ),
    ),
}
