"""Curves over position."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib import style
from sinpe_lib.plots import draw_wave


@pytest.mark.parametrize("role", ["sine", "cosine"])
def test_a_wave_shows_its_curve_and_its_marks(role):
    ax = draw_wave([5, 6.5, 8], [0, 0.5, 1], [6.5], [0.5], role=role)
    curve, dots = ax.lines
    np.testing.assert_array_equal(curve.get_data(), [[5, 6.5, 8], [0, 0.5, 1]])
    np.testing.assert_array_equal(dots.get_data(), [[6.5], [0.5]])
    assert dots.get_linestyle() == "None"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("position", role)
    assert curve.get_color() == style.ROLE_COLOURS[role]


def test_an_ax_that_is_given_is_drawn_on():
    _, ax = plt.subplots()
    assert draw_wave([0], [0], [0], [0], ax=ax) is ax


def test_a_role_that_is_no_column_is_refused():
    with pytest.raises(ValueError, match="role must be 'sine' or 'cosine'; got 'tangent'"):
        draw_wave([0], [0], [0], [0], role="tangent")
