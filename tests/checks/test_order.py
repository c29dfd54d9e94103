"""Exercises on attention that forgets order."""

from sinpe_lib.checks import check


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


def column_sorted(rows):
    columns = [sorted(column) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def sorted_alike(sort):
    return compared(
        largest,
        lambda layer, x, order: sort(layer(x[order]).tolist()),
        lambda layer, x, order: sort(layer(x).tolist()),
    )


def seen_before(mask, token):
    return {other for other in range(len(mask)) if mask[token][other]}


def seen_after(mask, order, place):
    return {order[other] for other in range(len(mask)) if mask[place][other]}


def surely_same(mask, order):
    places = range(len(order))
    return [seen_after(mask, order, j) == seen_before(mask, order[j]) for j in places]


def inverse(order):
    return [order.index(place) for place in range(len(order))]


def by_token(mask, order):
    return [surely_same(mask, order)[place] for place in inverse(order)]


def along_columns(mask, order):
    return surely_same([list(column) for column in zip(*mask, strict=True)], order)


def by_places(mask, order):
    return [seen_before(mask, j) == seen_before(mask, order[j]) for j in range(len(order))]


def by_number(mask, order):
    return [sum(mask[j]) == sum(mask[order[j]]) for j in range(len(order))]


RIGHT = {"order_gap": compared(largest), "surely_same": surely_same}
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
    ("order_gap", sorted_alike(column_sorted), "forgets which row"),
    ("order_gap", compared(max), "take absolute values"),
    (
        "order_gap",
        compared(lambda numbers: sum(map(abs, numbers)) / len(numbers)),
        "not the mean",
    ),
    ("surely_same", by_places, "shuffle the columns too"),
    ("surely_same", by_number, "the same number of tokens"),
    ("surely_same", by_token, "yours is about token j"),
    ("surely_same", along_columns, "go along its columns"),
    ("surely_same", lambda mask, order: [j == k for j, k in enumerate(order)], "may move and"),
    ("surely_same", lambda mask, order: [True] * len(order), "other tokens than before"),
]


def test_sorted_rows_are_known_like_sorted_columns():
    assert "forgets which row" in check("order_gap", sorted_alike(sorted)).hint
