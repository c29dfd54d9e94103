"""Pairs as hands of a clock."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

from sinpe_lib import style
from sinpe_lib.plots import draw_dial, draw_faces, draw_hands, draw_turn, draw_turns

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


CENTRES = [[0, 0], [2, 1]]


def test_a_face_is_a_circle_with_its_twelve_marked():
    ax = draw_faces(CENTRES, radius=0.5)
    for circle, mark, (x, y) in zip(ax.patches, ax.lines, CENTRES, strict=True):
        assert (circle.center, circle.radius) == ((x, y), 0.5)
        assert not circle.get_fill()
        np.testing.assert_allclose(mark.get_data(), [[x, x], [y + 0.45, y + 0.5]])
    assert ax.get_aspect() == 1


@pytest.mark.parametrize("dashed", [False, True])
def test_a_small_hand_leads_from_its_centre_to_its_sine_and_cosine(dashed):
    ax = draw_hands([[0.6, 0.8], [0, -1]], CENTRES, radius=0.5, dashed=dashed)
    first, second = ax.lines
    np.testing.assert_allclose(first.get_data(), [[0, 0.3], [0, 0.4]])
    np.testing.assert_allclose(second.get_data(), [[2, 2], [1, 0.5]])
    assert (first.get_marker(), first.get_markevery()) == ("o", [1])
    assert first.get_linestyle() == ("--" if dashed else "-")
    assert (first.get_markerfacecolor() == first.get_color()) is not dashed
    assert first.get_color() == style.ROLE_COLOURS["position"]


@pytest.mark.parametrize(
    ("before", "after", "drawn"),
    [
        (0, 1, 1),
        (3, 1, 2),  # backwards
        (-2, -1.5, 0.5),
        (1, 1, 0),
        (0, 7, 7 - 2 * np.pi),  # more than a turn
        (5, -5, 10 - 2 * np.pi),
        (0, 2 * np.pi, 0),
    ],
)
def test_a_turn_is_an_arc_between_its_angles_and_no_longer(before, after, drawn):
    ax = draw_turns([[before, after]], [[2, 1]], radius=0.5)
    [arc] = ax.patches
    curve = arc.get_path().interpolated(1).to_polygons(closed_only=False) or [np.empty((0, 2))]
    across, up = (np.concatenate(curve) - [2, 1]).T
    ends = {tuple(np.round([0.5 * np.sin(a), 0.5 * np.cos(a)], 6)) for a in (before, after)}
    corners = arc.get_path().vertices[[0, -1]] - [2, 1]
    assert {tuple(corner) for corner in np.round(corners, 6)} == ends
    np.testing.assert_allclose(np.hypot(across, up), 0.5, atol=0.01)
    length = np.hypot(np.diff(across), np.diff(up)).sum()
    assert length == pytest.approx(0.5 * drawn, rel=0.01)
    # It runs on the side of the turn, not on the rest of the circle.
    angles = np.arctan2(across, up)
    middle = before + np.sign(after - before) * drawn / 2
    nearest = np.abs((angles - middle + np.pi) % (2 * np.pi) - np.pi).min()
    assert nearest < 0.2
    assert arc.get_edgecolor() == pytest.approx(to_rgba(style.ROLE_COLOURS["offset"]))
    assert not arc.get_fill()


def test_small_clocks_may_stand_in_a_figure_of_their_own():
    assert draw_faces(CENTRES).patches
    assert draw_hands([[0, 1]], [[0, 0]]).lines
    assert draw_turns([[0, 1]], [[0, 0]]).patches


def test_an_ax_that_is_given_is_drawn_on():
    _, axes = plt.subplots(1, 2)
    assert draw_faces(CENTRES, ax=axes[0]) is axes[0]
    assert draw_hands([[0, 1]], [[0, 0]], ax=axes[0]) is axes[0]
    assert draw_turns([[0, 1]], [[0, 0]], ax=axes[0]) is axes[0]
    assert draw_dial([[0, 1]], ["p"], ax=axes[0]) is axes[0]
    assert draw_turn([0, 1], [0, 1], ["p", "q"], ax=axes[1]) is axes[1]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: draw_dial([[1, 2, 3]], ["a"]), r"pairs must have shape \(n, 2\); got \(1, 3\)"),
        (lambda: draw_dial([[0, 1]], ["a", "b"]), r"labels must name each of the 1 pairs; got"),
        (lambda: draw_faces([1, 2]), r"centres must have shape \(n, 2\); got \(2,\)"),
        (lambda: draw_hands([0, 1], CENTRES), r"pairs must have shape \(n, 2\); got \(2,\)"),
        (lambda: draw_hands(CENTRES, [[0, 1, 2]]), r"centres must have shape \(n, 2\); got \(1, 3"),
        (lambda: draw_hands([[0, 1]], CENTRES), "centres must place each of the 1 clocks; got 2"),
        (lambda: draw_dial([[0, np.nan]], ["a"]), "pairs must be finite; got nan"),
        (lambda: draw_turn([0, 1, 0], [0, 1], "pq"), r"start must have shape \(2,\); got \(3,\)"),
        (lambda: draw_turn([0, 1], [0, np.nan], "pq"), "end must be finite; got nan"),
        (lambda: draw_faces(CENTRES, radius=0), "radius must be above 0; got 0"),
        (lambda: draw_hands(CENTRES, CENTRES, radius=-1), "radius must be above 0; got -1"),
        (lambda: draw_turns(CENTRES, CENTRES, radius=np.nan), "radius must be finite; got nan"),
        (lambda: draw_turns([1, 2], CENTRES), r"angles must have shape \(n, 2\); got \(2,\)"),
        (lambda: draw_turns([[1, 2]], CENTRES), "centres must place each of the 1 clocks; got 2"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
