"""Pairs as hands of a clock."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib import style
from sinpe_lib.plots import draw_dial, draw_turn

HALF = np.sqrt(0.5)


def test_a_hand_points_to_its_sine_across_and_its_cosine_up(texts):
    ax = draw_dial([[0.6, 0.8], [0, -1]], ["a", "b"])
    circle, first, second = ax.lines
    np.testing.assert_allclose(np.hypot(*circle.get_data()), 1)
    np.testing.assert_array_equal(first.get_data(), [[0, 0.6], [0, 0.8]])
    np.testing.assert_array_equal(second.get_data(), [[0, 0], [0, -1]])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("sine", "cosine")
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1.4, 1.4), (-1.5, 1.5))
    assert texts(ax)["a"] == pytest.approx((0.72, 0.96))


def test_hands_that_nearly_coincide_share_a_label(texts):
    ax = draw_dial([[0, 1], [1, 0], [0.01, 0.99995]], [1, 2, 711])
    assert texts(ax) == {"1, 711": pytest.approx((0, 1.2)), "2": pytest.approx((1.2, 0))}


def test_labels_stand_outside_the_circle():
    ax = draw_dial([[HALF, HALF], [-HALF, -HALF]], ["upper right", "lower left"])
    upper, lower = ax.texts
    assert (upper.get_ha(), upper.get_va()) == ("left", "bottom")
    assert (lower.get_ha(), lower.get_va()) == ("right", "top")


def test_a_turn_runs_clockwise_from_start_to_end():
    ax = draw_turn([0, 1], [1, 0], ["p", "p + k"])
    x, y = ax.lines[-1].get_data()
    np.testing.assert_allclose(np.hypot(x, y), 0.55)
    np.testing.assert_allclose([x[0], y[0], x[-1], y[-1]], [0, 0.55, 0.55, 0], atol=1e-12)
    # Clockwise from twelve to three passes half past one; the long way round does not.
    assert min(x) > -1e-12
    assert min(y) > -1e-12
    assert ax.lines[-1].get_color() == style.ROLE_COLOURS["offset"]


def test_a_turn_across_the_lower_half_stays_clockwise():
    _, y = draw_turn([1, 0], [-1, 0], ["p", "p + k"]).lines[-1].get_data()
    assert max(y) < 1e-12


def test_a_rounding_error_is_no_whole_turn():
    x, y = draw_turn([0, 1], [-1e-16, 1], ["p", "q"]).lines[-1].get_data()
    np.testing.assert_allclose([np.ptp(x), np.ptp(y)], 0, atol=1e-12)


def test_the_arrow_points_along_the_turn():
    ax = draw_turn([0, 1], [1, 0], ["p", "p + k"])
    x, y = ax.lines[-1].get_data()
    (arrow,) = (text for text in ax.texts if getattr(text, "arrow_patch", None))
    assert arrow.xy == (x[-1], y[-1])
    assert arrow.get_position() == (x[-6], y[-6])


def test_an_ax_that_is_given_is_drawn_on():
    _, axes = plt.subplots(1, 2)
    assert draw_dial([[0, 1]], ["p"], ax=axes[0]) is axes[0]
    assert draw_turn([0, 1], [0, 1], ["p", "q"], ax=axes[1]) is axes[1]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: draw_dial([[1, 2, 3]], ["a"]), r"pairs must have shape \(n, 2\); got \(1, 3\)"),
        (lambda: draw_dial([[0, 1]], ["a", "b"]), r"labels must name each of the 1 pairs; got"),
        (lambda: draw_dial([[0, np.nan]], ["a"]), "pairs must be finite; got nan"),
        (lambda: draw_turn([0, 1, 0], [0, 1], "pq"), r"start must have shape \(2,\); got \(3,\)"),
        (lambda: draw_turn([0, 1], [0, np.nan], "pq"), "end must be finite; got nan"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
