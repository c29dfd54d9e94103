"""The explorer of a head that looks back: its weights from sums of cosines."""

import math

import pytest

from sinpe_lib.explorers import head_that_looks_back
from tests.explorers.drawing import colour, look, paths, points, texts


@pytest.fixture(scope="module")
def explorer():
    return head_that_looks_back()


def weights(back, gain):
    """Return what query 50 gives to the keys 0 to 99: a softmax over sums of cosines."""
    frequencies = [10_000 ** (-2 * i / 64) for i in range(32)]
    scores = [
        gain * sum(math.cos(w * (50 - back - key)) for w in frequencies) / 8 for key in range(100)
    ]
    exponentials = [math.exp(score - max(scores)) for score in scores]
    return [e / sum(exponentials) for e in exponentials]


@pytest.mark.parametrize("back", [-4, 0, 3, 8])
@pytest.mark.parametrize("gain", [1, 8, 64])
def test_curve_and_sentence(explorer, back, gain):
    expected = weights(back, gain)
    parts = explorer.parts({"back": back, "gain": gain})
    names = {text: (x, y) for text, x, y in texts(parts[0][0])}
    step = (names["80"][0] - names["20"][0]) / 60
    [curve] = paths(parts[2][0], stroke=colour("offset"))
    corners = points(curve)
    height = names["0.0"][1] - names["1.0"][1]
    floor = corners[0][1] + expected[0] * height
    place = {key: names["20"][0] + step * (key - 20) for key in (0, 99, 50 - back)}
    assert [corners[0][0], corners[-1][0]] == pytest.approx([place[0], place[99]], abs=0.05)
    [peak] = [y for x, y in corners if abs(x - place[50 - back]) < 0.1]
    assert peak == pytest.approx(floor - expected[50 - back] * height, abs=0.1)
    assert peak == min(y for _, y in corners)
    way = {-4: "4 ahead", 0: "at itself", 3: "3 back", 8: "8 back"}[back]
    assert parts[2][1] == (
        f"Query 50 looks {way}: weight {expected[50 - back]:.2f} on key {50 - back}, "
        "and the largest weight is there."
    )


def test_lines_stand_at_the_query_and_at_the_key(explorer):
    parts = explorer.parts({"back": 3, "gain": 1})
    names = {text: x for text, x, _ in texts(parts[0][0])}
    step = (names["80"] - names["20"]) / 60
    [solid] = [p for p in paths(parts[0][0], stroke=colour("position")) if upright(p)]
    [dashed] = paths(parts[1][0], stroke=colour("position"))
    assert "stroke-dasharray" in look(dashed)
    places = [names["20"] + step * (key - 20) for key in (50, 47)]
    assert [points(solid)[0][0], points(dashed)[0][0]] == pytest.approx(places, abs=0.05)


def upright(path):
    corners = points(path)
    return len(corners) == 2 and corners[0][0] == corners[1][0] and corners[0][1] != corners[1][1]


def test_a_key_before_the_first_would_be_missed(explorer):
    """The live face reaches further than the page: all its keys exist."""
    assert all(0 <= 50 - back < 100 for back in explorer.controls["back"].live)


def test_what_the_text_speaks_of_can_be_set(explorer):
    assert explorer.start == {"back": 3, "gain": 1}
    assert {-3, 0, 3} <= set(explorer.controls["back"].values)
    assert {1, 64} <= set(explorer.controls["gain"].values)
