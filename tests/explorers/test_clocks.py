"""Explorers of clocks: every hand points where plain Python says."""

import math
import re

import pytest

from sinpe_lib.explorers import compare_positions, row_as_clocks, same_turn
from tests.explorers.drawing import box, circles, colour, look, marks, paths, points, texts, written

FACE = {"fill": "none", "stroke": "var(--sinpe-line, #b9bcc2)"}
HAND = {"fill": "none", "stroke": colour("position")}
ARC = {"fill": "none", "stroke": colour("offset")}


@pytest.fixture(scope="module")
def row():
    return row_as_clocks()


@pytest.fixture(scope="module")
def compare():
    return compare_positions()


@pytest.fixture(scope="module")
def turn():
    return same_turn()


def frequency(pair, d_model):
    return 10000 ** (-2 * pair / d_model)


def encoding(position, d_model):
    angles = [position * frequency(pair, d_model) for pair in range(d_model // 2)]
    return [value for angle in angles for value in (math.sin(angle), math.cos(angle))]


def check_hands(drawing, faces, position, frequencies, dashed=False):
    """See that the hand of each face points to (sin, -cos) of its angle: y runs downwards."""
    hands = paths(drawing, **HAND)
    tips = marks(drawing, stroke=colour("position"))
    for (x, y, radius), w, hand, mark in zip(faces, frequencies, hands, tips, strict=True):
        start, tip = points(hand)
        wanted = (x + radius * math.sin(w * position), y - radius * math.cos(w * position))
        assert start == pytest.approx((x, y), abs=0.02)
        assert tip == mark == pytest.approx(wanted, abs=0.02)
        assert ("stroke-dasharray" in look(hand)) is dashed


def values_of(explorer, name):
    return explorer.controls[name].values, explorer.controls[name].live


@pytest.mark.parametrize("position", [0, 1, 5, 10, 100, 711, 1000])
def test_hands_and_bars_are_the_row_at_width_16(row, position):
    (canvas, _), (drawing, _), *_ = row.parts({"position": position, "d_model": 16})
    faces = circles(canvas, **FACE)
    assert faces == sorted(faces)
    check_hands(drawing, faces, position, [frequency(pair, 16) for pair in range(8)])
    unit = faces[1][0] - faces[0][0]  # the clocks stand one apart
    # The canvas draws the zero line last; the twelves of the clocks end higher up.
    zero = max(points(line)[-1][1] for line in paths(canvas, **FACE) if "C" not in line.get("d"))
    expected = encoding(position, 16)
    for side, role in enumerate(["sine", "cosine"]):
        bars = sorted(box(bar) for bar in paths(drawing, fill=colour(role)))
        for pair, ((x, _, _), (left, top, right, bottom)) in enumerate(
            zip(faces, bars, strict=True)
        ):
            value = expected[2 * pair + side]
            assert (bottom - top) == pytest.approx(abs(value) * unit, abs=0.05)
            assert ((left + right) / 2 < x) is (role == "sine")
            end = top if value > 0 else bottom
            assert end == pytest.approx(zero - value * unit, abs=0.05)


@pytest.mark.parametrize("d_model", [2, 4, 8, 16])
def test_a_narrow_row_stands_where_the_wide_row_has_its_frequencies(row, d_model):
    (canvas, _), _, (names, _), _ = row.parts({"position": 5, "d_model": d_model})
    faces = circles(canvas, **FACE)
    # From the top: the numbers of the pairs, of the sines and of the cosines.
    rows = [[], [], []]
    heights = sorted({y for _, _, y in texts(names)})
    for text, x, y in texts(names):
        rows[heights.index(y)].append((x, text))
    numbers = list(zip(*map(sorted, rows), strict=True))
    covers = [box(cover) for cover in paths(names, fill="var(--sinpe-paper, #fdfdfb)")]
    seen = [
        (x, pair)
        for pair, (x, _, radius) in enumerate(faces)
        if not any(left < x - radius and x + radius < right for left, _, right, _ in covers)
    ]
    assert len(covers) + len(seen) == len(faces)
    radius = faces[0][2]
    for number, (x, pair) in enumerate(seen):
        assert frequency(pair, 16) == pytest.approx(frequency(number, d_model), rel=1e-12)
        (middle, name), (left, sine), (right, cosine) = numbers[number]
        assert middle == pytest.approx(x, abs=0.01)
        assert left < x < right
        assert name == (str(number) if number else "pair 0")
        assert (sine, cosine) == (str(2 * number), str(2 * number + 1))
        # What is not hidden is not cut off either.
        assert not [1 for left, _, right, _ in covers if left < x + radius and x - radius < right]
    assert len(seen) == len(numbers) == d_model // 2
    for _, top, _, bottom in covers:
        assert top < min(y - radius for _, y, radius in faces)
        assert bottom > max(y for _, _, y in texts(names))


@pytest.mark.parametrize("position", [0, 5, 10, 100, 1000])
@pytest.mark.parametrize("d_model", [4, 8, 16])
def test_the_sentence_holds_the_first_and_the_last_pair(row, position, d_model):
    entries = [written(entry, ".3f") for entry in encoding(position, d_model)]
    slowest = frequency(d_model // 2 - 1, d_model)
    assert row.text({"position": position, "d_model": d_model}) == (
        f"Position {position} at width {d_model}: pair 0 is ({entries[0]}, {entries[1]}). "
        f"The slowest pair turns by {slowest:.2g} radians per position and is "
        f"({entries[-2]}, {entries[-1]})."
    )


def test_width_2_has_one_pair_to_speak_of(row):
    assert row.text({"position": 5, "d_model": 2}) == (
        "Position 5 at width 2: pair 0 is (\N{MINUS SIGN}0.959, 0.284) "
        "and turns by 1 radian per position."
    )


def test_the_row_starts_at_5_and_reaches_10(row):
    static, live = values_of(row, "position")
    assert {0, 5, 10} <= set(static) <= set(live)
    assert row.controls["d_model"].values == [2, 4, 8, 16]
    assert row.start == {"position": 5, "d_model": 8}


@pytest.mark.parametrize(("first", "second"), [(1, 2), (1, 500), (711, 1), (50, 53), (354, 0)])
def test_hands_point_to_both_positions(compare, first, second):
    parts = compare.parts({"first": first, "second": second})
    faces = circles(parts[0][0], **FACE)
    check_hands(parts[1][0], faces, first, [1, 0.01])
    check_hands(parts[2][0], faces, second, [1, 0.01], dashed=True)
    assert len(faces) == 2
    # "pair 0" and "pair 1" stand beside the bars too, to the right.
    above = [x for text, x, _ in texts(parts[0][0]) if text.startswith("pair") and x < 200]
    assert above == pytest.approx([x for x, _, _ in faces], abs=0.02)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 2),
        (1, 354),
        (1, 500),
        (1, 711),
        (711, 1),
        (5, 8),
        (50, 53),
        (7, 7),
        (1, 20),
        (1, 26),
    ],
)
def test_distances_are_those_of_the_encodings(compare, first, second):
    one, other = encoding(first, 4), encoding(second, 4)
    expected = [math.dist(one[a:b], other[a:b]) for a, b in [(0, 2), (2, 4), (0, 4)]]
    values = {"first": first, "second": second}
    pair_0, pair_1, whole = (f"{distance:.5f}" for distance in expected)
    assert compare.text(values) == (
        f"Positions {first} (solid) and {second} (dashed). {abs(first - second)} apart: "
        f"distance {pair_0} on pair 0, {pair_1} on pair 1, {whole} for the row."
    )
    canvas, bars = compare.parts(values)[0][0], compare.parts(values)[4][0]
    ticks = {text: (x, y) for text, x, y in texts(canvas)}
    unit = (ticks["3"][0] - ticks["0"][0]) / 3
    lengths = [box(bar) for bar in paths(bars, fill=colour("offset"))]
    for name, distance, (left, top, right, bottom) in zip(
        ["pair 0", "pair 1", "row"], expected, lengths, strict=True
    ):
        assert left == pytest.approx(ticks["0"][0], abs=0.02)
        assert right - left == pytest.approx(distance * unit, abs=0.02)
        # The name stands beside its bar.
        heights = [y for text, x, y in texts(canvas) if text == name and x > 200]
        assert [top < y < bottom for y in heights] == [True]


def test_what_the_text_says_of_the_closest_positions(compare):
    """Closest to position 1 among 2 to 30 are 26 on pair 0 and 20 as a row."""
    said = {
        second: re.search(
            r"distance (\S+) on pair 0, \S+ on pair 1, (\S+) for the row",
            compare.text({"first": 1, "second": second}),
        )
        for second in range(2, 31)
    }
    assert min(said, key=lambda second: float(said[second][1])) == 26
    assert min(said, key=lambda second: float(said[second][2])) == 20


def test_the_positions_of_the_worked_examples_can_be_compared(compare):
    for name in ("first", "second"):
        static, live = values_of(compare, name)
        assert {*range(31), 50, 53, 354, 500, 711} <= set(static) <= set(live)
    assert compare.start == {"first": 1, "second": 2}


@pytest.mark.parametrize(("offset", "first", "second"), [(3, 5, 50), (-6, 0, 55), (1, 10, 45)])
def test_hands_point_to_starts_and_ends(turn, offset, first, second):
    parts = turn.parts({"offset": offset, "first": first, "second": second})
    faces = circles(parts[0][0], **FACE)
    upper, lower = faces[:2], faces[2:]
    assert max(y for _, y, _ in upper) < min(y for _, y, _ in lower)
    check_hands(parts[3][0], upper, first, [1, 0.01])
    check_hands(parts[4][0], lower, second, [1, 0.01])
    check_hands(parts[5][0], upper, first + offset, [1, 0.01], dashed=True)
    check_hands(parts[6][0], lower, second + offset, [1, 0.01], dashed=True)


@pytest.mark.parametrize("offset", [3, -3, 1, 6, -6, 0, 7, 100, -100])
def test_arcs_lead_from_the_start_to_the_end_and_are_equally_long(turn, offset):
    first, second = 5, 50
    parts = turn.parts({"offset": offset, "first": first, "second": second})
    faces = circles(parts[0][0], **FACE)
    lengths = []
    for (drawing, _), start, rows in [
        (parts[1], first, faces[:2]),
        (parts[2], second, faces[2:]),
    ]:
        arcs = paths(drawing, **ARC)
        for (x, y, radius), w, arc in zip(rows, [1, 0.01], arcs, strict=True):
            ends = points(arc)[0], points(arc)[-1]
            wanted = [
                (
                    x + 0.6 * radius * math.sin(w * position),
                    y - 0.6 * radius * math.cos(w * position),
                )
                for position in sorted([start, start + offset], reverse=True)
            ]
            for end, place in zip(ends, wanted, strict=True):
                assert end == pytest.approx(place, abs=0.03)
            # Corner by corner along the curve; control points lie off it, by the same on both.
            corners = points(arc)
            lengths.append(sum(map(math.dist, corners, corners[1:])))
            left = abs(w * offset) % (2 * math.pi)
            assert lengths[-1] == pytest.approx(0.6 * radius * left, rel=0.04, abs=0.05)
    assert lengths[:2] == pytest.approx(lengths[2:], abs=0.1)


def test_the_sentences_hold_the_turns_and_the_dot_product(turn):
    for offset in (-6, -1, 0, 3, 100):
        one, other = encoding(5, 4), encoding(5 + offset, 4)
        product = sum(a * b for a, b in zip(one, other, strict=True))
        sentences = turn.text({"offset": offset, "first": 5, "second": 50}).split(". ")
        assert sentences == [
            f"From 5 (solid) to {written(5 + offset)} (dashed)",
            f"From 50 (solid) to {50 + offset} (dashed)",
            f"Both times pair 0 turns by {written(offset, '.2f')} radians and pair 1 by "
            f"{written(offset / 100, '.2f')}, "
            f"and the dot product of the two rows is {product:.3f}.",
        ]


def test_the_positions_are_written_beside_their_clocks(turn):
    parts = turn.parts({"offset": 3, "first": 5, "second": 50})
    faces = circles(parts[0][0], **FACE)
    [(upper, _, high)], [(lower, _, low)] = texts(parts[1][0]), texts(parts[2][0])
    assert (upper, lower) == ("5 → 8", "50 → 53")
    assert abs(high - faces[0][1]) < 5
    assert abs(low - faces[2][1]) < 5
    [(before_zero, _, _)] = texts(turn.parts({"offset": -6, "first": 5, "second": 50})[1][0])
    assert before_zero == "5 \N{RIGHTWARDS ARROW} \N{MINUS SIGN}1"


def test_the_turn_starts_from_5_to_8_and_from_50_to_53(turn):
    assert turn.start == {"offset": 3, "first": 5, "second": 50}
    assert min(turn.controls["offset"].values) < 0
    for control in turn.controls.values():
        assert set(control.values) <= set(control.live)
