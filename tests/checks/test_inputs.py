"""Exercises on what enters the first layer."""

import math

import numpy as np

from tests.checks.trying import subject_tests


def wave(position, column, d_model):
    angle = position / 10000 ** (2 * (column // 2) / d_model)
    return math.cos(angle) if column % 2 else math.sin(angle)


def rows(entry):
    """Return the answer that fills the rows with entry(x, wave, root of the width)."""

    def inputs(embeddings, n_before, first=0, step=1):
        d_model = len(embeddings[0])
        return [
            [
                entry(x, wave(n_before + first + step * row, column, d_model), math.sqrt(d_model))
                for column, x in enumerate(embedding)
            ]
            for row, embedding in enumerate(embeddings)
        ]

    return inputs


next_inputs = rows(lambda x, wave, root: root * x + wave)


def side_by_side(embeddings, n_before):
    left = rows(lambda x, wave, root: root * x)(embeddings, n_before)
    right = rows(lambda x, wave, root: wave)(embeddings, n_before)
    return [one + other for one, other in zip(left, right, strict=True)]


def in_single(embeddings, n_before):
    x = np.asarray(embeddings, dtype=np.float32)
    n, d_model = x.shape
    pairs = np.arange(0, d_model, 2, dtype=np.float32) / np.float32(d_model)
    angles = np.arange(n_before, n_before + n, dtype=np.float32)[:, None] / np.power(
        np.float32(10000), pairs
    )
    waves = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(n, d_model)
    return np.sqrt(np.float32(d_model)) * x + waves


RIGHT = {"next_inputs": next_inputs}
SINGLE = {"next_inputs": in_single}
MISTAKES = [
    ("next_inputs", lambda x, n_before: next_inputs(x, 0), "from 0 again"),
    ("next_inputs", lambda x, n_before: next_inputs(x, n_before, first=1), "the next is at 3"),
    ("next_inputs", lambda x, n_before: next_inputs(x, n_before, step=0), "the same position"),
    ("next_inputs", rows(lambda x, wave, root: x + wave), "makes them longer is missing"),
    ("next_inputs", rows(lambda x, wave, root: root**2 * x + wave), "not the width"),
    ("next_inputs", rows(lambda x, wave, root: root * (x + wave)), "you scale the sum"),
    ("next_inputs", rows(lambda x, wave, root: x + root * wave), "you scale the encodings"),
    ("next_inputs", side_by_side, "add them"),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
