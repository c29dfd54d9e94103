"""Offsets from the query to the key."""

import numpy as np
import pytest

from sinpe_lib import key_offsets


def test_an_offset_is_the_position_of_the_key_minus_that_of_the_query():
    positions = [4, -1, 10]
    assert key_offsets(positions).tolist() == [[k - q for k in positions] for q in positions]
    assert key_offsets(positions)[0, 2] == 6
    # unsigned integers would wrap around below 0
    assert key_offsets(np.array([4, 1], np.uint8)).tolist() == [[0, -3], [3, 0]]


@pytest.mark.parametrize(
    ("positions", "error", "text"),
    [
        ([0.5], TypeError, r"positions must be integers, one or more; got \[0.5\]"),
        ([], TypeError, r"positions must be integers, one or more; got \[\]"),
        ([True], TypeError, "positions must be real numbers"),
        ([[1, 2]], ValueError, r"positions must have one axis; got shape \(1, 2\)"),
        (3, ValueError, r"positions must have one axis; got shape \(\)"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(positions, error, text):
    with pytest.raises(error, match=f"^{text}"):
        key_offsets(positions)
