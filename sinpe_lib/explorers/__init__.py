"""Figures that answer the hand: widgets in a notebook, live on a page, a still everywhere else."""

from sinpe_lib.explorers.claims import MythOrTrue, WordAndPosition, WrongTables
from sinpe_lib.explorers.clocks import ComparePositions, RowAsClocks, SameTurn
from sinpe_lib.explorers.explorer import Choice, Explorer, Range, Switch
from sinpe_lib.explorers.heads import HeadThatLooksBack
from sinpe_lib.explorers.lamps import RowOfTable, SeatLights
from sinpe_lib.explorers.schemes import AccuracyByShift, PositionScores
from sinpe_lib.explorers.similarity import SimilarityCurve
from sinpe_lib.explorers.tokens import ShuffledTokens
from sinpe_lib.explorers.waves import PositionChord, WaveOrStack

__all__ = [
    "AccuracyByShift",
    "Choice",
    "ComparePositions",
    "Explorer",
    "HeadThatLooksBack",
    "MythOrTrue",
    "PositionChord",
    "PositionScores",
    "Range",
    "RowAsClocks",
    "RowOfTable",
    "SameTurn",
    "SeatLights",
    "ShuffledTokens",
    "SimilarityCurve",
    "Switch",
    "WaveOrStack",
    "WordAndPosition",
    "WrongTables",
]
