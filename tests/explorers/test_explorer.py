"""The engine: layers, what they cost, and how they are put together."""

import itertools
import math

import matplotlib as mpl
import numpy as np
import pytest

from sinpe_lib.explorers import Control, Explorer
from sinpe_lib.explorers.explorer import FRAMES
from tests.explorers import toys
from tests.explorers.drawing import colour, elements, look, paths, points, texts

EVERYTHING = {"position": 3, "height": 0.5, "name": "<b>"}
WIDGET = "application/vnd.jupyter.widget-view+json"


def two_axes(figure):
    left, right = figure.subplots(1, 2)
    return {"left": left, "right": right}


def one_dot(ax, position):
    ax.plot(position, 0, "o")
    return f"A dot at {position}."


def combinations(explorer):
    names = list(explorer.controls)
    for chosen in itertools.product(*(control.values for control in explorer.controls.values())):
        yield dict(zip(names, chosen, strict=True))


def test_a_layer_is_drawn_where_its_values_say():
    _, (stroke, sentence), (label, nothing), (bar, gap) = toys.three_controls().parts(EVERYTHING)
    [line] = paths(stroke)
    assert points(line) == [
        pytest.approx(toys.on_paper(*end), abs=0.005) for end in [(0, 0), (3, 0.5)]
    ]
    assert look(line)["stroke"] == colour("sine")
    assert [text for text, *_ in texts(label)] == ["<b>"]
    [box] = paths(bar, fill="#112233")
    corners = [(3.75, 0), (6.25, 0), (6.25, 0.5), (3.75, 0.5)]
    assert points(box) == [pytest.approx(toys.on_paper(*corner), abs=0.005) for corner in corners]
    assert (sentence, nothing, gap) == ("From 0 to 3, 0.5 high.", "", "A gap of 2.5.")


def test_the_canvas_is_its_own_part_and_no_layer_repeats_it():
    def canvas(figure):
        figure.text(0.5, 0.5, "on the figure")
        ax = toys.canvas(figure)
        ax.set_title("title")
        ax.plot([0, 1], [0, 1])
        return ax

    offered = {name: [value] for name, value in EVERYTHING.items()}
    explorer = Explorer("A toy", canvas, [toys.label, toys.stroke], **offered)
    (canvas, sentence), (label, _), (stroke, _) = explorer.parts(EVERYTHING)
    written = {text for text, *_ in texts(canvas)}
    assert written >= {"on the figure", "title", "0", "10"}
    assert sentence == ""
    assert [part.tag for part in elements(label)] == ["text"]
    assert [part.tag for part in elements(stroke)] == ["path"]


def test_text_and_repr_join_the_sentences_in_the_order_of_the_layers():
    explorer = toys.three_controls()
    assert explorer.text(EVERYTHING) == "From 0 to 3, 0.5 high. A gap of 2.5."
    assert explorer.start == {"position": 1, "height": 1, "name": "<b>"}
    assert repr(explorer) == "A toy From 0 to 1, 1 high. A gap of 0."


def test_numbers_below_zero_have_a_minus_sign_and_words_their_hyphens():
    explorer = Explorer(
        "A toy",
        toys.canvas,
        [lambda ax, position, kind: f"{position} and (-0.5, 1) of {kind}; 3-4."],
        position=[-3, 2],
        kind=["look-alikes", "-1"],
    )
    minus = "\N{MINUS SIGN}"
    values = {"position": -3, "kind": "look-alikes"}
    assert explorer.text(values) == f"{minus}3 and ({minus}0.5, 1) of look-alikes; 3-4."
    written = {name: control.text(values[name]) for name, control in explorer.controls.items()}
    assert written == {"position": f"{minus}3", "kind": "look-alikes"}
    assert explorer.controls["kind"].text("-1") == "-1"


def test_the_margins_have_room_for_letters_half_as_large_again():
    def canvas(figure):
        ax = figure.subplots()
        ax.set_yticks([0], ["a word of some length"], fontfamily="DejaVu Sans")
        ax.set_title("above", fontfamily="DejaVu Sans")
        return ax

    explorer = Explorer("A toy", canvas, [lambda ax, position: None], position=[1])
    places = {text: (x, y) for text, x, y in texts(explorer.parts(explorer.start)[0][0])}
    # At 15 units the word is wider than 150, and a capital higher than 10.
    assert places["a word of some length"][0] > 130
    assert places["above"][1] > 11


def test_the_numbered_frame_is_what_a_fresh_explorer_draws():
    explorer = toys.three_controls()
    stacks = explorer.stacks()
    assert [needs for needs, _, _ in stacks] == [
        [],
        ["position", "height"],
        ["name"],
        ["position", "height"],
    ]
    for needs, order, frames in stacks:
        assert len(order) == math.prod(len(explorer.controls[need].values) for need in needs)
        assert sorted(set(order)) == list(range(len(frames)))
        assert len(set(frames)) == len(frames)
    for values in combinations(explorer):
        fresh = toys.three_controls().parts(values)
        for (needs, order, frames), part in zip(stacks, fresh, strict=True):
            # The last control runs fastest.
            place = 0
            for number, need in enumerate(needs):
                later = (len(explorer.controls[name].values) for name in needs[number + 1 :])
                place += explorer.controls[need].values.index(values[need]) * math.prod(later)
            assert frames[order[place]] == part, values


def test_each_layer_is_drawn_once_for_each_of_its_arguments():
    calls = []
    layers = [toys.recording(layer, calls) for layer in (toys.stroke, toys.label, toys.bar)]
    explorer = toys.three_controls(layers)
    explorer.stacks()
    positions, heights, names = [1, 3], [-1, 0.5, 1], ["<b>", "a & b"]
    gaps = {abs(position - height) for position in positions for height in heights}
    assert len(gaps) < len(positions) * len(heights)
    expected = [("stroke", *both) for both in itertools.product(positions, heights)]
    expected += [("label", name) for name in names] + [("bar", gap) for gap in gaps]
    assert sorted(calls, key=repr) == sorted(expected, key=repr)
    explorer.stacks()
    explorer.parts(EVERYTHING)
    assert len(calls) == len(expected)


def test_two_controls_cost_the_sum_of_their_values_and_not_the_product():
    def upper(ax, first):
        ax.plot(first, 1, "o")

    def lower(ax, second):
        ax.plot(second, -1, "o")

    calls = []
    layers = [toys.recording(layer, calls) for layer in (upper, lower)]
    explorer = Explorer("A toy", toys.canvas, layers, first=range(7), second=range(7))
    assert [len(frames) for _, _, frames in explorer.stacks()] == [1, 7, 7]
    assert len(calls) == 7 + 7


def test_a_frame_holds_nothing_of_the_frames_before():
    explorer = Explorer("A toy", toys.canvas, [one_dot], position=range(5))
    fresh = Explorer("A toy", toys.canvas, [one_dot], position=range(5))
    for position in (4, 0, 2):
        explorer.parts({"position": position})
    assert explorer.parts({"position": 3}) == fresh.parts({"position": 3})
    assert len(elements(explorer.parts({"position": 3})[1][0])) == 1


def test_limits_that_a_layer_changes_do_not_matter():
    def unruly(ax, position):
        ax.set(xlim=(-50, 50), ylim=(0, 9))
        ax.plot([0, position], [0, 1], color="#0072B2")
        ax.plot(900, 900, alpha=0)

    explorer = Explorer("A toy", toys.canvas, [unruly], size=toys.SIZE, position=[1, 5])
    for position in (1, 5, 1):
        drawing = explorer.parts({"position": position})[1][0]
        end = points(paths(drawing, stroke=colour("sine"))[0])[1]
        assert end == pytest.approx(toys.on_paper(position, 1), abs=0.005)


def test_colours_of_the_cycle_begin_anew_in_every_layer():
    explorer = Explorer("A toy", toys.canvas, [one_dot, one_dot], position=range(3))
    for position in range(3):
        _, first, second = explorer.parts({"position": position})
        assert first == second
    pixels = explorer.first_picture()
    cycle = [mpl.colors.to_rgb(entry["color"]) for entry in mpl.rcParamsDefault["axes.prop_cycle"]]
    first, second = (np.round(255 * np.array(entry)) for entry in cycle[:2])
    assert (pixels[..., :3] == first).all(axis=-1).any()
    assert not (pixels[..., :3] == second).all(axis=-1).any()


def test_the_figure_style_does_not_leak_in_or_out():
    explorer = Explorer("A toy", toys.canvas, [one_dot], position=[1])
    expected = Explorer("A toy", toys.canvas, [one_dot], position=[1]).stacks()
    with mpl.rc_context({"lines.markersize": 40, "axes.facecolor": "red", "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        assert explorer.stacks() == expected
        explorer.first_picture()
        assert dict(mpl.rcParams) == before


def test_the_axes_may_have_any_form():
    def across(axes, position):
        axes["left"].plot(position, 0, "o")
        axes["right"].plot(position, 0, "o")

    explorer = Explorer("Two", two_axes, [across], position=[0, 1])
    assert len(elements(explorer.parts({"position": 1})[1][0])) == 2
    assert explorer.first_picture().ndim == 3


def test_a_layer_that_fails_leaves_the_explorer_as_it_was():
    def picky(ax, position):
        ax.plot([0, position], [0, 1], color="#0072B2")
        if position == 2:
            raise RuntimeError("not 2")
        return "Drawn."

    def new_explorer():
        return Explorer("A toy", toys.canvas, [picky], position=[1, 2, 3])

    explorer = new_explorer()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="not 2"):
            explorer.parts({"position": 2})
    assert explorer.parts({"position": 3}) == new_explorer().parts({"position": 3})
    with pytest.raises(RuntimeError, match="not 2"):
        explorer.stacks()


def test_a_layer_that_only_says_something_draws_nothing():
    explorer = Explorer(
        "A toy", toys.canvas, [lambda ax, position: f"{position}."], position=[1, 2]
    )
    assert explorer.parts({"position": 2})[1] == ("", "2.")


def test_an_explorer_without_controls_is_a_picture():
    explorer = Explorer("A toy", toys.canvas, [lambda ax: one_dot(ax, 5)])
    assert [(needs, order, len(frames)) for needs, order, frames in explorer.stacks()] == [
        ([], [0], 1),
        ([], [0], 1),
    ]
    assert explorer.text({}) == "A dot at 5."


def filled(ax, face, zorder):
    ax.fill([0, 10, 10, 0], [-1, -1, 1, 1], color=face, zorder=zorder)


def test_the_first_picture_shows_the_first_values_on_opaque_paper():
    explorer = Explorer(
        "A toy",
        toys.canvas,
        [lambda ax, face: filled(ax, face, 1)],
        size=toys.SIZE,
        face=Control(["#ff0000", "#0000ff"], "#0000ff"),
    )
    pixels = explorer.first_picture()
    assert (pixels.shape, pixels.dtype) == ((288, 576, 4), np.uint8)
    assert (pixels[..., 3] == 255).all()
    # 144 dots to the inch, twice the units of the SVG.
    left, top = (int(2 * length) for length in toys.on_paper(1, 0.9))
    right, bottom = (int(2 * length) for length in toys.on_paper(9, -0.9))
    assert (pixels[top:bottom, left:right, :3] == [0, 0, 255]).all()
    assert (pixels[:10, :10, :3] == [0xFD, 0xFD, 0xFB]).all()


def test_in_the_first_picture_too_a_layer_lies_on_the_earlier_ones():
    layers = [lambda ax: filled(ax, "#ff0000", 10), lambda ax: filled(ax, "#00ff00", 1)]
    pixels = Explorer("A toy", toys.canvas, layers, size=toys.SIZE).first_picture()
    column, row = (int(2 * length) for length in toys.on_paper(5, 0))
    assert list(pixels[row, column]) == [0, 255, 0, 255]


def test_the_first_picture_is_not_clipped_either():
    layer = [lambda ax: ax.plot(10, 0, "s", color="#ff0000", markersize=10) and None]
    pixels = Explorer("A toy", toys.canvas, layer, size=toys.SIZE).first_picture()
    column, row = (int(2 * length) for length in toys.on_paper(10, 0))
    for side in (-5, 5):
        assert list(pixels[row, column + side]) == [255, 0, 0, 255]


def test_frames_are_drawn_only_where_they_are_asked_for(monkeypatch):
    explorer = toys.three_controls()
    monkeypatch.setenv(FRAMES, "1")
    shown = explorer._repr_mimebundle_()
    assert set(shown) == {"text/html", "text/plain"}
    assert shown["text/plain"] == repr(explorer)
    assert shown["text/html"].startswith('<figure class="sinpe-explorer">')
    monkeypatch.delenv(FRAMES)
    calls = []
    live = toys.three_controls([toys.recording(toys.stroke, calls), toys.label])
    shown = live._repr_mimebundle_()
    assert set(shown) == {WIDGET, "text/plain"}
    assert shown["text/plain"] == "A toy"
    assert calls == [("stroke", 1, 1)]
    assert FRAMES == "SINPE_FRAMES"


def test_a_control_is_named_after_its_parameter_unless_it_says_otherwise():
    shared = Control([1, 2])
    explorer = Explorer(
        "A toy",
        toys.canvas,
        [lambda ax, first_position, second, third: None],
        first_position=shared,
        second=shared,
        third=Control([1], label="3rd"),
    )
    assert [control.label for control in explorer.controls.values()] == [
        "first position",
        "second",
        "3rd",
    ]


def test_a_control_knows_what_it_offers():
    control = Control([3, 1, 2])
    assert (control.value, control.live, control.play, control.is_choice) == (
        3,
        [3, 1, 2],
        False,
        False,
    )
    control = Control(["a", "b"], "b", live=["c", "b", "a"], play=True)
    assert (control.value, control.live, control.play, control.is_choice) == (
        "b",
        ["c", "b", "a"],
        True,
        True,
    )
    assert Control(range(3), 0).value == 0


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Control([]), r"values must be different and at least one; got \[\]"),
        (lambda: Control([1, 2, 1]), r"values must be different and at least one; got \[1, 2, 1\]"),
        (lambda: Control([1, 2], 3), "value must be one of values; got 3"),
        (lambda: Control([1, 2, 3], live=[3, 4]), "live must hold all of values; it lacks {1, 2}"),
    ],
)
def test_a_bad_control_is_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Explorer("A toy", toys.canvas, [one_dot], place=[1, 2]),
        lambda: Explorer("A toy", toys.canvas, [], place=[1], sum=lambda position, place: position),
        # A value may follow from controls, not from another value that follows.
        lambda: Explorer(
            "A toy",
            toys.canvas,
            [],
            place=[1],
            position=lambda place: place,
            end=lambda position: position,
        ),
    ],
)
def test_a_parameter_without_a_control_is_refused(wrong):
    with pytest.raises(TypeError, match=r"no control is named 'position'; got \['(end|place)'"):
        wrong()


def test_a_control_that_moves_nothing_is_refused():
    with pytest.raises(TypeError, match="no layer depends on the control 'idle'"):
        Explorer("A toy", toys.canvas, [toys.label], name=["a"], idle=[1, 2])


@pytest.mark.parametrize(
    ("values", "message"),
    [("abc", "values must be a sequence"), (["a", 1], "values must all be numbers or all be str")],
)
def test_values_of_two_kinds_are_refused(values, message):
    with pytest.raises(TypeError, match=message):
        Control(values)


def test_an_error_in_the_first_frame_is_shown_live(monkeypatch):
    monkeypatch.delenv(FRAMES, raising=False)
    broken = Explorer("A toy", toys.canvas, [lambda ax, position: 1 / position], position=[0, 1])
    assert broken._repr_mimebundle_()["text/plain"] == "A toy"
