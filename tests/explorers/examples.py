"""One of each explorer."""

import numpy as np

from sinpe_lib import explorers

_RNG = np.random.default_rng(0)

EXAMPLES = [
    explorers.AccuracyByShift(
        ["learned", "rotary"],
        range(0, 57, 2),
        np.sort(_RNG.random((2, 10, 29)), axis=2),
        clocks=[None, (16, 7)],
    ),
    explorers.ComparePositions(),
    explorers.HeadThatLooksBack(),
    explorers.MythOrTrue(),
    explorers.PositionChord(),
    explorers.PositionScores(),
    explorers.RowAsClocks(),
    explorers.RowOfTable(),
    explorers.SameTurn(),
    explorers.SeatLights(),
    explorers.ShuffledTokens(
        ["dog", "bites", "man"], _RNG.normal(size=(3, 4)), *_RNG.normal(size=(3, 4, 4))
    ),
    explorers.SimilarityCurve(),
    explorers.WaveOrStack(),
    explorers.WordAndPosition(),
    explorers.WrongTables(),
]
