"""The arguments that other modules take: what passes, and the error that names the rest."""

import numpy as np
import pytest

from sinpe_lib import arguments


def test_a_range_includes_its_ends_and_the_rounding_beyond_them():
    values = [-1, -1 - 1e-10, 0.5, 2, 2 + 1e-10]
    found = arguments.check_within("entries", values, -1, 2)
    assert found.dtype == np.float64
    assert found.tolist() == values
    assert arguments.check_within("entries", [[0]], 0, 1).shape == (1, 1)


@pytest.mark.parametrize("outside", [-1.001, 2.001, np.nan, np.inf, -np.inf, -1 - 1e-8])
def test_what_lies_outside_a_range_is_refused(outside):
    with pytest.raises(ValueError, match=rf"entries must lie from -1 to 2; got {outside}"):
        arguments.check_within("entries", [0, outside, -7], -1, 2)


def test_a_range_is_one_of_real_numbers():
    with pytest.raises(TypeError, match=r"entries must be real numbers; got \[True\]"):
        arguments.check_within("entries", [True], 0, 1)


def test_a_number_above_zero():
    assert arguments.check_above_zero("radius", 1e-9) == 1e-9
    assert isinstance(arguments.check_above_zero("radius", 3), float)


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (0, ValueError, "radius must be above 0; got 0"),
        (-0.5, ValueError, "radius must be above 0; got -0.5"),
        (np.nan, ValueError, "radius must be finite; got nan"),
        ("1", TypeError, "radius must be a real number; got '1'"),
    ],
)
def test_a_number_that_is_not_above_zero_is_refused(value, error, text):
    with pytest.raises(error, match=text):
        arguments.check_above_zero("radius", value)
