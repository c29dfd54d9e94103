"""Relative position representations: learned vectors for offsets, inside attention."""

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.alternatives.offsets import key_offsets
from sinpe_lib.attention import self_attention

__all__ = ["relative_attention"]


def relative_attention(
    x, w_query, w_key, w_value, key_vectors, value_vectors, *, positions=None, mask=None
):
    """Return the output of one attention head with relative positions, and its weights.

    Parameters
    ----------
    x : array_like, shape (..., n, d_model)
        One token per row; leading axes are batches.
    w_query, w_key, w_value : array_like, shape (d_model, d_key) or (d_model, d_value)
        As in `self_attention`.
    key_vectors : array_like, shape (2 * clip + 1, d_key)
        Row clip + r is the vector that joins the key at offset r, from -clip to clip. An offset
        further out takes the row at that end.
    value_vectors : array_like, shape (2 * clip + 1, d_value)
        The same for the values.
    positions : array_like of int, shape (n,), optional
        Position of every token; 0, 1, ..., n - 1 by default.
    mask : array_like of bool, shape (n, n), optional
        As in `self_attention`.

    Returns
    -------
    output : numpy.ndarray, shape (..., n, d_value), float64
        Row q is the sum over k of the weight [q, k] times (value k + value vector of the offset).
    weights : numpy.ndarray, shape (..., n, n), float64
        The softmax of query q . (key k + key vector of the offset) / sqrt(d_key).

    Raises
    ------
    TypeError
        If an argument is not of real numbers, or `positions` are not integers.
    ValueError
        If the shapes do not fit, or the number of vectors is even.

    Notes
    -----
    Shaw et al. (2018), arXiv:1803.02155: section 3.1, equations 3 and 4, with the clipped
    offsets of section 3.2. The key vectors enter as a bias, since the dot product of a query with
    a sum is a sum of dot products (equation 5).

    Examples
    --------
    >>> same, none = np.eye(2), np.zeros((3, 2))
    >>> ahead = [[0, 0], [0, 0], [5, 5]]
    >>> _, weights = relative_attention([[1, 0], [0, 1], [1, 1]], same, same, same, ahead, none)
    >>> weights.round(2)
    array([[0.02, 0.32, 0.66],
           [0.01, 0.03, 0.96],
           [0.25, 0.25, 0.5 ]])
    """
    x = arguments.check_real_array("x", x).astype(np.float64)
    if x.ndim < 2:
        raise ValueError(f"x must have shape (..., n, d_model); got {x.shape}")
    n, d_model = x.shape[-2:]
    d_key = _check_width("w_query", w_query, d_model)
    key_vectors = _check_vectors("key_vectors", key_vectors, d_key)
    value_vectors = _check_vectors(
        "value_vectors", value_vectors, _check_width("w_value", w_value, d_model)
    )
    if len(key_vectors) != len(value_vectors):
        raise ValueError(
            "key_vectors and value_vectors must be equally many; "
            f"got {len(key_vectors)} and {len(value_vectors)}"
        )
    offsets = key_offsets(np.arange(n) if positions is None else positions)
    if len(offsets) != n:
        raise ValueError(f"positions must be one for each of the {n} tokens; got {len(offsets)}")
    clip = len(key_vectors) // 2
    rows = np.clip(offsets, -clip, clip) + clip
    bias = np.einsum("...qd,qkd->...qk", x @ np.asarray(w_query), key_vectors[rows])
    output, weights = self_attention(
        x, w_query, w_key, w_value, mask=mask, bias=bias / np.sqrt(d_key)
    )
    return output + np.einsum("...qk,qkd->...qd", weights, value_vectors[rows]), weights


def _check_width(name, matrix, d_model):
    shape = np.shape(matrix)
    if len(shape) != 2 or shape[0] != d_model:
        raise ValueError(f"{name} must have shape ({d_model}, ...) as x has; got {shape}")
    return shape[1]


def _check_vectors(name, vectors, width):
    vectors = arguments.check_finite(
        name, arguments.check_real_array(name, vectors).astype(np.float64)
    )
    if vectors.ndim != 2 or vectors.shape[0] % 2 == 0 or vectors.shape[1] != width:
        raise ValueError(
            f"{name} must have shape (2 * clip + 1, {width}), an odd number of rows; "
            f"got {vectors.shape}"
        )
    return vectors
