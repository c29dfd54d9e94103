"""Tokens that change places, and the vectors that belong to them."""

import matplotlib.pyplot as plt
import numpy as np

from sinpe_lib import arguments
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["draw_moves", "draw_outputs"]


def draw_moves(order, tokens, *, ax=None):
    """Draw where each token of a sequence goes when the sequence is reordered.

    Parameters
    ----------
    order : sequence of n int
        ``order[place]`` is the number of the token that is at `place` afterwards.
    tokens : sequence of n str
        In their order before, written from the top.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The old order at x = 0, the new one at x = 1, one line per token, place 0 at the top.

    Examples
    --------
    >>> ax = draw_moves([1, 2, 0], ["dog", "bites", "man"])
    >>> [text.get_text() for text in ax.texts]
    ['bites', 'bites', 'man', 'man', 'dog', 'dog']
    """
    if sorted(order) != list(range(len(tokens))):
        raise ValueError(f"order must hold each of 0 to {len(tokens) - 1} once; got {order!r}")
    ax = ax or plt.subplots(figsize=(2.5, 2))[1]
    for place, token in enumerate(order):
        ax.plot([0.05, 0.95], [token, place], color=ROLE_COLOURS["offset"], linewidth=1.4)
        ax.text(0, token, tokens[token], ha="right", va="center", parse_math=False)
        ax.text(1, place, tokens[token], ha="left", va="center", parse_math=False)
    ax.set(xlim=(-0.6, 1.6), ylim=(len(tokens) - 0.5, -0.5), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def draw_outputs(outputs, *, before=None, largest=None, ax=None):
    """Draw the rows of a table as groups of bars, one row below the other.

    Parameters
    ----------
    outputs : array_like, shape (n, d)
    before : array_like, shape (n, d), optional
        Values to compare with, drawn as outlines around the bars.
    largest : float, optional
        The value, above 0, that is 0.4 high; by default the largest of both tables.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Row 0 at the top. The bars of a row start at the height of its number.

    Examples
    --------
    >>> ax = draw_outputs([[0.2, -0.1], [0.3, 0.4]])
    >>> len(ax.patches)  # a bar and an outline for each entry
    8
    """
    outputs = _check_finite("outputs", outputs)
    before = outputs if before is None else _check_finite("before", before)
    if outputs.ndim != 2 or 0 in outputs.shape or before.shape != outputs.shape:
        raise ValueError(
            f"outputs and before must have one shape (n, d); got {outputs.shape} and {before.shape}"
        )
    if largest is None:
        largest = max(np.abs(outputs).max(), np.abs(before).max()) or 1.0
    scale = 0.4 / arguments.check_above_zero("largest", largest)
    ax = ax or plt.subplots(figsize=(2.5, 2))[1]
    n, d = outputs.shape
    for row in range(n):
        place = {"x": range(d), "width": 0.7, "bottom": row}
        ax.hlines(row, -0.5, d - 0.5, color="#b9bcc2", linewidth=1)
        ax.bar(height=-scale * outputs[row], color="#8a8f98", **place)
        ax.bar(height=-scale * before[row], fill=False, edgecolor="#24272c", **place)
    ax.set(xlim=(-0.6, d - 0.4), ylim=(n - 0.5, -0.5), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def _check_finite(name, values):
    return arguments.check_finite(name, arguments.check_real_array(name, values).astype(np.float64))
