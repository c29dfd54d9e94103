"""What programs get wrong, what the input looks like, and what is said about it."""

from sinpe_lib.explorers.explorer import Choice, Explorer, Range, Switch

__all__ = ["MythOrTrue", "WordAndPosition", "WrongTables"]


class WrongTables(Explorer):
    """Seven tables of 24 positions at width 16, six of them unlike the formula, each beside it.

    Examples
    --------
    >>> WrongTables(table="table 2").state
    {'table': 'table 2', 'position': 1, 'column': 2, 'named': False}
    """

    description = (
        "Three fields of dark and light cells, a row for each of 24 positions and 16 columns: the "
        "formula, a table that may be wrong, and how far apart they are. One entry is framed."
    )
    table = Choice([f"table {number}" for number in range(1, 8)], "table")
    position = Range(1, 0, 23, "position", page=5, grid=1)
    column = Range(2, 0, 15, "column", page=4, grid=1)
    named = Switch(False, "name the difference")


class WordAndPosition(Explorer):
    """The lengths of a word and of its position at the input, and the size of a learned table.

    Notes
    -----
    A word is a vector of independent entries whose standard deviation is `start`; its length is
    the root of the mean of its square. `scaled` multiplies it by the root of the width, as section
    3.4 of Vaswani et al. (2017) does.

    Examples
    --------
    >>> WordAndPosition(width=64).state["positions"]
    512
    """

    description = (
        "On the left a word and its position as the two sides of a right angle, with their sum; "
        "on the right a learned table as a rectangle of width by positions on logarithmic axes."
    )
    width = Range(512, 8, 4096, "width", step=1.05, page=2, grid=2, log=True)
    positions = Range(512, 16, 131_072, "positions", step=1.05, page=2, grid=1, log=True)
    start = Choice(["1/\N{SQUARE ROOT}d", "1"], "standard deviation")
    scaled = Switch(False, "multiply the word by \N{SQUARE ROOT}d")
    presets = {
        "left out": {"width": 512, "scaled": False, "start": "1/\N{SQUARE ROOT}d"},
        "as in the paper": {"width": 512, "scaled": True, "start": "1/\N{SQUARE ROOT}d"},
        "scaled twice": {"width": 512, "scaled": True, "start": "1"},
    }


class MythOrTrue(Explorer):
    """A statement to judge; the picture that settles it follows the guess.

    Examples
    --------
    >>> MythOrTrue().state["guess"]
    'not yet'
    """

    description = (
        "A statement about the encoding; once a guess is made, a curve or bars that show it."
    )
    statement = Choice(
        [
            "The row repeats after 62832 positions.",
            "Similarity falls with every step.",
            "Positions 1 and 10001 share a row.",
            "All rows of a table are equally long.",
            "The dot product of two rows depends on the offset alone.",
            "A shift by 3 adds the same vector everywhere.",
        ],
        "statement",
    )
    guess = Choice(["not yet", "true", "false"], "your guess")
