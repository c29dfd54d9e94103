"""Numbers added to the scores: the T5 bias and ALiBi."""

import math

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.alternatives.offsets import key_offsets

__all__ = ["alibi_bias", "alibi_slopes", "t5_bias", "t5_buckets"]


def t5_buckets(offsets, n_buckets=32, max_distance=128, *, causal=False):
    """Return the bucket of each offset: offsets of one bucket share one learned number.

    Parameters
    ----------
    offsets : array_like of int, shape (...)
        Position of the key minus position of the query.
    n_buckets : int, optional
        Number of buckets, positive: a multiple of 4, or of 2 if `causal`.
    max_distance : int, optional
        From this distance on all offsets of a side share the last bucket. Above half of the
        buckets of a side.
    causal : bool, optional
        False: half of the buckets for keys after the query, as in an encoder. True: all buckets
        for the query itself and the keys before it, as in a decoder; keys after it get bucket 0
        and are meant to be masked.

    Returns
    -------
    numpy.ndarray, shape (...), int64
        From 0 to n_buckets - 1. The first half of the buckets of a side hold one distance each,
        the others ranges that grow by a constant factor.

    Raises
    ------
    TypeError
        If `offsets`, `n_buckets` or `max_distance` are not integers.
    ValueError
        If `n_buckets` or `max_distance` is too small, or `n_buckets` cannot be halved.

    Notes
    -----
    Raffel et al. (2020), arXiv:1910.10683, section 2.1, give 32 buckets, ranges that grow
    logarithmically and the largest distance 128. The exact function is in the authors' program.

    Examples
    --------
    >>> t5_buckets([-200, -20, -8, -7, -1, 0, 1, 7, 8, 20, 200])
    array([15, 10,  8,  7,  1,  0, 17, 23, 24, 26, 31])
    """
    offsets = arguments.check_integer_array("offsets", offsets)
    n_buckets = arguments.check_integer("n_buckets", n_buckets)
    of_a_side = n_buckets if causal else n_buckets // 2
    if n_buckets % 2 or of_a_side < 2 or of_a_side % 2:
        raise ValueError(
            f"n_buckets must leave each side an even number of buckets; got {n_buckets}"
        )
    exact = of_a_side // 2
    max_distance = arguments.check_integer("max_distance", max_distance)
    if max_distance <= exact:
        raise ValueError(f"max_distance must be above {exact}; got {max_distance}")
    distances = np.maximum(-offsets, 0) if causal else np.abs(offsets)
    far = np.log(np.maximum(distances, exact) / exact) / math.log(max_distance / exact)
    shared = np.minimum(exact + (far * (of_a_side - exact)).astype(np.int64), of_a_side - 1)
    buckets = np.where(distances < exact, distances, shared)
    return buckets if causal else buckets + of_a_side * (offsets > 0)


def t5_bias(values, positions, *, max_distance=128, causal=False):
    """Return the bias of T5 for the scores of every head.

    Parameters
    ----------
    values : array_like, shape (n_heads, n_buckets)
        The learned numbers: one for each head and bucket.
    positions : array_like of int, shape (n,)
        Position of every token.
    max_distance, causal
        As in `t5_buckets`.

    Returns
    -------
    numpy.ndarray, shape (n_heads, n, n), float64
        Entry [head, q, k] is the number of the bucket of positions[k] - positions[q]. If
        `causal`, it is minus infinity where the key comes after the query.

    Raises
    ------
    TypeError
        If `values` are not real numbers, or `positions` or `max_distance` not integers.
    ValueError
        If `values` have not two axes, or their number does not fit `t5_buckets`.

    Notes
    -----
    Raffel et al. (2020), arXiv:1910.10683, section 2.1. All layers share the numbers. T5 does
    not divide its scores by sqrt(d_key); the bias is the same whether one does or not.

    Examples
    --------
    >>> t5_bias([[0.0, 0.5, 9.0, 1.5]], [7, 8], max_distance=4)
    array([[[0. , 1.5],
            [0.5, 0. ]]])
    """
    values = arguments.check_finite(
        "values", arguments.check_real_array("values", values).astype(np.float64)
    )
    if values.ndim != 2:
        raise ValueError(f"values must have shape (n_heads, n_buckets); got {values.shape}")
    offsets = key_offsets(positions)
    bias = values[:, t5_buckets(offsets, values.shape[1], max_distance, causal=causal)]
    return np.where(offsets > 0, -np.inf, bias) if causal else bias


def alibi_slopes(n_heads):
    """Return the slope of every head.

    Parameters
    ----------
    n_heads : int
        Number of heads, 1 or more.

    Returns
    -------
    numpy.ndarray, shape (n_heads,), float64
        For a power of two the geometric sequence that starts at 2**(-8 / n_heads), with this
        number as its ratio too. For other numbers, the slopes of the power of two below, and
        then every other slope of twice that power.

    Raises
    ------
    TypeError
        If `n_heads` is not an integer.
    ValueError
        If `n_heads` is below 1.

    Notes
    -----
    Press et al. (2022), arXiv:2108.12409, section 3, give the sequence for any number of heads.
    The authors' program follows it for powers of two, and has the other rule for the rest.

    Examples
    --------
    >>> alibi_slopes(8)
    array([0.5       , 0.25      , 0.125     , 0.0625    , 0.03125   ,
           0.015625  , 0.0078125 , 0.00390625])
    """
    n_heads = arguments.check_integer("n_heads", n_heads)
    if n_heads < 1:
        raise ValueError(f"n_heads must be at least 1; got {n_heads}")
    power = 2 ** (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8 / power * np.arange(1, power + 1))
    between = 2.0 ** (-8 / (2 * power) * np.arange(1, 2 * power + 1, 2))
    return np.concatenate([slopes, between[: n_heads - power]])


def alibi_bias(n_heads, positions, *, causal=True):
    """Return the bias of ALiBi for the scores of every head.

    Parameters
    ----------
    n_heads : int
        Number of heads, 1 or more.
    positions : array_like of int, shape (n,)
        Position of every token.
    causal : bool, optional
        True, as in the paper: minus infinity where the key comes after the query. False: the
        symmetric variant for layers without a mask, which is not in the paper.

    Returns
    -------
    numpy.ndarray, shape (n_heads, n, n), float64
        Entry [head, q, k] is minus the slope of the head times the distance of q and k.

    Raises
    ------
    TypeError
        If `n_heads` or `positions` are not integers.
    ValueError
        If `n_heads` is below 1, or `positions` have not one axis.

    Notes
    -----
    Press et al. (2022), arXiv:2108.12409, section 3. The bias is added after the scores are
    divided by sqrt(d_key). Nothing in it is learned.

    Examples
    --------
    >>> alibi_bias(1, [5, 6, 7], causal=False) * 256
    array([[[-0., -1., -2.],
            [-1., -0., -1.],
            [-2., -1., -0.]]])
    """
    offsets = key_offsets(positions)
    bias = -alibi_slopes(n_heads)[:, None, None] * np.abs(offsets)
    return np.where(offsets > 0, -np.inf, bias) if causal else bias
