"""The learned table."""

import numpy as np
import pytest

from sinpe_lib import look_up

TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_each_position_gets_its_row():
    assert look_up(TABLE, [2, 0, 2]).tolist() == [[5, 6], [1, 2], [5, 6]]
    assert look_up(TABLE, 1).tolist() == [3, 4]
    assert look_up(TABLE, [[0], [1]]).tolist() == [[[1, 2]], [[3, 4]]]


def test_rows_are_copies():
    table = np.array(TABLE)
    look_up(table, [0, 1])[:] = 0
    assert table.tolist() == TABLE


@pytest.mark.parametrize(
    ("table", "positions", "error", "text"),
    [
        (TABLE, [0, 3], ValueError, "positions must have a row in a table of 3; got 3"),
        (TABLE, [-1], ValueError, "positions must have a row in a table of 3; got -1"),
        (TABLE, [1.0], TypeError, "positions must be integers"),
        (TABLE[0], [0], ValueError, r"table must have shape .*; got \(2,\)"),
        ([[np.nan]], [0], ValueError, "table must be finite; got nan"),
        (["a"], [0], TypeError, "table must be real numbers"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(table, positions, error, text):
    with pytest.raises(error, match=f"^{text}"):
        look_up(table, positions)
