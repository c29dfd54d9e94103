"""Offsets between the tokens of a sequence, which all relative schemes start from."""

from sinpe_lib import arguments

__all__ = ["key_offsets"]


def key_offsets(positions):
    """Return how far each key is behind each query.

    Parameters
    ----------
    positions : array_like of int, shape (n,)
        Position of every token.

    Returns
    -------
    numpy.ndarray, shape (n, n), int64
        Entry [q, k] is positions[k] - positions[q]: below 0 where the key comes first.

    Raises
    ------
    TypeError
        If `positions` are not integers, or there are none.
    ValueError
        If `positions` have not one axis.

    Notes
    -----
    Shaw et al. (2018), arXiv:1803.02155, section 3.2, write j - i for query i and key j.

    Examples
    --------
    >>> key_offsets([5, 6, 8])
    array([[ 0,  1,  3],
           [-1,  0,  2],
           [-3, -2,  0]])
    """
    positions = arguments.check_integer_array("positions", positions)
    if positions.ndim != 1:
        raise ValueError(f"positions must have one axis; got shape {positions.shape}")
    return positions - positions[:, None]
