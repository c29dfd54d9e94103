"""Seats as rows of lamps."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib import style
from sinpe_lib.plots import draw_lamps


def labels(tick_labels):
    return [label.get_text() for label in tick_labels]


def brightness(ax):
    """brightness(ax): {(column, row): brightness}, in the coordinates of the data."""
    (lamps,) = ax.collections
    assert lamps.get_clim() == (0, 1)
    centres = [tuple(centre) for centre in lamps.get_offsets()]
    return dict(zip(centres, lamps.get_array(), strict=True))


def lightness(colour):
    return np.dot(colour[:3], [0.2126, 0.7152, 0.0722])


def test_a_lamp_is_as_bright_as_its_value_and_stands_in_its_row_and_column():
    ax = draw_lamps([[-1, 0], [0.5, 1]], [5, 8])
    assert brightness(ax) == {(0, 0): 0, (1, 0): 0.5, (0, 1): 0.75, (1, 1): 1}
    assert labels(ax.get_yticklabels()) == ["5", "8"]
    assert list(ax.get_yticks()) == [0, 1]
    bottom, top = ax.get_ylim()
    assert bottom > top  # the first row at the top


def test_brighter_lamps_are_lighter_without_seeing_hues():
    ax = draw_lamps([[-1, -0.5, 0, 0.5, 1]], [0], list("abcde"))
    ax.figure.canvas.draw()
    light = [lightness(colour) for colour in ax.collections[0].get_facecolors()]
    assert light == sorted(light)
    assert light[-1] - light[0] > 0.5


def test_every_lamp_lies_inside_the_limits_and_touches_no_other():
    ax = draw_lamps(np.zeros((3, 4)), "abc")
    assert ax.get_xlim()[0] <= -0.5
    assert ax.get_xlim()[1] >= 3.5
    assert sorted(ax.get_ylim())[0] <= -0.5
    assert sorted(ax.get_ylim())[1] >= 2.5
    assert ax.get_aspect() == 1
    ax.figure.canvas.draw()
    (lamps,) = ax.collections
    across, up = lamps.get_transforms()[0].diagonal()[:2]  # radii; EllipseCollection draws a circle
    assert 0 < across == up < 0.5


def test_the_columns_of_an_encoding_are_interleaved_in_their_colours():
    ax = draw_lamps(np.zeros((1, 4)), [0])
    assert labels(ax.get_xticklabels()) == ["sin 0", "cos 0", "sin 1", "cos 1"]
    colours = [label.get_color() for label in ax.get_xticklabels()]
    assert colours == [style.ROLE_COLOURS["sine"], style.ROLE_COLOURS["cosine"]] * 2


def test_other_codes_have_names_and_a_scale_of_their_own():
    ax = draw_lamps([[0], [2], [8]], [0, 2, 8], ["number"], dark=0, full=8)
    assert brightness(ax) == {(0, 0): 0, (0, 1): 0.25, (0, 2): 1}
    assert labels(ax.get_xticklabels()) == ["number"]


def test_the_value_is_written_and_not_the_brightness(texts):
    ax = draw_lamps([[-1, 0.5]], [0], number_format="{:.1f}")
    assert texts(ax) == {"-1.0": (0, 0), "0.5": (1, 0)}


def test_nothing_is_written_unless_asked_for(texts):
    assert texts(draw_lamps([[-1, 0.5]], [0])) == {}


def test_an_ax_that_is_given_is_drawn_on():
    _, ax = plt.subplots()
    assert draw_lamps([[0, 0]], [0], ax=ax) is ax


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: draw_lamps([0.0], [0]),
            r"values must have shape \(n, m\) and no 0 in it; got \(1,\)",
        ),
        (lambda: draw_lamps([[0, 1.5]], [0]), r"values must lie from -1.0 to 1.0; got 1.5"),
        (lambda: draw_lamps([[0, -2]], [0]), r"values must lie from -1.0 to 1.0; got -2.0"),
        (lambda: draw_lamps([[0, np.nan]], [0]), r"values must lie .*; got nan"),
        (lambda: draw_lamps([[0, 0]], [0], dark=1, full=1), r"full must be above dark; got dark=1"),
        (lambda: draw_lamps([[0, 0]], [0, 1]), r"seats must name each of the 1 rows; got \[0, 1\]"),
        (lambda: draw_lamps([[0, 0]], [0], ["a"]), r"columns must name .* 2 columns; got \['a'\]"),
        (lambda: draw_lamps([[0, 0, 0]], [0]), r"columns must be named .*; got 3 columns"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
