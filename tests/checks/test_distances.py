"""Exercises on how alike two rows are: returns, similarity, the closest rows."""

import math

from tests.checks.trying import subject_tests


def closest_return(frequency, max_offset):
    def distance(offset):
        angle = frequency * offset
        return math.hypot(math.sin(angle), math.cos(angle) - 1)

    return min(range(1, max_offset + 1), key=distance)


def cosines(offset, d):
    return [math.cos(offset / 10000 ** (2 * i / d)) for i in range(d // 2)]


def sines(offset, d):
    return [math.sin(offset / 10000 ** (2 * i / d)) for i in range(d // 2)]


def similarity(offset, d_model):
    return sum(cosines(offset, d_model))


def first(d_model, found):
    offset = 1
    while not found(offset, d_model):
        offset += 1
    return offset


def first_negative(d_model):
    return first(d_model, lambda k, d: similarity(k, d) < 0)


def first_rise(d_model):
    return first(d_model, lambda k, d: similarity(k, d) > similarity(k - 1, d))


def distance(offset, d):
    return math.sqrt(sum(c * c for c in (2 * sine for sine in sines(offset / 2, d))))


def closest_rows(d_model, max_offset):
    closest = min(range(1, max_offset + 1), key=lambda offset: distance(offset, d_model))
    return closest, distance(closest, d_model)


def closest_by_sum_of_chords(d_model, max_offset):
    def total(offset):
        return sum(abs(sine) for sine in sines(offset / 2, d_model))

    closest = min(range(1, max_offset + 1), key=total)
    return closest, distance(closest, d_model)


def changed(offset=lambda k: k, distance=lambda value: value):
    def answer(d_model, max_offset):
        k, value = closest_rows(d_model, max_offset)
        return offset(k), distance(value)

    return answer


RIGHT = {
    "closest_return": closest_return,
    "similarity": similarity,
    "first_negative": first_negative,
    "closest_rows": closest_rows,
}
MISTAKES = [
    ("closest_return", lambda frequency, max_offset: 0, "start at offset 1"),
    (
        "closest_return",
        lambda f, m: min(range(1, m + 1), key=lambda k: abs(math.sin(f * k))),
        "compare whole pairs",
    ),
    (
        "closest_return",
        lambda f, m: min(range(1, m + 1), key=lambda k: f * k % math.tau),
        "just short of a whole turn",
    ),
    ("closest_return", lambda f, m: closest_return(f, m - 1), "allowed too"),
    ("closest_return", lambda f, m: closest_return(f, m + 1), "one offset too far"),
    ("closest_return", lambda f, m: closest_return(f, m) - 1, "off by one"),
    (
        "closest_return",
        lambda f, m: 2 * abs(math.sin(f * closest_return(f, m) / 2)),
        "not the distance",
    ),
    ("similarity", lambda k, d: sum(cosines(k, d)) / (d // 2), "not their mean"),
    ("similarity", lambda k, d: sum(sines(k, d)), "is a cosine, not a sine"),
    ("similarity", lambda k, d: 2 * sum(cosines(k, d)), "each of them twice"),
    (
        "similarity",
        lambda k, d: sum(math.cos(k / 10000 ** (2 * column / d)) for column in range(d)),
        "count all the columns",
    ),
    ("similarity", lambda k, d: math.cos(k), "not only the first"),
    ("similarity", cosines, "add them up"),
    ("similarity", lambda k, d: sum(cosines(k, d) + sines(k, d)), "which part of it is left"),
    ("first_negative", lambda d: first_negative(d) - 1, "off by one"),
    ("first_negative", lambda d: similarity(first_negative(d), d), "not the similarity there"),
    ("first_negative", first_rise, "not yet below 0"),
    ("first_negative", lambda d: first(2, lambda k, _: math.cos(k) < 0), "fast pair alone"),
    ("closest_rows", lambda d, m: (0, 0), "start at offset 1"),
    ("closest_rows", changed(distance=lambda value: value * value), "squared distance"),
    ("closest_rows", changed(distance=lambda value: value / 2), "the 2 is missing"),
    ("closest_rows", lambda d, m: closest_rows(d, m - 1), "allowed too"),
    ("closest_rows", lambda d, m: closest_rows(d, m + 1), "one offset too far"),
    ("closest_rows", changed(offset=lambda k: k - 1), "off by one"),
    ("closest_rows", closest_by_sum_of_chords, "not the chords"),
    ("closest_rows", lambda d, m: closest_rows(2, m), "fast pair alone"),
    ("closest_rows", lambda d, m: closest_rows(d, m)[::-1], "the offset first"),
    ("closest_rows", lambda d, m: closest_rows(d, m)[1], "offset and the distance"),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
