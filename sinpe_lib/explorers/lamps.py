"""Rows as boards of lamps."""

import numpy as np

from sinpe_lib.encoding import encode_positions, sinusoidal_encoding
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_lamps, draw_lit_table

__all__ = ["row_of_table", "seat_lights"]

_PLAIN = 0.05


def row_of_table():
    """Return the explorer of a table of 40 positions at width 16, one row of it as lamps.

    Examples
    --------
    >>> row_of_table().text({"position": 5})
    'Position 5: since position 4, columns 0, 1, 3 and 4 changed by more than 0.05, column 1 most.'
    """
    table = sinusoidal_encoding(40, 16)
    columns = range(table.shape[1])

    def canvas(figure):
        whole, lamps = figure.subplots(2, 1, height_ratios=[3.2, 1])
        draw_lit_table(table, ax=whole)
        draw_lamps(table[:1], [""], columns, ax=lamps)
        whole.set_xlim(lamps.get_xlim())
        return whole, lamps

    def row(axes, position):
        whole, lamps = axes
        whole.hlines(
            [position - 0.5, position + 0.5],
            -0.5,
            table.shape[1] - 0.5,
            color="white",
            linewidth=0.8,
        )
        draw_lamps(table[[position]], [""], columns, ax=lamps)
        if position == 0:
            return "Position 0: every sine is 0 and every cosine is 1."
        change = np.abs(table[position] - table[position - 1])
        *others, last = np.flatnonzero(change > _PLAIN)
        return (
            f"Position {position}: since position {position - 1}, columns "
            f"{', '.join(map(str, others))} and {last} changed by more than {_PLAIN}, "
            f"column {np.argmax(change)} most."
        )

    return Explorer(
        "A table of sines and cosines as a field of dark and light squares, one row for each "
        "position, and the lamps of one row below it.",
        canvas,
        [row],
        size=(4.8, 2.5),
        position=Control(range(len(table)), 5, play=True),
    )


def seat_lights():
    """Return the explorer of one seat: its binary digits, and its encoding at width 8.

    Examples
    --------
    >>> seat_lights().start
    {'seat': 5}
    """
    worth = 2 ** np.arange(7)

    def canvas(figure):
        binary, wave = figure.subplots(2, 1)
        draw_lamps([0 * worth], [""], worth, dark=0, ax=binary)
        draw_lamps([encode_positions(0, 8)], [""], ax=wave)
        binary.set_xlim(wave.get_xlim())
        binary.set_title("binary digits", loc="left", pad=10)
        wave.set_title("encoding", loc="left", pad=10)
        return binary, wave

    def binary_board(axes, seat):
        digits = seat // worth % 2
        draw_lamps([digits], [""], worth, dark=0, ax=axes[0])
        lit = " + ".join(str(value) for value in worth[digits == 1][::-1])
        return f"Seat {seat} in binary digits: {lit or 'no lamp is lit'}."

    def wave_board(axes, seat):
        row = encode_positions(seat, 8)
        draw_lamps([row], [""], ax=axes[1])
        return "Its encoding: " + ", ".join(f"{value:z.2f}" for value in row) + "."

    return Explorer(
        "Two boards of lamps for one seat. The upper one shows its binary digits, each lamp on or "
        "off; the lower one the four pairs of its encoding, each lamp between dark and light.",
        canvas,
        [binary_board, wave_board],
        size=(4.8, 2.9),
        seat=Control(range(65), 5, live=range(128)),
    )
