"""Pairs as hands of a clock: the sine across, the cosine up.

Position 0 points to twelve and later positions turn clockwise.
"""

import matplotlib.pyplot as plt
import numpy as np

from sinpe_lib import arguments
from sinpe_lib.style import LINE_COLOUR, ROLE_COLOURS

__all__ = ["draw_dial", "draw_turn"]

# Hands whose tips are closer than this share one label; apart, the labels would overlap.
_SAME_TIP = 0.12
_LABEL_RADIUS = 1.2


def draw_dial(pairs, labels, *, ax=None):
    """Draw pairs as hands of one clock.

    Parameters
    ----------
    pairs : array_like, shape (n, 2)
        One (sine, cosine) per hand.
    labels : sequence of n values
        Written at the tips; hands that nearly coincide share one label.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> from sinpe_lib import encode_positions
    >>> ax = draw_dial(encode_positions([5, 8], 2), [5, 8])
    >>> [text.get_text() for text in ax.texts]
    ['5', '8']
    """
    pairs = _check_rows_of_two("pairs", pairs)
    if len(labels) != len(pairs):
        raise ValueError(f"labels must name each of the {len(pairs)} pairs; got {labels!r}")
    ax = ax or plt.subplots(figsize=(3.6, 3.6))[1]
    angle = np.linspace(0, 2 * np.pi, 361)
    ax.plot(np.sin(angle), np.cos(angle), color=LINE_COLOUR, linewidth=1)
    for sine, cosine in pairs:
        ax.plot([0, sine], [0, cosine], color=ROLE_COLOURS["position"], marker="o", markevery=[1])
    for (sine, cosine), label in _merge_labels(pairs, labels):
        x, y = _LABEL_RADIUS * sine, _LABEL_RADIUS * cosine
        place = {"ha": _choose_side(x, "left", "right"), "va": _choose_side(y, "bottom", "top")}
        ax.text(x, y, label, **place, parse_math=False)
    ax.set(aspect="equal", xlim=(-1.4, 1.4), ylim=(-1.5, 1.5), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.set_xlabel("sine", color=ROLE_COLOURS["sine"])
    ax.set_ylabel("cosine", color=ROLE_COLOURS["cosine"])
    return ax


def draw_turn(start, end, labels, *, ax=None):
    """Draw the turn that carries one pair to another, clockwise.

    Parameters
    ----------
    start, end : array_like, shape (2,)
        The (sine, cosine) before and after.
    labels : sequence of 2 values
        Written at the two tips.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        With an arc from `start` to `end`; whole turns are not drawn.

    Examples
    --------
    >>> from sinpe_lib import encode_positions
    >>> ax = draw_turn(*encode_positions([5, 8], 2), [5, 8])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('sine', 'cosine')
    """
    start, end = _check_pair("start", start), _check_pair("end", end)
    ax = draw_dial([start, end], labels, ax=ax)
    first, last = (np.arctan2(sine, cosine) for sine, cosine in (start, end))
    turn = (last - first) % (2 * np.pi)
    if 2 * np.pi - turn < 1e-9:  # a rounding error backwards is no turn, not a whole one
        turn = 0.0
    angle = np.linspace(first, first + turn, 100)
    x, y = 0.55 * np.sin(angle), 0.55 * np.cos(angle)
    ax.plot(x, y, color=ROLE_COLOURS["offset"], linewidth=2.4)
    ax.annotate(
        "",
        (x[-1], y[-1]),
        xytext=(x[-6], y[-6]),
        arrowprops={"arrowstyle": "-|>", "color": ROLE_COLOURS["offset"], "mutation_scale": 16},
    )
    return ax


def _check_pair(name, values):
    pair = arguments.check_real_array(name, values)
    if pair.shape != (2,):
        raise ValueError(f"{name} must have shape (2,); got {pair.shape}")
    return arguments.check_finite(name, pair)


def _check_rows_of_two(name, values):
    values = arguments.check_real_array(name, values).astype(np.float64)
    if values.ndim != 2 or values.shape[1] != 2:
        raise ValueError(f"{name} must have shape (n, 2); got {values.shape}")
    return arguments.check_finite(name, values)


def _merge_labels(pairs, labels):
    """Return (tip, label) with the labels of hands that nearly coincide joined by commas."""
    groups = []
    for pair, label in zip(pairs, labels, strict=True):
        near = [group for group in groups if np.hypot(*(pair - group[0])) < _SAME_TIP]
        if near:
            near[0][1].append(str(label))
        else:
            groups.append((pair, [str(label)]))
    return [(tip, ", ".join(names)) for tip, names in groups]


def _choose_side(coordinate, positive, negative):
    """Return the alignment that keeps a label outside the circle."""
    if abs(coordinate) < 0.3:
        return "center"
    return positive if coordinate > 0 else negative
