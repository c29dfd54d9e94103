"""Pairs as hands of clocks."""

import numpy as np

from sinpe_lib.encoding import encode_positions, frequencies, offset_similarity
from sinpe_lib.explorers.control import Control, with_minus_signs
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_faces, draw_hands, draw_turns
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["compare_positions", "row_as_clocks", "same_turn"]

_WIDEST = 16
_SIDES = [(-0.17, "sine"), (0.17, "cosine")]


def row_as_clocks():
    """Return the explorer of one row: a clock and two bars for each pair, at four widths.

    Notes
    -----
    The frequencies of widths 2, 4 and 8 are among those of width 16, so a pair of a narrow row
    is where the wide row has the same one.

    Examples
    --------
    >>> row_as_clocks().start
    {'position': 5, 'd_model': 8}
    """
    pairs = np.arange(_WIDEST // 2)
    centres = np.column_stack([pairs, np.full(len(pairs), 2.0)])

    def canvas(figure):
        ax = figure.subplots()
        draw_faces(centres, radius=0.36, ax=ax)
        ax.hlines(0, -0.5, len(pairs) - 0.5, color="#b9bcc2", linewidth=1)
        ax.set(xlim=(-0.9, len(pairs) - 0.4), ylim=(-1.95, 2.6), xticks=[], yticks=[-1, 0, 1])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        return ax

    def row(ax, position):
        table = encode_positions(position, _WIDEST).reshape(-1, 2)
        draw_hands(table, centres, radius=0.36, ax=ax)
        for (shift, role), values in zip(_SIDES, table.T, strict=True):
            ax.bar(pairs + shift, values, 0.26, color=ROLE_COLOURS[role])

    def names(ax, d_model):
        every = _WIDEST // d_model
        for pair in pairs[pairs % every > 0]:
            ax.axvspan(pair - 0.5, pair + 0.5, facecolor="#fdfdfb", zorder=5)
        for number, pair in enumerate(pairs[::every]):
            ax.text(pair, 1.2, number if number else "pair 0", ha="center")
            for side, (shift, role) in enumerate(_SIDES):
                column = 2 * number + side
                # Side by side two numbers of two digits have no room on a phone.
                height = -1.4 - 0.45 * side
                ax.text(pair + shift, height, column, ha="center", color=ROLE_COLOURS[role])

    def words(ax, position, d_model):
        row = encode_positions(position, d_model)
        frequency = frequencies(d_model)[-1]
        if d_model == 2:
            return (
                f"Position {position} at width 2: pair 0 is ({row[0]:z.3f}, {row[1]:z.3f}) "
                "and turns by 1 radian per position."
            )
        return (
            f"Position {position} at width {d_model}: pair 0 is ({row[0]:z.3f}, {row[1]:z.3f}). "
            f"The slowest pair turns by {frequency:.2g} radians per position and "
            f"is ({row[-2]:z.3f}, {row[-1]:z.3f})."
        )

    return Explorer(
        "The row of one position: for each pair a clock hand, and bars for its sine and cosine.",
        canvas,
        [row, names, words],
        size=(4.8, 2.8),
        position=Control(range(101), 5, live=range(1001)),
        d_model=Control([2, 4, 8, 16], 8, label="width"),
    )


def compare_positions():
    """Return the explorer of two positions at width 4, pair by pair.

    Examples
    --------
    >>> compare_positions().start
    {'first': 1, 'second': 2}
    """
    centres = np.array([[0, 0], [1.2, 0]])
    values = [*range(31), 50, 53, 354, 500, 711]

    def canvas(figure):
        clocks, lengths = figure.subplots(1, 2, width_ratios=[1.5, 1])
        draw_faces(centres, radius=0.5, ax=clocks)
        for pair, (x, _) in enumerate(centres):
            clocks.text(x, 0.6, f"pair {pair}", ha="center")
        clocks.set(xlim=(-0.6, 1.8), ylim=(-0.6, 0.8))
        clocks.set_axis_off()
        lengths.set(xlim=(0, 3), xticks=range(4), ylim=(2.6, -0.6), xlabel="distance")
        lengths.set_yticks(range(3), ["pair 0", "pair 1", "row"])
        lengths.tick_params(axis="y", length=0)
        return clocks, lengths

    def first_hands(axes, first):
        draw_hands(encode_positions(first, 4).reshape(-1, 2), centres, radius=0.5, ax=axes[0])

    def second_hands(axes, second):
        pairs = encode_positions(second, 4).reshape(-1, 2)
        draw_hands(pairs, centres, radius=0.5, dashed=True, ax=axes[0])

    def distances(axes, offset):
        pairs = 2 * np.abs(np.sin(frequencies(4) * offset / 2))
        row = np.hypot(*pairs)
        axes[1].barh(range(3), [*pairs, row], 0.5, color=ROLE_COLOURS["offset"])
        return (
            f"{offset} apart: distance {pairs[0]:.5f} on pair 0, {pairs[1]:.5f} on pair 1, "
            f"{row:.5f} for the row."
        )

    def positions(axes, first, second):
        return f"Positions {first} (solid) and {second} (dashed)."

    return Explorer(
        "Two positions as hands on the clocks of pair 0 and pair 1, and bars for their distance "
        "on each pair and as rows.",
        canvas,
        [first_hands, second_hands, positions, distances],
        size=(4.8, 2.1),
        first=Control(values, 1, live=range(801), label="first position"),
        second=Control(values, 2, live=range(801), label="second position"),
        offset=lambda first, second: abs(second - first),
    )


def same_turn():
    """Return the explorer of one offset, applied at two start positions, at width 4.

    Examples
    --------
    >>> same_turn().start
    {'offset': 3, 'first': 5, 'second': 50}
    """
    upper, lower = np.array([[0, 1.25], [1.25, 1.25]]), np.array([[0, 0], [1.25, 0]])

    def canvas(figure):
        ax = figure.subplots()
        draw_faces([*upper, *lower], radius=0.5, ax=ax)
        for pair, (x, y) in enumerate(upper):
            ax.text(x, y + 0.6, f"pair {pair}", ha="center")
        ax.set(xlim=(-1.6, 1.8), ylim=(-0.55, 2.05))
        ax.set_axis_off()
        return ax

    def hands(ax, position, centres, dashed):
        pairs = encode_positions(position, 4).reshape(-1, 2)
        draw_hands(pairs, centres, radius=0.5, dashed=dashed, ax=ax)

    def turns(ax, start, offset, centres):
        end = start + offset
        draw_turns(np.outer(frequencies(4), [start, end]), centres, ax=ax)
        words = with_minus_signs(f"{start} \N{RIGHTWARDS ARROW} {end}")
        ax.text(-1.5, centres[0][1], words, va="center")
        return f"From {start} (solid) to {end} (dashed)."

    def same(ax, offset):
        fast, slow = frequencies(4) * offset
        similarity = offset_similarity(offset, 4)
        return (
            f"Both times pair 0 turns by {fast:.2f} radians and pair 1 by {slow:.2f}, "
            f"and the dot product of the two rows is {similarity:.3f}."
        )

    return Explorer(
        "Clocks of pair 0 and pair 1 in two rows, one row for each start position. A solid hand "
        "shows the start, a dashed one the end, and an arc the turn between them.",
        canvas,
        [
            lambda ax, first, offset: turns(ax, first, offset, upper),
            lambda ax, second, offset: turns(ax, second, offset, lower),
            lambda ax, first: hands(ax, first, upper, False),
            lambda ax, second: hands(ax, second, lower, False),
            lambda ax, first_end: hands(ax, first_end, upper, True),
            lambda ax, second_end: hands(ax, second_end, lower, True),
            same,
        ],
        size=(4.6, 3.4),
        offset=Control(range(-6, 7), 3, live=range(-100, 101)),
        first=Control(range(11), 5, live=range(101), label="one start"),
        second=Control(range(45, 56), 50, live=range(101), label="another start"),
        first_end=lambda first, offset: first + offset,
        second_end=lambda second, offset: second + offset,
    )
