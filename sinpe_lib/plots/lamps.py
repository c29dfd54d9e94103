"""Seats as rows of lamps."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import EllipseCollection
from matplotlib.patches import FancyBboxPatch

from sinpe_lib import arguments
from sinpe_lib.style import ROLE_COLOURS, VALUE_SCALE, choose_letters

__all__ = ["draw_lamps"]

_BOARD, _RING = VALUE_SCALE(0.0), "#8592ad"
_DIAMETER = 0.8


def draw_lamps(values, seats, columns=None, *, dark=-1.0, full=1.0, number_format=None, ax=None):
    """Draw each row of an array as a board of lamps, the first row at the top.

    Parameters
    ----------
    values : array_like, shape (n, m)
        One number per lamp, from `dark` to `full`.
    seats : sequence of n values
        Written to the left of the boards.
    columns : sequence of m values, optional
        Written above the lamps. By default the columns are those of an encoding,
        interleaved: sine and cosine of pair 0, of pair 1, ...
    dark, full : float, optional
        The values of a lamp that is out and of one that is fully lit.
    number_format : str, optional
        Write each value into its lamp in this format, such as ``"{:.2f}"``.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        With one collection, whose array is the brightness of the lamps, row by row:
        (value - dark) / (full - dark), so (value + 1) / 2 by default.

    Examples
    --------
    >>> digits = [[0, 0, 1], [0, 1, 0], [0, 1, 1]]
    >>> ax = draw_lamps(digits, ["seat 1", "seat 2", "seat 3"], [4, 2, 1], dark=0)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['4', '2', '1']
    """
    values, brightness = _scale_brightness("values", values, dark, full)
    n, m = values.shape
    if len(seats) != n:
        raise ValueError(f"seats must name each of the {n} rows; got {seats!r}")
    colours = [ROLE_COLOURS["position"]] * m
    if columns is None:
        if m % 2:
            raise ValueError(f"columns must be named where their number is odd; got {m} columns")
        columns = [f"{kind} {pair}" for pair in range(m // 2) for kind in ("sin", "cos")]
        colours = [ROLE_COLOURS["sine"], ROLE_COLOURS["cosine"]] * (m // 2)
    elif len(columns) != m:
        raise ValueError(f"columns must name each of the {m} columns; got {columns!r}")
    if ax is None:
        pitch = min(0.54, 4.6 / (m + 0.4))  # inches from lamp to lamp; the names need the rest
        ax = plt.subplots(figsize=(0.4 + pitch * (m + 0.4), 0.35 + pitch * (n + 0.2)))[1]
    for row in range(n):
        ax.add_patch(_make_board(row, m))
    offsets = [(column, row) for row in range(n) for column in range(m)]
    ax.add_collection(_make_lamps(offsets, brightness.ravel(), ax))
    if number_format is not None:
        for (column, row), value, glow in zip(
            offsets, values.ravel(), brightness.ravel(), strict=True
        ):
            text = number_format.format(value)
            look = {"ha": "center", "va": "center", "color": choose_letters(glow)}
            ax.text(column, row, text, **look, parse_math=False)
    ax.set(aspect="equal", xlim=(-0.7, m - 0.3), ylim=(n - 0.4, -0.6))
    ax.set_xticks(range(m), [str(name) for name in columns], parse_math=False)
    ax.set_yticks(range(n), [str(seat) for seat in seats], parse_math=False)
    ax.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    for label, colour in zip(ax.get_xticklabels(), colours, strict=True):
        label.set_color(colour)
    ax.spines[:].set_visible(False)
    return ax


def _scale_brightness(name, values, dark, full):
    if arguments.check_real("full", full) <= arguments.check_real("dark", dark):
        raise ValueError(f"full must be above dark; got dark={dark!r}, full={full!r}")
    values = arguments.check_within(name, values, dark, full)
    if values.ndim != 2 or 0 in values.shape:
        raise ValueError(f"{name} must have shape (n, m) and no 0 in it; got {values.shape}")
    return values, (values - dark) / (full - dark)


def _make_board(row, n_lamps):
    return FancyBboxPatch(
        (-0.2, row - 0.15),
        n_lamps - 0.6,
        0.3,
        boxstyle="round,pad=0.32",
        facecolor=_BOARD,
        edgecolor=_RING,
        linewidth=0.8,
    )


def _make_lamps(offsets, brightness, ax):
    size = np.full(len(offsets), _DIAMETER)
    lamps = EllipseCollection(
        size,
        size,
        np.zeros(len(offsets)),
        units="xy",
        offsets=offsets,
        offset_transform=ax.transData,
        cmap=VALUE_SCALE,
        edgecolor=_RING,
        linewidth=0.8,
        zorder=2,
    )
    lamps.set_array(brightness)
    lamps.set_clim(0, 1)
    return lamps
