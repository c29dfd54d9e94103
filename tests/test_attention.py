"""Attention against scalar loops, hand values, and what its definition implies."""

import math

import numpy as np
import pytest

from sinpe_lib import causal_mask, score_terms, self_attention, softmax

RANDOM = np.random.default_rng(3)
X = RANDOM.normal(size=(5, 4))
MAPS = [RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 2))]
BIAS = RANDOM.normal(size=(5, 5))


def attention_by_scalar_loop(x, w_query, w_key, w_value, allowed, bias):
    """Return output and weights, one score at a time."""

    def mapped(token, matrix):
        return [
            sum(token[i] * matrix[i][j] for i in range(len(token))) for j in range(len(matrix[0]))
        ]

    outputs, weights = [], []
    for q in range(len(x)):
        query = mapped(x[q], w_query)
        exponentials = []
        for k in range(len(x)):
            score = sum(a * b for a, b in zip(query, mapped(x[k], w_key), strict=True))
            score = score / math.sqrt(len(query)) + bias[q][k]
            exponentials.append(math.exp(score) if allowed[q][k] else 0.0)
        row = [e / sum(exponentials) for e in exponentials]
        values = [mapped(token, w_value) for token in x]
        outputs.append(
            [sum(w * v[j] for w, v in zip(row, values, strict=True)) for j in range(len(values[0]))]
        )
        weights.append(row)
    return outputs, weights


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("biased", [False, True])
def test_equals_the_scalar_loop(masked, biased):
    mask = [[k <= q for k in range(5)] for q in range(5)]
    allowed = mask if masked else [[True] * 5] * 5
    bias = BIAS if biased else np.zeros((5, 5))
    expected = attention_by_scalar_loop(X, *MAPS, allowed, bias)
    options = ({"mask": mask} if masked else {}) | ({"bias": BIAS} if biased else {})
    output, weights = self_attention(X, *MAPS, **options)
    np.testing.assert_allclose(output, expected[0], atol=1e-12)
    np.testing.assert_allclose(weights, expected[1], atol=1e-12)


def test_two_tokens_by_hand():
    # The scores are 1 / sqrt(2) on the diagonal and 0 beside it.
    near = math.exp(1 / math.sqrt(2)) / (math.exp(1 / math.sqrt(2)) + 1)
    output, weights = self_attention(np.eye(2), np.eye(2), np.eye(2), [[10], [20]])
    np.testing.assert_allclose(weights, [[near, 1 - near], [1 - near, near]])
    np.testing.assert_allclose(output, [[20 - 10 * near], [10 + 10 * near]])


def test_a_batch_is_its_members_one_by_one():
    batch = RANDOM.normal(size=(3, 2, 5, 4))
    output, weights = self_attention(batch, *MAPS, bias=BIAS, mask=causal_mask(5))
    assert (output.shape, weights.shape) == ((3, 2, 5, 2), (3, 2, 5, 5))
    for index in np.ndindex(3, 2):
        one = self_attention(batch[index], *MAPS, bias=BIAS, mask=causal_mask(5))
        np.testing.assert_allclose(output[index], one[0], atol=1e-12)
        np.testing.assert_allclose(weights[index], one[1], atol=1e-12)


def test_masks_and_biases_of_a_batch_differ():
    masks = np.stack([np.eye(5, dtype=bool), np.ones((5, 5), dtype=bool)])
    batch = np.stack([X, X])
    _, weights = self_attention(batch, *MAPS, mask=masks)
    np.testing.assert_array_equal(weights[0], np.eye(5))
    assert weights[1].min() > 0


def test_a_key_may_be_hidden_from_every_query():
    mask = np.ones((5, 5), dtype=bool)
    mask[:, 0] = False
    _, weights = self_attention(X, *MAPS, mask=mask)
    np.testing.assert_array_equal(weights > 0, mask)


def test_softmax_by_hand():
    np.testing.assert_allclose(softmax([0, math.log(3)]), [0.25, 0.75])
    np.testing.assert_allclose(
        softmax([[0, 0], [math.log(3), 0]], axis=0), [[0.25, 0.5], [0.75, 0.5]]
    )


def test_softmax_neither_overflows_nor_minds_minus_infinity():
    np.testing.assert_allclose(softmax([1e4, 1e4 + math.log(3)]), [0.25, 0.75])
    np.testing.assert_array_equal(softmax([-math.inf, -1e4]), [0, 1])


def test_softmax_treats_each_row_by_itself():
    np.testing.assert_allclose(softmax([[0, 0], [5000, 5000]]), [[0.5, 0.5], [0.5, 0.5]])


def test_causal_mask_by_hand():
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    assert causal_mask(3).tolist() == expected
    assert causal_mask(3).dtype == bool
    assert causal_mask(1).tolist() == [[True]]


ADDED = RANDOM.normal(size=(5, 4))


def test_the_four_terms_by_scalar_loops():
    terms = score_terms(X, ADDED, *MAPS[:2])
    for term, (asking, answering) in zip(
        terms, [(X, X), (X, ADDED), (ADDED, X), (ADDED, ADDED)], strict=True
    ):
        for q, k in np.ndindex(5, 5):
            expected = sum(
                asking[q][i] * MAPS[0][i][m] * MAPS[1][j][m] * answering[k][j]
                for i in range(4)
                for j in range(4)
                for m in range(3)
            )
            assert term[q, k] == pytest.approx(expected / math.sqrt(3), abs=1e-12)


def test_the_softmax_of_the_sum_of_the_terms_is_the_weights():
    weights = self_attention(X + ADDED, *MAPS)[1]
    np.testing.assert_allclose(softmax(sum(score_terms(X, ADDED, *MAPS[:2]))), weights, atol=1e-12)


def test_the_terms_of_a_batch_are_those_of_its_members():
    batch = RANDOM.normal(size=(3, 2, 5, 4))
    terms = score_terms(batch, ADDED, *MAPS[:2])
    assert [term.shape for term in terms] == [(3, 2, 5, 5)] * 3 + [(5, 5)]
    for index in np.ndindex(3, 2):
        for whole, one in zip(terms, score_terms(batch[index], ADDED, *MAPS[:2]), strict=True):
            np.testing.assert_allclose(whole[index] if whole.ndim == 4 else whole, one, atol=1e-12)


def test_inputs_are_not_written_to():
    arrays = [X.copy(), *(m.copy() for m in MAPS), BIAS.copy(), causal_mask(5)]
    self_attention(*arrays[:4], bias=arrays[4], mask=arrays[5])
    score_terms(arrays[0], arrays[4][:, :4], *arrays[1:3])
    for array, before in zip(arrays, [X, *MAPS, BIAS, np.tri(5)], strict=True):
        np.testing.assert_array_equal(array, before)


EYE = np.eye(4)
BATCH = np.ones((2, 3, 4, 5, 4))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: self_attention(X[0], *MAPS), ValueError, r"x must have shape .*; got \(4,\)"),
        (lambda: self_attention(X, np.eye(3), EYE, EYE), ValueError, r"w_query must .*\(3, 3\)"),
        (lambda: self_attention(X, EYE, np.eye(3), EYE), ValueError, r"w_key must .*\(3, 3\)"),
        (lambda: self_attention(X, EYE, EYE, EYE[0]), ValueError, r"w_value must .*\(4,\)"),
        (lambda: self_attention(X, EYE, EYE, EYE[:, :0]), ValueError, r"w_value must .*\(4, 0\)"),
        (
            lambda: self_attention(X, EYE, EYE[:, :2], EYE),
            ValueError,
            r"w_query and w_key must have the same shape; got \(4, 4\) and \(4, 2\)",
        ),
        (lambda: self_attention("x", *MAPS), TypeError, "x must be real numbers; got 'x'"),
        (lambda: self_attention(X, EYE * 1j, EYE, EYE), TypeError, "w_query must be real numbers"),
        (lambda: self_attention(X * np.nan, *MAPS), ValueError, "x must be finite; got nan"),
        (lambda: self_attention(X, EYE / 0.0, EYE, EYE), ValueError, "w_query must be finite"),
        (
            lambda: self_attention(X, *MAPS, bias=np.zeros(5)),
            ValueError,
            r"bias must have shape \(..., 5, 5\); got \(5,\)",
        ),
        (
            lambda: self_attention(X, *MAPS, bias=np.zeros((2, 5, 5))),
            ValueError,
            r"bias must have shape \(..., 5, 5\); got \(2, 5, 5\)",
        ),
        (
            lambda: self_attention(X, *MAPS, mask=causal_mask(4)),
            ValueError,
            r"mask must have shape \(..., 5, 5\); got \(4, 4\)",
        ),
        (
            lambda: self_attention(X, *MAPS, mask=np.tri(5)),
            TypeError,
            "mask must .*; got .*float64",
        ),
        (
            lambda: self_attention(X, *MAPS, mask=np.tri(5, k=-1, dtype=bool)),
            ValueError,
            "mask and bias must leave each query a key",
        ),
        (
            lambda: self_attention(X, *MAPS, bias=np.full((5, 5), -np.inf)),
            ValueError,
            "mask and bias must leave each query a key",
        ),
        (
            lambda: self_attention(X, *MAPS, bias=np.full((5, 5), np.nan)),
            ValueError,
            "bias must be finite or minus infinity",
        ),
        (
            lambda: self_attention(np.stack([X] * 3), *MAPS, bias=np.zeros((2, 5, 5))),
            ValueError,
            r"bias must have shape \(..., 5, 5\); got \(2, 5, 5\)",
        ),
        (
            lambda: self_attention(BATCH, *MAPS, bias=np.zeros((2, 3, 1, 5, 4))),
            ValueError,
            r"bias must have shape \(..., 5, 5\); got \(2, 3, 1, 5, 4\)",
        ),
        (
            lambda: self_attention(BATCH, *MAPS, bias=np.zeros((2, 3, 7, 5, 5))),
            ValueError,
            r"bias must have shape \(..., 5, 5\); got \(2, 3, 7, 5, 5\)",
        ),
        (lambda: self_attention(X[:0], *MAPS), ValueError, r"x must have shape .*; got \(0, 4\)"),
        (
            lambda: score_terms(X, ADDED[:, :3], *MAPS[:2]),
            ValueError,
            r"encoding must have shape \(..., 5, 4\); got \(5, 3\)",
        ),
        (
            lambda: score_terms(X, ADDED * np.inf, *MAPS[:2]),
            ValueError,
            "encoding must be finite; got -?inf",
        ),
        (lambda: score_terms(X, "p", *MAPS[:2]), TypeError, "encoding must be real numbers"),
        (lambda: score_terms(X[0], ADDED, *MAPS[:2]), ValueError, r"x must have .*; got \(4,\)"),
        (
            lambda: score_terms(X, ADDED, MAPS[0], MAPS[1][:, :2]),
            ValueError,
            r"w_query and w_key must have the same shape; got \(4, 3\) and \(4, 2\)",
        ),
        (lambda: softmax([]), ValueError, r"scores must hold a number; got shape \(0,\)"),
        (lambda: softmax([0, math.nan]), ValueError, "scores must be finite or minus infinity"),
        (lambda: softmax([0, math.inf]), ValueError, "scores must be finite or minus infinity"),
        (lambda: softmax([-math.inf] * 2), ValueError, "scores must leave a finite one"),
        (lambda: softmax(["a"]), TypeError, r"scores must be real numbers; got \['a'\]"),
        (lambda: causal_mask(0), ValueError, "n must be at least 1; got 0"),
        (lambda: causal_mask(2.0), TypeError, "n must be an integer; got 2.0"),
        (lambda: causal_mask(True), TypeError, "n must be an integer; got True"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()
