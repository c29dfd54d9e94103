"""Arrays of two axes as coloured squares."""

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["draw_matrix"]


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
    names = [f"{kind} {pair}" for pair in range(len(matrix) // 2) for kind in ("sin", "cos")]
    ax.set_xticks(range(len(matrix)), names, rotation=90)
    ax.set_yticks(range(len(matrix)), names)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    return ax
