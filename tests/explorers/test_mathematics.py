"""The JavaScript mathematics is that of the library."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sinpe_lib.attention import self_attention
from sinpe_lib.encoding import encode_positions, frequencies, offset_similarity
from sinpe_lib.explorers.still import call

WIDTHS = st.integers(1, 64).map(lambda half: 2 * half)
BASES = st.floats(1, 1e6)
POSITIONS = st.floats(-1e4, 1e4)
NUMBERS = st.floats(-10, 10)


def matrices(rows, columns):
    return st.lists(
        st.lists(NUMBERS, min_size=columns, max_size=columns), min_size=rows, max_size=rows
    )


@given(WIDTHS, BASES)
def test_frequencies(width, base):
    expected = frequencies(width, base)
    np.testing.assert_allclose(call("mathematics.frequencies", width, base), expected, rtol=1e-15)


@given(POSITIONS, WIDTHS, BASES)
def test_row(position, width, base):
    found = call("mathematics.row", position, width, base)
    expected = encode_positions(position, width, base=base)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15 + 4e-16 * abs(position))


@given(POSITIONS, WIDTHS, BASES)
def test_similarity(offset, width, base):
    near = pytest.approx(
        offset_similarity(offset, width, base), abs=width * (1e-15 + 4e-16 * abs(offset))
    )
    assert call("mathematics.similarity", offset, width, base) == near


@given(st.floats(-1e3, 1e3), WIDTHS, BASES)
def test_pair_distances(offset, width, base):
    here, there = (encode_positions(p, width, base=base).reshape(-1, 2) for p in (0, offset))
    found = call("mathematics.pairDistances", offset, width, base)
    expected = np.hypot(*(there - here).T)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12 * (1 + abs(offset)))


@given(st.integers(1, 20).flatmap(lambda n: matrices(2, n)))
def test_dot(vectors):
    expected = sum(a * b for a, b in zip(*vectors, strict=True))
    assert call("mathematics.dot", *vectors) == pytest.approx(expected, abs=1e-12)


@given(matrices(3, 4), matrices(4, 2))
def test_times(rows, matrix):
    np.testing.assert_allclose(
        call("mathematics.times", rows, matrix), np.array(rows) @ matrix, atol=1e-12
    )


@given(st.lists(st.floats(-700, 700), min_size=1, max_size=50))
def test_softmax(scores):
    weights = np.exp(scores - np.max(scores))
    np.testing.assert_allclose(
        call("mathematics.softmax", scores), weights / weights.sum(), rtol=1e-12
    )


@given(matrices(3, 4), matrices(4, 2), matrices(4, 2), matrices(4, 3))
def test_attend(x, w_query, w_key, w_value):
    maps = (w_query, w_key, w_value)
    expected, _ = self_attention(np.array(x), *map(np.array, maps))
    np.testing.assert_allclose(call("mathematics.attend", x, *maps), expected, atol=1e-9)


def test_no_function_is_untested():
    tested = {"frequencies", "row", "similarity", "pairDistances", "dot", "times", "softmax"}
    assert set(call("() => Object.keys(sinpe.mathematics)")) == tested | {"attend"}
