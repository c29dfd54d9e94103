"""Curves over position."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib import style
from sinpe_lib.plots import draw_margins, draw_similarity, draw_track, draw_tracks, draw_wave


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


def test_a_track_is_its_column_in_a_band_of_its_own():
    columns, names = [[0, -1], [1, 0], [0, 1]], ["first", "second"]
    ax = draw_tracks([5, 6.5, 8], columns, names, marked_positions=[6, 7.5], role="cosine")
    first, second, *marks = ax.lines
    np.testing.assert_array_equal(first.get_xdata(), [5, 6.5, 8])
    np.testing.assert_allclose((first.get_ydata() - 1) / 0.38, [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(second.get_ydata() / 0.38, [-1, 0, 1])
    assert [list(mark.get_xdata()) for mark in marks] == [[6, 6], [7.5, 7.5]]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert dict(zip(ax.get_yticks(), labels, strict=True)) == {1: "first", 0: "second"}
    assert first.get_color() == second.get_color() == style.ROLE_COLOURS["cosine"]
    assert (ax.get_xlabel(), ax.get_xlim()) == ("position", (5, 8))
    assert ax.get_ylim() == pytest.approx((-0.6, 1.6))


@pytest.mark.parametrize(("role", "line"), [("sine", "-"), ("cosine", "--"), ("offset", "-")])
def test_one_track_lies_around_its_height(role, line):
    [curve] = draw_track([5, 6.5, 8], [0, 1, -1], 2, role=role).lines
    np.testing.assert_array_equal(curve.get_xdata(), [5, 6.5, 8])
    np.testing.assert_allclose(curve.get_ydata(), [2, 2.38, 1.62])
    assert (curve.get_color(), curve.get_linestyle()) == (style.ROLE_COLOURS[role], line)


def test_margins_are_named_at_their_right_ends():
    ax = draw_margins([1, 10, 100], [[1, 0.5, 0.1], [3, 2, 2]], ["d = 4", "d = 8"])
    first, second = ax.lines
    np.testing.assert_array_equal(first.get_data(), [[1, 10, 100], [1, 0.5, 0.1]])
    np.testing.assert_array_equal(second.get_data(), [[1, 10, 100], [3, 2, 2]])
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert {text.get_text(): text.xy for text in ax.texts} == {
        "d = 4": (100, 0.1),
        "d = 8": (100, 2),
    }
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("largest offset", "smallest distance")


def test_similarity_is_a_line_where_there_is_room_and_a_band_where_there_is_none():
    offsets = np.arange(1, 3001)
    similarity = np.where(offsets % 2, 0.5, -0.25)
    ax = draw_similarity(offsets, similarity)
    [band] = ax.patches
    spans = {}
    for x, y in band.get_xy():
        spans.setdefault(x, set()).add(y)
    assert [spans[offset] for offset in (1, 2, 3, 4)] == [{0.5}, {-0.25}, {0.5}, {-0.25}]
    *_, crowded, last = sorted(spans)
    assert (crowded > 2800, spans[crowded]) == (True, {0.5, -0.25})
    assert (last, spans[last]) == (3000, {-0.25})
    assert ax.get_xscale() == "log"
    assert (ax.get_xlim(), ax.get_ylim()) == ((1, 3000), (-1.05, 1.05))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("offset", "similarity")
    assert ax.xaxis.get_major_formatter()(100) == "100"


def test_no_offset_is_lost_between_two_places():
    similarity = np.zeros(3000)
    similarity[2345 - 1] = -1
    [band] = draw_similarity(np.arange(1, 3001), similarity).patches
    assert band.get_xy()[:, 1].min() == -1


def test_tracks_and_margins_are_drawn_on_an_ax_that_is_given():
    _, axes = plt.subplots(1, 2)
    assert draw_tracks([0, 1], [[1], [0]], ["a"], ax=axes[0]) is axes[0]
    assert draw_track([0, 1], [1, 0], 0, ax=axes[0]) is axes[0]
    assert draw_margins([1], [[1]], ["a"], ax=axes[1]) is axes[1]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: draw_tracks([0, 1], [[1, 0], [0, 1]], ["a"]),
            r"columns must have shape \(2, 1\) and no 0 in it; got \(2, 2\)",
        ),
        (
            lambda: draw_tracks([0, 1], [[1], [0]], ["a"], role="tangent"),
            "role must be one of .*; got 'tangent'",
        ),
        (
            lambda: draw_track([0, 1], [1, 0], 0, role="tangent"),
            "role must be one of .*; got 'tangent'",
        ),
        (
            lambda: draw_similarity([0, 1, 2], [1, 1, 1]),
            r"offsets must be 1, 2, 3, \.\.\.; got \[0 1 2\]",
        ),
        (
            lambda: draw_similarity([1, 2, 3], [1, 1]),
            r"similarity must have shape \(3,\); got \(2,\)",
        ),
        (lambda: draw_similarity([1], [1]), r"offsets must be 1, 2, 3, \.\.\.; got \[1\]"),
        (lambda: draw_similarity([1, 2], [1, 1.1]), "similarity must lie from -1 to 1; got 1.1"),
        (lambda: draw_tracks([], np.empty((0, 1)), ["a"]), r"columns must .*; got \(0, 1\)"),
        (lambda: draw_tracks([0], [[1.5]], ["a"]), "columns must lie from -1 to 1; got 1.5"),
        (lambda: draw_track([0], [-1.5], 0), "values must lie from -1 to 1; got -1.5"),
        (lambda: draw_track([0], [1], np.inf), "height must be finite; got inf"),
        (
            lambda: draw_track([0, 1], [1], 0),
            r"positions and values must have one shape \(n,\); got \(2,\) and \(1,\)",
        ),
        (
            lambda: draw_wave([0], [1], [[0]], [[1]]),
            r"marked_positions and marked_values must have .*; got \(1, 1\) and \(1, 1\)",
        ),
        (lambda: draw_margins([0, 2], [[1, 1]], ["a"]), "lengths must be above 0; got 0.0"),
        (lambda: draw_margins([1, 2], [[1, -1]], ["a"]), "margins must be above 0; got -1.0"),
        (lambda: draw_margins([1, 2], [[1, np.nan]], ["a"]), "margins must be finite; got nan"),
        (
            lambda: draw_margins([1, 2], [[1], [2]], ["a", "b"]),
            r"margins must have shape \(2, 2\); got \(2, 1\)",
        ),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
