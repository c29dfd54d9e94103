"""Exercises on the columns of a table: reorder them, read a position from them."""

import numpy as np

from sinpe_lib.checks.judge import Exercise
from sinpe_lib.encoding import encode_positions


def swapped_in_pairs(table):
    return table.reshape(len(table), -1, 2)[:, :, ::-1].reshape(table.shape)


def to_halves(table):
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def _to_interleaved(halves):
    n_positions, d_model = halves.shape
    return halves.reshape(n_positions, 2, d_model // 2).swapaxes(1, 2).reshape(halves.shape)


def _find_position(row):
    return round(100 * _slow_angle(row)) % 628


def _slow_angle(row):
    return np.arctan2(row[2], row[3]) % (2 * np.pi)


EXERCISES = {
    "to_interleaved": Exercise(
        _to_interleaved,
        # At width 2 the layouts are the same, at width 4 each conversion undoes itself.
        cases=tuple(
            (np.arange(100.0)[: n * d].reshape(n, d),) for n, d in [(3, 6), (2, 8), (4, 2)]
        ),
        mistakes=(
            (to_halves, "this leads from interleaved to halves: you are asked for the way back"),
            (lambda halves: halves, "the columns have not moved"),
            (
                lambda halves: swapped_in_pairs(_to_interleaved(halves)),
                "the sine comes first: column 2i holds the sine and column 2i + 1 the cosine",
            ),
            (
                lambda halves: halves.T.reshape(halves.shape),
                "a row stays a row: only columns change places",
            ),
        ),
    ),
    "find_position": Exercise(
        _find_position,
        cases=tuple(
            (encode_positions(p, 4).round(3),)
            for p in [0, 1, 29, 150, 160, 314, 400, 470, 500, 627]
        ),
        mistakes=(
            (
                lambda row: round(100 * np.arctan2(row[3], row[2])) % 628,
                "the angle runs from the cosine axis: arctan2 takes the sine first",
            ),
            (
                lambda row: round(100 * np.arctan2(row[2], row[3])),
                "arctan2 gives angles from -pi to pi: beyond half a turn you need 2 pi more",
            ),
            (
                lambda row: int(100 * _slow_angle(row)),
                "the row is rounded, so the angle is a little off: round, do not cut off",
            ),
            (
                lambda row: round(100 * np.arcsin(row[2])),
                "the sine takes each value twice in a turn: use its cosine as well",
            ),
            (
                lambda row: np.argmin(np.abs(np.sin(np.arange(628) / 100) - row[2])),
                "the sine takes each value twice in a turn: compare its cosine as well",
            ),
            (
                lambda row: round(100 * np.arccos(row[3])),
                "the cosine takes each value twice in a turn: use its sine as well",
            ),
            (
                lambda row: round(np.arctan2(row[0], row[1]) % (2 * np.pi)),
                "the fast pair makes many turns among these positions: read the slow pair",
            ),
            (_slow_angle, "this is the angle: the slow pair needs 100 positions for a radian"),
        ),
    ),
}
