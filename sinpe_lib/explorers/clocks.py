"""Pairs as hands of clocks."""

from sinpe_lib.explorers.explorer import Explorer, Range, Switch

__all__ = ["ComparePositions", "RowAsClocks", "SameTurn"]


class RowAsClocks(Explorer):
    """The row of one real position: a clock for each pair, one of them large enough to turn.

    Examples
    --------
    >>> RowAsClocks(width=16).state
    {'position': 5.0, 'width': 16, 'pair': 0}
    """

    description = (
        "The row of one position. A large clock shows the hand of one pair, with its sine across "
        "and its cosine upright; below it are the clocks of all pairs and the row as lamps."
    )
    position = Range(5, 0, 1000, "position")
    width = Range(8, 2, 64, "width", step=2, page=8, grid=2)
    pair = Range(0, 0, 31, "pair", page=4, grid=1)
    presets = {
        "width 8, pair 0": {"width": 8, "pair": 0, "position": 5},
        "its slowest pair": {"pair": 31},
        "width 64": {"width": 64},
    }
    play = {"control": "position", "seconds": 400}


class ComparePositions(Explorer):
    """Two positions at width 4, pair by pair.

    Examples
    --------
    >>> ComparePositions(second=711).state
    {'first': 1.0, 'second': 711.0, 'whole': True}
    """

    description = (
        "Two positions on two lines, as hands on the clocks of pair 0 and pair 1, and bars for "
        "their distance on each pair and as rows."
    )
    first = Range(1, 0, 800, "first position")
    second = Range(2, 0, 800, "second position")
    whole = Switch(True, "whole positions only")
    presets = {
        "1 and 2": {"first": 1, "second": 2},
        "1 and 500": {"first": 1, "second": 500},
        "1 and 711": {"first": 1, "second": 711},
    }


class SameTurn(Explorer):
    """One offset at two starts, at width 4.

    Examples
    --------
    >>> SameTurn(offset=7).state
    {'offset': 7.0, 'first': 5.0, 'second': 50.0, 'whole': False}
    """

    description = (
        "Clocks of pair 0 and pair 1 in two rows, one row for each start. A solid hand shows the "
        "start, a dashed one the end, and an arc the turn between them: a ring from a whole turn "
        "on."
    )
    offset = Range(3, -628, 628, "offset k")
    first = Range(5, 0, 628, "one start")
    second = Range(50, 0, 628, "another start")
    whole = Switch(False, "whole positions only")
    presets = {
        "k = 3": {"offset": 3},
        "half a turn of the slow hand": {"offset": 314.159265},
        "one turn of the slow hand": {"offset": 628},
    }
    play = {"control": "first", "seconds": 200}
