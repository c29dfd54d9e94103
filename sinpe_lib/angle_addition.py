"""Consecutive rows of the encoding by the addition formula: fast, and accurate at any position.

A pair lies in memory as sine, cosine: the complex number sin w p + i cos w p = i e^(-i w p).
So to move a row on by k positions is to multiply it by the rotations e^(-i w k). A position
is written as p = 32 q + r, and q as 32 a + b, with r and b from 0 to 31:

    row(32 q + r)         = row(32 q)   e^(-i w r)
    row(32 (32 a + b))    = row(1024 a) e^(-i w 32 b)

Sines and cosines are computed for the rotations by r and by 32 b, once, and for the rows 1024 a.
An entry is the product of three such numbers, each with an error near 1e-16.
"""

import operator
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from itertools import accumulate, repeat

import numpy as np

BLOCK = 32  # rows made from one row(32 q); more would make the first call slower
STRIP = 256  # pairs: the rotations of a block then fill 128 KiB and stay in a processor's cache

_TURNS_IN_A_RADIAN = Decimal("0.15915494309189533576888376337251436203445964574046")  # 1 / (2 pi)
_QUARTER_TURNS = np.array([1, 1j, -1, -1j])


@lru_cache(maxsize=16)
def compute_frequencies(d_model, base):
    """Return the frequency of every pair as float64, and as turns to 117 binary digits.

    The latter is a pair of arrays: a whole number of 2**-64 turns as int64, and the rest, in
    the same unit, as float64. All three are kept for the next call, so none may be changed.
    """
    with localcontext(Context(prec=50)):
        ratio = Decimal(base) ** (Decimal(-2) / d_model)
        powers = list(accumulate(repeat(ratio, d_model // 2 - 1), operator.mul, initial=Decimal(1)))
        parts_in_a_radian = _TURNS_IN_A_RADIAN * 2**117
        turns = [int(power * parts_in_a_radian) for power in powers]
    units = np.array([turn >> 53 for turn in turns])
    rest = np.array([turn % 2**53 for turn in turns]) / 2**53
    return _freeze(np.array(powers, np.float64), units, rest)


def fill_rows(out, start, base):
    """Fill `out`, shape (n_positions, d_model), with the rows from position `start` on."""
    out = np.asarray(out)
    with np.errstate(under="ignore"):  # in float16; leaving it restores the size of the buffers
        np.setbufsize(STRIP)
        for column in range(0, out.shape[1], 2 * STRIP):
            _fill_strip(out[:, column : column + 2 * STRIP], start, out.shape[1], base, column // 2)


def _fill_strip(out, start, d_model, base, first_pair):
    units, rest, near, middle = _compute_strip(d_model, base, first_pair)
    stop = start + len(out)
    first, last = start // BLOCK, -(-stop // BLOCK)  # `out` touches the blocks first <= q < last
    far = BLOCK**2 * np.arange(first // BLOCK, -(-last // BLOCK))
    rows = 1j * _compute_rotations(far, units, rest)
    middle = middle[: last - first // BLOCK * BLOCK]  # fewer than all in a short table
    rows = (rows[:, None] * middle).reshape(-1, len(units))[first % BLOCK :]  # row(32 q)

    head = -(-start // BLOCK)
    tail = max(head, stop // BLOCK)  # blocks from head to tail lie in `out` entirely
    if out.strides[1] != out.itemsize or out.dtype == np.float16:
        head = tail = last  # no entries that could be read as complex numbers
    if head < tail:
        pairs = out[BLOCK * head - start : BLOCK * tail - start]
        pairs = pairs.view(np.result_type(out, np.complex64)).reshape(-1, BLOCK, len(units))
        row = rows[head - first : tail - first, None]
        np.multiply(row, near, out=pairs)
    for q in (*range(first, head), *range(tail, last)):
        begin, end = max(BLOCK * q, start), min(BLOCK * q + BLOCK, stop)
        block = (rows[q - first] * near).view(np.float64)
        out[begin - start : end - start] = block[begin - BLOCK * q : end - BLOCK * q]


@lru_cache(maxsize=64)  # one width takes d_model / 512 of them
def _compute_strip(d_model, base, first_pair):
    _, units, rest = compute_frequencies(d_model, base)
    units, rest = (part[first_pair : first_pair + STRIP] for part in (units, rest))
    steps = np.arange(BLOCK)
    near, middle = (_compute_rotations(step * steps, units, rest) for step in (1, BLOCK))
    return _freeze(units, rest, near, middle)


def _compute_rotations(positions, units, rest):
    """Return e^(-i w p), correct to 3e-16, one row for each integer position p.

    A circle wraps round as a 64-bit integer does: 2**64 units are a turn, so the overflow of
    p * units drops whole turns and nothing else. What is left of a quarter turn has a small angle.
    """
    clockwise = -positions[:, None]
    phase = clockwise * units + (clockwise * rest).astype(np.int64)
    quarter = (phase + 2**61) >> 62
    angle = (phase - (quarter << 62)) * (np.pi / 2**63)
    rotation = np.empty(angle.shape, np.complex128)
    rotation.real, rotation.imag = np.cos(angle), np.sin(angle)
    return _QUARTER_TURNS[quarter] * rotation


def _freeze(*arrays):
    for array in arrays:
        array.flags.writeable = False
    return arrays
