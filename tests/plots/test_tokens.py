"""Tokens that change places, and their vectors."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib.plots import draw_moves, draw_outputs

WORDS = ["dog", "bites", "man"]


def bars(ax, fill):
    """Return (left, end, width) of the bars that are filled or outlines, in the order drawn."""
    found = [bar for bar in ax.patches if bar.get_fill() is fill]
    return [(bar.get_x(), bar.get_y() + bar.get_height(), bar.get_width()) for bar in found]


def test_each_token_is_led_from_its_old_place_to_its_new_one():
    ax = draw_moves([2, 0, 1], WORDS)
    old = {text.get_text(): text.get_position() for text in ax.texts if text.get_ha() == "right"}
    new = {text.get_text(): text.get_position() for text in ax.texts if text.get_ha() == "left"}
    assert old == {"dog": (0, 0), "bites": (0, 1), "man": (0, 2)}
    assert new == {"man": (1, 0), "dog": (1, 1), "bites": (1, 2)}
    ends = sorted(tuple(line.get_ydata()) for line in ax.lines)
    assert ends == [(0, 1), (1, 2), (2, 0)]
    assert {tuple(line.get_xdata()) for line in ax.lines} == {(0.05, 0.95)}
    bottom, top = ax.get_ylim()
    assert bottom > 2 > 0 > top  # the first place at the top


def test_bars_stand_on_their_rows_and_reach_up_where_they_are_above_zero():
    ax = draw_outputs([[1, -0.5], [0, 2]], before=[[4, 1], [-1, 0]])
    filled, outlined = bars(ax, True), bars(ax, False)
    # 4 is the largest and 0.4 high; rows are counted downwards, so up is towards smaller numbers.
    assert [end for _, end, _ in filled] == pytest.approx([-0.1, 0.05, 1, 0.8])
    assert [end for _, end, _ in outlined] == pytest.approx([-0.4, -0.1, 1.1, 1])
    assert [left for left, _, _ in filled] == pytest.approx([-0.35, 0.65] * 2)
    assert filled[0][2] == pytest.approx(0.7)
    base = [
        line[:, 1].tolist() for line in (part for c in ax.collections for part in c.get_segments())
    ]
    assert base == [[0, 0], [1, 1]]
    bottom, top = ax.get_ylim()
    assert bottom > 1.4
    assert top <= -0.4
    left, right = ax.get_xlim()
    assert left < -0.35
    assert right > 1.35


def test_bars_may_have_a_scale_of_their_own():
    assert bars(draw_outputs([[1]], largest=4), True)[0][1] == pytest.approx(-0.1)


def test_without_values_to_compare_with_the_outlines_are_those_of_the_bars():
    ax = draw_outputs([[1, -0.5]])
    assert bars(ax, True) == bars(ax, False)


def test_bars_of_zero_have_no_height():
    assert [end for _, end, _ in bars(draw_outputs(np.zeros((2, 1))), True)] == [0, 1]


def test_an_ax_that_is_given_is_drawn_on():
    _, axes = plt.subplots(1, 2)
    assert draw_moves([0], ["a"], ax=axes[0]) is axes[0]
    assert draw_outputs([[1]], ax=axes[1]) is axes[1]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: draw_moves([0, 0, 1], WORDS),
            r"order must hold each of 0 to 2 once; got \[0, 0, 1\]",
        ),
        (lambda: draw_moves([0, 1], WORDS), r"order must hold each of 0 to 2 once; got \[0, 1\]"),
        (
            lambda: draw_outputs([1.0]),
            r"outputs and before must .* \(n, d\); got \(1,\) and \(1,\)",
        ),
        (lambda: draw_outputs([[]]), r"outputs and before must .*; got \(1, 0\) and \(1, 0\)"),
        (
            lambda: draw_outputs([[1, 2]], before=[[1], [2]]),
            r"outputs and before must .*; got \(1, 2\) and \(2, 1\)",
        ),
        (lambda: draw_outputs([[1]], largest=0), "largest must be above 0; got 0"),
        (lambda: draw_outputs([[1]], largest=-2.0), "largest must be above 0; got -2.0"),
        (lambda: draw_outputs([[1]], largest=np.inf), "largest must be finite; got inf"),
        (lambda: draw_outputs([[np.nan]], largest=1), "outputs must be finite; got nan"),
        (lambda: draw_outputs([[1]], before=[[np.inf]]), "before must be finite; got inf"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
