"""Tables filled by angle addition, against 50 digits of mpmath and against themselves."""

import itertools
import math
import tracemalloc

import mpmath
import numpy as np
import pytest

from sinpe_lib import angle_addition, frequencies, sinusoidal_encoding

mpmath.mp.dps = 50
BLOCK, FAR = 32, 1024  # rows that share a coarser row
FLOATS = [np.float64, np.float32, np.float16]
BASES = [10000.0, 2.5, 1, math.pi, 1e300]
# Narrow, ordinary, and around the 256 pairs that are treated at a time.
WIDTHS = [2, 4, 6, 64, 510, 512, 514, 1030, 2048]
STARTS = [0, -FAR - 70, 12345, 2**24 + 1, 2**29 - FAR, -(2**29) + 1, 2**53 - FAR - 70, -(2**53)]


def entry(position, column, d_model, base):
    """Return an entry of the table as the paper's formula spells it, in 50 digits."""
    angle = position * mpmath.power(mpmath.mpf(base), mpmath.mpf(-2 * (column // 2)) / d_model)
    return mpmath.cos(angle) if column % 2 else mpmath.sin(angle)


def largest_error(exact, dtype):
    """Return the documented bound: 1.5e-15, and half a unit in the last place below float64."""
    if dtype == np.float64:
        return 1.5e-15
    kind = np.finfo(dtype)
    unit = 2.0 ** (math.frexp(float(exact))[1] - kind.nmant - 1)
    return max(unit, float(kind.smallest_subnormal)) / 2 + 1.5e-15


def sampled(table, start, random, samples):
    """Yield rows on both sides of every kind of seam, and rows at random; columns at random."""
    seams = [
        row
        for step in (BLOCK, FAR)
        for multiple in itertools.islice(range(-start % step, len(table), step), 2)
        for row in (multiple - 1, multiple)
        if row >= 0
    ]
    rows = [0, len(table) - 1, *seams, *random.integers(0, len(table), samples).tolist()]
    for row in rows:
        for column in random.integers(0, table.shape[1], 2).tolist():
            yield row, column


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_entries_against_50_digits(d_model, start, dtype):
    random = np.random.default_rng([d_model, start % 2**32])
    base = BASES[(WIDTHS.index(d_model) + STARTS.index(start)) % len(BASES)]
    n_positions = FAR + 70 if d_model <= 64 else 200
    table = sinusoidal_encoding(n_positions, d_model, base=base, start=start, dtype=dtype)
    for row, column in sampled(table, start, random, 8):
        exact = entry(start + row, column, d_model, base)
        error = abs(mpmath.mpf(float(table[row, column])) - exact)
        assert error <= largest_error(exact, dtype), (start + row, column)


@pytest.mark.parametrize("base", BASES)
def test_positions_at_random(base):
    random = np.random.default_rng(7)
    for start in random.integers(-(2**29), 2**29, 60).tolist():
        d_model = 2 * int(random.integers(1, 1025))
        row = sinusoidal_encoding(1, d_model, base=base, start=start)[0]
        for column in random.integers(0, d_model, 4).tolist():
            assert abs(mpmath.mpf(row[column]) - entry(start, column, d_model, base)) <= 1.5e-15


@pytest.mark.parametrize("base", [*BASES, 10000, 8])
@pytest.mark.parametrize("d_model", [2, 6, 8, 510, 2048])
def test_frequencies_are_correctly_rounded(d_model, base):
    pairs = {0, 1, d_model // 2 - 1, *range(0, d_model // 2, 37)} & set(range(d_model // 2))
    found = frequencies(d_model, base)
    for pair in pairs:
        exact = mpmath.power(mpmath.mpf(base), mpmath.mpf(-2 * pair) / d_model)
        assert found[pair] == float(exact)


def test_exact_frequencies_in_turns():
    _, units, rest = angle_addition.compute_frequencies(64, 10000.0)
    for pair in range(32):
        turns = mpmath.power(10000, mpmath.mpf(-2 * pair) / 64) / (2 * mpmath.pi)
        found = (mpmath.mpf(int(units[pair])) + mpmath.mpf(rest[pair])) / 2**64
        assert abs(found - turns) <= mpmath.mpf(2) ** -117


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("d_model", [2, 64, 512, 1030])
def test_a_row_depends_on_its_position_alone(d_model, dtype):
    whole = sinusoidal_encoding(700, d_model, start=-300, dtype=dtype)
    begin = 0
    for length in (1, 2, 61, 64, 65, 0, 130, 128, 200, 49):
        part = sinusoidal_encoding(length, d_model, start=begin - 300, dtype=dtype)
        np.testing.assert_array_equal(part, whole[begin : begin + length], strict=True)
        begin += length
    assert begin == len(whole)


def views(dtype):
    """Yield arrays of shape (200, 516) with all kinds of strides, and what they are part of."""
    kinds = {
        "rows apart": lambda whole: whole[::2, :516],
        "columns apart": lambda whole: whole[:200, ::2],
        "upside down": lambda whole: whole[199::-1, :516],
        "mirrored": lambda whole: whole[:200, 515::-1],
    }
    for name, cut in kinds.items():
        whole = np.full((400, 1032), np.nan, dtype)
        yield name, cut(whole), whole
    whole = np.full((516, 200), np.nan, dtype)
    yield "transposed", whole.T, whole
    whole = np.full((200, 516), np.nan, dtype)
    yield "contiguous", whole, whole
    yield "a matrix", whole.copy().view(np.matrix), whole
    memory = bytearray(200 * 516 * np.dtype(dtype).itemsize + 1)
    whole = np.ndarray((200, 516), dtype, memory, offset=1)
    yield "not aligned", whole, whole


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("start", [0, -37])
def test_out_of_any_strides_is_filled_and_nothing_else(start, dtype):
    expected = sinusoidal_encoding(200, 516, start=start, dtype=dtype)
    for name, out, whole in views(dtype):
        assert sinusoidal_encoding(200, 516, start=start, dtype=dtype, out=out) is out, name
        np.testing.assert_array_equal(np.asarray(out), expected, err_msg=name)
        if whole.size > out.size:
            assert np.count_nonzero(~np.isnan(whole)) == out.size, name


def test_row_0_has_no_negative_zero():
    for dtype in FLOATS:
        row = sinusoidal_encoding(1, 512, dtype=dtype)[0]
        assert not np.signbit(row).any()
        assert row.tolist() == [0, 1] * 256


def test_what_is_kept_cannot_be_changed():
    before = sinusoidal_encoding(5, 12)
    frequencies(12)[:] = 9
    sinusoidal_encoding(5, 12)[:] = 9
    np.testing.assert_array_equal(sinusoidal_encoding(5, 12), before)
    kept = (
        *angle_addition.compute_frequencies(12, 10000.0),
        *angle_addition._compute_strip(12, 10000.0, 0),
    )
    for array in kept:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 9


def test_the_size_of_buffers_is_restored():
    with np.errstate():
        np.setbufsize(4096)
        sinusoidal_encoding(100, 64, dtype=np.float32)
        assert np.getbufsize() == 4096


@pytest.mark.parametrize(("n_positions", "d_model"), [(20000, 512), (150000, 64), (4000, 2048)])
def test_memory_besides_the_output_is_small(n_positions, d_model):
    out = np.empty((n_positions, d_model), np.float32)
    tracemalloc.start()
    sinusoidal_encoding(n_positions, d_model, dtype=np.float32, out=out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 0.04 * out.nbytes + 3e6
