"""Exercises on a head that looks back."""

import math


def turned(back, d_model, factor=1.0):
    """Return the block matrix with cosine and sine of every angle of the offset."""
    matrix = [[0.0] * d_model for _ in range(d_model)]
    for sine in range(0, d_model, 2):
        angle = back / 10000 ** (sine / d_model)
        matrix[sine][sine] = matrix[sine + 1][sine + 1] = factor * math.cos(angle)
        matrix[sine][sine + 1] = factor * math.sin(angle)
        matrix[sine + 1][sine] = -factor * math.sin(angle)
    return matrix


def look_back(back, d_model, gain):
    return turned(back, d_model, gain)


def scores(query, back, n_positions, d_model, gain):
    """Return the scores of a query from its moved row and the rows of the keys."""

    def row(position):
        angles = [position / 10000 ** (column / d_model) for column in range(0, d_model, 2)]
        return [kind(angle) for angle in angles for kind in (math.sin, math.cos)]

    moved = row(query - back)
    return [
        gain * sum(a * b for a, b in zip(moved, row(key), strict=True))
        for key in range(n_positions)
    ]


def softmax(numbers):
    exponentials = [math.exp(number - max(numbers)) for number in numbers]
    return [e / sum(exponentials) for e in exponentials]


def all_weights(query, back, n_positions, d_model, gain, divisor=None):
    divisor = math.sqrt(d_model) if divisor is None else divisor
    return softmax([s / divisor for s in scores(query, back, n_positions, d_model, gain)])


def weight_back(query, back, n_positions, d_model, gain):
    return all_weights(query, back, n_positions, d_model, gain)[query - back]


RIGHT = {"look_back": look_back, "weight_back": weight_back}
MISTAKES = [
    ("look_back", lambda back, d, gain: look_back(-back, d, gain), "looks ahead"),
    ("look_back", lambda back, d, gain: look_back(back, d, 1), "the gain is missing"),
    ("look_back", lambda back, d, gain: look_back(gain * back, d, 1), "not the offset"),
    ("look_back", lambda back, d, gain: look_back(back, d, gain * math.sqrt(d)), "by itself"),
    ("weight_back", lambda q, b, n, d, g: all_weights(q, b, n, d, g, 1)[q - b], "before the soft"),
    ("weight_back", lambda q, b, n, d, g: all_weights(q, b, n, d, g, d)[q - b], "not by the width"),
    ("weight_back", lambda q, b, n, d, g: all_weights(q, b, n, d, g)[q], "own key"),
    ("weight_back", lambda q, b, n, d, g: weight_back(q, b, n, d, 1), "you leave it out"),
    ("weight_back", all_weights, "all the keys"),
    ("weight_back", lambda q, b, n, d, g: g * d / 2 / math.sqrt(d), "this is the score"),
]
