"""A learned table of positions: one free vector for each."""

import numpy as np

from sinpe_lib import arguments

__all__ = ["look_up"]


def look_up(table, positions):
    """Return the rows of a learned table that belong to some positions.

    Parameters
    ----------
    table : array_like, shape (n_positions, d_model)
        One embedding per row, which training is free to change.
    positions : array_like of int, shape (...)
        From 0 to n_positions - 1.

    Returns
    -------
    numpy.ndarray, shape (..., d_model), float64
        A copy of the rows.

    Raises
    ------
    TypeError
        If `table` does not hold real numbers, or `positions` are not integers.
    ValueError
        If `table` has not two axes or holds a number that is not finite, or a position has no
        row. A position below 0 has none either; NumPy alone would count it from the end.

    Notes
    -----
    Gehring et al. (2017), arXiv:1705.03122, section 3.1; compared with sinusoids by Vaswani et
    al. (2017), arXiv:1706.03762, section 3.5 and table 3, row E. The rows are added to the
    tokens at the input.

    Examples
    --------
    >>> look_up([[0.1, 0.2], [0.3, 0.4]], [1, 0, 1])
    array([[0.3, 0.4],
           [0.1, 0.2],
           [0.3, 0.4]])
    """
    table = arguments.check_finite(
        "table", arguments.check_real_array("table", table).astype(np.float64)
    )
    if table.ndim != 2:
        raise ValueError(f"table must have shape (n_positions, d_model); got {table.shape}")
    positions = arguments.check_integer_array("positions", positions)
    without = (positions < 0) | (positions >= len(table))
    if without.any():
        raise ValueError(
            f"positions must have a row in a table of {len(table)}; got {positions[without][0]}"
        )
    return table[positions]
