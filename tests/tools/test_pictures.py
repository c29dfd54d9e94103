"""Figures in both themes: what is light or dark by meaning keeps its colour, all else follows."""

import base64
import io

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from nbformat.v4 import new_output
from PIL import Image

from sinpe_lib import plots, sinusoidal_encoding, style
from tools import pictures
from tools.darkening import darken

TABLE = sinusoidal_encoding(8, 8)
OFFSETS = np.arange(1, 9)
PAIRS = TABLE[:2, :2]
DRAWN = {
    "dial": lambda: plots.draw_dial(PAIRS, [0, 1]),
    "turn": lambda: plots.draw_turn(*PAIRS, [0, 1]),
    "lamps": lambda: plots.draw_lamps(TABLE, range(8), number_format="{:.2f}"),
    "matrix": lambda: plots.draw_matrix(np.eye(4)),
    "weights": lambda: plots.draw_weights(np.eye(2), "ab"),
    "scores": lambda: plots.draw_scores([[1, -np.inf], [0, -1]]),
    "table": lambda: plots.draw_table(TABLE),
    "tracks": lambda: plots.draw_tracks(range(8), TABLE[:, :2], "ab", marked_positions=[3]),
    "wave": lambda: plots.draw_wave(range(8), TABLE[:, 0], [3], [0.1], role="cosine"),
    "margins": lambda: plots.draw_margins(OFFSETS, [1 / OFFSETS], ["d"]),
    "similarity": lambda: plots.draw_similarity(OFFSETS, 1 / OFFSETS),
}


@pytest.fixture(autouse=True)
def book_style():
    with style.context():
        yield
    plt.close("all")


def render(figure):
    figure.savefig(
        file := io.BytesIO(), format="png", dpi="figure", facecolor=figure.get_facecolor()
    )
    return np.asarray(Image.open(file).convert("RGB"))


def pair_of(figure):
    """Return a figure as it is, and in dark colours."""
    with darken(figure, pictures.match_colours()):
        dark = render(figure)
    return render(figure), dark


@pytest.fixture(params=DRAWN)
def figure(request):
    return DRAWN[request.param]().figure


def test_a_dark_picture_is_drawn_on_dark_paper_and_the_figure_is_light_again(figure):
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    before = render(figure)
    light, dark = pair_of(figure)
    assert dark.shape == light.shape
    assert to_hex(light[0, 0] / 255) == "#fdfdfb"
    assert to_hex(dark[0, 0] / 255) == pictures.read_colours("dark")["paper"] == "#15181f"
    np.testing.assert_array_equal(light, before)


def test_everything_written_can_be_read_on_dark_paper(figure):
    """Letters on values are black or white, as `choose_letters` says; all others are light."""
    with darken(figure, pictures.match_colours()):
        written = [text for text in figure.findobj(plt.Text) if text.get_text()]
        letters = {to_hex(text.get_color()) for text in written}
    light = {pictures.read_colours("dark")[role] for role in ("ink", "muted", "sine", "cosine")}
    assert written
    assert letters <= light | {"#000000", "#ffffff"}
    assert letters & light


@pytest.mark.parametrize(
    ("draw", "place"),
    [(DRAWN["table"], (7, 1)), (DRAWN["weights"], (0.3, 0.3)), (DRAWN["lamps"], (3, 0.3))],
)
def test_a_value_has_one_colour_in_both_themes(draw, place):
    ax = draw()
    light, dark = pair_of(ax.figure)
    column, row = ax.transData.transform(place)
    at = len(light) - 1 - round(row), round(column)
    np.testing.assert_array_equal(dark[at], light[at])
    assert np.abs(dark[at].astype(int) - dark[0, 0]).max() > 20


def test_both_pictures_have_everything_in_one_place():
    ax = DRAWN["lamps"]()
    light, dark = pair_of(ax.figure)
    (left, y), (right, _) = ax.transData.transform([(0, 3), (7, 3)])
    strip = len(light) - round(y), slice(round(left), round(right))
    np.testing.assert_array_equal(dark[strip], light[strip])


def test_arrows_and_collections_follow_the_theme():
    ax = DRAWN["turn"]()
    lines = ax.hlines([0, 1], 0, 1, color=[style.LINE_COLOUR, "#123456"])
    dark = pictures.read_colours("dark")
    with darken(ax.figure, pictures.match_colours()):
        (arrow,) = [text.arrow_patch for text in ax.texts if getattr(text, "arrow_patch", None)]
        assert to_hex(arrow.get_facecolor()) == dark["offset"]
        assert [to_hex(each) for each in lines.get_edgecolor()] == [dark["line"], "#123456"]
    assert to_hex(arrow.get_facecolor()) == style.ROLE_COLOURS["offset"].lower()


def test_a_figure_is_light_again_after_an_error():
    ax = DRAWN["dial"]()
    with pytest.raises(RuntimeError), darken(ax.figure, pictures.match_colours()):
        raise RuntimeError
    assert to_hex(ax.figure.get_facecolor()) == "#fdfdfb"


def encode(pixels):
    Image.fromarray(pixels).save(file := io.BytesIO(), "PNG", dpi=(144, 144))
    return base64.b64encode(file.getvalue()).decode()


def test_both_pictures_are_stored_small_and_nearly_as_they_were(figure):
    light, dark = pair_of(figure)
    data, metadata = {"image/png": encode(light)}, {"image/png": {"dark": encode(dark)}}
    output = new_output("display_data", data=data, metadata=metadata)
    pictures.shrink(output)
    stored = pictures.decode(output.metadata["image/png"]["dark"])
    assert stored.mode == pictures.decode(output.data["image/png"]).mode == "P"
    assert stored.info["dpi"] == pytest.approx((144, 144), abs=0.1)
    same = (light == dark).all(axis=-1)
    np.testing.assert_array_equal(np.asarray(stored.convert("RGBA"))[..., 3] == 0, same)
    for theme, picture in pictures.read_pictures(output).items():
        drawn = {"light": light, "dark": dark}[theme].astype(int)
        assert np.abs(np.asarray(picture) - drawn).max() <= 15
