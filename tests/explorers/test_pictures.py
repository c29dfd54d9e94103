"""What each explorer shows and says is what the library computes."""

import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex

from sinpe_lib import explorers
from sinpe_lib.alternatives.schemes import SCHEMES
from sinpe_lib.attention import self_attention
from sinpe_lib.encoding import (
    encode_positions,
    frequencies,
    offset_similarity,
    shift_matrix,
    sinusoidal_encoding,
)
from sinpe_lib.explorers.schemes import draw_score_weights
from sinpe_lib.explorers.still import call, draw_still, tell_words
from sinpe_lib.style import LINE_COLOUR, ROLE_COLOURS, SCORE_SCALE, VALUE_SCALE

ONE_STEP = 3 / 255  # colours are drawn in a hundred steps


def shapes(explorer, kind, **wanted):
    """Return the shapes of a picture, in the order in which they are drawn."""
    drawn = ET.fromstring(draw_still(type(explorer).get_name(), explorer.state, explorer.data))
    found = [shape for shape in drawn.iter() if shape.tag.endswith(kind)]
    return [s for s in found if all(re.search(v, s.get(k, "")) for k, v in wanted.items())]


def numbers(text):
    """Return the numbers of a sentence."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", plain)]


def lamps(explorer):
    return [lamp.get("fill") for lamp in shapes(explorer, "circle", stroke="#8592ad")]


def assert_colours(found, expected):
    """See that colours are those of the scale of values, up to a step."""
    drawn = np.array([[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in found])
    wanted = np.array([VALUE_SCALE((value + 1) / 2)[:3] for value in expected])
    np.testing.assert_allclose(drawn / 255, wanted, atol=ONE_STEP)


@pytest.mark.parametrize("position", [0, 5, 39])
def test_row_of_table_lights_the_row(position):
    explorer = explorers.RowOfTable(position=position)
    assert_colours(lamps(explorer), encode_positions(position, 16))


def test_row_of_table_says_what_changed():
    table = sinusoidal_encoding(40, 16)
    for position in range(1, 40):
        change = np.abs(table[position] - table[position - 1])
        *columns, plain, most = numbers(explorers.RowOfTable(position=position).tell_words())[2:]
        assert plain == 0.05
        assert columns == list(np.flatnonzero(change > 0.05))
        assert most == np.argmax(change)


def test_the_field_of_a_table_is_the_table():
    explorer = explorers.RowOfTable()
    table = sinusoidal_encoding(40, 16)
    cells = {}
    for path in shapes(explorer, "path", d="h22.5"):
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d")):
            cells[round((float(y) - 22) / 4.5), round((float(x) - 46) / 22.5)] = path.get("fill")
    assert len(cells) == table.size
    places = sorted(cells)
    assert_colours([cells[place] for place in places], [table[place] for place in places])


@pytest.mark.parametrize("seat", [0, 1, 31, 32, 100, 127])
def test_seat_lights_shows_both_codes_and_what_changed(seat):
    explorer = explorers.SeatLights(seat=seat)
    digits = [int(digit) for digit in f"{seat:07b}"[::-1]]
    wave = encode_positions(seat, 8)
    assert_colours(lamps(explorer), [*(2 * digit - 1 for digit in digits), *wave])
    said = explorer.tell_words()
    if seat:
        last = f"{seat - 1:07b}"[::-1]
        flips = sum(digit != int(before) for digit, before in zip(digits, last, strict=True))
        largest = np.abs(wave - encode_positions(seat - 1, 8)).max()
        assert numbers(said)[-4:] == [flips, 7, pytest.approx(largest, abs=0.00501), 2]
        sum_ = re.search(r"is ([\d +]+)\.", said)
        parts = map(int, sum_[1].split(" + ")) if sum_ else [seat]
        assert sum(parts) == seat
        assert (sum_ is None) == (sum(digits) == 1)
        # A bar as wide as its lamp is the way from dark to light.
        moved = [2 * abs(digit - int(before)) for digit, before in zip(digits, last, strict=True)]
        moved += list(np.abs(wave - encode_positions(seat - 1, 8)))
        bars = [float(bar.get("width")) for bar in shapes(explorer, "rect", fill="offset")]
        np.testing.assert_allclose(bars, 14 * np.array(moved), atol=0.011)


RNG = np.random.default_rng(1)
WORDS = ["dog", "bites", "man", "twice"]
X, MAPS = RNG.normal(size=(4, 4)).round(3), RNG.normal(size=(3, 4, 4)).round(3)


@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 1, 0, 3), (1, 2, 3, 0)])
def test_shuffled_tokens_shows_the_outputs_of_the_layer(order, positions):
    explorer = explorers.ShuffledTokens(
        WORDS, X, *MAPS, order=" ".join(WORDS[token] for token in order), positions=positions
    )
    added = sinusoidal_encoding(4, 4) if positions else 0
    before = self_attention(X + added, *MAPS)[0]
    now = self_attention(X[list(order)] + added, *MAPS)[0]
    for values, wanted in (
        (now, {"fill": "muted|offset"}),
        (before[list(order)], {"fill": "none"}),
    ):
        bars = [float(bar.get("height")) for bar in shapes(explorer, "rect", **wanted)]
        heights = 54 * np.abs(values).ravel() / explorer.data["largest"]
        np.testing.assert_allclose(bars, heights, atol=0.02)
    same = [np.allclose(a, b) for a, b in zip(now, before[list(order)], strict=True)]
    kept = [WORDS[token] for token, is_same in zip(order, same, strict=True) if is_same]
    who = {4: "every word", 0: "no word"}.get(len(kept), "only")
    first = order == (0, 1, 2, 3)
    assert ("in the first order" if first else f": {who} ") in explorer.tell_words()


def test_a_word_that_is_dragged_makes_room():
    explorer = explorers.ShuffledTokens(WORDS, X, *MAPS)
    dragged = call(
        "(...given) => sinpe.engine.explorers.shuffled_tokens.handles(...given)[0].to([400, 9])",
        *(explorer.state, explorer.data),
    )
    assert dragged == {"order": "bites man twice dog"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((["a", "a"], np.eye(2)), "tokens must be different words"),
        ((["a b", "c"], np.eye(2)), "tokens must be different words"),
        (
            (["a", "b"], np.eye(3)),
            r"x must have a row for each of \['a', 'b'\]; got shape \(3, 3\)",
        ),
    ],
)
def test_tokens_that_cannot_be_told_apart_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        explorers.ShuffledTokens(*given, *[np.eye(2)] * 3)


@given(st.floats(0, 1000), st.integers(1, 32), st.integers(0, 31))
def test_row_as_clocks_points_to_the_row(position, half, pair):
    pair = min(pair, half - 1)
    explorer = explorers.RowAsClocks(position=position, width=2 * half, pair=pair)
    row = encode_positions(position, 2 * half).reshape(-1, 2)
    knob = shapes(explorer, "circle", r="^5$")[0]
    tip = [float(knob.get(name)) for name in ("cx", "cy")]
    np.testing.assert_allclose(tip, [96 + 66 * row[pair, 0], 112 - 66 * row[pair, 1]], atol=0.011)
    assert_colours(lamps(explorer), row.ravel())
    words = explorer.tell_words()
    assert numbers(words)[0] == pytest.approx(position, abs=0.000501)
    values = [numbers(text) for text in re.findall(r"\((.*?)\)", words)]
    expected = row[[pair] if pair == half - 1 else [pair, -1]]
    np.testing.assert_allclose(values, expected, atol=0.000501)
    speed = numbers(re.search(r"turns by (\S+) radians? per", words)[1])[0]
    assert speed == pytest.approx(frequencies(2 * half)[-1], rel=0.051)


@given(st.floats(0, 1000), st.integers(0, 3), st.floats(-3, 3))
def test_a_large_hand_follows_the_pointer_by_the_short_way(position, pair, angle):
    w = frequencies(8)[pair]
    end = w * position + angle
    point = [96 + 40 * math.sin(end), 112 - 40 * math.cos(end)]
    moved = call(
        "(state, to) => sinpe.engine.explorers.row_as_clocks.handles(state)[0].to(to)",
        *({"position": position, "width": 8, "pair": pair}, point),
    )
    if position in (0, 1000) and abs(angle) > np.pi / 2:
        assert moved == {}  # the pointer is beyond the end
    else:
        assert moved["position"] == pytest.approx(position + angle / w, abs=1e-8 / w)


@given(st.floats(0, 800), st.floats(0, 800))
def test_compare_positions_measures_the_distances(first, second):
    state = {"first": first, "second": second, "whole": False}
    rows = encode_positions([first, second], 4).reshape(2, 2, 2)
    pairs = np.linalg.norm(rows[1] - rows[0], axis=1)
    said = numbers(tell_words("compare_positions", state))
    np.testing.assert_allclose([said[3], said[5], said[7]], [*pairs, np.hypot(*pairs)], atol=6e-6)


@given(st.floats(-628, 628), st.floats(0, 628), st.floats(0, 628))
def test_same_turn_says_the_turns_and_the_product(offset, first, second):
    state = {"offset": offset, "first": first, "second": second, "whole": False}
    words = tell_words("same_turn", state)
    said = numbers(words)
    turned = re.findall(r"(?:by|and pair 1 by) (\S+)", words)
    radians = [numbers(text)[0] for text in turned]
    np.testing.assert_allclose(radians, [offset, offset / 100], atol=0.00501)
    turns = [numbers(text)[0] for text in re.findall(r"\((\S+) turns\)", words)]
    expected = [angle / (2 * np.pi) for angle in (offset, offset / 100)]
    np.testing.assert_allclose(turns, [t for t in expected if abs(t) > 1], atol=0.00501)
    assert (" back:" in words) == (offset < 0)
    a, b = encode_positions([first, first + offset], 4)
    assert said[-1] == pytest.approx(a @ b, abs=0.000501)


@given(st.floats(-628, 628), st.floats(0, 628), st.integers(0, 7), st.floats(-3, 3))
def test_hands_set_a_start_or_the_offset(offset, first, hand, angle):
    state = {"offset": offset, "first": first, "second": 50, "whole": False}
    row, pair, moved = hand // 4, hand // 2 % 2, ["start", "offset"][hand % 2]
    position = [first, 50][row] + (offset if moved == "offset" else 0)
    w = [1, 0.01][pair]
    centre = [[196, 346][pair], [96, 244][row]]
    end = w * position + angle
    change = call(
        "(state, hand, to) => sinpe.engine.explorers.same_turn.handles(state)[hand].to(to)",
        *(state, hand, [centre[0] + 9 * math.sin(end), centre[1] - 9 * math.cos(end)]),
    )
    name = "offset" if moved == "offset" else ["first", "second"][row]
    assert change == {name: pytest.approx(state[name] + angle / w, abs=1e-7)}


@pytest.mark.parametrize("waves", range(1, 9))
def test_wave_or_stack_finds_the_look_alikes(waves):
    table = sinusoidal_encoding(131, 8)[:, :waves]
    for position in (0, 5, 68, 130):
        explorer = explorers.WaveOrStack(position=position, waves=waves)
        near = np.linalg.norm(table - table[position], axis=1) < 0.2
        alike = [p for p in np.flatnonzero(near) if p != position]
        marks = [
            float(mark.get("d")[1:].split()[0]) for mark in shapes(explorer, "path", stroke="none")
        ]
        np.testing.assert_allclose(marks, 64 + 344 * np.array(alike) / 130, atol=0.01)
        listed = explorer.tell_words().rpartition(": ")[2]
        assert numbers(listed)[:6] == alike[:6]
        assert ("and" in listed) == (len(alike) > 6)
        curves = shapes(explorer, "path", stroke="sine|cosine")
        assert len(curves) == waves


def test_the_waves_are_those_of_the_table():
    curves = shapes(explorers.WaveOrStack(waves=8), "path", stroke="sine|cosine")
    for column, curve in enumerate(curves):
        x, y = np.array(re.findall(r"[\d.]+", curve.get("d")), dtype=float).reshape(-1, 2).T
        positions, pair = (x - 64) * 130 / 344, column // 2
        values = (34 + 52 * 0.88 * pair - y) / 17
        wave = encode_positions(positions, 8)[:, column]
        np.testing.assert_allclose(values, wave, atol=0.005)


@pytest.mark.parametrize("position", [0, 1, 711])
def test_position_chord_is_as_loud_as_the_row_says(position):
    explorer = explorers.PositionChord(position=position, columns=6)
    row = encode_positions(position, 8)[:6]
    tones = call("engine.explorers.position_chord.tones", explorer.state)
    # A major pentatonic scale in equal temperament from the A below middle C.
    semitones = [0, 2, 4, 7, 9, 12]
    assert [tone["frequency"] for tone in tones] == pytest.approx(
        [220 * 2 ** (s / 12) for s in semitones]
    )
    np.testing.assert_allclose([tone["gain"] for tone in tones], 0.12 * (row + 1) / 2)
    np.testing.assert_allclose(numbers(explorer.tell_words())[2:], 50 * (row + 1), atol=0.501)
    levels = [float(bar.get("height")) for bar in shapes(explorer, "rect", fill="^#", rx="^2$")]
    np.testing.assert_allclose(levels, 60 * (row + 1), atol=0.01)


@pytest.mark.parametrize(
    ("width", "base"), [(512, 10000), (64, 100), (16, 1000), (4, 10000), (2, 10)]
)
def test_similarity_curve_is_that_of_the_library(width, base):
    explorer = explorers.SimilarityCurve(width=width, base=base, offset=37)
    curve = offset_similarity(np.arange(1, 10001), width, base) / (width / 2)
    path = shapes(explorer, "path", stroke="offset")[0].get("d")
    x, y = np.array(re.findall(r"[\d.]+", path), dtype=float).reshape(-1, 2).T
    offsets = np.exp((x - 40) / 366 * np.log(10000))
    near = (np.abs(offsets - offsets.round()) < 0.01) & (offsets < 150)  # the axis is logarithmic
    drawn = (118 - y) / 88
    np.testing.assert_allclose(drawn[near], curve[offsets[near].round().astype(int) - 1], atol=0.02)
    said = explorer.tell_words()
    assert numbers(said)[2] == pytest.approx(curve[36], abs=0.000501)
    rises = 2 + np.flatnonzero(np.diff(curve[:100]) > 1e-9)
    rise = f"from offset {rises[0] - 1} to {rises[0]}." if len(rises) else "never rises"
    assert rise in said


@pytest.mark.parametrize(("fast_off", "slow_off"), [(50, 0), (0, 50), (30, 30), (100, 0), (0, 100)])
def test_pairs_that_are_off_do_not_count(fast_off, slow_off):
    explorer = explorers.SimilarityCurve(width=20, fast_off=fast_off, slow_off=slow_off, offset=7)
    fast, slow = min(fast_off, 96), min(slow_off, 96)  # so that the two knobs never meet
    start = min(9, fast // 10)
    on = frequencies(20)[start : max(start + 1, 10 - slow // 10)]
    said = numbers(explorer.tell_words())
    assert said[2:4] == [len(on), 10]
    assert said[4] == pytest.approx(np.cos(7 * on).mean(), abs=0.000501)


@pytest.mark.parametrize(
    ("query", "back", "gain"), [(50, 3, 1), (50, 3, 32), (0, -4, 16), (2, 5, 8)]
)
def test_head_that_looks_back_is_a_shift_matrix_with_a_gain(query, back, gain):
    explorer = explorers.HeadThatLooksBack(query=query, back=back, gain=gain)
    table = sinusoidal_encoding(100, 64)
    weights = self_attention(table, gain * shift_matrix(back, 64), np.eye(64), np.eye(64))[1][query]
    d = re.findall(r"[\d.]+", shapes(explorer, "path", stroke="offset")[0].get("d"))
    np.testing.assert_allclose((226 - np.array(d[1::2], dtype=float)) / 166, weights, atol=1e-4)
    said = explorer.tell_words()
    key = query - back
    if 0 <= key < 100:
        assert f"weight {weights[key]:.2f} on key {key}" in said
        where = "there" if weights.argmax() == key else f"on key {weights.argmax()}"
        assert f"largest weight is {where}." in said
    else:
        largest = weights.argmax()
        assert f"the largest weight, {weights[largest]:.2f}, is on key {largest}." in said


def scores_of(name, first, data):
    """Return the scores of a scheme by the library, from the numbers of the picture."""
    scheme, positions = SCHEMES[name], first + np.arange(12)
    weights = {"table": np.array(data["table"])}
    tokens = np.array(data["token"]) + scheme.rows(positions, 8, weights)
    query, key = (
        scheme.turn(tokens @ np.array(data[part]), positions) for part in ("query", "key")
    )
    token = np.array(data["token"])
    plain = (token @ np.array(data["query"])) @ (token @ np.array(data["key"]))
    return (query @ key.T - plain) / np.sqrt(8)


def panel(explorer, number):
    """Return the colours of the squares of a scheme, (12, 12)."""
    left, top = 14 + 136 * (number % 3), 66 + 120 * (number // 3)
    cells = np.full((12, 12), "", dtype="U7")
    for path in shapes(explorer, "path", d="h8v8"):
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d")):
            column, row = (float(x) - left) / 8, (float(y) - top) / 8
            if 0 <= column < 12 and 0 <= row < 12:
                cells[round(row), round(column)] = path.get("fill")
    return cells


@pytest.mark.parametrize("first", [0, 20, 48])
@pytest.mark.parametrize("name", ["sinusoidal", "learned", "rotary"])
def test_position_scores_shows_schemes_that_change_tokens_or_queries(name, first):
    explorer = explorers.PositionScores(first=first)
    scores = scores_of(name, first, explorer.data)
    share = scores / explorer.data["largest"][name]
    drawn = panel(explorer, list(SCHEMES).index(name))
    for cell, value in zip(drawn.ravel(), share.ravel(), strict=True):
        wanted = SCORE_SCALE((value + 1) / 2)[:3]
        found = [int(cell[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        np.testing.assert_allclose(found, wanted, atol=0.02)
    same = np.allclose(scores, scores_of(name, 0, explorer.data))
    said = explorers.PositionScores(scheme=name, first=first).tell_words()
    if first:
        assert ("are those" if same else "are not those") in said


@pytest.mark.parametrize(
    "name", ["none", "causal mask alone", "T5", "causal ALiBi", "symmetric ALiBi"]
)
def test_position_scores_shows_schemes_that_see_the_offset_alone(name):
    explorer = explorers.PositionScores()
    drawn = panel(explorer, list(SCHEMES).index(name))
    by_offset = explorer.data["by_offset"][name]
    for query, key in np.ndindex(12, 12):
        value = by_offset[key - query + 11]
        if value is None:
            assert drawn[query, key] == "#8a8f98"
        else:
            share = value / (explorer.data["largest"][name] or 1)
            wanted = SCORE_SCALE((share + 1) / 2)[:3]
            found = [int(drawn[query, key][at : at + 2], 16) / 255 for at in (1, 3, 5)]
            np.testing.assert_allclose(found, wanted, atol=0.02)


def test_position_scores_are_those_of_the_schemes_at_every_first_position():
    data = explorers.PositionScores().data
    token, w_query, w_key, weights = draw_score_weights()
    offsets = np.arange(12) - np.arange(12)[:, None]
    for name, scheme in SCHEMES.items():
        largest = 0
        for first in range(49):
            positions = first + np.arange(12)
            tokens = token + scheme.rows(positions, 8, weights)
            query, key = (scheme.turn(tokens @ w, positions) for w in (w_query, w_key))
            bias = scheme.bias(query[None], positions, weights).reshape(12, 12)
            added = (query @ key.T - (token @ w_query) @ (token @ w_key)) / np.sqrt(8) + bias
            largest = max(largest, np.abs(added[np.isfinite(added)]).max())
            if name in data["by_offset"]:
                drawn = np.array(data["by_offset"][name], dtype=float)[offsets + 11]
                np.testing.assert_allclose(np.nan_to_num(drawn, nan=-np.inf), added, atol=6e-4)
        assert data["largest"][name] == pytest.approx(largest, abs=6e-4)


@pytest.mark.parametrize(("name", "most"), [("causal ALiBi", 5.5), ("none", None)])
def test_the_key_is_that_of_the_chosen_square(name, most):
    explorer = explorers.PositionScores(scheme=name)
    key = {text.text for text in shapes(explorer, "text", y="^434$")}
    ends = {"\N{MINUS SIGN}5.50", "5.50"} if most else {"below 0", "above 0"}
    assert key == {*ends, "hidden"}
    assert explorer.tell_words().endswith("full blue \N{MINUS SIGN}5.50.") == bool(most)


def test_sides_of_the_diagonal():
    agree = {
        name: "agree" in explorers.PositionScores(scheme=name, first=7).tell_words()
        for name in SCHEMES
    }
    assert {name for name in agree if agree[name]} == {"none", "symmetric ALiBi"}


SHARES = np.random.default_rng(2).random((2, 5, 31)).round(3)


@pytest.mark.parametrize("shift", [0, 7, 30])
def test_accuracy_by_shift_tells_median_and_range(shift):
    explorer = explorers.AccuracyByShift(["a", "b"], range(31), SHARES, scheme="b", shift=shift)
    assert "pair 1" not in explorer.tell_words()
    low, median, high = np.quantile(SHARES[1, :, shift], [0, 0.5, 1])
    said = numbers(explorer.tell_words())
    np.testing.assert_allclose(said[1:4], [median, low, high], atol=0.00501)
    seeds = shapes(explorer, "path", **{"stroke-opacity": "0.55"})
    assert len(seeds) == 5
    for seed, path in zip(SHARES[1], seeds, strict=True):
        heights = np.array(re.findall(r"[\d.]+", path.get("d"))[1::2], dtype=float)
        np.testing.assert_allclose((210 - heights) / 180, seed, atol=1e-4)


@pytest.mark.parametrize(
    ("shift", "width", "trained"),
    [(0, 16, 7), (10, 16, 7), (20, 16, 7), (30, 16, 7), (17, 32, 7), (30, 16, 63)],
)
def test_the_clock_of_a_scheme_tells_what_training_showed(shift, width, trained):
    clocks = [None, (width, trained)]
    explorer = explorers.AccuracyByShift(
        ["a", "b"], range(31), SHARES, clocks=clocks, scheme="b", shift=shift
    )

    def angles(positions):
        sine, cosine = encode_positions(positions, width)[:, 2:4].T
        return np.arctan2(sine, cosine) % (2 * np.pi)

    # A hand that went round in training has been everywhere.
    arc = min(trained * frequencies(width)[1], 2 * np.pi)
    known = (angles(shift + np.arange(8)) < arc + 1e-9).sum()
    said = explorer.tell_words()
    assert ("at all 8 tokens" if known == 8 else f"at {known or 'none'} of the 8 tokens") in said
    turned = numbers(said[said.index("pair 1") + 6 :])[0]
    assert turned == pytest.approx(shift * frequencies(width)[1] / (2 * np.pi), abs=0.00501)
    hand = shapes(explorer, "line", x1="^362$")[0]
    [angle] = angles([shift])
    tip = [float(hand.get(name)) for name in ("x2", "y2")]
    np.testing.assert_allclose(
        tip, [362 + 44 * np.sin(angle), 108 - 44 * np.cos(angle)], atol=0.011
    )
    [grey] = shapes(explorer, "path", **{"stroke-width": "^7$"})
    points = np.array(re.findall(r"[\d.]+", grey.get("d")), dtype=float).reshape(-1, 2)
    seen = np.unwrap(np.arctan2(points[:, 0] - 362, 108 - points[:, 1]))
    assert np.ptp(seen) == pytest.approx(arc, abs=0.001)


@pytest.mark.parametrize(
    ("clocks", "message"),
    [
        ([None], "clocks must have 2 entries; got 1"),
        ([None, (2, 7)], "the width of a clock must be at least 4; got 2"),
        ([None, (5, 7)], "must be even and at least 2.*got 5"),
    ],
)
def test_clocks_that_do_not_fit_are_refused(clocks, message):
    with pytest.raises(ValueError, match=message):
        explorers.AccuracyByShift(["a", "b"], range(31), SHARES, clocks=clocks)


def test_accuracy_by_shift_refuses_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match=r"shares must have shape \(1, n_seeds, 2\); got \(2, 3\)"):
        explorers.AccuracyByShift(["a"], [0, 1], np.zeros((2, 3)))


def make_tables():
    """Return the seven tables by NumPy, and which of them is right."""
    position, column = np.mgrid[:24, :16]
    pair, is_cosine = column // 2, column % 2 == 1
    right = encode_positions(np.arange(24), 16)

    def wave(angle, is_cosine=is_cosine):
        return np.where(is_cosine, np.cos(angle), np.sin(angle))

    return [
        np.hstack([right[:, ::2], right[:, 1::2]]),
        encode_positions(np.arange(24), 16, base=1000),
        wave(position * 10000.0 ** (-column / 8)),
        encode_positions(np.arange(1, 25), 16),
        right,
        wave(position * 10000.0 ** (pair / 8)),
        wave(position * 10000.0 ** (-pair / 7)),
    ]


@pytest.mark.parametrize("number", range(7))
def test_wrong_tables_differ_as_their_faults_do(number):
    explorer = explorers.WrongTables(table=f"table {number + 1}", position=5, column=3, named=True)
    table, right = make_tables()[number], encode_positions(np.arange(24), 16)
    off = np.argwhere(np.abs(table - right) > 0.0015)
    said = explorer.tell_words()
    found = numbers(said)
    assert found[:3] == [5, 3, number + 1]
    np.testing.assert_allclose(found[3:5], [table[5, 3], right[5, 3]], atol=0.000501)
    if len(off):
        assert found[5] == pytest.approx(len(off), abs=12)  # those at the edge of what is seen
        assert found[8:10] == list(off[0])
    assert ("No entry is off" in said) == (number == 4)
    columns = [148 + 7.8 * column for column in range(16)]
    cells = {}
    for path in shapes(explorer, "path", d="h7.8"):
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d")):
            place = np.abs(np.array(columns) - float(x))
            if place.min() < 0.1:
                cells[round((float(y) - 32) / 7), int(place.argmin())] = path.get("fill")
    assert_colours([cells[place] for place in np.ndindex(24, 16)], table.ravel())


@pytest.mark.parametrize(
    ("start", "scaled", "word"), [("1", True, 64), ("1", False, 8), ("1/√d", True, 8)]
)
def test_word_and_position_tells_lengths_and_sizes(start, scaled, word):
    explorer = explorers.WordAndPosition(width=64, positions=100, start=start, scaled=scaled)
    found = numbers(explorer.tell_words())
    row = np.linalg.norm(encode_positions(3, 64))
    assert found[1:4] == pytest.approx([word, row, word / row], abs=0.0501)
    assert found[4:7] == [100, 6400, 25.6]


def say(statement, guess):
    state = {"statement": statement, "guess": guess}
    return call("engine.explorers.myth_or_true.words", state)


def test_myths_are_settled_by_the_library():
    statements = explorers.MythOrTrue.get_controls()["statement"]["options"]
    verdicts = [say(statement, "true") for statement in statements]
    assert ["and it is true" in verdict for verdict in verdicts] == [False] * 3 + [True] * 2 + [
        False
    ]
    rows = encode_positions([0, 1, 62832], 512)
    apart = np.linalg.norm(rows[1:] - rows[0], axis=1)
    assert numbers(verdicts[0])[2::2] == pytest.approx(apart[::-1], abs=0.00501)
    steps = np.diff(offset_similarity(np.arange(100), 16))
    assert numbers(verdicts[1])[1:] == [np.argmax(steps > 0), np.argmax(steps > 0) + 1]
    far = np.linalg.norm(np.subtract(*encode_positions([1, 10001], 32)))
    assert numbers(verdicts[2])[1] == pytest.approx(far, abs=0.00501)
    assert numbers(verdicts[3])[-1] == np.linalg.norm(encode_positions(7, 32)).round(9)
    a, b, c, d = encode_positions([5, 8, 50, 53], 32)
    assert numbers(verdicts[4])[3::3] == pytest.approx([a @ b, c @ d], abs=0.000501)
    a, b, c, d = encode_positions([5, 8, 50, 53], 4)[:, 0]
    assert numbers(verdicts[5])[::3] == pytest.approx([b - a, d - c], abs=0.000501)


def test_another_statement_is_another_question():
    settle = "(...given) => sinpe.engine.explorers.myth_or_true.settle(...given)"
    state = {"statement": "All rows are equally long.", "guess": "true"}
    assert call(settle, state, None, state) == {}
    assert call(settle, state, None, state | {"statement": "another"}) == {"guess": "not yet"}


def test_roles_have_the_colours_of_the_figures():
    ink = call("() => sinpe.drawing.INK")
    for role, colour in ROLE_COLOURS.items():
        assert ink[role] == f"var(--sinpe-{role}, {colour.lower()})"
    assert ink["line"] == f"var(--sinpe-line, {LINE_COLOUR})"


def test_the_scales_are_those_of_the_figures():
    assert_colours(
        [call("drawing.glow", value) for value in (-1, -0.3, 0, 0.8, 1)], [-1, -0.3, 0, 0.8, 1]
    )
    for share in (-1, -0.5, 0, 0.25, 1):
        wanted = to_hex(SCORE_SCALE((share + 1) / 2))
        found = call("drawing.heat", share)
        assert all(
            abs(int(found[at : at + 2], 16) - int(wanted[at : at + 2], 16)) <= 3 for at in (1, 3, 5)
        )
