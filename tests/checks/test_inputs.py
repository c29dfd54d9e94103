"""Exercises on what enters the first layer."""

import math


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


RIGHT = {"next_inputs": next_inputs}
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
