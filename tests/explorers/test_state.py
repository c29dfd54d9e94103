"""What a control can be set to: by hand, by key, by an address."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sinpe_lib.explorers.still import call

REAL = {
    "label": "",
    "min": -628,
    "max": 628,
    "value": 3,
    "step": 1,
    "page": 10,
    "grid": 0,
    "log": False,
}
EVEN = {
    "label": "",
    "min": 2,
    "max": 1024,
    "value": 512,
    "step": 1.02,
    "page": 2,
    "grid": 2,
    "log": True,
}
SWITCH = {"label": "", "value": False}
CHOICE = {"label": "", "value": "sine", "options": ["sine", "cosine"]}
CONTROLS = {"offset": REAL, "width": EVEN, "whole": SWITCH, "wave": CHOICE}
START = {"offset": 3, "width": 512, "whole": False, "wave": "sine"}


@pytest.mark.parametrize(
    ("control", "value", "nearest"),
    [
        (REAL, 3.25, 3.25),
        (REAL, "-12.5", -12.5),
        (REAL, 1e9, 628),
        (REAL, 1 / 3, 0.333333),
        (REAL, "", None),
        (REAL, "three", None),
        (REAL, "Infinity", None),
        (EVEN, 511.2, 512),
        (EVEN, 1, 2),
        (EVEN, 7, 8),
        (SWITCH, "true", True),
        (SWITCH, True, True),
        (SWITCH, "yes", None),
        (CHOICE, "cosine", "cosine"),
        (CHOICE, "tangent", None),
    ],
)
def test_a_control_takes_the_nearest_value_it_can_have(control, value, nearest):
    # JSON has no undefined.
    found = call("(control, value) => [sinpe.state.nearest(control, value)]", control, value)
    assert found == [nearest]


def test_what_has_no_control_is_ignored():
    patch = {"offset": 5, "toString": 1, "__proto__": 2, "wave": "none"}
    assert call("state.changed", CONTROLS, START, patch) == START | {"offset": 5}


@pytest.mark.parametrize(
    ("control", "value", "by", "forward", "stepped"),
    [
        (REAL, 3.5, "step", True, 4.5),
        (REAL, 3.5, "page", False, -6.5),
        (REAL, 627.5, "step", True, 628),
        (EVEN, 4, "step", True, 6),  # a factor of 1.02 would not leave 4
        (EVEN, 512, "step", True, 522),
        (EVEN, 512, "page", False, 256),
        (EVEN, 2, "step", False, 2),
    ],
)
def test_keys_go_a_step_or_a_page(control, value, by, forward, stepped):
    assert call("state.stepped", control, value, by, forward) == stepped


@given(st.floats(0, 1))
def test_half_way_along_a_logarithmic_slider_is_the_geometric_mean(part):
    value = call("state.valueAt", EVEN, part)
    assert value == pytest.approx(2 * 512**part)
    assert call("state.share", EVEN, value) == pytest.approx(math.log2(value / 2) / 9)
    assert call("state.valueAt", REAL, part) == pytest.approx(-628 + 1256 * part)
    assert call("state.share", REAL, -628 + 1256 * part) == pytest.approx(part)


def test_a_glide_moves_numbers_and_switches_the_rest_at_once():
    end = {"offset": 13, "width": 8, "whole": True, "wave": "cosine"}
    half = call("state.between", CONTROLS, START, end, 0.5)
    assert half == end | {"offset": 8, "width": pytest.approx(64)}
    assert call("state.between", CONTROLS, START, end, 1) == end


@given(
    st.fixed_dictionaries(
        {
            "offset": st.floats(-628, 628).map(lambda value: round(value, 6) + 0.0),
            "width": st.integers(1, 512).map(lambda half: 2 * half),
            "whole": st.booleans(),
            "wave": st.sampled_from(CHOICE["options"]),
        }
    )
)
def test_an_address_holds_what_differs_from_the_start(state):
    address = call("state.written", "dial", CONTROLS, state)
    name, _, query = address.partition("?")
    parts = dict(part.split("=") for part in query.split("&") if part)
    assert name == "dial"
    assert set(parts) == {key for key in state if state[key] != START[key]}
    assert call("state.changed", CONTROLS, START, parts) == state


@pytest.mark.parametrize(
    ("control", "value", "shown"),
    [
        (REAL, 3, "3"),
        (REAL, -3.25, "\N{MINUS SIGN}3.3"),
        (REAL, -0.01, "0.0"),
        (EVEN, 512, "512"),
        (CHOICE, "sine", "sine"),
    ],
)
def test_values_are_shown_as_they_are_read(control, value, shown):
    assert call("state.shown", control, value) == shown
