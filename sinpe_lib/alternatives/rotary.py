"""Rotary embeddings: queries and keys are turned by their positions."""

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.encoding import encode_positions

__all__ = ["rotate"]


def rotate(x, positions, base=10000.0):
    """Return queries or keys, each pair of columns turned by the position of its row.

    Parameters
    ----------
    x : array_like, shape (..., n, d_key)
        One query or key per row, of even width. Pair i is made of the columns 2i and 2i + 1.
    positions : array_like of real numbers, shape (n,)
        Position of every row, of any sign.
    base : float, optional
        Base of the frequencies, as in `frequencies`.

    Returns
    -------
    numpy.ndarray, shape (..., n, d_key), float64
        Row p is T_p x for a row x taken as a column. Pair i is turned by the angle w_i p,
        (x, y) -> (x cos - y sin, x sin + y cos). In the matrices of `shift_matrix`,
        T_p = M_(-p), the transpose of M_p.

    Raises
    ------
    TypeError
        If `x` or `positions` are not real numbers, or `base` is not one.
    ValueError
        If `x` has fewer than two axes, an odd width or a number that is not finite,
        `positions` are not one for each row, or `base` is below 1 or not finite.

    Notes
    -----
    Su et al. (2021), arXiv:2104.09864, section 3.2.2, equations 14 to 16 and, in this form,
    section 3.4.2, equation 34. The score of a turned query and a turned key holds their positions
    by the offset alone: (T_q a) . (T_k b) = a . T_(k - q) b. Values are not turned.

    Many programs pair column i with column i + d_key / 2. That is this map with the columns in
    another order, for queries and keys alike.

    Examples
    --------
    >>> rotate([[1, 0], [1, 0]], [0, np.pi / 2]).round(3)
    array([[1., 0.],
           [0., 1.]])
    """
    x = arguments.check_finite("x", arguments.check_real_array("x", x).astype(np.float64))
    if x.ndim < 2 or x.shape[-1] % 2 or x.size == 0:
        raise ValueError(f"x must have shape (..., n, d_key), d_key even; got {x.shape}")
    turns = encode_positions(positions, x.shape[-1], base=base)
    if turns.shape != x.shape[-2:]:
        raise ValueError(
            f"positions must be one for each of the {x.shape[-2]} rows of x; "
            f"got shape {turns.shape[:-1]}"
        )
    sine, cosine = turns[..., 0::2], turns[..., 1::2]
    first, second = x[..., 0::2], x[..., 1::2]
    turned = np.empty_like(x)
    turned[..., 0::2] = first * cosine - second * sine
    turned[..., 1::2] = first * sine + second * cosine
    return turned
