"""Arrays of two axes as coloured squares."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from sinpe_lib.plots import draw_matrix, draw_scores, draw_weights
from sinpe_lib.style import choose_letters


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
        assert [label.get_text() for label in labels] == [
            "sin 0",
            "cos 0",
            "sin 1",
            "cos 1",
        ]


def test_weights_are_drawn_query_by_query_with_their_tokens(texts):
    weights = [[0.75, 0.25], [0, 1]]
    ax = draw_weights(weights, ["dog", "man"])
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), weights)
    assert image.get_clim() == (0, 1)
    assert texts(ax) == {"0.75": (0, 0), "0.25": (1, 0), "0.00": (0, 1), "1.00": (1, 1)}
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["dog", "man"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("key", "query")


def test_scores_are_drawn_query_by_query_around_a_white_zero():
    scores = [[2, 0], [-5, 1]]
    ax = draw_scores(scores)
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), scores)
    assert image.get_clim() == (-5, 5)
    red, _, blue, _ = image.to_rgba(np.array([[4.0]]))[0, 0]
    assert red > blue
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("key", "query")


def test_letters_follow_the_value_that_they_are_written_on():
    shares = np.linspace(0, 1, 9).reshape(3, 3)
    for text, share in zip(draw_weights(shares, "abc").texts, shares.flat, strict=True):
        assert text.get_color() == choose_letters(share)
    matrix = np.diag([-1, -0.5, 0.5, 1])
    letters = [text.get_color() for text in draw_matrix(matrix).texts]
    assert letters == ["white", "white", "black", "black"]


def test_a_matrix_is_empty_where_it_is_zero():
    (image,) = draw_matrix([[0.5, 0], [0, -1]]).images
    assert image.get_array().mask.tolist() == [[False, True], [True, False]]


@pytest.mark.parametrize(
    "draw", [draw_matrix, draw_scores, lambda a, ax: draw_weights(a, [1, 2], ax=ax)]
)
def test_an_ax_that_is_given_is_drawn_on(draw):
    _, ax = plt.subplots()
    assert draw(np.eye(2), ax=ax) is ax


def test_scores_are_colours_around_zero_and_grey_where_hidden():
    scores = [[1, -np.inf], [-2, 0.5]]
    image = draw_scores(scores).images[0]
    red, hidden, blue, pale = image.to_rgba(image.get_array()).reshape(4, 4)
    assert image.get_array().filled(-np.inf).tolist() == scores
    assert image.get_clim() == (-2, 2)
    assert red[0] > red[2]
    assert blue[2] > blue[0]
    assert pale[:3].min() > red[:3].min()
    np.testing.assert_allclose(hidden, [0x8A / 255, 0x8F / 255, 0x98 / 255, 1])


def test_scores_have_the_given_scale_and_the_given_ax():
    _, ax = plt.subplots()
    assert draw_scores(np.zeros((2, 2)), largest=3, ax=ax) is ax
    assert ax.images[0].get_clim() == (-3, 3)
    for colourless in (np.zeros((2, 2)), np.full((2, 2), -np.inf)):
        assert draw_scores(colourless).images[0].get_clim() == (-1, 1)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("key", "query")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: draw_scores([[1, 2]]),
            r"scores must have shape \(n, n\), n at least 1; got \(1, 2\)",
        ),
        (lambda: draw_matrix(np.eye(3)), r"matrix must be of even size; got shape \(3, 3\)"),
        (lambda: draw_matrix(np.ones((2, 4))), r"matrix must have .*; got \(2, 4\)"),
        (lambda: draw_matrix([1.0]), r"matrix must have .*; got \(1,\)"),
        (lambda: draw_weights(np.ones((2, 3)), "ab"), r"weights must have .*; got \(2, 3\)"),
        (lambda: draw_weights([1.0], "a"), r"weights must have shape \(n, n\), .*; got \(1,\)"),
        (lambda: draw_weights([[1.5]], "a"), r"weights must lie from 0 to 1; got 1.5"),
        (lambda: draw_weights([[-0.5]], "a"), r"weights must lie from 0 to 1; got -0.5"),
        (lambda: draw_weights([[np.nan]], "a"), r"weights must lie from 0 to 1; got nan"),
        (lambda: draw_weights(np.empty((0, 0)), ""), r"weights must have .*; got \(0, 0\)"),
        (lambda: draw_matrix([[1.5, 0], [0, 1]]), "matrix must lie from -1 to 1; got 1.5"),
        (lambda: draw_scores([[0, 1], [np.nan, 0]]), "scores must be finite; got nan"),
        (lambda: draw_scores([[0, 1], [np.inf, 0]]), "scores must be finite; got inf"),
        (lambda: draw_scores([[1]], largest=0), "largest must be above 0; got 0"),
        (lambda: draw_scores([[1]], largest=-1), "largest must be above 0; got -1"),
        (lambda: draw_weights(np.eye(2), "a"), r"tokens must name .* 2 rows; got 'a'"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
