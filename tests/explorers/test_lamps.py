"""Explorers of lamps: which lamp shines, and how brightly."""

import math

import pytest
from matplotlib.colors import to_rgb

from sinpe_lib.explorers import row_of_table, seat_lights
from tests.explorers.drawing import box, elements, look, paths, points, texts, written

BOARD, LIGHT = "#1b2233", "#ffd24a"  # the colours of the logo
COLUMNS = {
    d_model: [(kind, pair) for pair in range(d_model // 2) for kind in (math.sin, math.cos)]
    for d_model in (8, 16)
}


@pytest.fixture(scope="module")
def table():
    return row_of_table()


@pytest.fixture(scope="module")
def seats():
    return seat_lights()


def encoding(position, d_model):
    return [kind(position * 10000 ** (-2 * pair / d_model)) for kind, pair in COLUMNS[d_model]]


def lamps(drawing):
    """Return (x, y, brightness) of the lamps, from left to right; the boards are no lamps."""
    found = []
    for lamp in paths(drawing):
        if lamp.get("d").count("C") == 8:
            left, top, right, bottom = box(lamp)
            found.append(((left + right) / 2, (top + bottom) / 2, brightness(look(lamp)["fill"])))
    return sorted(found)


def brightness(fill):
    """Return where a colour lies between the board, 0, and a lamp that is fully lit, 1."""
    parts = [
        (here - dark) / (light - dark)
        for here, dark, light in zip(*map(to_rgb, (fill, BOARD, LIGHT)), strict=True)
        if abs(light - dark) > 0.3
    ]
    assert max(parts) - min(parts) < 0.02, "not between the two colours"
    return sum(parts) / len(parts)


@pytest.mark.parametrize("position", [0, 5, 39])
def test_the_row_shines_as_its_encoding(table, position):
    drawing, _ = table.parts({"position": position})[1]
    shown = [glow for _, _, glow in lamps(drawing)]
    assert shown == pytest.approx([(x + 1) / 2 for x in encoding(position, 16)], abs=0.02)


def test_the_sentence_names_the_columns_that_changed(table):
    assert table.text({"position": 0}) == "Position 0: every sine is 0 and every cosine is 1."
    for position in range(1, 40):
        rows = zip(encoding(position - 1, 16), encoding(position, 16), strict=True)
        changes = [abs(new - old) for old, new in rows]
        plain = [str(column) for column, change in enumerate(changes) if change > 0.05]
        listed = ", ".join(plain[:-1]) + " and " + plain[-1]
        assert table.text({"position": position}) == (
            f"Position {position}: since position {position - 1}, columns {listed} changed by "
            f"more than 0.05, column {changes.index(max(changes))} most."
        )
        assert min(abs(change - 0.05) for change in changes) > 1e-6  # rounding decides nothing


def test_two_lines_enclose_the_row_in_the_table(table):
    [image] = (part for part in elements(table.parts(table.start)[0][0]) if part.tag == "image")
    height = float(image.get("height"))
    for position in (0, 5, 39):
        drawing = table.parts({"position": position})[1][0]
        over, under = sorted(points(line)[0][1] for line in paths(drawing, stroke="#ffffff"))
        assert under - over == pytest.approx(height / 40, rel=0.02)
        first = over - position * height / 40
        upper_edge = -float(image.get("y"))  # the image is turned upside down
        assert first == pytest.approx(upper_edge, abs=0.5)


def test_the_lamps_stand_below_their_columns(table):
    canvas, row = (drawing for drawing, _ in table.parts({"position": 5}))
    numbers = {text: x for text, x, _ in texts(canvas)}
    [image] = (part for part in elements(canvas) if part.tag == "image")
    left, width = float(image.get("x")), float(image.get("width"))
    columns = [left + (column + 0.5) * width / 16 for column in range(16)]
    assert [x for x, _, _ in lamps(row)] == pytest.approx(columns, abs=1)
    assert [numbers[str(column)] for column in range(16)] == pytest.approx(columns, abs=1)


def test_the_table_plays_from_the_first_position_to_the_last(table):
    assert table.controls["position"].values == list(range(40))
    assert table.controls["position"].play


@pytest.mark.parametrize("seat", [0, 1, 5, 31, 32, 64, 127])
def test_a_seat_is_lit_by_its_binary_digits_and_by_its_encoding(seats, seat):
    _, (binary, _), (wave, _) = seats.parts({"seat": seat})
    digits = [int(digit) for digit in reversed(f"{seat:07b}")]
    assert [glow for _, _, glow in lamps(binary)] == pytest.approx(digits, abs=0.001)
    shown = [glow for _, _, glow in lamps(wave)]
    assert shown == pytest.approx([(x + 1) / 2 for x in encoding(seat, 8)], abs=0.02)
    assert max(y for _, y, _ in lamps(binary)) < min(y for _, y, _ in lamps(wave))


def test_the_lamps_stand_below_what_they_are_worth(seats):
    (canvas, _), (binary, _), (wave, _) = seats.parts({"seat": 5})
    written = {text: x for text, x, _ in texts(canvas) if text}
    for name, (x, _, _) in zip([1, 2, 4, 8, 16, 32, 64], lamps(binary), strict=True):
        assert written[str(name)] == pytest.approx(x, abs=0.02)
    names = [f"{kind} {pair}" for pair in range(4) for kind in ("sin", "cos")]
    for name, (x, _, _) in zip(names, lamps(wave), strict=True):
        assert written[name] == pytest.approx(x, abs=0.02)


@pytest.mark.parametrize(
    ("seat", "sum_of_powers"),
    [(0, "no lamp is lit"), (5, "4 + 1"), (31, "16 + 8 + 4 + 2 + 1"), (32, "32"), (64, "64")],
)
def test_the_sentences_say_both_codes(seats, seat, sum_of_powers):
    entries = ", ".join(written(entry, ".2f") for entry in encoding(seat, 8))
    assert seats.text({"seat": seat}) == (
        f"Seat {seat} in binary digits: {sum_of_powers}. Its encoding: {entries}."
    )


def test_what_the_text_says_of_seats_31_and_32(seats):
    """Six digits change at once, and of the lower lamps only the fastest sine by much."""
    control = seats.controls["seat"]
    assert {31, 32} <= set(control.values) <= set(control.live) == set(range(128))
    before, after = (seats.parts({"seat": seat}) for seat in (31, 32))
    upper, lower = (
        [abs(new - old) for (_, _, old), (_, _, new) in zip(*both, strict=True)]
        for both in ((lamps(parts[board][0]) for parts in (before, after)) for board in (1, 2))
    )
    assert upper == pytest.approx([1, 1, 1, 1, 1, 1, 0], abs=0.001)
    assert lower[0] > 0.45
    assert max(lower[1:]) < 0.06
