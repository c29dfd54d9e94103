"""The explorer of look-alikes: found by comparing every two positions."""

import math

import pytest

from sinpe_lib.explorers import wave_or_stack
from tests.explorers.drawing import colour, look, marks, paths, points, texts

N_COLUMNS = {"one sine": 1, "one pair": 2, "two pairs": 4, "three pairs": 6}


@pytest.fixture(scope="module")
def explorer():
    return wave_or_stack()


def row(position):
    angles = [position * 10000 ** (-2 * pair / 8) for pair in range(4)]
    return [kind(angle) for angle in angles for kind in (math.sin, math.cos)]


def look_alikes(position, waves):
    n = N_COLUMNS[waves]
    return [
        other
        for other in range(131)
        if other != position and math.dist(row(position)[:n], row(other)[:n]) < 0.2
    ]


def places(canvas):
    """Return functions from a position to its x, and from the name of a band to its y."""
    written = {text: (x, y) for text, x, y in texts(canvas)}
    unit = (written["120"][0] - written["0"][0]) / 120
    return (lambda position: written["0"][0] + unit * position), {
        name: y for name, (_, y) in written.items()
    }


@pytest.mark.parametrize("waves", N_COLUMNS)
@pytest.mark.parametrize("position", [0, 5, 8, 60, 130])
def test_marks_and_sentence_are_the_look_alikes(explorer, position, waves):
    expected = look_alikes(position, waves)
    parts = explorer.parts({"position": position, "waves": waves})
    across, heights = places(parts[0][0])
    diamonds = marks(parts[3][0], fill=colour("offset"))
    assert [x for x, _ in diamonds] == pytest.approx(
        [across(other) for other in expected], abs=0.05
    )
    assert all(abs(y - heights["look-alikes"]) < 6 for _, y in diamonds)
    listed = ", ".join(map(str, expected[:6])) or "none"
    more = f" and {len(expected) - 6} more" if len(expected) > 6 else ""
    assert parts[3][1] == f"Closer than 0.2 to position {position} on {waves}: {listed}{more}."


def test_no_two_positions_near_the_threshold_depend_on_rounding(explorer):
    for position in explorer.controls["position"].live:
        for n in N_COLUMNS.values():
            for other in range(131):
                assert abs(math.dist(row(position)[:n], row(other)[:n]) - 0.2) > 1e-6


def test_an_upright_line_stands_at_the_position(explorer):
    for position in (0, 5, 60):
        parts = explorer.parts({"position": position, "waves": "one sine"})
        across, heights = places(parts[0][0])
        [line] = paths(parts[2][0], stroke=colour("position"))
        (x, low), (same, high) = points(line)
        assert x == same == pytest.approx(across(position), abs=0.02)
        assert low > heights["look-alikes"]
        assert high < heights["pair 0"]


@pytest.mark.parametrize("waves", N_COLUMNS)
def test_the_curves_are_the_waves_that_are_used(explorer, waves):
    parts = explorer.parts({"position": 5, "waves": waves})
    across, heights = places(parts[0][0])
    band = (heights["look-alikes"] - heights["pair 0"]) / 3
    curves = paths(parts[1][0], fill="none")
    assert len(curves) == N_COLUMNS[waves]
    for column, curve in enumerate(curves):
        role = ("sine", "cosine")[column % 2]
        assert look(curve)["stroke"] == colour(role)
        assert ("stroke-dasharray" in look(curve)) is (role == "cosine")
        corners = points(curve)
        assert [corners[0][0], corners[-1][0]] == pytest.approx([across(0), across(130)], abs=0.05)
        w = 10000 ** (-2 * (column // 2) / 8)
        # The zero of a band lies where its tick does; the name beside it is centred there.
        zero = (heights[f"pair {column // 2}"] - heights["pair 0"]) + middle(curves[0])
        for x, y in corners:
            position = (x - across(0)) / (across(130) - across(0)) * 130
            value = (math.sin, math.cos)[column % 2](w * position)
            assert y == pytest.approx(zero - 0.38 * band * value, abs=0.25)


def middle(curve):
    heights = [y for _, y in points(curve)]
    return (min(heights) + max(heights)) / 2


def test_every_band_has_its_name_from_the_top(explorer):
    _, heights = places(explorer.parts(explorer.start)[0][0])
    bands = [name for name in heights if name.startswith(("pair", "look"))]
    assert sorted(bands, key=heights.get) == ["pair 0", "pair 1", "pair 2", "look-alikes"]


def test_what_the_text_says_of_the_look_alikes(explorer):
    """More waves leave fewer: at most one on two pairs, none on three."""
    for position in explorer.controls["position"].values:
        found = [set(look_alikes(position, waves)) for waves in N_COLUMNS]
        assert found[0] > found[1] > found[2] >= found[3]
        assert [len(found[2]), len(found[3])] == [1, 0]
    assert list(explorer.controls["waves"].values) == list(N_COLUMNS)
    assert explorer.start == {"position": 5, "waves": "one sine"}
