"""Names are written as typed, where Matplotlib alone would read "$...$" as a formula."""

import pytest

from sinpe_lib.plots import (
    draw_dial,
    draw_lamps,
    draw_margins,
    draw_tracks,
    draw_turn,
    draw_weights,
)

# As a formula it would be refused: no symbol has this name.
NAME = r"$\price$"


@pytest.mark.parametrize(
    "call",
    [
        lambda: draw_dial([[0, 1]], [NAME]),
        lambda: draw_turn([0, 1], [1, 0], ["p", NAME]),
        lambda: draw_lamps([[1]], [NAME], ["column"]),
        lambda: draw_lamps([[1]], ["seat"], [NAME]),
        lambda: draw_lamps([[1]], ["seat"], ["column"], number_format=NAME),
        lambda: draw_margins([1, 2], [[2, 1]], [NAME]),
        lambda: draw_tracks([0, 1], [[0], [1]], [NAME]),
        lambda: draw_weights([[1]], [NAME]),
    ],
)
def test_a_dollar_sign_is_a_dollar_sign(call):
    call().figure.canvas.draw()
