"""Exercises on attention that forgets order."""

from tests.checks.trying import subject_tests


def gaps(got, wanted):
    places = [(row, column) for row in range(len(wanted)) for column in range(len(wanted[0]))]
    return [got[row][column] - wanted[row][column] for row, column in places]


def compared(combine, first=None, second=None):
    """Return an answer that compares two tables of rows, chosen by two functions."""

    def answer(layer, x, order):
        shuffled = layer(x[order]) if first is None else first(layer, x, order)
        wanted = [layer(x)[row] for row in order] if second is None else second(layer, x, order)
        return combine(gaps(shuffled, wanted))

    return answer


def largest(differences):
    return max(abs(difference) for difference in differences)


def undone(layer, x, order):
    rows = list(layer(x))
    for place, row in enumerate(order):
        rows[row] = layer(x)[place]
    return rows


RIGHT = {"order_gap": compared(largest)}
MISTAKES = [
    ("order_gap", compared(largest, second=lambda layer, x, order: layer(x)), "travels with"),
    ("order_gap", compared(largest, second=undone), "you undo the shuffle"),
    (
        "order_gap",
        compared(
            largest, lambda layer, x, order: layer(x)[order], lambda layer, x, order: layer(x)
        ),
        "must see the shuffled rows",
    ),
    ("order_gap", compared(max), "take absolute values"),
    (
        "order_gap",
        compared(lambda numbers: sum(map(abs, numbers)) / len(numbers)),
        "not the mean",
    ),
]


test_right_answers, test_known_mistakes = subject_tests(RIGHT, MISTAKES)
