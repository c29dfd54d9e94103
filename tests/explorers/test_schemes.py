"""The explorers of schemes: what is drawn, and what is said about it."""

import base64
import io

import matplotlib.image
import numpy as np
import pytest

from sinpe_lib.explorers import accuracy_by_shift, position_scores
from tests.explorers.drawing import colour, elements, marks, paths, points, texts

RELATIVE = ["Shaw", "T5", "causal ALiBi", "symmetric ALiBi", "rotary"]
GREY = [0x8A, 0x8F, 0x98]
SHARES = [
    [[1, 1, 1, 1], [1, 0.9, 0.3, 0.2], [1, 0.8, 0.7, 0.6]],
    [[0.5, 0.5, 0.5, 0.5]] * 3,
]


@pytest.fixture(scope="module")
def scores():
    return position_scores()


@pytest.fixture(scope="module")
def shares():
    return accuracy_by_shift(["sinusoidal", "none"], [0, 20, 45, 50], SHARES)


def squares(explorer, scheme, first_position=0):
    """Return the colours of the twelve by twelve squares, shape (12, 12, 3), 0 to 255."""
    drawing = explorer.parts({"scheme": scheme, "first_position": first_position})[1][0]
    [image] = (part for part in elements(drawing) if part.tag == "image")
    data = image.get("href") or image.get("{http://www.w3.org/1999/xlink}href")
    pixels = matplotlib.image.imread(io.BytesIO(base64.b64decode(data.partition(",")[2])), "png")
    if "scale(1 -1)" in image.get("transform"):
        pixels = pixels[::-1]
    middles = ((np.arange(12) + 0.5) * len(pixels) / 12).astype(int)
    return (255 * pixels[np.ix_(middles, middles)][..., :3]).round().astype(int)


@pytest.mark.parametrize("scheme", RELATIVE)
def test_a_relative_scheme_has_one_colour_for_each_offset(scores, scheme):
    for first_position in (0, 20):
        found = squares(scores, scheme, first_position)
        for row in range(11):
            np.testing.assert_allclose(found[row, :-1], found[row + 1, 1:], atol=2)


@pytest.mark.parametrize("scheme", ["sinusoidal", "learned"])
def test_what_is_added_to_the_tokens_has_not(scores, scheme):
    found = squares(scores, scheme)
    assert np.abs(found[:-1, :-1] - found[1:, 1:]).max() > 30
    assert np.abs(found - squares(scores, scheme, 20)).max() > 30


def test_the_frames_of_a_scheme_share_one_scale_of_colours(scores):
    fullest = [[0x67, 0x00, 0x1F], [0x05, 0x30, 0x61]]  # the ends of RdBu_r
    full = [
        any(
            colours in fullest
            for colours in squares(scores, "learned", first).reshape(-1, 3).tolist()
        )
        for first in (0, 3, 20)
    ]
    assert sum(full) == 1


def test_alibi_is_bluer_the_further_back_and_grey_ahead(scores):
    causal, symmetric = squares(scores, "causal ALiBi"), squares(scores, "symmetric ALiBi")
    for q in range(12):
        for k in range(12):
            assert (causal[q, k].tolist() == GREY) == (k > q)
        reds = symmetric[q, q:, 0]  # red falls from white to blue
        assert (np.diff(reds.astype(int)) < 0).all()
        np.testing.assert_array_equal(symmetric[q, : q + 1], causal[q, : q + 1])
    np.testing.assert_array_equal(symmetric, symmetric.swapaxes(0, 1))


def test_offsets_that_shaw_clips_share_a_colour(scores):
    first = squares(scores, "Shaw")[0]
    assert np.ptp(first[4:], axis=0).max() == 0
    assert (np.abs(np.diff(first[:5].astype(int), axis=0)).max(axis=1) > 2).all()


def test_without_an_encoding_all_that_is_not_hidden_is_white(scores):
    assert squares(scores, "none").min() > 245
    masked = squares(scores, "causal mask alone")
    assert [row[0].min() > 245 for row in masked] == [True] * 12
    assert masked[0, 1].tolist() == GREY


@pytest.mark.parametrize("scheme", position_scores().controls["scheme"].values)
def test_the_sentence_says_whether_a_shift_is_seen_and_whether_there_is_a_direction(scores, scheme):
    same = "are not" if scheme in ("sinusoidal", "learned") else "are"
    sides = "agree" if scheme in ("none", "symmetric ALiBi") else "differ"
    assert scores.text({"scheme": scheme, "first_position": 20}) == (
        f"{scheme}, positions 20 to 31: the scores {same} those of 0 to 11. "
        f"The sides of the diagonal {sides}."
    )


def test_at_position_0_the_sentence_says_how_to_compare(scores):
    assert scores.text({"scheme": "T5", "first_position": 0}) == (
        "T5, positions 0 to 11: move the first position to see whether the scores change. "
        "The sides of the diagonal differ."
    )


@pytest.mark.parametrize("first", [0, 20, 48])
def test_the_first_and_the_last_position_stand_beside_their_squares(scores, first):
    parts = scores.parts({"scheme": "rotary", "first_position": first})
    [image] = (part for part in elements(parts[1][0]) if part.tag == "image")
    size = float(image.get("width")) / 12
    written = texts(parts[2][0])
    assert sorted(text for text, _, _ in written) == sorted([str(first), str(first + 11)] * 2)
    left = [(text, y) for text, x, y in written if x < float(image.get("x"))]
    below = [(text, x) for text, x, _ in written if x > float(image.get("x"))]
    for ends in (left, below):
        (low, start), (high, end) = sorted(ends, key=lambda found: found[1])
        assert (low, high) == (str(first), str(first + 11))
        assert end - start == pytest.approx(11 * size, abs=1)
    assert below[0][1] == pytest.approx(float(image.get("x")) + size / 2, abs=1)


def test_a_thin_line_for_each_model_and_a_thick_one_for_the_median(shares):
    drawing = shares.parts({"scheme": "sinusoidal"})[1][0]
    half = points(paths(shares.parts(shares.start)[0][0], stroke=colour("position"))[0])[0][1]
    thin = [points(line) for line in paths(drawing, stroke=colour("sine"))]
    [thick] = [points(line) for line in paths(drawing, stroke=colour("cosine"))]
    unit = 2 * (half - thin[0][0][1])  # the first model is always right
    for line, wanted in zip([*thin, thick], [*SHARES[0], [1, 0.9, 0.7, 0.6]], strict=True):
        heights = [0.5 + (half - y) / unit for _, y in line]
        if len(set(wanted)) == 1:  # a straight line needs its ends alone
            wanted = wanted[: len(heights)]
        assert heights == pytest.approx(wanted, abs=0.01)


def test_dots_stand_where_it_was_measured(shares):
    drawing = shares.parts({"scheme": "sinusoidal"})[1][0]
    [thick] = paths(drawing, stroke=colour("cosine"))
    dots = marks(drawing, fill=colour("cosine"))
    assert len(dots) == 4
    assert dots == [pytest.approx(point, abs=0.02) for point in points(thick)]


def test_the_sentence_gives_median_and_range_at_three_shifts(shares):
    assert shares.text({"scheme": "sinusoidal"}) == (
        "sinusoidal: 1.00 at shift 0; median 0.90, from 0.80 to 1.00, at shift 20; "
        "median 0.60, from 0.20 to 1.00, at shift 50."
    )
    assert shares.text({"scheme": "none"}) == (
        "none: 0.50 at shift 0; 0.50 at shift 20; 0.50 at shift 50."
    )


def test_shares_that_do_not_fit_are_refused():
    with pytest.raises(
        ValueError, match=r"shares must have shape \(1, n_seeds, 4\); got \(2, 3, 4"
    ):
        accuracy_by_shift(["none"], [0, 20, 45, 50], SHARES)
