"""Exercises on experiments: what a blind model can reach, and whether a gradient is right."""

import numpy as np

from sinpe_lib.checks.judge import Exercise


def _last_row_best(n):
    # The last token is A or B in 2 of n cases, and then the answer is known; else it is a guess.
    return 2 / n + (1 - 2 / n) / 2


def cube_sum(x):
    return float(np.sum(x**3))


def bent(x):
    return float(np.exp(x[0]) * np.sin(x[1]) + x[0])


def _slope(function, x, index, step):
    above, below = np.array(x, dtype=float), np.array(x, dtype=float)
    above[index] += step
    below[index] -= step
    return (function(above) - function(below)) / (2 * step)


def _forward(function, x, index, step):
    above = np.array(x, dtype=float)
    above[index] += step
    return (function(above) - function(x)) / step


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
    "slope": Exercise(
        _slope,
        cases=(
            # Steps so large that a difference in float32 keeps its digits.
            (cube_sum, np.array([1.0, -2.0, 0.5]), 1, 0.25),
            (cube_sum, np.array([1.0, -2.0, 0.5]), 2, 0.5),
            (bent, np.array([0.3, 2.0]), 0, 0.25),
            (bent, np.array([0.3, 2.0]), 1, 0.25),
        ),
        mistakes=(
            (
                _forward,
                "a step to one side only is off by a multiple of the step: go both ways",
            ),
            (
                lambda function, x, index, step: 2 * _slope(function, x, index, step),
                "from one point to the other are two steps: divide by both",
            ),
            (
                lambda function, x, index, step: -_slope(function, x, index, step),
                "the value above minus the value below, in this order",
            ),
            (
                lambda function, x, index, step: sum(
                    _slope(function, x, number, step) for number in range(len(x))
                ),
                "only the coordinate `index` moves, the others stay",
            ),
        ),
    ),
}
