"""Exercises on experiments: what a blind model can reach, and a measure without a threshold."""

import numpy as np

from sinpe_lib.checks.judge import Exercise


def _last_row_best(n):
    # The last token is A or B in 2 of n cases, and then the answer is known; else it is a guess.
    return 2 / n + (1 - 2 / n) / 2


def _area(yes, no):
    return _points(yes, no, tied=0.5)


def _points(yes, no, tied):
    above, equal = yes[:, None] > no, yes[:, None] == no
    return float(np.mean(above + tied * equal))


def _balanced(yes, no):
    # as many of one answer as of the other
    return (np.mean(yes > 0) + np.mean(no <= 0)) / 2


def _in_order(yes, no):
    return np.mean([y > n for y, n in zip(yes, no, strict=False)])


EXERCISES = {
    "last_row_best": Exercise(
        _last_row_best,
        cases=((2,), (3,), (8,), (16,), (100,)),
        mistakes=(
            (
                lambda n: 0.5,
                "one half is for a readout that is free of order: the place that is read tells "
                "which token stands there",
            ),
            (
                lambda n: 2 / n,
                "in the other cases the model may still guess, and half of its guesses are right",
            ),
            (
                lambda n: 1 / n + (1 - 1 / n) / 2,
                "B in the last place gives the answer away as well as A does",
            ),
            (lambda n: 0.5 + 2 / n, "where the answer is known, there is no guess to add"),
        ),
    ),
    "area": Exercise(
        _area,
        cases=(
            (np.array([0.5, 2.0, -1.0]), np.array([-2.0, 0.5, -0.5, 3.0])),
            (np.array([11.0, 12.5, 14.0, 15.0]), np.array([10.0, 12.5])),
            (np.array([-3.0, -3.0]), np.array([-3.0, -4.0, 1.0])),
            (np.array([1.0]), np.array([2.0, 0.0, -1.0])),
        ),
        mistakes=(
            (
                lambda yes, no: _points(yes, no, tied=0),
                "two equal scores count one half, not nothing",
            ),
            (lambda yes, no: _points(yes, no, tied=1), "two equal scores count one half, not one"),
            (
                lambda yes, no: _area(no, yes),
                "it counts where the yes is the higher of the two",
            ),
            (
                _balanced,
                "that is the accuracy at the threshold 0: compare the scores with each other",
            ),
            (_in_order, "every yes meets every no, not only the one at its own place"),
            (
                lambda yes, no: _area(yes, no) * len(yes) * len(no),
                "a share: divide by the number of pairs",
            ),
        ),
    ),
}
