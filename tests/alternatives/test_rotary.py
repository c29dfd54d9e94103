"""Rotary embeddings against the matrices of the book, complex numbers and hand values."""

import cmath

import numpy as np
import pytest

from sinpe_lib import rotate, shift_matrix

RANDOM = np.random.default_rng(8)
X = RANDOM.normal(size=(4, 6))


@pytest.mark.parametrize("positions", [[0, 1, 2, 3], [50, 7, -3, 2.5]])
def test_a_row_is_turned_by_the_transpose_of_the_shift_matrix(positions):
    expected = [shift_matrix(p, 6).T @ row for p, row in zip(positions, X, strict=True)]
    np.testing.assert_allclose(rotate(X, positions), expected, atol=1e-12)


@pytest.mark.parametrize("base", [10000.0, 100.0])
def test_a_pair_is_a_complex_number_times_a_number_of_length_1(base):
    turned = rotate(X, [5, 6, 7, 8], base)
    for p, row, got in zip([5, 6, 7, 8], X.tolist(), turned, strict=True):
        for i in range(3):
            z = complex(*row[2 * i : 2 * i + 2]) * cmath.exp(1j * p * base ** (-2 * i / 6))
            assert got[2 * i : 2 * i + 2] == pytest.approx([z.real, z.imag])


def test_a_quarter_turn_by_hand():
    # anticlockwise, as in the paper: from the first axis to the second
    np.testing.assert_allclose(
        rotate([[1, 0], [0, 1]], [np.pi / 2] * 2), [[0, 1], [-1, 0]], atol=1e-15
    )


def test_a_batch_is_its_members_one_by_one():
    batch = RANDOM.normal(size=(2, 3, 4, 6))
    got = rotate(batch, [0, 1, 2, 3])
    for index in np.ndindex(2, 3):
        np.testing.assert_array_equal(got[index], rotate(batch[index], [0, 1, 2, 3]))


def test_inputs_are_not_written_to():
    x = X.copy()
    rotate(x, [1, 2, 3, 4])
    np.testing.assert_array_equal(x, X)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: rotate(X[:, :5], range(4)), ValueError, r"x must have .* even; got \(4, 5\)"),
        (lambda: rotate(X[0], [1]), ValueError, r"x must have .* even; got \(6,\)"),
        (
            lambda: rotate(X, range(3)),
            ValueError,
            r"positions must be one for each of the 4 rows of x; got shape \(3,\)",
        ),
        (
            lambda: rotate(X, 3),
            ValueError,
            r"positions must be one for each of the 4 rows of x; got shape \(\)",
        ),
        (lambda: rotate(X[:0], []), ValueError, r"x must have .*; got \(0, 6\)"),
        (lambda: rotate("x", [1]), TypeError, "x must be real numbers"),
        (lambda: rotate(X * np.inf, range(4)), ValueError, "x must be finite"),
        (lambda: rotate(X, [np.nan] * 4), ValueError, "positions must be finite"),
        (lambda: rotate(X, range(4), base=0), ValueError, "base must be at least 1; got 0"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()
