"""The face that a kernel redraws: its widgets, one change at a time."""

import re
import xml.etree.ElementTree as ET

import ipywidgets
import pytest

from sinpe_lib.explorers import Control, Explorer
from sinpe_lib.explorers.live import widget
from sinpe_lib.explorers.page import style_sheet
from tests.explorers import toys

CORE = {"@jupyter-widgets/base", "@jupyter-widgets/controls"}


@pytest.fixture
def made():
    """Every widget that is made while a test runs."""
    found = []
    ipywidgets.Widget.on_widget_constructed(found.append)
    yield found
    ipywidgets.Widget.on_widget_constructed(None)


def faces(explorer):
    """Return the picture, the setters by their names, and the words of a live explorer."""
    picture, *rows, words = widget(explorer).children
    setters = [row.children[0] if isinstance(row, ipywidgets.HBox) else row for row in rows]
    return picture, dict(zip(explorer.controls, setters, strict=True)), words


def changes_of(picture):
    seen = []
    picture.observe(lambda change: seen.append(change.new), "value")
    return seen


def expected_svg(explorer, values):
    groups = "".join(f"<g>{drawing}</g>" for drawing, _ in explorer.parts(values))
    return ET.canonicalize(f"<svg>{groups}</svg>")


def shown_svg(picture):
    root = ET.fromstring(re.search(r"<svg.*</svg>", picture.value, re.DOTALL)[0])
    root.attrib.clear()
    return ET.canonicalize(ET.tostring(root, encoding="unicode"))


def test_only_core_widgets_are_made(made):
    explorer = Explorer(
        "A toy",
        toys.canvas,
        [toys.stroke, toys.label],
        position=Control([1, 2], play=True),
        height=[0, 1],
        name=["a", "b"],
    )
    widget(explorer)
    assert {found._model_module for found in made} == CORE
    assert {found._view_module for found in made} <= CORE | {None}
    kinds = {type(found).__name__ for found in made}
    assert {"HTML", "SelectionSlider", "RadioButtons", "Play", "VBox"} <= kinds
    assert all(type(found).__module__.startswith("ipywidgets.") for found in made)


def test_it_shows_the_first_values():
    explorer = toys.three_controls(description='A "toy" <b>')
    picture, setters, words = faces(explorer)
    assert {name: setter.value for name, setter in setters.items()} == explorer.start
    assert shown_svg(picture) == expected_svg(explorer, explorer.start)
    assert words.value == "From 0 to 1, 1 high. A gap of 0."
    svg = ET.fromstring(re.search(r"<svg.*</svg>", picture.value, re.DOTALL)[0])
    assert svg.attrib == {"role": "img", "aria-label": 'A "toy" <b>', "viewBox": "0 0 288 144"}
    assert f"<style>{style_sheet()}</style>" in picture.value
    assert picture.value.startswith('<div class="sinpe-explorer">')


def test_controls_carry_their_labels_and_the_values_of_the_live_face():
    _, setters, _ = faces(toys.three_controls())
    assert [setter.description for setter in setters.values()] == ["position", "height", "called"]
    lowest, low = "\N{MINUS SIGN}1", "\N{MINUS SIGN}0.5"
    assert setters["height"].options == ((lowest, -1), (low, -0.5), ("0.5", 0.5), ("1", 1))
    assert setters["position"].options == (("1", 1), ("3", 3))
    assert isinstance(setters["position"], ipywidgets.SelectionSlider)
    assert isinstance(setters["name"], ipywidgets.RadioButtons)


def test_a_move_changes_the_picture_once_to_what_the_explorer_draws(monkeypatch):
    explorer = toys.three_controls()
    picture, setters, words = faces(explorer)
    seen, asked, parts = changes_of(picture), [], explorer.parts
    monkeypatch.setattr(explorer, "parts", lambda values: asked.append(values) or parts(values))
    values = dict(explorer.start)
    moves = [("height", -0.5), ("position", 3), ("name", "a & b"), ("height", 0.5)]
    for number, (name, value) in enumerate(moves, 1):
        # What a browser sends: the place of the value, not the value.
        labels = [label for label, _ in setters[name].options]
        setters[name].set_state({"index": labels.index(str(value).replace("-", "\N{MINUS SIGN}"))})
        values[name] = value
        assert (len(seen), len(asked)) == (number, number)
        fresh = toys.three_controls()
        assert shown_svg(picture) == expected_svg(fresh, values)
        assert words.value == fresh.text(values)
    assert len(set(seen)) == len(seen)


def test_a_player_goes_through_the_values_of_its_slider(made):
    explorer = Explorer(
        "A toy",
        toys.canvas,
        [lambda ax, position: None],
        position=Control([5, 6, 7], 6, live=range(4, 9), play=True),
    )
    widget(explorer)
    [player] = (found for found in made if isinstance(found, ipywidgets.Play))
    [slider] = (found for found in made if isinstance(found, ipywidgets.SelectionSlider))
    [link] = (found for found in made if type(found).__name__ == "Link")
    assert (player.min, player.max, player.step) == (0, 4, 1)
    assert (player.value, slider.value) == (2, 6)
    assert (link.source, link.target) == ((player, "value"), (slider, "index"))


def fragile(ax, position):
    if position == 2:
        raise RuntimeError("no <2>")
    ax.plot(position, 0, "o")
    return f"At {position} < 9."


def test_an_error_shows_in_the_place_of_the_picture_and_goes_away_again():
    explorer = Explorer("A toy", toys.canvas, [fragile], position=[1, 2, 3])
    picture, setters, words = faces(explorer)
    seen = changes_of(picture)
    setters["position"].value = 2
    assert picture.value.startswith("<pre>Traceback")
    assert "RuntimeError: no &lt;2&gt;" in picture.value
    assert words.value == ""
    setters["position"].value = 3
    assert len(seen) == 2
    fresh = Explorer("A toy", toys.canvas, [fragile], position=[1, 2, 3])
    assert shown_svg(picture) == expected_svg(fresh, {"position": 3})
    assert words.value == "At 3 &lt; 9."


def test_an_error_in_the_first_picture_shows_too():
    explorer = Explorer("A toy", toys.canvas, [fragile], position=Control([1, 2], 2))
    picture, setters, _ = faces(explorer)
    assert "RuntimeError" in picture.value
    setters["position"].value = 1
    assert picture.value.startswith("<div")


def test_two_faces_of_one_explorer_move_by_themselves():
    explorer = toys.three_controls()
    one, setters, _ = faces(explorer)
    other, _, _ = faces(explorer)
    setters["position"].value = 3
    assert shown_svg(other) == expected_svg(explorer, explorer.start)
    assert shown_svg(one) != shown_svg(other)
