"""Arrays of two axes as coloured squares."""

import matplotlib.pyplot as plt
import numpy as np

from sinpe_lib import arguments
from sinpe_lib.style import ROLE_COLOURS, SCORE_SCALE, VALUE_SCALE, choose_letters

__all__ = ["draw_matrix", "draw_scores", "draw_weights"]

_HIDDEN = "#8a8f98"


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
        Dark at -1, light at 1; entries that are zero are left out, and the others are written.

    Examples
    --------
    >>> from sinpe_lib import shift_matrix
    >>> ax = draw_matrix(shift_matrix(3, 4))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['sin 0', 'cos 0', 'sin 1', 'cos 1']
    """
    matrix = _check_square("matrix", arguments.check_within("matrix", matrix, -1, 1))
    if len(matrix) % 2:
        raise ValueError(f"matrix must be of even size; got shape {matrix.shape}")
    ax = ax or plt.subplots(figsize=(5, 4.8))[1]
    ax.imshow(np.ma.masked_equal(matrix, 0), cmap=VALUE_SCALE, vmin=-1, vmax=1)
    for (row, column), entry in np.ndenumerate(matrix):
        if entry:
            _write(ax, row, column, f"{entry:.2g}", (entry + 1) / 2)
    pairs = range(len(matrix) // 2)
    _name_rows_and_columns(ax, [f"{kind} {pair}" for pair in pairs for kind in ("sin", "cos")])
    colours = [ROLE_COLOURS["sine"], ROLE_COLOURS["cosine"]] * len(pairs)
    for axis in (ax.xaxis, ax.yaxis):
        for label, colour in zip(axis.get_ticklabels(), colours, strict=True):
            label.set_color(colour)
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
        Dark at 0, light at 1; each weight is written with two decimals.

    Examples
    --------
    >>> ax = draw_weights([[1, 0], [0.25, 0.75]], ["dog", "barks"])
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '0.00', '0.25', '0.75']
    """
    weights = _check_square("weights", arguments.check_within("weights", weights, 0, 1))
    if len(tokens) != len(weights):
        raise ValueError(f"tokens must name each of the {len(weights)} rows; got {tokens!r}")
    ax = ax or plt.subplots(figsize=(3.6, 3.6))[1]
    ax.imshow(weights, cmap=VALUE_SCALE, vmin=0, vmax=1)
    for (query, key), weight in np.ndenumerate(weights):
        _write(ax, query, key, f"{weight:.2f}", weight)
    _name_rows_and_columns(ax, [str(token) for token in tokens])
    ax.set(xlabel="key", ylabel="query")
    return ax


def draw_scores(scores, *, largest=None, ax=None):
    """Draw scores, one query per row and one key per column.

    Parameters
    ----------
    scores : array_like, shape (n, n)
        Minus infinity where a key is hidden from a query.
    largest : float, optional
        What full colour stands for, above 0; by default the largest absolute value of a finite
        score.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Blue below zero, white at zero, red above, grey where a key is hidden.

    Examples
    --------
    >>> ax = draw_scores([[0, -np.inf], [-1, 0]])
    >>> ax.images[0].get_clim()
    (-1.0, 1.0)
    """
    scores = _check_square(
        "scores", arguments.check_real_array("scores", scores).astype(np.float64)
    )
    hidden = np.isneginf(scores)
    arguments.check_finite("scores", scores[~hidden])
    if largest is None:
        largest = np.abs(scores[~hidden]).max(initial=0) or 1.0
    largest = arguments.check_above_zero("largest", largest)
    ax = ax or plt.subplots(figsize=(3.6, 3.6))[1]
    colours = SCORE_SCALE.with_extremes(bad=_HIDDEN)
    ax.imshow(np.ma.array(scores, mask=hidden), cmap=colours, vmin=-largest, vmax=largest)
    ax.set(xlabel="key", ylabel="query")
    ax.spines[:].set_visible(False)
    return ax


def _check_square(name, array):
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise ValueError(f"{name} must have shape (n, n), n at least 1; got {array.shape}")
    return array


def _write(ax, row, column, text, glow):
    look = {"ha": "center", "va": "center", "color": choose_letters(glow)}
    ax.text(column, row, text, **look)


def _name_rows_and_columns(ax, names):
    ax.set_xticks(range(len(names)), names, parse_math=False)
    ax.set_yticks(range(len(names)), names, parse_math=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
