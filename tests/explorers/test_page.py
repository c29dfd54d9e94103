"""The face without a kernel: what stands in the HTML."""

import base64
import io
import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup
from PIL import Image

from sinpe_lib.explorers import Control, Explorer, explorer
from sinpe_lib.explorers.page import html, style_sheet
from tests.explorers import toys
from tests.explorers.drawing import texts

FOLDER = Path(explorer.__file__).parent
DESCRIPTION = 'A "toy" <b> & more'


@pytest.fixture(scope="module")
def toy():
    return toys.three_controls(description=DESCRIPTION)


@pytest.fixture(scope="module")
def soup(toy):
    return BeautifulSoup(html(toy), "html.parser")


def data_of(soup):
    return json.loads(soup.find("script", type="application/json").string)


def picture_of(soup):
    data = soup.img["src"].removeprefix("data:image/png;base64,")
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"), dtype=int)


def frames_at(data, at):
    """Return the frame of every layer, as face.js picks it: {number of a control: place}."""
    for layer in data["layers"]:
        number = 0
        for need in layer["needs"]:
            number = number * len(data["controls"][need]["values"]) + at[need]
        drawing, sentence = layer["frames"][layer["order"][number]]
        yield drawing, sentence


def test_it_is_one_figure_with_the_image_the_data_and_the_script(soup):
    [figure] = soup.find_all(recursive=False)
    assert (figure.name, figure["class"]) == ("figure", ["sinpe-explorer"])
    assert [part.name for part in figure.find_all(recursive=False)] == [
        "style",
        "div",
        "script",
        "script",
    ]
    data, script = figure.find_all("script")
    assert data["type"] == "application/json"
    assert not script.attrs
    assert script.string.strip() == (FOLDER / "face.js").read_text("utf-8").strip()
    assert soup.style.string.strip() == (FOLDER / "face.css").read_text("utf-8").strip()
    assert style_sheet() == (FOLDER / "face.css").read_text("utf-8")


def test_it_needs_no_other_file_and_has_no_ids(toy, soup):
    assert not soup.find_all(["link", "iframe", "object"])
    assert not soup.find_all(id=True)
    assert not [script for script in soup.find_all("script") if script.get("src")]
    # The name of SVG, which nobody visits.
    assert set(re.findall(r"https?://[^\s\"']+", html(toy))) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in html(toy)
    assert "require" not in html(toy)


def test_without_script_the_first_picture_stands_there_with_its_sentences(toy, soup):
    still = soup.find("div", class_="sinpe-still")
    assert [part.name for part in still.find_all(recursive=False)] == ["img", "p"]
    assert still.p.get_text() == "From 0 to 1, 1 high. A gap of 0."
    assert still.img["alt"] == DESCRIPTION
    assert (still.img["width"], still.img["height"]) == ("288", "144")
    shown, drawn = picture_of(soup), toy.first_picture()[..., :3].astype(int)
    assert shown.shape == drawn.shape
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) <= 32
    # The image has few colours, and they may move a little.
    assert np.abs(shown - drawn).max() <= 24
    assert np.abs(shown - drawn).mean() < 0.5
    assert drawn.min() < 30


def test_the_controls_are_those_of_the_definition(soup):
    data = data_of(soup)
    assert data["size"] == [288, 144]
    low = "\N{MINUS SIGN}1"
    assert data["controls"] == [
        {"label": "position", "values": ["1", "3"], "at": 0, "choice": False, "play": False},
        {"label": "height", "values": [low, "0.5", "1"], "at": 2, "choice": False, "play": False},
        {"label": "called", "values": ["<b>", "a & b"], "at": 0, "choice": True, "play": False},
    ]


def test_a_control_may_play():
    control = Control([1, 2], 2, play=True)
    explorer = Explorer("A toy", toys.canvas, [lambda ax, position: None], position=control)
    [control] = data_of(BeautifulSoup(html(explorer), "html.parser"))["controls"]
    assert (control["play"], control["at"]) == (True, 1)


def test_every_frame_is_what_the_explorer_draws_for_its_values(toy, soup):
    data = data_of(soup)
    places = [range(len(control["values"])) for control in data["controls"]]
    for at in itertools.product(*places):
        values = {
            name: control.values[place]
            for (name, control), place in zip(toy.controls.items(), at, strict=True)
        }
        fresh = toys.three_controls().parts(values)
        assert list(frames_at(data, at)) == fresh, values


def test_a_second_call_gives_the_same_bytes(toy):
    assert html(toy) == html(toy) == html(toys.three_controls(description=DESCRIPTION))


@pytest.mark.parametrize("said", ["</script><b>", "<!--<script>", "</SCRIPT >", "\u2028 & é"])
def test_what_a_layer_says_cannot_leave_its_place(said):
    def layer(ax, position):
        ax.text(5, 0, said)
        return said

    explorer = Explorer(said, toys.canvas, [layer], position=[1])
    page = html(explorer)
    soup = BeautifulSoup(page, "html.parser")
    assert [part.name for part in soup.figure.find_all(recursive=False)] == [
        "style",
        "div",
        "script",
        "script",
    ]
    assert len(soup.find_all("b")) == 0
    assert soup.p.get_text() == said
    assert soup.img["alt"] == said
    # What a parser of HTML may take for the end, or for the begin of a comment.
    text = page.split('<script type="application/json">')[1].split("</script>")[0]
    assert not re.search("</|<!--", text)
    drawing, sentence = json.loads(text)["layers"][1]["frames"][0]
    assert sentence == said
    assert [word for word, *_ in texts(drawing)] == [said]
