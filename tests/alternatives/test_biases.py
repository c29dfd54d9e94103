"""T5 bias and ALiBi against whole numbers, hand values and scalar loops."""

import math

import numpy as np
import pytest

from sinpe_lib import alibi_bias, alibi_slopes, t5_bias, t5_buckets


def bucket_in_whole_numbers(offset, n_buckets, max_distance, causal):
    """Return the bucket: m is the largest with exact * (max / exact)**(m / rest) <= distance."""
    of_a_side = n_buckets if causal else n_buckets // 2
    distance = max(-offset, 0) if causal else abs(offset)
    first = of_a_side if offset > 0 and not causal else 0
    exact = of_a_side // 2
    if distance < exact:
        return first + distance
    rest = of_a_side - exact
    m = max(m for m in range(rest) if distance**rest * exact**m >= exact**rest * max_distance**m)
    return first + exact + m


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("n_buckets", "max_distance"), [(32, 128), (8, 20), (64, 300)])
def test_buckets_equal_those_of_whole_numbers(n_buckets, max_distance, causal):
    offsets = [*range(-400, 401), -(10**6), 10**6]
    got = t5_buckets(offsets, n_buckets, max_distance, causal=causal)
    expected = [bucket_in_whole_numbers(k, n_buckets, max_distance, causal) for k in offsets]
    assert got.tolist() == expected


def test_buckets_of_the_paper_by_hand():
    # 8 exact distances, then the ranges begin at 8 * 2**(m / 2): 8, 11.3, 16, 22.6, 32, 45.3, ...
    distances = [0, 7, 8, 11, 12, 15, 16, 22, 23, 31, 32, 45, 46, 63, 64, 90, 91, 127, 128, 9999]
    buckets = [0, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 15, 15]
    assert t5_buckets(np.negative(distances)).tolist() == buckets
    assert t5_buckets(distances[1:]).tolist() == [16 + bucket for bucket in buckets[1:]]
    # causal: 16 exact distances; keys after the query share the bucket of the query itself
    assert t5_buckets([-15, -16, -128, -500, 0, 3], causal=True).tolist() == [15, 16, 31, 31, 0, 0]


@pytest.mark.parametrize("causal", [False, True])
def test_the_t5_bias_is_a_number_for_each_head_and_bucket(causal):
    values, positions = np.arange(16).reshape(2, 8) / 8, [3, 4, 40, 6]
    bias = t5_bias(values, positions, max_distance=20, causal=causal)
    for head in range(2):
        for q, query in enumerate(positions):
            for k, key in enumerate(positions):
                bucket = bucket_in_whole_numbers(key - query, 8, 20, causal)
                hidden = causal and key > query
                assert bias[head, q, k] == (-math.inf if hidden else values[head, bucket])


@pytest.mark.parametrize(
    ("n_heads", "exponents"),
    [
        (1, [8]),
        (2, [4, 8]),
        (4, [2, 4, 6, 8]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (16, [k / 2 for k in range(1, 17)]),
        (3, [4, 8, 2]),
        (6, [2, 4, 6, 8, 1, 3]),
        (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    ],
)
def test_slopes_by_hand(n_heads, exponents):
    np.testing.assert_allclose(alibi_slopes(n_heads), [2**-e for e in exponents], rtol=1e-15)


@pytest.mark.parametrize("causal", [False, True])
def test_the_bias_of_alibi_is_minus_the_slope_times_the_distance(causal):
    positions = [5, 6, 9]
    bias = alibi_bias(2, positions, causal=causal)
    for head, slope in enumerate([1 / 16, 1 / 256]):
        for q, query in enumerate(positions):
            for k, key in enumerate(positions):
                hidden = causal and key > query
                assert bias[head, q, k] == (-math.inf if hidden else -slope * abs(query - key))


def test_the_t5_bias_is_of_an_encoder_unless_asked():
    values = np.arange(32.0)[None]
    # two on each border between buckets that a max_distance of 129 would move
    positions = [0, 15, 16, 31, 32, 63, 64, 90, 91]
    expected = [bucket_in_whole_numbers(k, 32, 128, causal=False) for k in positions]
    assert t5_bias(values, positions)[0, 0].tolist() == expected


def test_alibi_is_causal_unless_asked():
    np.testing.assert_array_equal(alibi_bias(1, [0, 1]), alibi_bias(1, [0, 1], causal=True))
    assert np.isneginf(alibi_bias(1, [0, 1])[0, 0, 1])


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: t5_buckets([0.5]), TypeError, "offsets must be integers"),
        (lambda: t5_buckets([1], 6), ValueError, "n_buckets must leave .*; got 6"),
        (lambda: t5_buckets([1], 2), ValueError, "n_buckets must leave .*; got 2"),
        (lambda: t5_buckets([1], 0), ValueError, "n_buckets must leave .*; got 0"),
        (lambda: t5_buckets([1], 5, causal=True), ValueError, "n_buckets must leave .*; got 5"),
        (lambda: t5_buckets([1], 0, causal=True), ValueError, "n_buckets must leave .*; got 0"),
        (lambda: t5_buckets([1], 8.0), TypeError, "n_buckets must be an integer; got 8.0"),
        (lambda: t5_buckets([1], 32, 8), ValueError, "max_distance must be above 8; got 8"),
        (lambda: t5_buckets([1], 32, "9"), TypeError, "max_distance must be an integer; got '9'"),
        (lambda: t5_bias([0.0] * 4, [0]), ValueError, r"values must have shape .*; got \(4,\)"),
        (lambda: t5_bias([[np.inf] * 4], [0]), ValueError, "values must be finite; got inf"),
        (lambda: t5_bias(["a"], [0]), TypeError, "values must be real numbers"),
        (lambda: t5_bias([[0.0] * 4], [[0]]), ValueError, "positions must have one axis"),
        (lambda: alibi_slopes(0), ValueError, "n_heads must be at least 1; got 0"),
        (lambda: alibi_slopes(2.0), TypeError, "n_heads must be an integer; got 2.0"),
        (lambda: alibi_bias(1, [0.5]), TypeError, "positions must be integers"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()


def test_a_side_of_two_buckets_is_enough():
    # one exact distance; all others share the second bucket
    assert t5_buckets([-9, -1, 0, 1, 9], 4, 2).tolist() == [1, 1, 0, 3, 3]
    assert t5_buckets([-9, -1, 0, 1], 2, 2, causal=True).tolist() == [1, 1, 0, 0]
