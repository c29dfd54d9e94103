"""Exercises on the formula: the first row, the base."""

import math


def row_zero(d_model):
    return [math.sin(0) if column % 2 == 0 else math.cos(0) for column in range(d_model)]


def smallest_base(offset, d_model):
    """Halve an interval of logarithms until the slowest pair turns by pi over the offset."""
    low, high = 0.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        too_fast = offset * math.exp(-middle * (d_model - 2) / d_model) > math.pi
        low, high = (middle, high) if too_fast else (low, middle)
    return math.exp(high)


RIGHT = {
    "row_zero": row_zero,
    "smallest_base": smallest_base,
}
MISTAKES = [
    ("row_zero", lambda d_model: [0.0] * d_model, "half of the columns hold a cosine"),
    ("row_zero", lambda d_model: [1, 0] * (d_model // 2), "not the reverse"),
    ("row_zero", lambda d_model: [0] * (d_model // 2) + [1] * (d_model // 2), "alternate"),
    ("row_zero", lambda d_model: (0, 1), "d_model columns"),
    ("smallest_base", lambda k, d: k / math.pi, "the exponent 1"),
    ("smallest_base", lambda k, d: (k / math.tau) ** (d / (d - 2)), "you allow a whole one"),
    ("smallest_base", lambda k, d: (2 * k) ** (d / (d - 2)), "half a turn is pi"),
    ("smallest_base", lambda k, d: (k / 180) ** (d / (d - 2)), "not 180"),
    ("smallest_base", lambda k, d: (k / math.pi) ** (1 - 2 / d), "as its inverse"),
    ("smallest_base", lambda k, d: (k / math.pi) ** (d / (d - 1)), "number d/2 - 1"),
    ("smallest_base", lambda k, d: (k / math.pi) ** (2 * d / (d - 2)), "the 2 is missing"),
    ("smallest_base", lambda k, d: math.ceil((k / math.pi) ** (d / (d - 2))), "a whole number"),
    ("smallest_base", lambda k, d: smallest_base(k - 1, d), "you take k - 1"),
    ("smallest_base", lambda k, d: math.tau * smallest_base(k, d), "return the base"),
]
