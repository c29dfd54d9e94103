"""Exercises on experiments."""

from fractions import Fraction

import numpy as np

from tests.checks.trying import subject_tests


def counted(guess):
    """Return an answer that goes through all places of A and B; `guess` judges the unclear ones."""

    def answer(n):
        places = [(a, b) for a in range(n) for b in range(n) if a != b]
        right = sum(1 if n - 1 in place else guess for place in places)
        return float(Fraction(right) / len(places))

    return answer


def of_a_alone(n):
    places = [(a, b) for a in range(n) for b in range(n) if a != b]
    right = sum(Fraction(1) if a == n - 1 else Fraction(1, 2) for a, b in places)
    return float(right / len(places))


def difference(after, before, scale):
    def answer(function, x, index, step):
        moved = [x.copy(), x.copy()]
        moved[0][index] += after * step
        moved[1][index] += before * step
        return (function(moved[0]) - function(moved[1])) / (scale * step)

    return answer


def all_coordinates(function, x, index, step):
    right = difference(1, -1, 2)
    return right(function, x, 0, step) + sum(
        right(function, x, number, step) for number in range(1, len(x))
    )


RIGHT = {"last_row_best": counted(Fraction(1, 2)), "slope": difference(1, -1, 2)}
SINGLE = {
    "last_row_best": lambda n: np.float32(0.5) + np.float32(1 / n),
    "slope": lambda function, x, index, step: difference(1, -1, 2)(
        function, x.astype(np.float32), index, np.float32(step)
    ),
}
MISTAKES = [
    ("last_row_best", lambda n: 0.5, "the place that is read tells"),
    ("last_row_best", counted(0), "may still guess"),
    ("last_row_best", of_a_alone, "as well as A does"),
    ("last_row_best", lambda n: 0.5 + 2 / n, "no guess to add"),
    ("slope", difference(1, 0, 1), "go both ways"),
    ("slope", difference(1, -1, 1), "two steps"),
    ("slope", difference(-1, 1, 2), "in this order"),
    ("slope", all_coordinates, "the others stay"),
]

test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
