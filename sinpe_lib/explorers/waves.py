"""Waves over position."""

import numpy as np

from sinpe_lib.encoding import encode_positions
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_track
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["wave_or_stack"]

_CLOSE = 0.2
_LISTED = 6


def wave_or_stack():
    """Return the explorer of one position and its look-alikes, on more and more waves.

    Examples
    --------
    >>> wave_or_stack().start
    {'position': 5, 'waves': 'one sine'}
    """
    positions = np.arange(131)
    table = encode_positions(positions, 8)
    between = np.linspace(0, positions[-1], 4 * len(positions))
    stacks = {"one sine": 1, "one pair": 2, "two pairs": 4, "three pairs": 6}
    bands = ["pair 0", "pair 1", "pair 2", "look-alikes"]

    def canvas(figure):
        ax = figure.subplots()
        ax.set(xlim=(0, positions[-1]), ylim=(-0.5, 3.5), xlabel="position")
        ax.set_yticks(range(3, -1, -1), bands)
        ax.tick_params(axis="y", length=0)
        ax.spines.left.set_visible(False)
        return ax

    def curves(ax, waves):
        for column, values in enumerate(encode_positions(between, 8).T[: stacks[waves]]):
            role = ("sine", "cosine")[column % 2]
            draw_track(between, values, 3 - column // 2, role=role, ax=ax)

    def here(ax, position):
        ax.axvline(position, color=ROLE_COLOURS["position"], linewidth=1.2)

    def alike(ax, position, waves):
        part = table[:, : stacks[waves]]
        distance = np.linalg.norm(part - part[position], axis=1)
        found = positions[(distance < _CLOSE) & (positions != position)]
        ax.plot(found, np.zeros(len(found)), "D", color=ROLE_COLOURS["offset"], markersize=4)
        listed = ", ".join(map(str, found[:_LISTED])) or "none"
        more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
        return f"Closer than {_CLOSE} to position {position} on {waves}: {listed}{more}."

    return Explorer(
        "Sines and dashed cosines over the positions 0 to 130, an upright line at one position, "
        "and a mark at every position that the waves can hardly tell from it.",
        canvas,
        [curves, here, alike],
        size=(4.8, 2.8),
        position=Control(range(61), 5, live=range(131)),
        waves=Control(list(stacks)),
    )
