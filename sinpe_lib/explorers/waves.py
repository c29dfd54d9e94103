"""Waves over position, seen and heard."""

from sinpe_lib.explorers.explorer import Explorer, Range

__all__ = ["PositionChord", "WaveOrStack"]


class WaveOrStack(Explorer):
    """One position and its look-alikes, on more and more of the eight waves of width 8.

    Examples
    --------
    >>> WaveOrStack(waves=4).state
    {'position': 5, 'waves': 4}
    """

    description = (
        "Sines and dashed cosines over the positions 0 to 130, an upright line at one position, "
        "and a mark at every position that the waves can hardly tell from it."
    )
    position = Range(5, 0, 130, "position", grid=1)
    waves = Range(1, 1, 8, "waves", page=2, grid=1)
    presets = {
        "one sine": {"waves": 1},
        "one pair": {"waves": 2},
        "two pairs": {"waves": 4},
        "three pairs": {"waves": 6},
    }
    play = {"control": "position", "seconds": 26}


class PositionChord(Explorer):
    """The row of a position at width 8 as a chord.

    Examples
    --------
    >>> PositionChord(position=711, columns=2).state
    {'position': 711, 'columns': 2}
    """

    description = (
        "A keyboard of eight notes, one for each column, on which the level of each key shows how "
        "loud it is: silent at -1, full at 1."
    )
    position = Range(1, 0, 800, "position", grid=1)
    columns = Range(8, 1, 8, "columns heard", page=2, grid=1)
    presets = {
        "pair 0 at 1": {"position": 1, "columns": 2},
        "pair 0 at 711": {"position": 711, "columns": 2},
        "row 1": {"position": 1, "columns": 8},
        "row 2": {"position": 2, "columns": 8},
        "row 711": {"position": 711, "columns": 8},
    }
    play = {"control": "position", "seconds": 160}
