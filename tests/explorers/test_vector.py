"""Figures as SVG fragments."""

import base64
import io
import re

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from sinpe_lib import style
from sinpe_lib.explorers.vector import extent, fragment
from tests.explorers.drawing import colour, elements, look, marks, numbers, paths, points, texts


@pytest.fixture
def ax():
    """Axes from (0, 0) to (10, 10) that fill a figure of 144 by 72 units, nothing else seen."""
    ax = Figure(figsize=(2, 1)).add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, 10), ylim=(0, 10))
    ax.set_axis_off()
    return ax


def test_a_line_has_its_coordinates_in_points_from_the_upper_left_corner(ax):
    ax.plot([0, 2.5, 1 / 3], [0, 10, 5], color="#0072B2")
    [line] = paths(fragment(ax.figure))
    assert points(line) == [(0, 72), (36, 0), (4.8, 36)]
    assert look(line)["stroke"] == colour("sine")


def test_numbers_are_rounded_to_two_decimals(ax):
    ax.plot([1 / 3, 1e-5, 7 / 9], [1 / 7, 1e-5, 10 - 1e-5], color="k")
    [line] = paths(fragment(ax.figure))
    assert line.get("d") == "M 4.8 70.97 L 0 72 L 11.2 0"


def test_marks_stand_in_their_places(ax):
    ax.plot([2.5, 5], [5, 7.5], "s", color="#B84A00", markersize=6)
    drawing = fragment(ax.figure)
    assert marks(drawing, fill=colour("cosine")) == [(36, 36), (72, 18)]
    for mark in elements(drawing):
        assert sorted(set(numbers(mark.get("d")))) == [-3, 3]


def test_points_of_a_collection_stand_in_their_places(ax):
    # So many that Matplotlib defines their shape once and uses it.
    across = np.arange(11)
    ax.scatter(across, 10 - across / 2, color=["#B84A00"] * 10 + ["#123456"], marker="s")
    drawing = fragment(ax.figure)
    assert marks(drawing, fill=colour("cosine")) == [(14.4 * x, 3.6 * x) for x in range(10)]
    assert marks(drawing, fill="#123456") == [(144, 36)]


@pytest.mark.parametrize("role", sorted(style.ROLE_COLOURS))
def test_colours_of_the_roles_become_those_of_the_page(ax, role):
    ax.fill([0, 1, 1], [0, 0, 1], facecolor=style.ROLE_COLOURS[role], edgecolor="#abcdef")
    [shape] = paths(fragment(ax.figure))
    assert look(shape)["fill"] == f"var(--sinpe-{role}, {style.ROLE_COLOURS[role].lower()})"
    assert look(shape)["stroke"] == "#abcdef"


def test_no_colour_of_the_figure_style_is_left_as_it_is():
    with style.context():
        figure = Figure(figsize=(3, 2))
        ax = figure.subplots()
        ax.set(title="t", xlabel="x", ylabel="y")
        ax.text(0.5, 0.5, "inside", bbox={"facecolor": mpl.rcParams["figure.facecolor"]})
        sheet = {key: value for key, value in mpl.rcParams.items() if "color" in key}
        drawing = fragment(figure)
    used = {
        mpl.colors.to_hex(value)
        for key, value in sheet.items()
        if mpl.colors.is_color_like(value) and value != mpl.rcParamsDefault[key]
    }
    assert {"#24272c", "#fdfdfb", "#4a4e55", "#6b6f76"} <= used
    plain = re.sub(r"var\([^)]*\)", "", drawing)
    assert not [found for found in used if found in plain]
    assert {"position", "paper", "muted"} <= set(re.findall(r"var\(--sinpe-(\w+), #", drawing))


def test_text_stays_text_and_is_escaped(ax):
    ax.text(2.5, 5, 'a < b & "c" </script>', color="#24272C")
    drawing = fragment(ax.figure)
    assert texts(drawing) == [('a < b & "c" </script>', 36, pytest.approx(36, abs=3))]
    assert "a &lt; b &amp;" in drawing
    assert "</script" not in drawing


def test_text_has_the_family_of_the_page_and_keeps_its_size(ax):
    ax.text(5, 5, "word", fontsize=7.5, ha="center")
    [word] = elements(fragment(ax.figure))
    assert look(word)["font-size"] == "calc(7.5 * var(--sinpe-letter, 1px))"
    assert look(word)["text-anchor"] == "middle"
    assert "font-family" not in look(word)
    assert "DejaVu" not in fragment(ax.figure)


@pytest.mark.parametrize("angle", [0, 0.5, 30, 90])
def test_a_turned_text_is_turned_by_its_angle(ax, angle):
    ax.text(5, 5, "word", rotation=angle)
    ax.text(5, 2, "centred", rotation=angle, ha="center")
    for word in elements(fragment(ax.figure)):
        turn = re.search(r"rotate\((\S+?)[ )]", word.get("transform", ""))
        assert -float(turn[1] if turn else 0) == angle


def test_mathematics_is_text_too(ax):
    ax.text(5, 5, "$x^2 < 3$")
    written = [part.text for part in elements(fragment(ax.figure)) if part.tag == "tspan"]
    assert sorted("".join(written)) == ["2", "3", "<", "x"]


@pytest.mark.parametrize("interpolation", ["nearest", "none"])
def test_an_image_fills_its_place(ax, interpolation):
    pixels = np.zeros((300, 700, 3), dtype=np.uint8)
    pixels[:150, :, 0] = 255  # the upper half is red
    extent = (2.5, 7.5, 2.5, 7.5)
    ax.imshow(pixels, interpolation=interpolation, extent=extent, aspect="auto")
    [image] = elements(fragment(ax.figure))
    place = image.get("transform")
    width, height = float(image.get("width")), float(image.get("height"))
    x, y = (float(image.get(name, "0")) for name in "xy")
    if place.startswith("matrix"):
        a, _, _, d, e, f = numbers(place)
        corners = [(a * x + e, d * y + f), (a * (x + width) + e, d * (y + height) + f)]
    else:
        _, flip, _, shift = numbers(place)
        corners = [(x, flip * (y + shift)), (x + width, flip * (y + height + shift))]
    left, right = sorted(corner[0] for corner in corners)
    top, bottom = sorted(corner[1] for corner in corners)
    # Matplotlib may round an image up to whole units.
    assert (left, top, right, bottom) == pytest.approx((36, 18, 108, 54), abs=1)
    kind, data = image.get("href").split(",")
    assert kind == "data:image/png;base64"
    png = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    upper = corners[0][1] < corners[1][1]
    row = png.height // 4 if upper else 3 * png.height // 4
    assert png.getpixel((png.width // 2, row)) == (255, 0, 0)
    assert png.getpixel((png.width // 2, png.height - row)) == (0, 0, 0)


def busy(ax):
    ax.plot([1, 2, 3], [4, 5, 6], "o--", color="#0072B2", markevery=[1])
    ax.scatter([1, 2], [3, 4], c=["#A3457A", "#B84A00"])
    ax.text(5, 5, "word", rotation=90)
    ax.imshow([[0, 1], [1, 0]], extent=(0, 3, 0, 3))
    ax.plot([5, 50], [5, 50], color="#24272C")  # leaves the Axes


def test_several_fragments_may_stand_in_one_page(ax):
    busy(ax)
    drawing = fragment(ax.figure)
    assert not re.search(r"\bid=|clip|url\(|<defs|<style|<use|xmlns", drawing)
    allowed = {"d", "x", "y", "width", "height", "transform", "style", "href"}
    for part in elements(drawing):
        assert set(part.attrib) <= allowed
        assert part.tag in {"g", "path", "text", "tspan", "image"}


def test_a_second_run_gives_the_same_bytes(ax):
    busy(ax)
    other = Figure(figsize=(2, 1)).add_axes((0, 0, 1, 1))
    other.set(xlim=(0, 10), ylim=(0, 10))
    other.set_axis_off()
    busy(other)
    first = fragment(ax.figure)
    assert fragment(ax.figure) == first == fragment(other.figure)


def test_what_is_not_visible_is_left_out(ax):
    assert fragment(ax.figure) == ""
    [line] = ax.plot([1, 2], [3, 4])
    line.set_visible(False)
    assert fragment(ax.figure) == ""


def test_the_extent_is_in_units_of_the_fragment():
    assert extent((4.8, 2.1)) == (346, 151)
    figure = Figure(figsize=(4.8, 2.1))
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, 1), ylim=(0, 1))
    ax.set_axis_off()
    ax.plot([0, 1], [1, 0])
    [line] = paths(fragment(figure))
    assert points(line)[1] == pytest.approx((4.8 * 72, 2.1 * 72), abs=0.005)
