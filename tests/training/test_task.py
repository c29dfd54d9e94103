"""The task: A and B once each, and which comes first."""

from collections import Counter

import numpy as np
import pytest

from sinpe_lib.training import closed, sequences


def test_a_and_b_stand_once_each_and_the_answer_is_read_off():
    tokens, is_first = sequences(200, 6, seed=3)
    assert tokens.shape == (200, 6)
    for row, answer in zip(tokens.tolist(), is_first.tolist(), strict=True):
        assert (row.count(0), row.count(1)) == (1, 1)
        assert set(row) <= set(range(10))
        assert answer == (row.index(0) < row.index(1))
    assert {token for row in tokens.tolist() for token in row} == set(range(10))


def test_the_smallest_task():
    (row,), (answer,) = sequences(1, 2, seed=0)
    assert sorted(row.tolist()) == [0, 1]
    assert answer == (row[0] == 0)


def test_every_pair_of_places_occurs_about_equally_often():
    tokens, _ = sequences(12000, 4, seed=1)
    places = Counter((row.index(0), row.index(1)) for row in tokens.tolist())
    assert len(places) == 12
    assert min(places.values()) > 800  # 1000 expected, standard deviation 30
    assert max(places.values()) < 1200


def test_the_seed_decides():
    one, other = sequences(5, 8, seed=1)[0], sequences(5, 8, seed=1)[0]
    assert one.tolist() == other.tolist() != sequences(5, 8, seed=2)[0].tolist()


def test_a_closed_set_is_closed_and_half_of_it_has_a_first():
    tokens, is_first = closed(sequences(30, 5, seed=0)[0])
    rows = Counter(map(tuple, tokens.tolist()))
    exchange = {0: 1, 1: 0}
    assert rows == Counter(tuple(exchange.get(t, t) for t in row) for row in tokens.tolist())
    assert rows == Counter(tuple(reversed(row)) for row in tokens.tolist())
    assert is_first.sum() * 2 == len(tokens) == 120
    assert is_first.tolist() == [row.index(0) < row.index(1) for row in tokens.tolist()]


def test_nothing_is_written_to():
    tokens = sequences(3, 5, seed=0)[0]
    before = tokens.copy()
    closed(tokens)
    np.testing.assert_array_equal(tokens, before)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((0, 5, 1), ValueError, "n_sequences must be at least 1; got 0"),
        ((5, 1, 1), ValueError, "length must be at least 2; got 1"),
        ((2.0, 5, 1), TypeError, "n_sequences must be an integer; got 2.0"),
        ((2, "5", 1), TypeError, "length must be an integer; got '5'"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(arguments, error, text):
    with pytest.raises(error, match=f"^{text}"):
        sequences(*arguments)
