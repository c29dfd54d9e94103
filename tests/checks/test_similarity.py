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


RIGHT = {"first_rise_by_base": first_rise}
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
]
