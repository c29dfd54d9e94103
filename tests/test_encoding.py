"""The encoding by other routes: hand values, a scalar loop, mpmath, identities."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from sinpe_lib import (
    encode_positions,
    frequencies,
    offset_similarity,
    shift_matrix,
    sinusoidal_encoding,
    wavelengths,
)

WIDTHS = [2, 4, 6, 64, 510, 512]


def row_by_scalar_loop(position, d_model, base=10000.0):
    """Return one row as the paper's formula spells it, entry by entry."""
    row = []
    for i in range(d_model // 2):
        angle = position / math.pow(base, 2 * i / d_model)
        row += [math.sin(angle), math.cos(angle)]
    return row


# Values by hand (or any pocket calculator), not from this library.
def test_row_1_of_width_4():
    expected = [0.841470984808, 0.540302305868, 0.009999833334, 0.999950000417]
    np.testing.assert_allclose(sinusoidal_encoding(2, 4)[1], expected, atol=1e-12)


def test_row_500_of_width_4():
    expected = [-0.467771805322, -0.883849273431, -0.958924274663, 0.283662185463]
    row = sinusoidal_encoding(501, 4)[500]
    np.testing.assert_allclose(row, expected, atol=1e-11)
    assert f"{row[0]:.3f}" == "-0.468"


def test_row_0_alternates_0_and_1():
    assert sinusoidal_encoding(1, 8).tolist() == [[0, 1, 0, 1, 0, 1, 0, 1]]


def test_position_minus_1():
    expected = [-0.841470984808, 0.540302305868, -0.009999833334, 0.999950000417]
    np.testing.assert_allclose(encode_positions(-1, 4), expected, atol=1e-12)


def test_frequencies_of_width_8():
    np.testing.assert_allclose(frequencies(8), [1, 0.1, 0.01, 0.001], rtol=1e-15)


def test_frequencies_of_another_base():
    np.testing.assert_allclose(frequencies(4, base=100), [1, 0.1], rtol=1e-15)
    np.testing.assert_allclose(frequencies(6, base=8), [1, 0.5, 0.25], rtol=1e-15)


@pytest.mark.parametrize(
    ("d_model", "longest"),
    [(2, 6.2832), (4, 628.32), (8, 6283.2), (64, 47117), (128, 54410), (512, 60611), (1024, 61712)],
)
def test_longest_wavelength(d_model, longest):
    found = wavelengths(d_model)
    assert found.shape == (d_model // 2,)
    assert found[-1] == pytest.approx(longest, rel=1e-5)
    assert found[0] == pytest.approx(2 * math.pi)


@pytest.mark.parametrize("d_model", WIDTHS)
@pytest.mark.parametrize("base", [10000.0, 7, 1])
def test_table_equals_the_scalar_loop(d_model, base):
    expected = [row_by_scalar_loop(p, d_model, base) for p in range(-3, 30)]
    table = sinusoidal_encoding(33, d_model, base=base, start=-3)
    np.testing.assert_allclose(table, expected, atol=1e-13)


def test_any_shape_and_any_real_position():
    positions = np.array([[0.5, -2, 1e4], [7, 3.25, 0]])
    found = encode_positions(positions, 6)
    assert found.shape == (2, 3, 6)
    for index, position in np.ndenumerate(positions):
        np.testing.assert_allclose(found[index], row_by_scalar_loop(position, 6), atol=1e-11)


@pytest.mark.parametrize("position", [3, 3.0, np.int8(3), np.uint64(3), np.float32(3), Fraction(3)])
def test_every_kind_of_real_number_is_a_position(position):
    np.testing.assert_allclose(encode_positions(position, 4), row_by_scalar_loop(3, 4), atol=1e-14)


@pytest.mark.parametrize("base", [10000.0, 2.5])
@pytest.mark.parametrize("d_model", [2, 64, 2048])
@pytest.mark.parametrize("largest", [500, 10**5, 2**29 - 1])
def test_error_stays_below_the_documented_bound(base, d_model, largest):
    mpmath.mp.dps = 50
    random = np.random.default_rng(1)
    positions = [largest, *random.integers(-largest, largest, 5).tolist()]
    table = encode_positions(positions, d_model, base=base)
    for position, row in zip(positions, table, strict=True):
        for i in {0, d_model // 2 - 1, *random.integers(0, d_model // 2, 5).tolist()}:
            exponent = mpmath.mpf(-2 * i) / d_model
            angle = position * mpmath.power(mpmath.mpf(base), exponent)
            bound = 2e-15 + 2.5e-16 * abs(position)
            assert abs(mpmath.sin(angle) - row[2 * i]) < bound
            assert abs(mpmath.cos(angle) - row[2 * i + 1]) < bound


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_low_precision_is_rounded_once_at_the_end(dtype):
    # The angle itself, cast to float16, is already off by 0.08 here.
    expected = np.array(row_by_scalar_loop(500, 512)).astype(dtype)
    rows = (
        sinusoidal_encoding(501, 512, dtype=dtype)[500],
        encode_positions(500, 512, dtype=dtype),
    )
    for row in rows:
        assert row.dtype == dtype
        assert np.abs(row.astype(float) - expected.astype(float)).max() <= np.finfo(dtype).eps


def test_rows_do_not_depend_on_the_length_of_the_table():
    np.testing.assert_array_equal(
        sinusoidal_encoding(100, 16)[90:], sinusoidal_encoding(10, 16, start=90)
    )


def test_a_large_start_is_exact():
    expected = [row_by_scalar_loop(p, 6) for p in (2**24 + 1, 2**24 + 2)]
    table = sinusoidal_encoding(2, 6, start=2**24 + 1)
    np.testing.assert_allclose(table, expected, atol=1e-8)


def test_an_empty_table_has_its_columns():
    assert sinusoidal_encoding(0, 6).shape == (0, 6)
    assert encode_positions([], 6).shape == (0, 6)


def test_out_is_filled_and_returned():
    whole = np.full((5, 8), np.nan, dtype=np.float32)
    view = whole[1:4, ::2]
    assert sinusoidal_encoding(3, 4, dtype=np.float32, out=view) is view
    expected = np.array([row_by_scalar_loop(p, 4) for p in range(3)])
    np.testing.assert_allclose(whole[1:4, ::2], expected, atol=1e-7)
    assert np.isnan(whole[0]).all()
    assert np.isnan(whole[:, 1::2]).all()


def test_an_out_without_rows_or_with_one_cannot_overlap_itself():
    for shape, strides in [((0, 4), (0, 0)), ((1, 4), (0, 8))]:
        out = np.lib.stride_tricks.as_strided(np.empty(4), shape, strides)
        assert sinusoidal_encoding(len(out), 4, out=out) is out


@pytest.mark.parametrize(("shape", "strides"), [((3, 4), (24, 8)), ((2, 4), (0, 8))])
def test_an_out_that_overlaps_itself_by_one_entry_or_one_row_is_refused(shape, strides):
    out = np.lib.stride_tricks.as_strided(np.empty(shape), shape, strides)
    with pytest.raises(ValueError, match=r"^out must not overlap itself; got strides \("):
        sinusoidal_encoding(*shape, out=out)


def test_results_are_fresh_and_inputs_untouched():
    first = sinusoidal_encoding(4, 4)
    first[:] = 9
    assert sinusoidal_encoding(4, 4).max() <= 1
    positions = np.array([1.0, 2.0])
    encode_positions(positions, 4)[:] = 9
    assert positions.tolist() == [1, 2]


@pytest.mark.parametrize("d_model", WIDTHS)
def test_every_row_has_norm_root_half_d_model(d_model):
    norms = np.linalg.norm(sinusoidal_encoding(50, d_model, start=10**6), axis=1)
    np.testing.assert_allclose(norms, math.sqrt(d_model / 2), rtol=1e-12)


def test_block_of_the_shift_matrix_by_hand():
    c, s = math.cos(3), math.sin(3)
    np.testing.assert_allclose(shift_matrix(3, 2), [[c, s], [-s, c]], atol=1e-15)


def test_blocks_stand_on_the_diagonal_in_the_order_of_the_pairs():
    c, s = math.cos(0.03), math.sin(0.03)
    np.testing.assert_allclose(shift_matrix(3, 4)[2:, 2:], [[c, s], [-s, c]], atol=1e-15)
    assert not shift_matrix(3, 4)[:2, 2:].any()
    assert not shift_matrix(3, 4)[2:, :2].any()


@pytest.mark.parametrize("offset", [0, 1, 3, -3, 250, 0.5])
@pytest.mark.parametrize("d_model", [2, 8, 64])
def test_shift_matrix_moves_every_row(offset, d_model):
    positions = np.array([-7, 0, 5, 50, 999])
    table = np.array([row_by_scalar_loop(p, d_model, base=100) for p in positions])
    moved = np.array([row_by_scalar_loop(p + offset, d_model, base=100) for p in positions])
    np.testing.assert_allclose(table @ shift_matrix(offset, d_model, base=100).T, moved, atol=1e-12)


def test_shift_matrices_form_a_group():
    identity = np.eye(16)
    np.testing.assert_allclose(
        shift_matrix(3, 16) @ shift_matrix(4.5, 16), shift_matrix(7.5, 16), atol=1e-14
    )
    np.testing.assert_allclose(shift_matrix(3, 16) @ shift_matrix(-3, 16), identity, atol=1e-14)
    np.testing.assert_array_equal(shift_matrix(-3, 16), shift_matrix(3, 16).T)
    np.testing.assert_array_equal(shift_matrix(0, 16), identity)


@pytest.mark.parametrize("offset", [1, -7, 2**20 + 1, 2**40, -(2**40), 2**53])
def test_shift_matrix_is_as_accurate_as_promised(offset):
    with mpmath.workprec(150):
        angles = [offset * mpmath.mpf(10000) ** (mpmath.mpf(-2 * i) / 64) for i in range(32)]
        cosines, sines = ([float(f(a)) for a in angles] for f in (mpmath.cos, mpmath.sin))
    matrix, bound = shift_matrix(offset, 64), 2e-15 + 2.5e-16 * abs(offset)
    np.testing.assert_allclose(np.diag(matrix)[::2], cosines, rtol=0, atol=bound)
    np.testing.assert_allclose(np.diag(matrix, 1)[::2], sines, rtol=0, atol=bound)
    if abs(offset) == 2**40:  # what the docstring warns of is there
        assert np.abs(np.diag(matrix, 1)[::2] - sines).max() > 1e-5


def test_similarity_is_a_sum_of_cosines():
    for k in [0, 1, -1, 22, 3284]:
        expected = sum(math.cos(k * 10000 ** (-2 * i / 64)) for i in range(32))
        assert offset_similarity(k, 64) == pytest.approx(expected, abs=1e-11)


def test_similarity_is_the_dot_product_of_two_rows():
    table = sinusoidal_encoding(60, 64)
    assert table[5] @ table[8] == pytest.approx(offset_similarity(3, 64))
    assert table[50] @ table[53] == pytest.approx(25.587, abs=5e-4)
    assert offset_similarity(3, 512) == pytest.approx(211.749, abs=5e-4)


def test_similarity_keeps_the_shape_of_the_offsets():
    assert offset_similarity(np.zeros((2, 3)), 8).tolist() == [[4, 4, 4], [4, 4, 4]]
    assert offset_similarity(0, 8) == 4


TABLE = np.empty((3, 4))
READ_ONLY = np.empty((3, 4))
READ_ONLY.flags.writeable = False
OVERLAPPING = np.lib.stride_tricks.as_strided(TABLE, (3, 4), (16, 8))
BAD_WIDTHS = [
    (0, ValueError, "got 0"),
    (1, ValueError, "got 1"),
    (5, ValueError, "got 5"),
    (-4, ValueError, "got -4"),
    (2**31 + 2, ValueError, "got 2147483650"),
    (2**64, ValueError, "got 18446744073709551616"),
    (np.timedelta64(4, "s"), TypeError, "timedelta64"),
    (4.0, TypeError, "got 4.0"),
    (4.5, TypeError, "got 4.5"),
    ("8", TypeError, "got '8'"),
    (True, TypeError, "got True"),
    (np.True_, TypeError, "True"),
    (None, TypeError, "got None"),
    ([4], TypeError, r"got \[4\]"),
]
BAD_BASES = [
    (0.5, ValueError, "got 0.5"),
    (0, ValueError, "got 0"),
    (-10000, ValueError, "got -10000"),
    (math.nan, ValueError, "got nan"),
    (math.inf, ValueError, "got inf"),
    (10**400, ValueError, "got 1000"),
    ("10000", TypeError, "got '10000'"),
    (True, TypeError, "got True"),
    (None, TypeError, "got None"),
    (1j, TypeError, "got 1j"),
]
BAD_POSITIONS = [
    (math.nan, ValueError, "got nan"),
    ([1, math.inf], ValueError, "got inf"),
    (np.float16(-math.inf), ValueError, "got -inf"),
    (2**53 + 1, ValueError, "got 9007199254740993"),
    (-(2**53) - 1, ValueError, "got -9007199254740993"),
    (2.0**54, ValueError, r"got 1.80\d+e\+16"),
    ([0, 2**70], ValueError, r"got 1.18\d+e\+21"),
    (10**400, ValueError, "got 1000"),
    ("3", TypeError, "got '3'"),
    (True, TypeError, "got True"),
    (None, TypeError, "got None"),
    (3j, TypeError, "got 3j"),
    (np.timedelta64(3, "s"), TypeError, "timedelta64"),
]
BAD_CALLS = [
    *(
        (lambda f=f, v=value: f(v), "d_model", error, text)
        for f in (
            frequencies,
            wavelengths,
            lambda v: sinusoidal_encoding(3, v),
            lambda v: encode_positions(3, v),
            lambda v: shift_matrix(3, v),
            lambda v: offset_similarity(3, v),
        )
        for value, error, text in BAD_WIDTHS
    ),
    *(
        (lambda f=f, v=value: f(v), "base", error, text)
        for f in (
            lambda v: frequencies(4, v),
            lambda v: wavelengths(4, v),
            lambda v: sinusoidal_encoding(3, 4, base=v),
            lambda v: encode_positions(3, 4, base=v),
            lambda v: shift_matrix(3, 4, v),
            lambda v: offset_similarity(3, 4, v),
        )
        for value, error, text in BAD_BASES
    ),
    *(
        (lambda f=f, v=value: f(v), name, error, text)
        for f, name in (
            (lambda v: encode_positions(v, 4), "positions"),
            (lambda v: shift_matrix(v, 4), "offset"),
            (lambda v: offset_similarity(v, 4), "offsets"),
        )
        for value, error, text in BAD_POSITIONS
    ),
    (
        lambda: sinusoidal_encoding(np.timedelta64(3, "s"), 4),
        "n_positions",
        TypeError,
        "timedelta64",
    ),
    (lambda: sinusoidal_encoding(3, 4, dtype=np.longdouble), "dtype", TypeError, "longdouble"),
    (
        lambda: encode_positions([[1], [1, 2]], 4),
        "positions",
        TypeError,
        r"got \[\[1\], \[1, 2\]\]",
    ),
    (lambda: encode_positions(["a", "b"], 4), "positions", TypeError, r"got \['a', 'b'\]"),
    (lambda: encode_positions([True, False], 4), "positions", TypeError, r"got \[True, False\]"),
    (lambda: encode_positions([1, None], 4), "positions", TypeError, "got None"),
    (lambda: shift_matrix([1, 2], 4), "offset", TypeError, r"got shape \(2,\)"),
    (lambda: sinusoidal_encoding(-1, 4), "n_positions", ValueError, "got -1"),
    (lambda: sinusoidal_encoding(3.0, 4), "n_positions", TypeError, "got 3.0"),
    (lambda: sinusoidal_encoding("3", 4), "n_positions", TypeError, "got '3'"),
    (lambda: sinusoidal_encoding(True, 4), "n_positions", TypeError, "got True"),
    (lambda: sinusoidal_encoding(3, 4, start=0.5), "start", TypeError, "got 0.5"),
    (lambda: sinusoidal_encoding(3, 4, start=1.0), "start", TypeError, "got 1.0"),
    (lambda: sinusoidal_encoding(3, 4, start="1"), "start", TypeError, "got '1'"),
    (lambda: sinusoidal_encoding(3, 4, start=2**53 - 1), "start", ValueError, "start=9007199"),
    (lambda: sinusoidal_encoding(3, 4, start=-(2**53) - 1), "start", ValueError, "start=-9007199"),
    (lambda: sinusoidal_encoding(3, 4, dtype=np.int64), "dtype", TypeError, "int64"),
    (lambda: sinusoidal_encoding(3, 4, dtype="half a float"), "dtype", TypeError, "half a float"),
    (lambda: sinusoidal_encoding(3, 4, dtype=None), "dtype", TypeError, "got None"),
    (lambda: encode_positions(3, 4, dtype=complex), "dtype", TypeError, "complex"),
    (lambda: sinusoidal_encoding(3, 4, out=[0]), "out", TypeError, r"got \[0\]"),
    (lambda: sinusoidal_encoding(3, 6, out=TABLE), "out", ValueError, r"got \(3, 4\)"),
    (lambda: sinusoidal_encoding(3, 4, dtype="f4", out=TABLE), "out", TypeError, "got float64"),
    (lambda: sinusoidal_encoding(3, 4, out=READ_ONLY), "out", ValueError, "read-only"),
    (lambda: sinusoidal_encoding(3, 4, out=OVERLAPPING), "out", ValueError, r"got strides \(16, 8"),
]


@pytest.mark.parametrize(("call", "argument", "error", "text"), BAD_CALLS)
def test_bad_input_is_refused_by_name_and_value(call, argument, error, text):
    with pytest.raises(error, match=text) as raised:
        call()
    assert type(raised.value) is error
    assert str(raised.value).startswith(f"{argument} must ")


def test_the_largest_positions_are_still_taken():
    assert sinusoidal_encoding(1, 2, start=2**53).shape == (1, 2)
    assert encode_positions([2**53, -(2.0**53)], 2).shape == (2, 2)


def test_the_largest_width_is_still_taken():
    with pytest.raises(ValueError, match=r"^base must"):  # a table that wide would fill the memory
        frequencies(2**31, base=0)


def test_no_rows_may_start_at_either_end():
    assert sinusoidal_encoding(0, 2, start=-(2**53)).shape == (0, 2)
    assert sinusoidal_encoding(0, 2, start=2**53).shape == (0, 2)


@pytest.mark.parametrize(
    "encoded", [sinusoidal_encoding, lambda n, *a, **k: encode_positions(range(n), *a, **k)]
)
def test_small_entries_of_a_float16_table_are_no_error(encoded):
    with np.errstate(all="raise"):
        table = encoded(3, 512, base=1e6, dtype=np.float16)
    assert table[0].tolist() == [0, 1] * 256
