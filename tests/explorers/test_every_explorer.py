"""What holds for every explorer: in QuickJS, over many states, without a browser."""

import itertools
import json
import math
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sinpe_lib import explorers
from sinpe_lib.explorers import Choice, Explorer, Range, Switch
from sinpe_lib.explorers.still import call, make_evaluator
from tests.explorers.examples import EXAMPLES

N_STATES = 40
LEAST_APART = 12
EVERY = pytest.mark.parametrize("explorer", EXAMPLES, ids=type)
SETTLED = """(name, spec, states) =>
    states.map(state => sinpe.engine.applyChange(name, spec, state, {}))"""
STILLS = "(name, states, data) => states.map(state => sinpe.engine.still(name, state, data))"
WORDS = "(name, states, data) => states.map(state => sinpe.engine.tell(name, state, data))"
# Of every handle of every state: where it is, and the state after it was held and not moved.
HELD = """(name, spec, states) => states.map(state => {
    const {handles = () => []} = sinpe.engine.explorers[name];
    return handles(state, spec.data).map(({at, to}) =>
        [at, sinpe.engine.applyChange(name, spec, state, to(at))]);
})"""
# Another processor may round these otherwise.
ONE_ULP_OFF = """
const ulp = Math.pow(2, -52);
let seed = 1;
const jitter = () => (seed = (seed * 16807) % 2147483647) % 3 - 1;
for (const name of ["sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "atan2", "hypot"]) {
    const exact = Math[name];
    Math[name] = (...given) => exact(...given) * (1 + jitter() * ulp);
}
"""


def draw_states(explorer):
    """Return states: the start, the presets, the ends of every range, and random ones."""
    rng, controls = np.random.default_rng(0), explorer.get_controls()

    def draw(control):
        if "options" in control:
            return str(rng.choice(control["options"]))
        if isinstance(control["value"], bool):
            return bool(rng.integers(2))
        low, high = control["min"], control["max"]
        value = low * (high / low) ** rng.random() if control["log"] else rng.uniform(low, high)
        return (
            round(value / control["grid"]) * control["grid"] if control["grid"] else round(value, 3)
        )

    states = [explorer.state, *(explorer.state | preset for preset in explorer.presets.values())]
    for name, control in controls.items():
        ends = control.get("options") or [control.get("min", False), control.get("max", True)]
        states += [explorer.state | {name: end} for end in ends]
    states += [{name: draw(control) for name, control in controls.items()} for _ in range(N_STATES)]
    return call(SETTLED, type(explorer).get_name(), explorer._spec, states)


@EVERY
def test_no_last_bit_is_seen(explorer):
    name, states = type(explorer).get_name(), draw_states(explorer)
    off = make_evaluator(ONE_ULP_OFF)
    given = ", ".join(map(json.dumps, (name, states, explorer.data)))
    shaken = json.loads(off(f"JSON.stringify(({STILLS})({given}))"))
    assert shaken == call(STILLS, name, states, explorer.data)


@EVERY
def test_nothing_leaves_the_picture(explorer):
    for picture in call(STILLS, type(explorer).get_name(), draw_states(explorer), explorer.data):
        root = ET.fromstring(picture)
        width, height = float(root.get("width")), float(root.get("height"))
        for shape in root.iter():
            r = float(shape.get("r", 0))
            d = re.findall(r"-?[\d.]+", re.sub(r"[hv]\S+|z", "", shape.get("d", "")))
            x = [shape.get(key) for key in ("x", "x1", "x2", "cx") if shape.get(key)] + d[::2]
            y = [shape.get(key) for key in ("y", "y1", "y2", "cy") if shape.get(key)] + d[1::2]
            right = float(shape.get("x", 0)) + float(shape.get("width", 0))
            lower = float(shape.get("y", 0)) + float(shape.get("height", 0))
            if not shape.get("transform") and shape is not root:
                assert all(r - 0.01 <= float(each) <= width - r + 0.01 for each in x), shape.attrib
                assert all(r - 0.01 <= float(each) <= height - r + 0.01 for each in y), shape.attrib
                assert right <= width + 0.01, shape.attrib
                assert lower <= height + 0.01, shape.attrib


@EVERY
def test_a_handle_that_is_not_moved_changes_nothing(explorer):
    name, states = type(explorer).get_name(), draw_states(explorer)
    held = call(HELD, name, explorer._spec, states)
    width, height = call(f"() => sinpe.engine.explorers.{name}.size")
    for state, handles in zip(states, held, strict=True):
        for (x, y), after in handles:
            assert 0 <= x <= width, state
            assert 0 <= y <= height, state
            for control, value in state.items():
                near = value if isinstance(value, str | bool) else pytest.approx(value, 1e-6, 1e-5)
                assert after[control] == near, (control, state)


@EVERY
def test_every_handle_can_be_grabbed_at_the_start(explorer):
    [held] = call(HELD, type(explorer).get_name(), explorer._spec, [explorer.state])
    for (one, _), (other, _) in itertools.combinations(held, 2):
        assert math.dist(one, other) > LEAST_APART


@EVERY
def test_words_are_one_text_with_numbers_as_they_are_read(explorer):
    for words in call(WORDS, type(explorer).get_name(), draw_states(explorer), explorer.data):
        assert re.fullmatch(r"[^<>{}\n]*\.", words)
        assert not re.search(
            r"NaN|undefined|Infinity|null|(?<!\w)-\d|\u22120(\.0*)?(?![.\d])", words
        )


@EVERY
def test_presets_and_play_name_controls_and_possible_values(explorer):
    controls = explorer.get_controls()
    for patch in explorer.presets.values():
        for name, value in patch.items():
            trait = explorer.traits()[name]
            assert name in controls
            assert trait.validate(explorer, value) == value
    if explorer.play:
        assert controls[explorer.play["control"]]["min"] < controls[explorer.play["control"]]["max"]
        assert explorer.play["seconds"] > 0


@EVERY
def test_a_cell_stores_a_picture_its_sentence_and_no_script(explorer):
    html = explorer.to_html()
    assert "<script" not in html
    assert explorer.tell_words().replace("&", "&amp;").replace("'", "&#x27;") in html
    assert len(html) < 60_000


def test_every_explorer_has_an_example():
    known = {type(explorer).__mro__[1].__name__ for explorer in EXAMPLES}
    known |= {type(explorer).__name__ for explorer in EXAMPLES}
    machinery = {"Choice", "Explorer", "Range", "Switch"}
    assert set(explorers.__all__) - machinery <= known


class Dial(Explorer):
    """A toy for what Python does by itself."""

    angle = Range(0.5, -2, 2, "angle")
    width = Range(4, 2, 64, "width", grid=2)
    shown = Switch(True, "shown")
    kind = Choice(["hand", "bar"], "kind")


def test_a_widget_needs_no_front_end():
    dial, seen = Dial(width=8), []
    dial.observe(lambda change: seen.append(change.new), "width")
    dial.width = 16.0
    assert seen == [16]
    assert isinstance(dial.width, int)
    assert dial.state == {"angle": 0.5, "width": 16, "shown": True, "kind": "hand"}


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"angel": 1}, (TypeError, AttributeError), "no control 'angel', but angle, width, shown"),
        ({"angle": float("nan")}, Exception, "angle must be a finite number; got nan"),
        ({"angle": 10**400}, Exception, "angle must be from -2 to 2; got 1000"),
        ({"angle": True}, Exception, "angle must be a finite number; got True"),
        ({"angle": 3}, Exception, "angle must be from -2 to 2; got 3"),
        ({"angle": "up"}, Exception, "angle.*'up'"),
        ({"width": 5}, Exception, "width must be a multiple of 2; got 5"),
        ({"kind": "foot"}, Exception, "kind.*'foot'"),
    ],
)
def test_what_cannot_be_set_is_refused(values, error, message):
    with pytest.raises(error, match=message):
        Dial(**values)
    dial = Dial()
    ((name, value),) = values.items()
    with pytest.raises(error, match=message):
        setattr(dial, name, value)
    assert dial.state == Dial().state


def test_numbers_of_numpy_are_numbers():
    dial = Dial(angle=np.float32(0.5), width=np.int64(8), shown=np.bool_(False))
    dial.width = np.arange(17)[16]
    assert [type(value) for value in dial.state.values()] == [float, int, bool, str]
    assert (dial.angle, dial.width, dial.shown) == (0.5, 16, False)
