"""A whole table as a picture."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib.plots import draw_table

TABLE = [[0, 1, 0, 1], [0.5, -0.5, 0.25, -1]]


def test_a_table_is_drawn_as_it_stands():
    ax = draw_table(TABLE)
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), TABLE)
    assert image.get_clim() == (-1, 1)
    # Left, right, bottom, top: position 0 at the top, column 0 at the left.
    assert image.get_extent() == [-0.5, 3.5, 1.5, -0.5]
    assert image.origin == "upper"
    assert ax.get_ylabel() == "position"
    assert ax.get_xlabel().startswith("column: sine of pair 0, cosine of pair 0, sine of pair 1")


def test_the_first_position_can_be_another():
    (image,) = draw_table(TABLE, start=100).images
    assert image.get_extent() == [-0.5, 3.5, 101.5, 99.5]


def test_an_ax_that_is_given_is_drawn_on():
    _, ax = plt.subplots()
    assert draw_table(TABLE, ax=ax) is ax


@pytest.mark.parametrize("table", [[0, 1], np.zeros((0, 4)), np.zeros((2, 2, 2))])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(
        ValueError, match=r"table must have shape \(n_positions, d_model\) .*; got \("
    ):
        draw_table(table)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: draw_table([[0, 1.5]]), ValueError, "table must lie from -1 to 1; got 1.5"),
        (lambda: draw_table([[0, np.nan]]), ValueError, "table must lie from -1 to 1; got nan"),
        (lambda: draw_table(TABLE, start=0.5), TypeError, "start must be an integer; got 0.5"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=text):
        call()
