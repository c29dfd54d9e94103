"""Exercises on the shift: one pair, the whole matrix, a table, the group law."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions, frequencies, offset_similarity, shift_matrix


def _shift_pair(pair, offset, frequency):
    # shift_matrix of width 2 has the one frequency 1: the angle goes into the offset.
    return shift_matrix(frequency * offset, 2) @ np.asarray(pair)


def _block_shift(offset, d_model):
    return shift_matrix(offset, d_model)


def _blocks(angles, block):
    """Return the block diagonal matrix with block(cosine, sine) for each angle."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for pair, angle in enumerate(angles):
        columns = slice(2 * pair, 2 * pair + 2)
        matrix[columns, columns] = block(np.cos(angle), np.sin(angle))
    return matrix


def _turned(angles):
    return _blocks(angles, lambda cosine, sine: [[cosine, sine], [-sine, cosine]])


def _in_halves(matrix):
    order = [*range(0, len(matrix), 2), *range(1, len(matrix), 2)]
    return matrix[np.ix_(order, order)]


def _shift_table(table, offset):
    return table @ shift_matrix(offset, table.shape[1]).T


def _position_by_slowest(table, lowest):
    """Return positions from the angle of the slowest pair, taken from `lowest` on."""
    angles = np.arctan2(table[:, -2], table[:, -1])
    return ((angles - lowest) % (2 * np.pi) + lowest) / frequencies(table.shape[1])[-1]


def _rotary_scores(queries, keys, start):
    # Read as c + i s a pair turns clockwise under M_p, in every row by its own position.
    turned = np.exp(
        -1j * np.multiply.outer(start + np.arange(len(keys)), frequencies(len(keys[0])))
    )
    return _score(_complex(queries) * turned, _complex(keys) * turned)


def _complex(rows):
    return np.asarray(rows)[:, 0::2] + 1j * np.asarray(rows)[:, 1::2]


def _score(queries, keys):
    return (queries @ keys.conj().T).real


def _turn_rows(rows, start, sign=1):
    positions = start + np.arange(len(rows))
    return np.array(
        [shift_matrix(sign * p, len(row)) @ row for p, row in zip(positions, rows, strict=True)]
    )


def turning(offset):
    return shift_matrix(offset, 4)


def mirroring(offset):
    return _blocks(offset * frequencies(4), lambda c, s: [[c, s], [s, -c]])


def growing(offset):
    return 0.9 * shift_matrix(offset, 6)


def shearing(offset):
    return np.array([[1.0, offset], [0.0, offset]])


def _group_law_gap(matrix_of, a, b):
    return np.abs(matrix_of(b) @ matrix_of(a) - matrix_of(a + b)).max()


def _nearly_back():
    offsets = np.arange(10, 629)
    return offsets[np.argmax(offset_similarity(offsets, 4))]


# Rows of any kind, not encodings: every entry and every length differs.
_ROWS = np.sin(np.arange(64.0) ** 2).reshape(8, 8) * np.arange(1, 9)[:, None]

EXERCISES = {
    "nearly_back": Exercise(
        _nearly_back,
        cases=((),),
        mistakes=(
            (lambda: 628, "the slow hand is back, but the fast one is not: how far is it off?"),
            (lambda: 44, "the fast hand is back, but look at the slow one"),
            *(
                (
                    lambda offset=offset: offset,
                    "both hands are close, but further out there is an offset that is closer: let "
                    "the slow hand go round once",
                )
                for offset in (13, 19, 25)
            ),
            (lambda: -_nearly_back(), "that is the way back: the offset is to be positive"),
        ),
    ),
    "shift_pair": Exercise(
        _shift_pair,
        cases=(
            (np.array([0.0, 1.0]), 1, 1.0),
            (encode_positions(2, 2), 3, 1.0),  # its cosine is below 0
            (encode_positions(5, 2), 3, 1.0),
            (encode_positions(50, 2), 3, 1.0),
            (encode_positions(0.5, 2), -3, 0.01),
            (np.array([0.5, -1.5]), 2.5, 0.1),  # longer than 1: its angle does not give it back
        ),
        mistakes=(
            (
                lambda pair, offset, frequency: _shift_pair(pair, -offset, frequency),
                "your pair moves the other way, to p - k: look at the signs, and at which "
                "entry of the pair is the sine",
            ),
            (
                lambda pair, offset, frequency: (
                    _blocks([frequency * offset], lambda c, s: [[c, s], [s, c]]) @ pair
                ),
                "one of the two sines has a minus sign: look at the formula for the cosine",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(pair, offset, 1.0),
                "the angle of the turn is the offset times the frequency",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(pair, int(offset), frequency),
                "an offset may lie between the integers: you cut off the fraction",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(pair, offset, frequency)[::-1],
                "return the sine first, then the cosine",
            ),
            (
                lambda pair, offset, frequency: _shift_pair(
                    [pair[0], np.sqrt(1 - pair[0] ** 2)], offset, frequency
                ),
                "the sine alone does not give the cosine, which may be negative: use the one given",
            ),
            (
                lambda pair, offset, frequency: encode_positions(
                    np.arctan2(pair[0], pair[1]) + frequency * offset, 2
                ),
                "a pair need not have length 1: an angle alone does not give it back, the two "
                "formulas do",
            ),
            (
                lambda pair, offset, frequency: np.add(
                    pair, encode_positions(frequency * offset, 2)
                ),
                "the encodings of p and k do not add up to the one of p + k",
            ),
        ),
    ),
    "block_shift": Exercise(
        _block_shift,
        cases=((3, 2), (3, 4), (1, 6), (-2, 8), (0.5, 4), (100, 6)),
        mistakes=(
            (
                lambda offset, d_model: shift_matrix(offset, d_model).T,
                "your matrix is the transpose and leads back by k: in the order (sine, cosine) "
                "the minus sign stands at the lower left of each block",
            ),
            (
                lambda offset, d_model: shift_matrix(abs(offset), d_model),
                "a negative offset moves back: the sign must reach the sine",
            ),
            (
                lambda offset, d_model: shift_matrix(int(offset), d_model),
                "an offset may lie between the integers: you cut off the fraction",
            ),
            (
                lambda offset, d_model: _in_halves(shift_matrix(offset, d_model)),
                "this is the matrix for sines and cosines in halves: here they alternate",
            ),
            (
                lambda offset, d_model: _turned(np.full(d_model // 2, offset)),
                "each pair turns by its own angle: frequency times offset",
            ),
            (
                lambda offset, d_model: _turned(offset * frequencies(d_model) ** 2),
                "your i goes up in steps of two, so it is already 2i: the exponent is doubled",
            ),
            (
                lambda offset, d_model: _turned(np.radians(offset * frequencies(d_model))),
                "the angle is in radians already: convert nothing",
            ),
            (
                lambda offset, d_model: _blocks(
                    offset * frequencies(d_model), lambda c, s: [[c, s], [s, c]]
                ),
                "one of the two sines has a minus sign: look at the formula for the cosine",
            ),
            (
                lambda offset, d_model: _blocks(
                    offset * frequencies(d_model), lambda c, s: [[s, c], [c, -s]]
                ),
                "at offset 0 nothing moves: the cosines belong on the diagonal",
            ),
        ),
    ),
    "shift_table": Exercise(
        _shift_table,
        cases=(
            (encode_positions([0, 1, 2, 3], 4), 1),
            (encode_positions([10, 2.5, -7], 6), -2),
            (encode_positions(range(5), 8), 3),
            (encode_positions([400], 2), 0.5),
            # More than half a turn, and more than a turn, of the slowest pair.
            (encode_positions([2000, 4000], 6), 2),
        ),
        mistakes=(
            (
                lambda table, offset: table @ shift_matrix(offset, table.shape[1]),
                "your rows move the other way: an encoding stands in a row here, so the matrix "
                "on its right is the transpose",
            ),
            (
                lambda table, offset: shift_matrix(offset, table.shape[1]) @ table,
                "from the left a matrix mixes rows, that is positions: each row must be moved "
                "by itself",
            ),
            (
                lambda table, offset: np.roll(table, -int(offset), axis=0),
                "rolling brings the first rows to the end: those positions are not the wanted ones",
            ),
            (
                lambda table, offset: table + encode_positions(offset, table.shape[1]),
                "the encodings of p and k do not add up to the one of p + k",
            ),
            (
                lambda table, offset: encode_positions(
                    offset + np.arange(len(table)), table.shape[1]
                ),
                "the rows need not be the positions 0, 1, 2, ...: use the table alone",
            ),
            (
                lambda table, offset: encode_positions(
                    offset + _position_by_slowest(table, -np.pi), table.shape[1]
                ),
                "the slowest pair tells positions within half a turn only: a matrix needs none",
            ),
            (
                lambda table, offset: encode_positions(
                    offset + _position_by_slowest(table, 0), table.shape[1]
                ),
                "the slowest pair comes round as well, and then tells too small a position",
            ),
        ),
    ),
    "rotary_scores": Exercise(
        _rotary_scores,
        cases=(
            (_ROWS[:3, :2], _ROWS[3:6, :2], 0),
            (_ROWS[:4], _ROWS[4:], 0),
            (_ROWS[:4], _ROWS[4:], 7),
            (_ROWS[2:5, :6], _ROWS[4:7, :6], -2),
        ),
        mistakes=(
            (
                lambda queries, keys, start: queries @ keys.T,
                "nothing is turned yet: each row is turned by the matrix of its own position",
            ),
            (
                lambda queries, keys, start: queries @ _turn_rows(keys, start).T,
                "the queries are turned too, each by its own position",
            ),
            (
                lambda queries, keys, start: _turn_rows(queries, start) @ keys.T,
                "the keys are turned too, each by its own position",
            ),
            (
                lambda queries, keys, start: (
                    _turn_rows(queries, start, -1) @ _turn_rows(keys, start, -1).T
                ),
                "your rows turn the other way: M acts on a column, so a row takes the transpose",
            ),
            (
                lambda queries, keys, start: (
                    _turn_rows(queries, start, -1) @ _turn_rows(keys, start).T
                ),
                "turned in opposite ways, positions add up: only a difference is an offset",
            ),
            (
                lambda queries, keys, start: (
                    _turn_rows(queries, start) @ _turn_rows(keys, start, -1).T
                ),
                "queries and keys have to turn the same way: here positions add up",
            ),
            (
                lambda queries, keys, start: _rotary_scores(queries, keys, start).T,
                "queries are rows of the scores and keys are columns: yours are transposed",
            ),
            (
                lambda queries, keys, start: (
                    _rotary_scores(queries, keys, start) / np.sqrt(len(queries[0]))
                ),
                "only the dot products are wanted: divide by nothing",
            ),
            (
                lambda queries, keys, start: (
                    (queries + encode_positions(start + np.arange(len(queries)), len(queries[0])))
                    @ (keys + encode_positions(start + np.arange(len(keys)), len(keys[0]))).T
                ),
                "nothing is added here: a row is multiplied by the matrix of its position",
            ),
        ),
    ),
    "group_law_gap": Exercise(
        _group_law_gap,
        cases=(
            (turning, 3, 45),
            (mirroring, 2, 5),
            (growing, 1, -4),
            (mirroring, -1, 0.5),
            (shearing, 2, 5),
        ),
        mistakes=(
            (
                lambda matrix_of, a, b: np.abs(
                    matrix_of(b) * matrix_of(a) - matrix_of(a + b)
                ).max(),
                "* multiplies entry by entry: the product of two matrices is @",
            ),
            (
                lambda matrix_of, a, b: np.abs(
                    matrix_of(b) @ matrix_of(a) - matrix_of(a * b)
                ).max(),
                "one shift after another adds the offsets, it does not multiply them",
            ),
            (
                lambda matrix_of, a, b: np.abs(
                    matrix_of(b) + matrix_of(a) - matrix_of(a + b)
                ).max(),
                "one shift after another is the product of the matrices, not their sum",
            ),
            (
                lambda matrix_of, a, b: np.linalg.norm(
                    matrix_of(b) @ matrix_of(a) - matrix_of(a + b)
                ),
                "the largest difference of two entries, not the length of all of them together",
            ),
            (
                lambda matrix_of, a, b: (matrix_of(b) @ matrix_of(a) - matrix_of(a + b)).max(),
                "a large negative difference is a difference too: take absolute values first",
            ),
            (
                lambda matrix_of, a, b: np.abs(
                    matrix_of(a) @ matrix_of(b) - matrix_of(a + b)
                ).max(),
                "the matrix of a acts first, so it stands next to the column, on the right",
            ),
        ),
    ),
}
