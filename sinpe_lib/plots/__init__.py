"""Figures of the book: arrays in, matplotlib Axes out. No encoding is computed here.

A new figure is registered with pyplot: a notebook shows it and closes it when the cell ends, and
a program that draws many closes each with ``plt.close(ax.figure)``.
"""

from sinpe_lib.plots.clocks import draw_dial, draw_turn
from sinpe_lib.plots.curves import draw_margins, draw_similarity, draw_track, draw_tracks, draw_wave
from sinpe_lib.plots.lamps import draw_lamps
from sinpe_lib.plots.matrices import draw_matrix, draw_scores, draw_weights
from sinpe_lib.plots.tables import draw_table

__all__ = [
    "draw_dial",
    "draw_lamps",
    "draw_margins",
    "draw_matrix",
    "draw_scores",
    "draw_similarity",
    "draw_table",
    "draw_track",
    "draw_tracks",
    "draw_turn",
    "draw_wave",
    "draw_weights",
]
