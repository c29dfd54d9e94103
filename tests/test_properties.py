"""What holds for every position, width and base, tried on cases that Hypothesis picks.

Wrong formulas have these properties too (a doubled exponent keeps all of them), so the values
are tested elsewhere: in test_encoding.py and test_attention.py.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from sinpe_lib import (
    causal_mask,
    encode_positions,
    frequencies,
    offset_similarity,
    self_attention,
    shift_matrix,
    sinusoidal_encoding,
    softmax,
)

# The same tests try the same cases in every run, without a clock. derandomize=False looks for
# others.
settings.register_profile("book", derandomize=True, deadline=None, database=None, max_examples=50)
settings.load_profile("book")

FARTHEST = 10**5
# The documented error of one entry at the farthest sum of two positions.
ANGLE_ERROR = 2e-15 + 2.5e-16 * 2 * FARTHEST
ROUNDING = 4e-15  # of one entry, on two ways that start from the same angle

d_models = st.integers(1, 48).map(lambda pairs: 2 * pairs)
bases = st.just(10000.0) | st.floats(1, 1e6)
lengths = st.integers(0, 70)
starts = st.integers(-FARTHEST, FARTHEST)
positions = st.floats(-FARTHEST, FARTHEST)


@given(lengths, d_models, bases, starts)
def test_every_pair_lies_on_the_unit_circle(n_positions, d_model, base, start):
    table = sinusoidal_encoding(n_positions, d_model, base=base, start=start)
    squares = table[:, 0::2] ** 2 + table[:, 1::2] ** 2
    np.testing.assert_allclose(squares, np.ones((n_positions, d_model // 2)), rtol=4 * ROUNDING)


@given(positions, positions, d_models, bases)
def test_a_shift_matrix_moves_any_row(position, offset, d_model, base):
    moved = shift_matrix(offset, d_model, base) @ encode_positions(position, d_model, base=base)
    there = encode_positions(position + offset, d_model, base=base)
    np.testing.assert_allclose(moved, there, atol=4 * ANGLE_ERROR)


@given(positions, positions, d_models, bases)
def test_shift_matrices_are_a_group(first, second, d_model, base):
    there = shift_matrix(first, d_model, base)
    both = shift_matrix(second, d_model, base) @ there
    sum_of_both = shift_matrix(first + second, d_model, base)
    np.testing.assert_allclose(both, sum_of_both, atol=4 * ANGLE_ERROR)
    back = shift_matrix(-first, d_model, base)
    np.testing.assert_allclose(back @ there, np.eye(d_model), atol=4 * ROUNDING)
    np.testing.assert_array_equal(back, there.T)


@given(lengths, d_models, bases)
def test_negative_positions_mirror_the_sines(n_positions, d_model, base):
    table = sinusoidal_encoding(2 * n_positions + 1, d_model, base=base, start=-n_positions)
    mirrored = table[::-1] * np.tile([-1, 1], d_model // 2)
    np.testing.assert_allclose(table, mirrored, atol=ROUNDING)


@given(positions, positions, d_models, bases)
def test_similarity_knows_the_offset_alone_and_no_direction(position, offset, d_model, base):
    rows = encode_positions([position, position + offset], d_model, base=base)
    similarity = offset_similarity([offset, -offset], d_model, base)
    np.testing.assert_allclose(rows[0] @ rows[1], similarity, atol=2 * d_model * ANGLE_ERROR)
    assert similarity[0] == similarity[1] <= d_model / 2


@given(lengths, st.integers(0, 5000), d_models, bases, starts)
def test_a_row_depends_on_its_position_alone(n_positions, before, d_model, base, start):
    whole = sinusoidal_encoding(before + n_positions, d_model, base=base, start=start)
    part = sinusoidal_encoding(n_positions, d_model, base=base, start=start + before)
    np.testing.assert_allclose(whole[before:], part, atol=ROUNDING)


@given(lengths, d_models, bases, starts)
def test_a_table_encodes_its_positions(n_positions, d_model, base, start):
    table = sinusoidal_encoding(n_positions, d_model, base=base, start=start)
    rows = encode_positions(np.arange(start, start + n_positions), d_model, base=base)
    np.testing.assert_allclose(table, rows, atol=2 * ANGLE_ERROR)


@given(arrays(np.float64, array_shapes(max_dims=3, max_side=5), elements=positions), d_models)
def test_positions_of_any_shape_are_encoded_one_by_one(several, d_model):
    found = encode_positions(several, d_model)
    assert found.shape == (*several.shape, d_model)
    one_by_one = [encode_positions(position, d_model) for position in several.flat]
    np.testing.assert_allclose(found.reshape(-1, d_model), one_by_one, atol=ROUNDING)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@given(lengths, d_models, bases, starts)
def test_a_smaller_dtype_rounds_the_float64_table(dtype, n_positions, d_model, base, start):
    where = {"base": base, "start": start}
    exact = sinusoidal_encoding(n_positions, d_model, **where)
    out = np.full((n_positions, d_model), np.nan, dtype)
    assert sinusoidal_encoding(n_positions, d_model, **where, dtype=dtype, out=out) is out
    half_a_unit = np.spacing(np.abs(exact).astype(dtype)).astype(np.float64) / 2
    assert (np.abs(out.astype(np.float64) - exact) <= half_a_unit + ROUNDING).all()


@given(d_models, bases)
def test_frequencies_are_a_geometric_progression(d_model, base):
    found = frequencies(d_model, base)
    assert found[0] == 1
    np.testing.assert_allclose(found[1:], found[:-1] * base ** (-2 / d_model), rtol=1e-13)
    np.testing.assert_allclose(frequencies(2 * d_model, base)[::2], found, rtol=1e-13)


scores = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=3, max_side=5),
    elements=st.floats(-50, 50) | st.just(-np.inf),
)


@given(scores.filter(lambda array: np.isfinite(array).any(axis=-1).all()), st.floats(-1e3, 1e3))
def test_softmax_gives_weights_and_minds_no_constant(array, constant):
    weights = softmax(array)
    assert (weights >= 0).all()
    np.testing.assert_array_equal(weights == 0, np.isneginf(array))
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-12)
    np.testing.assert_allclose(softmax(array + constant), weights, rtol=1e-11)


@st.composite
def heads(draw):
    """Return n, the arguments of a head on n tokens, and a bias."""
    n, d_model, d_key, d_value = (draw(st.integers(1, 5)) for _ in range(4))

    def matrix(*shape):
        return draw(arrays(np.float64, shape, elements=st.floats(-3, 3)))

    maps = [matrix(d_model, width) for width in (d_key, d_key, d_value)]
    return n, (matrix(n, d_model), *maps), matrix(n, n)


@given(heads(), st.data())
def test_attention_is_permutation_equivariant(head, data):
    n, (x, *maps), bias = head
    order = data.draw(st.permutations(range(n)))
    output, weights = self_attention(x, *maps, bias=bias)
    shuffled = self_attention(x[order], *maps, bias=bias[np.ix_(order, order)])
    np.testing.assert_allclose(shuffled[0], output[order], atol=1e-12)
    np.testing.assert_allclose(shuffled[1], weights[np.ix_(order, order)], atol=1e-12)


@given(heads(), st.data())
def test_under_a_causal_mask_no_token_sees_a_later_one(head, data):
    n, (x, *maps), bias = head
    known = data.draw(st.integers(1, n))
    output, weights = self_attention(x, *maps, bias=bias, mask=causal_mask(n))
    np.testing.assert_array_equal(weights, np.tril(weights))
    prefix = self_attention(x[:known], *maps, bias=bias[:known, :known], mask=causal_mask(known))
    np.testing.assert_allclose(prefix[0], output[:known], atol=1e-12)
    np.testing.assert_allclose(prefix[1], weights[:known, :known], atol=1e-12)
