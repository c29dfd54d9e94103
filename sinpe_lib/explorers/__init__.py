"""Figures that move: under a kernel as widgets, on a page as frames."""

from sinpe_lib.explorers.clocks import compare_positions, row_as_clocks, same_turn
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.explorers.heads import head_that_looks_back
from sinpe_lib.explorers.lamps import row_of_table, seat_lights
from sinpe_lib.explorers.schemes import accuracy_by_shift, position_scores
from sinpe_lib.explorers.similarity import similarity_curve
from sinpe_lib.explorers.tokens import shuffled_tokens
from sinpe_lib.explorers.waves import wave_or_stack

__all__ = [
    "Control",
    "Explorer",
    "accuracy_by_shift",
    "compare_positions",
    "head_that_looks_back",
    "position_scores",
    "row_as_clocks",
    "row_of_table",
    "same_turn",
    "seat_lights",
    "shuffled_tokens",
    "similarity_curve",
    "wave_or_stack",
]
