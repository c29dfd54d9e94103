"""Exercises on what enters the first layer."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import sinusoidal_encoding


def _encodings(embeddings, start):
    n, d_model = embeddings.shape
    return sinusoidal_encoding(n, d_model, start=start)


def _root(embeddings):
    return np.sqrt(embeddings.shape[1])


def _next_inputs(embeddings, n_before):
    return _root(embeddings) * embeddings + _encodings(embeddings, n_before)


def _words(n, d_model):
    return np.random.default_rng(d_model).normal(size=(n, d_model)) / np.sqrt(d_model)


EXERCISES = {
    "next_inputs": Exercise(
        _next_inputs,
        cases=(
            (_words(3, 4), 0),
            (_words(1, 8), 3),
            (_words(5, 2), 7),
            (_words(4, 16), 12),
            (_words(2, 6), 20),
        ),
        mistakes=(
            (
                lambda embeddings, n_before: _next_inputs(embeddings, 0),
                "you count from 0 again: the first of these tokens has n_before tokens before it",
            ),
            (
                lambda embeddings, n_before: _next_inputs(embeddings, n_before + 1),
                "positions are counted from 0: after three tokens, at 0, 1 and 2, the next is at 3",
            ),
            (
                lambda embeddings, n_before: (
                    _root(embeddings) * embeddings
                    + _encodings(embeddings[:1], n_before).repeat(len(embeddings), axis=0)
                ),
                "every token gets the same position: each is one further on than the one before",
            ),
            (
                lambda embeddings, n_before: embeddings + _encodings(embeddings, n_before),
                "the embeddings start small: the step that makes them longer is missing",
            ),
            (
                lambda embeddings, n_before: (
                    embeddings.shape[1] * embeddings + _encodings(embeddings, n_before)
                ),
                "the factor is the root of the width, not the width",
            ),
            (
                lambda embeddings, n_before: (
                    _root(embeddings) * (embeddings + _encodings(embeddings, n_before))
                ),
                "you scale the sum: scale the embeddings, then add the encodings",
            ),
            (
                lambda embeddings, n_before: (
                    embeddings + _root(embeddings) * _encodings(embeddings, n_before)
                ),
                "you scale the encodings: the factor belongs to the embeddings",
            ),
            (
                lambda embeddings, n_before: np.hstack(
                    [_root(embeddings) * embeddings, _encodings(embeddings, n_before)]
                ),
                "you put the two side by side: add them",
            ),
        ),
    ),
}
