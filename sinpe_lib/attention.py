"""Scaled dot-product self-attention, for one head. It takes arrays and knows no encoding.

Symbols follow Vaswani et al. (2017), "Attention Is All You Need", arXiv:1706.03762,
section 3.2.1. Tokens are rows: X has shape (n, d_model).
"""

import numpy as np

from sinpe_lib import arguments

__all__ = ["causal_mask", "score_terms", "self_attention", "softmax"]


def softmax(scores, axis=-1):
    """Return exp(scores), divided by its sum along one axis.

    Parameters
    ----------
    scores : array_like of real numbers, any shape
        Minus infinity is allowed and gets weight 0.
    axis : int, optional
        Axis along which the results add up to 1.

    Returns
    -------
    numpy.ndarray, shape of `scores`, float64

    Raises
    ------
    TypeError
        If `scores` are not real numbers.
    ValueError
        If `scores` are empty, hold NaN or plus infinity, or nothing but minus infinity along
        `axis`.

    Notes
    -----
    The largest score is subtracted first. This changes no weight and keeps exp from
    overflowing.

    Examples
    --------
    >>> softmax([0, 0, np.log(2)]).round(3)
    array([0.25, 0.25, 0.5 ])
    """
    scores = _check_scores("scores", scores)
    if scores.size == 0:
        raise ValueError(f"scores must hold a number; got shape {scores.shape}")
    largest = scores.max(axis=axis, keepdims=True)
    if np.isneginf(largest).any():
        raise ValueError("scores must leave a finite one along the axis; got only minus infinity")
    weights = np.exp(scores - largest)
    return weights / weights.sum(axis=axis, keepdims=True)


def self_attention(x, w_query, w_key, w_value, *, mask=None, bias=None):
    """Return the output of one attention head, and its weights.

    Parameters
    ----------
    x : array_like, shape (..., n, d_model)
        One token per row; leading axes are batches.
    w_query, w_key : array_like, shape (d_model, d_key)
        Maps from a token to its query and to its key.
    w_value : array_like, shape (d_model, d_value)
        Map from a token to its value.
    mask : array_like of bool, shape (n, n) or with leading axes, optional
        True where the query of the row may attend to the key of the column.
    bias : array_like, shape (n, n) or with leading axes, optional
        Added to the scaled scores.

    Returns
    -------
    output : numpy.ndarray, shape (..., n, d_value), float64
        softmax(Q K^T / sqrt(d_key) + bias) V, with Q = X W_Q, K = X W_K, V = X W_V.
    weights : numpy.ndarray, shape (..., n, n), float64
        The softmax: row q holds the weights of query q, which add up to 1.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers, or `mask` does not hold booleans.
    ValueError
        If the shapes do not fit, a number of `x` or of a map is not finite, or `mask` and
        `bias` leave a query without a key.

    Notes
    -----
    Vaswani et al. (2017), section 3.2.1, equation 1.

    Examples
    --------
    >>> output, weights = self_attention([[1, 0], [0, 1]], np.eye(2), np.eye(2), np.eye(2))
    >>> weights.round(3)
    array([[0.67, 0.33],
           [0.33, 0.67]])
    """
    x = _check_tokens(x)
    w_query, w_key = _check_score_maps(w_query, w_key, x.shape[-1])
    value = x @ _check_map("w_value", w_value, x.shape[-1])
    scores = _scale_scores(x @ w_query, x @ w_key)
    if bias is not None:
        bias = _check_fit("bias", _check_scores("bias", bias), scores.shape)
        scores = scores + bias
    if mask is not None:
        mask = np.asarray(mask)
        if mask.dtype != bool:
            raise TypeError(f"mask must hold booleans; got dtype {mask.dtype}")
        scores = np.where(_check_fit("mask", mask, scores.shape), scores, -np.inf)
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("mask and bias must leave each query a key; got a row without one")
    weights = softmax(scores)
    return weights @ value, weights


def score_terms(x, encoding, w_query, w_key):
    """Return the four parts of the scores of one attention head, whose sum the softmax sees.

    Parameters
    ----------
    x : array_like, shape (..., n, d_model)
        One token per row, without an encoding; leading axes are batches.
    encoding : array_like, shape (n, d_model) or with leading axes
        What is added to `x`, one row for each token.
    w_query, w_key : array_like, shape (d_model, d_key)
        Maps from a token to its query and to its key.

    Returns
    -------
    content_content, content_position, position_content, position_position : numpy.ndarray
        Each of shape (..., n, n), float64 (without leading axes where it depends on the encoding
        alone and this has none). The first word of a name says what the query is made of, the
        second what the key is made of: content_position is
        x W_Q (encoding W_K)^T / sqrt(d_key). The query of the row meets the key of the column.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers.
    ValueError
        If the shapes do not fit, or a number is not finite.

    Notes
    -----
    The sum over both parts of a token, multiplied out. Dai et al. (2019), "Transformer-XL",
    arXiv:1901.02860, section 3.3, write the score in this way.

    Examples
    --------
    >>> terms = score_terms([[2, 0], [0, 2]], [[0, 1], [1, 1]], np.eye(2), np.eye(2))
    >>> sum(terms).round(3)  # the scores of the rows [2, 1] and [1, 3]
    array([[3.536, 3.536],
           [3.536, 7.071]])
    """
    x = _check_tokens(x)
    encoding = arguments.check_finite("encoding", _check_real("encoding", encoding))
    encoding = _check_fit("encoding", encoding, x.shape)
    w_query, w_key = _check_score_maps(w_query, w_key, x.shape[-1])
    parts = x, encoding
    return tuple(
        _scale_scores(asking @ w_query, answering @ w_key)
        for asking in parts
        for answering in parts
    )


def causal_mask(n):
    """Return the mask that lets each token attend to itself and to earlier tokens.

    Parameters
    ----------
    n : int
        Number of tokens, 1 or more.

    Returns
    -------
    numpy.ndarray, shape (n, n), bool
        True on and below the diagonal.

    Raises
    ------
    TypeError
        If `n` is not an integer.
    ValueError
        If `n` is below 1.

    Notes
    -----
    Vaswani et al. (2017), section 3.2.3.

    Examples
    --------
    >>> causal_mask(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    n = arguments.check_integer("n", n)
    if n < 1:
        raise ValueError(f"n must be at least 1; got {n}")
    return np.tri(n, dtype=bool)


def _check_real(name, values):
    return arguments.check_real_array(name, values).astype(np.float64)


def _check_scores(name, values):
    array = _check_real(name, values)
    if np.isnan(array).any() or np.isposinf(array).any():
        raise ValueError(f"{name} must be finite or minus infinity; got NaN or plus infinity")
    return array


def _check_tokens(x):
    x = arguments.check_finite("x", _check_real("x", x))
    if x.ndim < 2 or x.size == 0:
        raise ValueError(f"x must have shape (..., n, d_model) and no 0 in it; got {x.shape}")
    return x


def _check_score_maps(w_query, w_key, d_model):
    maps = _check_map("w_query", w_query, d_model), _check_map("w_key", w_key, d_model)
    if maps[0].shape != maps[1].shape:
        raise ValueError(
            f"w_query and w_key must have the same shape; got {maps[0].shape} and {maps[1].shape}"
        )
    return maps


def _scale_scores(query, key):
    return query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])


def _check_map(name, matrix, d_model):
    matrix = arguments.check_finite(name, _check_real(name, matrix))
    if matrix.ndim != 2 or matrix.shape[0] != d_model or matrix.shape[1] == 0:
        raise ValueError(f"{name} must have shape ({d_model}, ...) as x has; got {matrix.shape}")
    return matrix


def _check_fit(name, array, shape):
    leading = (1,) * (len(shape) - array.ndim) + array.shape[:-2]
    fits = all(size in (1, whole) for size, whole in zip(leading, shape[:-2], strict=False))
    if array.ndim > len(shape) or array.shape[-2:] != shape[-2:] or not fits:
        raise ValueError(
            f"{name} must have shape (..., {shape[-2]}, {shape[-1]}); got {array.shape}"
        )
    return array
