"""Sinusoidal positional encoding, written as the formula reads.

Symbols follow Vaswani et al. (2017), "Attention Is All You Need", arXiv:1706.03762,
section 3.5. A *position* p is a row of the table, a *pair* i is one sine and its cosine,
a *column* is a single coordinate. Pair i has frequency w_i = base**(-2i / d_model) and
fills column 2i with sin(w_i p) and column 2i + 1 with cos(w_i p).
"""

import reprlib

import numpy as np

from sinpe_lib import angle_addition, arguments

__all__ = [
    "encode_positions",
    "frequencies",
    "offset_similarity",
    "shift_matrix",
    "sinusoidal_encoding",
    "wavelengths",
]

# float64 holds every integer up to here; beyond, neighbouring positions share one float.
_LARGEST_POSITION = 2**53
# Beyond, a row takes more than 16 GiB, and from 2**63 on an int64 cannot count the pairs.
_LARGEST_WIDTH = 2**31
_FLOATS = [np.dtype(np.float64), np.dtype(np.float32), np.dtype(np.float16)]


def frequencies(d_model, base=10000.0):
    """Return the frequency of every pair, fastest first.

    Parameters
    ----------
    d_model : int
        Width of the encoding: even and at least 2.
    base : float, optional
        Base of the geometric progression: finite and at least 1.

    Returns
    -------
    numpy.ndarray, shape (d_model / 2,), float64
        w_i = base**(-2i / d_model), in radians per position, correctly rounded.

    Raises
    ------
    TypeError
        If `d_model` is not an integer or `base` is not a real number.
    ValueError
        If `d_model` is odd, below 2 or above 2**31, or `base` is below 1 or not finite.

    Notes
    -----
    Vaswani et al. (2017), section 3.5. The largest exponent is 1 - 2 / d_model, not 1, so
    the slowest frequency is above 1 / base. Some programs divide by d_model / 2 - 1
    instead and reach 1 / base exactly: another table.

    Examples
    --------
    >>> frequencies(4)
    array([1.  , 0.01])
    """
    return angle_addition.compute_frequencies(_check_width(d_model), _check_base(base))[0].copy()


def wavelengths(d_model, base=10000.0):
    """Return the wavelength of every pair, shortest first.

    Parameters
    ----------
    d_model, base
        As in `frequencies`, with the same errors.

    Returns
    -------
    numpy.ndarray, shape (d_model / 2,), float64
        2 pi / w_i, in positions per turn.

    Notes
    -----
    Vaswani et al. (2017), section 3.5, say that the wavelengths run from 2 pi to
    10000 * 2 pi. The upper end is a limit for large d_model: the longest wavelength is
    2 pi * base**(1 - 2 / d_model).

    Examples
    --------
    >>> wavelengths(4).round(1)
    array([  6.3, 628.3])
    """
    return 2 * np.pi / frequencies(d_model, base)


def sinusoidal_encoding(n_positions, d_model, *, base=10000.0, start=0, dtype=np.float64, out=None):
    """Return the encodings of consecutive integer positions, one per row.

    Parameters
    ----------
    n_positions : int
        Number of rows, 0 or more.
    d_model : int
        Width of the encoding: even and at least 2.
    base : float, optional
        Base of the frequencies: finite and at least 1.
    start : int, optional
        Position of the first row, of any sign. The rows are the positions
        start, start + 1, ..., start + n_positions - 1.
    dtype : data type, optional
        float64, float32 or float16. The sines and cosines are computed in float64 in every
        case and rounded once, at the end.
    out : numpy.ndarray, optional
        Writeable array of shape (n_positions, d_model) and of `dtype` that is filled in
        place. Any strides will do; rows without gaps between their entries are fastest.

    Returns
    -------
    numpy.ndarray, shape (n_positions, d_model)
        Column 2i holds sin(w_i p) and column 2i + 1 holds cos(w_i p). A fresh array, or
        `out` itself.

    Raises
    ------
    TypeError
        If `n_positions`, `d_model` or `start` is not an integer, `base` not a real
        number, `dtype` not one of the three, or `out` not an array of `dtype`.
    ValueError
        If `n_positions` is negative, `d_model` odd, below 2 or above 2**31, `base` below
        1 or not finite, a position beyond 2**53, or `out` read-only, of another shape, or
        with entries that share memory.

    Notes
    -----
    Vaswani et al. (2017), section 3.5, filled by the addition formula: a row is an earlier
    row, turned. Whole turns are dropped in integers,
    from angles good to about 1e-18 radians, so no entry loses accuracy far from zero: at
    every position within 2**53 of zero the error is at most 1.5e-15 in float64, and at most
    half a unit in the last place and 1.5e-15 in float32 and float16. A row is computed from
    its position alone, so it is the same wherever a table starts or ends.

    Examples
    --------
    >>> sinusoidal_encoding(3, 4).round(3)
    array([[ 0.   ,  1.   ,  0.   ,  1.   ],
           [ 0.841,  0.54 ,  0.01 ,  1.   ],
           [ 0.909, -0.416,  0.02 ,  1.   ]])
    """
    n_positions = arguments.check_integer("n_positions", n_positions)
    if n_positions < 0:
        raise ValueError(f"n_positions must be 0 or more; got {n_positions}")
    d_model = _check_width(d_model)
    base = _check_base(base)
    start = arguments.check_integer("start", start)
    if max(abs(start), abs(start + max(n_positions, 1) - 1)) > _LARGEST_POSITION:
        raise ValueError(
            "start must keep every position within 2**53 of zero; "
            f"got start={start} with n_positions={n_positions}"
        )
    dtype = _check_dtype(dtype)
    if out is None:
        out = np.empty((n_positions, d_model), dtype)
    else:
        _check_out(out, (n_positions, d_model), dtype)
    angle_addition.fill_rows(out, start, base)
    return out


def encode_positions(positions, d_model, *, base=10000.0, dtype=np.float64):
    """Return the encodings of any real positions.

    Parameters
    ----------
    positions : array_like of real numbers, any shape (...)
        Positions, of any sign; fractions are allowed. Never written to.
    d_model : int
        Width of the encoding: even and at least 2.
    base : float, optional
        Base of the frequencies: finite and at least 1.
    dtype : data type, optional
        float64, float32 or float16, rounded to once, as in `sinusoidal_encoding`.

    Returns
    -------
    numpy.ndarray, shape (..., d_model)
        A fresh array: entry [..., 2i] is sin(w_i p) and entry [..., 2i + 1] is cos(w_i p).

    Raises
    ------
    TypeError
        If `positions` are not real numbers, `d_model` not an integer, `base` not a real
        number, or `dtype` not one of the three.
    ValueError
        If a position is not finite or beyond 2**53, `d_model` odd, below 2 or above
        2**31, or `base` below 1 or not finite.

    Notes
    -----
    Vaswani et al. (2017), section 3.5, continued from the integers to the real line and
    computed as the formula reads. The float64 angle w_i p is off by up to a few units in
    its last place, so the error of an entry grows in proportion to the position: it stays
    below 2e-15 + 2.5e-16 * abs(position) for abs(position) < 2**29.

    Examples
    --------
    >>> encode_positions([-1, 0.5], 4).round(3)
    array([[-0.841,  0.54 , -0.01 ,  1.   ],
           [ 0.479,  0.878,  0.005,  1.   ]])
    """
    positions = _check_positions("positions", positions)
    d_model = _check_width(d_model)
    base = _check_base(base)
    out = np.empty((*positions.shape, d_model), _check_dtype(dtype))
    angles = positions[..., None] * frequencies(d_model, base)
    with np.errstate(under="ignore"):  # an entry too small for float16 is 0
        out[..., 0::2] = np.sin(angles)
        out[..., 1::2] = np.cos(angles)
    return out


def shift_matrix(offset, d_model, base=10000.0):
    """Return the matrix that moves every encoding by a fixed offset.

    Parameters
    ----------
    offset : float
        Number of positions k to move by, of any sign.
    d_model, base
        As in `frequencies`, with the same errors.

    Returns
    -------
    numpy.ndarray, shape (d_model, d_model), float64
        M_k with M_k @ PE(p) = PE(p + k) for every p, an encoding taken as a column. On a
        table with one encoding per row it acts as ``table @ M_k.T``.

    Raises
    ------
    TypeError
        If `offset` is not a real number.
    ValueError
        If `offset` is not finite or beyond 2**53.

    Notes
    -----
    Block diagonal, with the block [[cos, sin], [-sin, cos]] of the angle w_i k for pair i:
    the addition formulas of sine and cosine, for the column order (sine, cosine).
    Orthogonal; M_a M_b = M_(a + b); inverse = transpose = M_(-k). Vaswani et al. (2017),
    section 3.5, state that such a linear map exists. The angle w_i k is computed in float64,
    so the error grows in proportion to the offset: no entry is off by more than
    2e-15 + 2.5e-16 * abs(offset), which is 3e-4 at an offset of 2**40.

    Examples
    --------
    >>> shift_matrix(3, 2).round(3)
    array([[-0.99 ,  0.141],
           [-0.141, -0.99 ]])
    """
    offset = _check_positions("offset", offset)
    if offset.ndim:
        raise TypeError(f"offset must be a single number; got shape {offset.shape}")
    angles = offset * frequencies(d_model, base)
    sine = np.arange(0, 2 * len(angles), 2)
    cosine = sine + 1
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    matrix[sine, sine], matrix[sine, cosine] = np.cos(angles), np.sin(angles)
    matrix[cosine, sine], matrix[cosine, cosine] = -np.sin(angles), np.cos(angles)
    return matrix


def offset_similarity(offsets, d_model, base=10000.0):
    """Return the dot product of two encodings that lie a given offset apart.

    Parameters
    ----------
    offsets : array_like of real numbers, any shape (...)
        Offsets k between the two positions, of any sign.
    d_model, base
        As in `frequencies`, with the same errors.

    Returns
    -------
    numpy.ndarray or numpy.float64, shape (...)
        PE(p) . PE(p + k) = sum over i of cos(w_i k), the same for every p: a sum, not a
        mean. It is d_model / 2 at offset 0, the squared norm of every encoding.

    Raises
    ------
    TypeError
        If `offsets` are not real numbers.
    ValueError
        If an offset is not finite or beyond 2**53.

    Notes
    -----
    From sin a sin b + cos a cos b = cos(a - b), pair by pair. Each cosine is as accurate as an
    entry of `shift_matrix`.

    Examples
    --------
    >>> offset_similarity([0, 3, -3], 64).round(3)
    array([32.   , 25.587, 25.587])
    """
    offsets = _check_positions("offsets", offsets)
    return np.cos(offsets[..., None] * frequencies(d_model, base)).sum(axis=-1)


def _check_width(d_model):
    d_model = arguments.check_integer("d_model", d_model)
    if d_model < 2 or d_model % 2:
        raise ValueError(
            "d_model must be even and at least 2, since each frequency needs its sine "
            f"and its cosine; got {d_model}"
        )
    if d_model > _LARGEST_WIDTH:
        raise ValueError(f"d_model must be at most 2**31; got {reprlib.repr(d_model)}")
    return d_model


def _check_base(base):
    number = arguments.check_real("base", base)
    if number < 1:
        raise ValueError(f"base must be at least 1; got {base!r}")
    return number


def _check_dtype(dtype):
    # np.dtype(None) is float64, which a caller who passes None did not ask for.
    try:
        found = None if dtype is None else np.dtype(dtype)
    except TypeError:
        found = None
    if found is None or found not in _FLOATS:
        raise TypeError(f"dtype must be float64, float32 or float16; got {dtype!r}")
    return found


def _check_positions(name, values):
    array = arguments.check_real_array(name, values)
    if array.dtype.kind == "f":
        array = arguments.check_finite(name, array.astype(np.float64))
    # Integers are compared before they become floats: 2**53 + 1 would round to 2**53.
    beyond = (array > _LARGEST_POSITION) | (array < -_LARGEST_POSITION)
    if beyond.any():
        raise ValueError(f"{name} must lie within 2**53 of zero; got {array[beyond][0]}")
    return array


def _check_out(out, shape, dtype):
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array; got {reprlib.repr(out)}")
    if out.dtype != dtype:
        raise TypeError(f"out must have dtype {dtype}; got {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}; got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out must be writeable; got a read-only array")
    extent = out.itemsize
    for stride, length in sorted((abs(s), n) for s, n in zip(out.strides, shape, strict=True)):
        if out.size and length > 1 and stride < extent:
            raise ValueError(f"out must not overlap itself; got strides {out.strides}")
        extent += stride * (length - 1)
