"""Rows as boards of lamps."""

from sinpe_lib.explorers.explorer import Explorer, Range

__all__ = ["RowOfTable", "SeatLights"]


class RowOfTable(Explorer):
    """A table of 40 positions at width 16, one row of it as lamps.

    Examples
    --------
    >>> RowOfTable(position=0).state
    {'position': 0}
    """

    description = (
        "A table of sines and cosines as a field of dark and light cells, one row for each of "
        "40 positions, and the lamps of one row below it."
    )
    position = Range(5, 0, 39, "position", grid=1)
    play = {"control": "position", "seconds": 12}


class SeatLights(Explorer):
    """One seat: its binary digits, its encoding at width 8, and what changes from seat to seat.

    Examples
    --------
    >>> SeatLights(seat=31).state
    {'seat': 31}
    """

    description = (
        "Two boards of lamps for one seat. The upper one shows its binary digits, each lamp on or "
        "off; the lower one the four pairs of its encoding, each lamp between dark and light. A "
        "bar under each lamp shows how far it moved since the seat before."
    )
    seat = Range(5, 0, 127, "seat", grid=1)
    presets = {"seat 31": {"seat": 31}, "seat 32": {"seat": 32}, "seat 64": {"seat": 64}}
    play = {"control": "seat", "seconds": 32}
