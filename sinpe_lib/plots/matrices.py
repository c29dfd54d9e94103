"""Arrays of two axes as coloured squares."""

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["draw_matrix", "draw_scores", "draw_weights"]


def draw_matrix(matrix, *, ax=None):
    """Draw a square matrix that acts on encodings, with the column order on both axes.

    Parameters
    ----------
    matrix : array_like, shape (d_model, d_model)
        Entries from -1 to 1, columns interleaved: sine and cosine of pair 0, of pair 1, ...
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Blue below zero, white at zero, red above; each entry that is not zero is written.

    Examples
    --------
    >>> from sinpe_lib import shift_matrix
    >>> ax = draw_matrix(shift_matrix(3, 4))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['sin, pair 0', 'cos, pair 0', 'sin, pair 1', 'cos, pair 1']
    """
    matrix = np.asarray(matrix, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.shape[0] % 2:
        raise ValueError(f"matrix must be square and of even size; got shape {matrix.shape}")
    ax = ax or plt.subplots(figsize=(3.8, 3.8))[1]
    ax.imshow(matrix, cmap="RdBu_r", vmin=-1, vmax=1)
    for (row, column), entry in np.ndenumerate(matrix):
        if entry:
            color = "white" if abs(entry) > 0.6 else "black"
            ax.text(column, row, f"{entry:.2g}", ha="center", va="center", fontsize=7, color=color)
    names = [f"{kind}, pair {pair}" for pair in range(len(matrix) // 2) for kind in ("sin", "cos")]
    _name_rows_and_columns(ax, names, rotation=90)
    return ax


def draw_scores(scores, *, ax=None):
    """Draw attention scores of many tokens as coloured squares.

    Parameters
    ----------
    scores : array_like, shape (n, n)
        Row q holds the scores that query q gives to the keys.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Blue below zero, white at zero, red above, up to the largest absolute score.

    Examples
    --------
    >>> ax = draw_scores([[2, 0], [-1, 4]])
    >>> ax.images[0].get_clim()
    (-4.0, 4.0)
    """
    scores = np.asarray(scores, dtype=np.float64)
    if scores.ndim != 2 or scores.shape[0] != scores.shape[1]:
        raise ValueError(f"scores must have shape (n, n); got {scores.shape}")
    ax = ax or plt.subplots(figsize=(2.8, 2.8))[1]
    largest = np.abs(scores).max()
    ax.imshow(scores, cmap="RdBu_r", vmin=-largest, vmax=largest)
    ax.spines[:].set_visible(False)
    ax.set(xlabel="key", ylabel="query")
    return ax


def draw_weights(weights, tokens, *, ax=None):
    """Draw attention weights, with the tokens on both axes.

    Parameters
    ----------
    weights : array_like, shape (n, n)
        Row q holds the weights, from 0 to 1, that query q gives to the keys.
    tokens : sequence of n values
        Names of the rows and of the columns.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        White at 0, black at 1; each weight is written with two decimals.

    Examples
    --------
    >>> ax = draw_weights([[1, 0], [0.25, 0.75]], ["dog", "barks"])
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '0.00', '0.25', '0.75']
    """
    weights = np.asarray(weights, dtype=np.float64)
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
        raise ValueError(f"weights must have shape (n, n); got {weights.shape}")
    outside = ~((weights >= 0) & (weights <= 1))  # NaN is outside too
    if outside.any():
        raise ValueError(f"weights must lie between 0 and 1; got {weights[outside][0]}")
    if len(tokens) != len(weights):
        raise ValueError(f"tokens must name each of the {len(weights)} rows; got {tokens!r}")
    ax = ax or plt.subplots(figsize=(2.8, 2.8))[1]
    ax.imshow(weights, cmap="Greys", vmin=0, vmax=1)
    for (query, key), weight in np.ndenumerate(weights):
        color = "white" if weight > 0.62 else "black"
        ax.text(key, query, f"{weight:.2f}", ha="center", va="center", fontsize=9, color=color)
    _name_rows_and_columns(ax, [str(token) for token in tokens])
    ax.set(xlabel="key", ylabel="query")
    return ax


def _name_rows_and_columns(ax, names, rotation=0):
    ax.set_xticks(range(len(names)), names, rotation=rotation)
    ax.set_yticks(range(len(names)), names)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
