"""Exercises on similarity over the offset."""

import math
from itertools import count


def dot(offset, d_model, base=10000):
    return sum(math.cos(offset / base ** (column / d_model)) for column in range(0, d_model, 2))


def first_rise(d_model, base):
    before = d_model / 2
    for offset in count(1):
        now = dot(offset, d_model, base)
        if now > before:
            return offset
        before = now
    return None


def first_negative(d_model, base):
    return next(offset for offset in count(1) if dot(offset, d_model, base) < 0)


def matrix(entry):
    """Return the answer that fills a matrix with entry(p, q, d_model)."""

    def similarity_matrix(n_positions, d_model):
        positions = range(n_positions)
        return [[entry(p, q, d_model) for q in positions] for p in positions]

    return similarity_matrix


similarity_matrix = matrix(lambda p, q, d_model: dot(p - q, d_model) / (d_model / 2))

RIGHT = {"first_rise_by_base": first_rise, "similarity_matrix": similarity_matrix}
MISTAKES = [
    ("first_rise_by_base", lambda d_model, base: first_rise(d_model, base) - 1, "off by one"),
    ("first_rise_by_base", lambda d_model, base: first_rise(d_model, 10000), "do not fix it"),
    ("first_rise_by_base", first_negative, "below 0 for the first time"),
    ("first_rise_by_base", lambda d_model, base: first_rise(2, base), "the fast pair alone"),
    (
        "first_rise_by_base",
        lambda d_model, base: dot(first_rise(d_model, base), d_model, base),
        "not the similarity there",
    ),
    ("similarity_matrix", matrix(lambda p, q, d: dot(p - q, d)), "the diagonal should be 1"),
    ("similarity_matrix", matrix(lambda p, q, d: dot(p - q, d) / d), "not by d"),
    (
        "similarity_matrix",
        matrix(lambda p, q, d: dot(p - q, d) / math.sqrt(d / 2)),
        "the length of each of them",
    ),
    ("similarity_matrix", lambda n, d: similarity_matrix(n, d)[0], "its first row"),
    (
        "similarity_matrix",
        matrix(lambda p, q, d: dot(p + q, d) / (d / 2)),
        "you add them",
    ),
]
