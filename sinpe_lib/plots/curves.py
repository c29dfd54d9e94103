"""Columns of an encoding as curves over position."""

import matplotlib.pyplot as plt

from sinpe_lib.style import ROLE_COLOURS

__all__ = ["draw_wave"]


def draw_wave(positions, values, marked_positions, marked_values, *, role="sine", ax=None):
    """Draw one column over position, with some positions marked.

    Parameters
    ----------
    positions, values : array_like, shape (n,)
        The curve.
    marked_positions, marked_values : array_like, shape (m,)
        The dots on it.
    role : {"sine", "cosine"}, optional
        What the column holds: its colour and the label of the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
    """
    if role not in ("sine", "cosine"):
        raise ValueError(f"role must be 'sine' or 'cosine'; got {role!r}")
    ax = ax or plt.subplots()[1]
    ax.plot(positions, values, color=ROLE_COLOURS[role], linewidth=1.2)
    ax.plot(marked_positions, marked_values, "o", color=ROLE_COLOURS["position"], markersize=4)
    ax.set(xlabel="position", ylabel=role, yticks=[-1, 0, 1])
    return ax
