"""Exercises on how alike two rows are: the pairs that keep them apart, similarity below zero."""

import math

import pytest

from sinpe_lib.checks import check


def cosines(offset, d):
    return [math.cos(offset / 10000 ** (2 * i / d)) for i in range(d // 2)]


def similarity(offset, d_model):
    return sum(cosines(offset, d_model))


def first(d_model, found, last=math.inf):
    offset = 1
    while not found(offset, d_model):
        if offset == last:
            return 1
        offset += 1
    return offset


def negative(offset, d):
    return similarity(offset, d) < 0


def first_negative(d_model):
    return first(d_model, negative)


def first_rise(d_model):
    return first(d_model, lambda k, d: similarity(k, d) > similarity(k - 1, d))


RIGHT = {
    "pairs_to_delete": lambda d: range(d // 4, d // 2),
    "first_negative": first_negative,
}
MISTAKES = [
    ("pairs_to_delete", lambda d: range(d // 2, d), "numbers of pairs"),
    ("pairs_to_delete", lambda d: [d // 2 - 1] * (d // 4), "once only"),
    ("pairs_to_delete", lambda d: range(d // 4 + 1, d // 2), "fewer than d/4"),
    ("pairs_to_delete", lambda d: range(d // 4), "have come closer"),
    ("first_negative", lambda d: first_negative(d) - 1, "off by one"),
    ("first_negative", lambda d: similarity(first_negative(d), d), "not the similarity there"),
    ("first_negative", first_rise, "not yet below 0"),
    ("first_negative", lambda d: first(2, lambda k, _: math.cos(k) < 0), "fast pair alone"),
    ("first_negative", lambda d: first(d, negative, last=1999), "ends too early"),
]


@pytest.mark.parametrize(
    ("delete", "hint"),
    [
        (lambda d: range(0, d // 2, 2), "have come closer"),
        (lambda d: range(1, d // 2, 2), "have come closer"),
        (lambda d: range(d // 2), "have come closer"),
        (lambda d: [[pair] for pair in range(d // 4, d // 2)], "numbers of pairs"),
        (lambda d: [pair + 0.5 for pair in range(d // 4, d // 2)], "numbers of pairs"),
        (lambda d: range(-(d // 4), 0), "numbers of pairs"),
        (lambda d: [], "fewer than d/4"),
    ],
)
def test_other_deletions_are_refused(delete, hint):
    assert hint in check("pairs_to_delete", delete).hint


def test_a_deletion_may_come_in_any_order_and_leave_a_slow_pair():
    def delete(d):
        return [*range(d // 2 - 2, d // 4 - 1, -1), d // 4 - 1]

    assert check("pairs_to_delete", delete).state == "passed"


def test_the_slow_half_adds_nothing_to_the_distance_of_the_closest_rows():
    """At width 64 and offsets up to 200; the check goes further with the same formula."""

    def distance(offset, pairs):
        return math.sqrt(sum(4 * math.sin(offset / 10000 ** (i / 32) / 2) ** 2 for i in pairs))

    def smallest(pairs):
        return min(distance(offset, pairs) for offset in range(1, 200))

    assert smallest(range(16)) == pytest.approx(smallest(range(32)), rel=1e-4)
    assert smallest(range(16, 32)) == pytest.approx(0.0151, abs=1e-4)
