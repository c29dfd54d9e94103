"""Figures of the book: arrays in, matplotlib Axes out. No encoding is computed here."""

from sinpe_lib.plots.clocks import draw_dial, draw_turn
from sinpe_lib.plots.curves import draw_wave
from sinpe_lib.plots.matrices import draw_matrix

__all__ = ["draw_dial", "draw_matrix", "draw_turn", "draw_wave"]
