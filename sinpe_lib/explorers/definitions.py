"""The explorers of the book."""

from sinpe_lib.explorers.explorer import Explorer, Range, Switch

__all__ = ["SameTurn"]


class SameTurn(Explorer):
    """One offset at two starts, at width 4.

    Examples
    --------
    >>> SameTurn(offset=7).state
    {'offset': 7.0, 'first': 5.0, 'second': 50.0, 'whole': False}
    """

    description = (
        "Clocks of pair 0 and pair 1 in two rows, one row for each start. A solid hand shows the "
        "start, a dashed one the end, and an arc the turn between them."
    )
    offset = Range(3, -628, 628, "offset k")
    first = Range(5, 0, 628, "one start")
    second = Range(50, 0, 628, "another start")
    whole = Switch(False, "whole positions only")
    presets = {
        "k = 3": {"offset": 3},
        "half a turn of the slow hand": {"offset": 314.159265},
        "both hands nearly back": {"offset": 628},
    }
    play = {"control": "first", "seconds": 200}
