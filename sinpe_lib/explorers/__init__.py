"""Figures that answer the hand: widgets in a notebook, live on a page, a still everywhere else."""

from sinpe_lib.explorers.definitions import SameTurn
from sinpe_lib.explorers.explorer import Choice, Explorer, Range, Switch

__all__ = ["Choice", "Explorer", "Range", "SameTurn", "Switch"]
