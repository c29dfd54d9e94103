"""Relative position representations against equations 3 and 4 of the paper, in loops."""

import math

import numpy as np
import pytest

from sinpe_lib import causal_mask, relative_attention, self_attention

RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(5, 4))
MAPS = [RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 2))]
KEYS, VALUES = RANDOM.normal(size=(5, 3)), RANDOM.normal(size=(5, 2))  # offsets -2 to 2


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def by_scalar_loop(x, positions, clip, allowed):
    """Return outputs and weights: vectors are joined to keys and values before all products."""
    queries, keys, values = (
        [[dot(token, column) for column in np.transpose(matrix)] for token in x] for matrix in MAPS
    )
    outputs, weights = [], []
    for i, query in enumerate(queries):
        labels = [max(-clip, min(clip, position - positions[i])) for position in positions]
        powers = [
            math.exp(dot(query, np.add(keys[j], KEYS[2 + label])) / math.sqrt(3)) * allowed[i][j]
            for j, label in enumerate(labels)
        ]
        row = [power / sum(powers) for power in powers]
        joined = [np.add(values[j], VALUES[2 + label]) for j, label in enumerate(labels)]
        outputs.append([sum(row[j] * joined[j][c] for j in range(len(x))) for c in range(2)])
        weights.append(row)
    return outputs, weights


@pytest.mark.parametrize("positions", [None, [0, 1, 2, 3, 4], [9, 2, 3, 5, 4]])
@pytest.mark.parametrize("masked", [False, True])
def test_equals_the_scalar_loop(positions, masked):
    mask = causal_mask(5) if masked else np.ones((5, 5), bool)
    places = [0, 1, 2, 3, 4] if positions is None else positions
    expected = by_scalar_loop(X.tolist(), places, 2, mask.tolist())
    got = relative_attention(X, *MAPS, KEYS, VALUES, positions=positions, mask=mask)
    np.testing.assert_allclose(got[0], expected[0], atol=1e-12)
    np.testing.assert_allclose(got[1], expected[1], atol=1e-12)


def test_offsets_beyond_the_clip_share_a_vector():
    # All keys agree, and only the offset 1 has a vector: offsets 2, 3 and 4 must take it too.
    x, same = np.ones((5, 1)), np.eye(1)
    _, weights = relative_attention(
        x, same, same, same, [[0], [0], [math.log(3)]], np.zeros((3, 1))
    )
    np.testing.assert_allclose(weights[0], [1 / 13, 3 / 13, 3 / 13, 3 / 13, 3 / 13])
    np.testing.assert_allclose(weights[4], [1 / 5] * 5)


def test_without_vectors_it_is_self_attention():
    got = relative_attention(X, *MAPS, 0 * KEYS, 0 * VALUES)
    expected = self_attention(X, *MAPS)
    np.testing.assert_allclose(got[0], expected[0])
    np.testing.assert_allclose(got[1], expected[1])


def test_a_batch_is_its_members_one_by_one():
    batch = RANDOM.normal(size=(3, 5, 4))
    output, weights = relative_attention(batch, *MAPS, KEYS, VALUES)
    for index, x in enumerate(batch):
        one = relative_attention(x, *MAPS, KEYS, VALUES)
        np.testing.assert_allclose(output[index], one[0])
        np.testing.assert_allclose(weights[index], one[1])


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: relative_attention(X, *MAPS, KEYS[:4], VALUES),
            ValueError,
            r"key_vectors must have shape \(2 \* clip \+ 1, 3\), .*; got \(4, 3\)",
        ),
        (
            lambda: relative_attention(X, *MAPS, KEYS, KEYS),
            ValueError,
            r"value_vectors must have shape \(2 \* clip \+ 1, 2\), .*; got \(5, 3\)",
        ),
        (
            lambda: relative_attention(X, *MAPS, KEYS, VALUES[:3]),
            ValueError,
            "key_vectors and value_vectors must be equally many; got 5 and 3",
        ),
        (
            lambda: relative_attention(X, *MAPS, KEYS, VALUES, positions=[0, 1]),
            ValueError,
            "positions must be one for each of the 5 tokens; got 2",
        ),
        (lambda: relative_attention("x", *MAPS, KEYS, VALUES), TypeError, "x must be real numbers"),
        (
            lambda: relative_attention(X, *MAPS, KEYS * np.nan, VALUES),
            ValueError,
            "key_vectors must be finite; got nan",
        ),
        (
            lambda: relative_attention(X, *MAPS, KEYS, "abc"),
            TypeError,
            "value_vectors must be real numbers; got 'abc'",
        ),
        (
            lambda: relative_attention(X, np.eye(3), *MAPS[1:], KEYS, VALUES),
            ValueError,
            r"w_query must have shape \(4, ...\)",
        ),
        (
            lambda: relative_attention(X, *MAPS[:2], 1.0, KEYS, VALUES),
            ValueError,
            r"w_value must have shape \(4, ...\) as x has; got \(\)",
        ),
        (
            lambda: relative_attention(X[0], *MAPS, KEYS, VALUES),
            ValueError,
            r"x must have shape \(..., n, d_model\); got \(4,\)",
        ),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()
