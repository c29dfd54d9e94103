"""The look: colours that can be read, and print options that fix the decimals."""

import contextvars
import gzip
import re
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from sinpe_lib import style

STATIC = Path(__file__).resolve().parents[1] / "book" / "_static"
SHEET = (STATIC / "sinpe.css").read_text("utf-8")
THEMES = {"light": "html {", "dark": 'html[data-theme="dark"] {'}


@pytest.fixture(autouse=True)
def book_style():
    with mpl.rc_context(), np.printoptions():
        style.use()
        yield


def test_arrays_print_with_three_fixed_decimals():
    assert str(np.array([0.5, -0.46777, 1e-9])) == "[ 0.500 -0.468  0.000]"


USE = "import numpy as np; from sinpe_lib import style; style.use()"


@pytest.mark.parametrize(
    ("cells", "printed"),
    [([USE], "[0.667]"), ([USE, "np.set_printoptions(precision=1)"], "[0.7]")],
)
def test_print_options_hold_in_later_cells(cells, printed):
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    for cell in [*cells, "text = str(np.array([2 / 3]))"]:
        shell.run_cell(cell).raise_error()
    assert shell.user_ns["text"] == printed


def test_print_options_hold_where_each_cell_runs_in_a_fresh_context():
    shell = InteractiveShell(config=Config(HistoryManager={"enabled": False}))
    for cell in (USE, "text = str(np.array([2 / 3]))"):
        contextvars.Context().run(shell.run_cell, cell).raise_error()
    assert shell.user_ns["text"] == "[0.667]"


def test_the_figure_has_opaque_paper():
    assert mpl.colors.to_rgba(mpl.rcParams["figure.facecolor"])[3] == 1
    assert mpl.rcParams["figure.facecolor"] == mpl.rcParams["savefig.facecolor"]


def test_a_context_has_the_style_over_the_defaults_and_gives_back_what_was_there():
    wanted = dict(mpl.rcParams)  # those of style.use(), over the defaults
    other = {"figure.facecolor": "red", "lines.linewidth": 9.0, "lines.markersize": 40.0}
    with mpl.rc_context(other):
        before = dict(mpl.rcParams)
        with style.context():
            inside = dict(mpl.rcParams)
        assert dict(mpl.rcParams) == before
        with pytest.raises(RuntimeError), style.context():
            raise RuntimeError
        assert dict(mpl.rcParams) == before
    assert {key: inside[key] for key in other} == {key: wanted[key] for key in other}
    assert inside["lines.markersize"] == mpl.rcParamsDefault["lines.markersize"]


def test_a_context_leaves_the_print_options_alone():
    np.set_printoptions(precision=7)
    with style.context():
        assert np.get_printoptions()["precision"] == 7


def contrast(first, second):
    """Return the contrast ratio of two colours (WCAG 2.2, "contrast ratio")."""

    def luminance(colour):
        channels = np.array(mpl.colors.to_rgb(colour))
        linear = np.where(
            channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
        )
        return linear @ [0.2126, 0.7152, 0.0722]

    lighter, darker = sorted([luminance(first), luminance(second)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("role", sorted(style.ROLE_COLOURS))
def test_role_colours_can_be_read_on_the_paper_of_the_figures(role):
    assert contrast(style.ROLE_COLOURS[role], mpl.rcParams["figure.facecolor"]) >= 4.5


def properties(theme):
    """Return our custom properties on the page; dark takes over those of light it does not set."""
    found = {}
    for name in ("light", theme):
        block = re.search("^" + re.escape(THEMES[name]) + "(.*?)^}", SHEET, re.M | re.S)[1]
        found |= dict(re.findall(r"--sinpe-([a-z]+): (.*);", block))
    return found


def test_the_page_has_the_colours_of_the_figures():
    light = properties("light")
    assert {role: light[role] for role in style.ROLE_COLOURS} == style.ROLE_COLOURS
    parts = {"paper": "figure.facecolor", "ink": "text.color", "muted": "xtick.color"}
    for name, part in parts.items():
        assert mpl.colors.same_color(light[name], "#" + mpl.rcParams[part].strip("#"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "surface"])
@pytest.mark.parametrize("letters", ["ink", "muted", *style.ROLE_COLOURS])
def test_colours_of_the_page_can_be_read(theme, ground, letters):
    colours = properties(theme)
    assert contrast(colours[letters], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_lamp_stands_out_from_its_board(theme):
    colours = properties(theme)
    assert contrast(colours["lamp"], colours["board"]) >= 7


def test_the_lamps_of_the_page_are_those_of_the_logo():
    logo = (STATIC / "logo.svg").read_text("utf-8")
    light = properties("light")
    assert re.findall(r'<rect .*fill="(.*?)"', logo) == [light["board"]]
    assert re.findall(r'<circle .*fill="(.*?)"', logo) == [light["lamp"]] * 8


def test_values_go_from_the_board_to_a_lamp_and_scores_from_below_zero_to_above():
    light = properties("light")
    ends = [mpl.colors.to_hex(style.VALUE_SCALE(end)) for end in (0.0, 1.0)]
    assert ends == [light["board"], light["lamp"]]
    below, zero, above = (style.SCORE_SCALE(place) for place in (0.0, 0.5, 1.0))
    assert mpl.colors.to_hex(zero) == "#f7f7f7"
    assert (below[2] > below[0], above[0] > above[2]) == (True, True)


def test_letters_can_be_read_wherever_they_lie_on_the_scale_of_values():
    for share in np.linspace(0, 1, 121):
        assert contrast(style.choose_letters(share), style.VALUE_SCALE(share)[:3]) >= 4.5


def test_what_every_page_loads_of_ours_is_small():
    files = (STATIC / name for name in ("sinpe.css", "sinpe.js"))
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 12_000
