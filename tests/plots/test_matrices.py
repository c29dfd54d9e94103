"""Arrays of two axes as coloured squares."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib.plots import draw_matrix


def test_a_matrix_is_drawn_entry_by_entry_with_its_column_order(texts):
    matrix = [[0.5, -1], [1, 0]]
    ax = draw_matrix(matrix)
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), matrix)
    assert image.get_clim() == (-1, 1)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["sin 0", "cos 0"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["sin 0", "cos 0"]
    assert texts(ax) == {"0.5": (0, 0), "-1": (1, 0), "1": (0, 1)}


def test_the_columns_of_a_matrix_are_interleaved():
    ax = draw_matrix(np.eye(4))
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["sin 0", "cos 0", "sin 1", "cos 1"]


def test_an_ax_that_is_given_is_drawn_on():
    _, ax = plt.subplots()
    assert draw_matrix(np.eye(2), ax=ax) is ax


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: draw_matrix(np.eye(3)), r"matrix must be square .*; got shape \(3, 3\)"),
        (lambda: draw_matrix(np.ones((2, 4))), r"matrix must be square .*; got shape \(2, 4\)"),
        (lambda: draw_matrix([1.0]), r"matrix must be square .*; got shape \(1,\)"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
