"""Columns of an encoding, and distances between rows, as curves."""

import matplotlib.pyplot as plt
import numpy as np

from sinpe_lib import arguments
from sinpe_lib.style import LINE_COLOUR, ROLE_COLOURS

__all__ = ["draw_margins", "draw_similarity", "draw_track", "draw_tracks", "draw_wave"]

_PLACES = 240  # as many as a curve of five inches can show


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

    Examples
    --------
    >>> positions = np.arange(20)
    >>> ax = draw_wave(positions, np.sin(positions), [5, 8], np.sin([5, 8]))
    >>> ax.get_ylabel()
    'sine'
    """
    if role not in ("sine", "cosine"):
        raise ValueError(f"role must be 'sine' or 'cosine'; got {role!r}")
    positions, values = _check_curve("positions", positions, "values", values)
    marked_positions, marked_values = _check_curve(
        "marked_positions", marked_positions, "marked_values", marked_values
    )
    ax = ax or plt.subplots()[1]
    ax.plot(positions, values, color=ROLE_COLOURS[role], linewidth=1.2)
    ax.plot(marked_positions, marked_values, "o", color=ROLE_COLOURS["position"], markersize=4)
    ax.set(xlabel="position", ylabel=role, yticks=[-1, 0, 1])
    return ax


def draw_tracks(positions, columns, names, *, marked_positions=(), role="sine", ax=None):
    """Draw several columns over position, each in its own band, the first at the top.

    Parameters
    ----------
    positions : array_like, shape (n,)
        Where the columns were evaluated.
    columns : array_like, shape (n, m)
        One curve per column, entries from -1 to 1.
    names : sequence of m str
        Written to the left of the bands.
    marked_positions : sequence of float, optional
        Drawn as upright lines through all bands.
    role : str, optional
        The role, as in `style.ROLE_COLOURS`, that gives the colour.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        With one line per column, its zero at the heights m - 1, ..., 1, 0, and then one line
        per marked position.

    Examples
    --------
    >>> from sinpe_lib import sinusoidal_encoding
    >>> table = sinusoidal_encoding(20, 4)
    >>> ax = draw_tracks(np.arange(20), table[:, 0::2], ["pair 0", "pair 1"])
    >>> len(ax.lines)
    2
    """
    columns = arguments.check_within("columns", columns, -1, 1)
    if columns.shape != (len(positions), len(names)) or columns.size == 0:
        raise ValueError(
            f"columns must have shape ({len(positions)}, {len(names)}) and no 0 in it; "
            f"got {columns.shape}"
        )
    ax = ax or plt.subplots(figsize=(5, 3))[1]
    heights = np.arange(len(names))[::-1]
    for height, column in zip(heights, columns.T, strict=True):
        draw_track(positions, column, height, role=role, ax=ax)
    for position in marked_positions:
        ax.axvline(position, color=ROLE_COLOURS["position"], linewidth=1, linestyle="--")
    ax.set_yticks(heights, names, parse_math=False)
    ax.set(xlabel="position", xlim=(positions[0], positions[-1]), ylim=(-0.6, len(names) - 0.4))
    ax.tick_params(axis="y", length=0)
    ax.spines.left.set_visible(False)
    return ax


def draw_track(positions, values, height, *, role="sine", ax=None):
    """Draw one column over position in its own band.

    Parameters
    ----------
    positions, values : array_like, shape (n,)
        The curve, values from -1 to 1.
    height : float
        Where its zero lies; the band reaches 0.38 up and down.
    role : str, optional
        The role, as in `style.ROLE_COLOURS`, that gives the colour; cosines are dashed.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> positions = np.arange(20)
    >>> ax = draw_track(positions, np.cos(positions), 1, role="cosine")
    >>> ax.lines[0].get_linestyle()
    '--'
    """
    if role not in ROLE_COLOURS:
        raise ValueError(f"role must be one of {sorted(ROLE_COLOURS)}; got {role!r}")
    positions, values = _check_curve("positions", positions, "values", values)
    curve = arguments.check_real("height", height) + 0.38 * arguments.check_within(
        "values", values, -1, 1
    )
    ax = ax or plt.subplots(figsize=(5, 1))[1]
    line = "--" if role == "cosine" else "-"
    ax.plot(positions, curve, line, color=ROLE_COLOURS[role], linewidth=1.4)
    return ax


def draw_margins(lengths, margins, names, *, ax=None):
    """Draw how the smallest distance of two rows shrinks with the length of the sequence.

    Parameters
    ----------
    lengths : array_like, shape (n,)
        Largest offset that occurs, above 0.
    margins : array_like, shape (m, n)
        One curve per row: the smallest distance up to that offset, above 0.
    names : sequence of m str
        Written at the right ends of the curves.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Both axes logarithmic.

    Examples
    --------
    >>> ax = draw_margins([1, 10, 100], [[1.0, 0.3, 0.02]], ["d = 4"])
    >>> ax.get_xscale(), ax.get_yscale()
    ('log', 'log')
    """
    lengths, margins = _check_above_zero("lengths", lengths), _check_above_zero("margins", margins)
    if margins.shape != (len(names), len(lengths)):
        raise ValueError(
            f"margins must have shape ({len(names)}, {len(lengths)}); got {margins.shape}"
        )
    ax = ax or plt.subplots(figsize=(5, 3))[1]
    for name, margin in zip(names, margins, strict=True):
        ax.step(lengths, margin, where="post", color=ROLE_COLOURS["offset"], linewidth=1.4)
        ax.annotate(
            name,
            (lengths[-1], margin[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            parse_math=False,
        )
    ax.set(xscale="log", yscale="log", xlabel="largest offset", ylabel="smallest distance")
    return ax


def draw_similarity(offsets, similarity, *, ax=None):
    """Draw how similar two rows are, over the offset between them.

    Parameters
    ----------
    offsets : array_like, shape (n,)
        Whole numbers 1, 2, 3, ... in steps of one, two or more of them.
    similarity : array_like, shape (n,)
        From -1 to 1.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The offsets on a logarithmic axis. Where many of them share a place, a band reaches from
        their smallest similarity to their largest.

    Examples
    --------
    >>> offsets = np.arange(1, 1001)
    >>> ax = draw_similarity(offsets, 1 / offsets)
    >>> ax.get_xscale()
    'log'
    """
    offsets = arguments.check_real_array("offsets", offsets)
    similarity = arguments.check_within("similarity", similarity, -1, 1)
    if offsets.size < 2 or not np.array_equal(offsets, np.arange(1, offsets.size + 1)):
        raise ValueError(f"offsets must be 1, 2, 3, ...; got {np.array2string(offsets)}")
    if similarity.shape != offsets.shape:
        raise ValueError(f"similarity must have shape {offsets.shape}; got {similarity.shape}")
    ax = ax or plt.subplots(figsize=(5, 3))[1]
    places = np.geomspace(1, len(offsets), _PLACES).astype(np.intp)  # 32 bits wide in WebAssembly
    starts = np.unique(places) - 1
    low, high = (each.reduceat(similarity, starts) for each in (np.minimum, np.maximum))
    there_and_back = np.concatenate([offsets[starts], offsets[starts][::-1]])
    band = np.concatenate([low, high[::-1]])
    ax.fill(there_and_back, band, color=ROLE_COLOURS["offset"], linewidth=1.2)
    ax.axhline(0, color=LINE_COLOUR, linewidth=0.8, zorder=0)
    ax.set(xscale="log", xlim=(1, len(offsets)), ylim=(-1.05, 1.05), yticks=[-1, 0, 1])
    ax.set(xlabel="offset", ylabel="similarity")
    ax.xaxis.set_major_formatter("{x:.0f}")
    return ax


def _check_curve(name, positions, values_name, values):
    positions, values = (
        arguments.check_real_array(name, positions),
        arguments.check_real_array(values_name, values),
    )
    if positions.ndim != 1 or positions.shape != values.shape:
        raise ValueError(
            f"{name} and {values_name} must have one shape (n,); "
            f"got {positions.shape} and {values.shape}"
        )
    return positions, values


def _check_above_zero(name, values):
    array = arguments.check_finite(
        name, arguments.check_real_array(name, values).astype(np.float64)
    )
    if (array <= 0).any():
        raise ValueError(f"{name} must be above 0; got {array[array <= 0][0]}")
    return array
