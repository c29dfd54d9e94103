"""Which arguments the library takes: one error that names the argument and the value."""

import math
import operator
import reprlib
from numbers import Integral, Real

import numpy as np

_ROUNDING = 1e-9  # by how much a computed value may lie outside its range


def check_integer(name, value):
    """Return `value` as an int; refuse fractions, truth values, durations and text."""
    if isinstance(value, Integral) and not isinstance(value, bool | np.timedelta64):
        return operator.index(value)
    raise TypeError(f"{name} must be an integer; got {reprlib.repr(value)}")


def check_real(name, value):
    """Return `value` as a finite float; refuse truth values, durations and text."""
    if not isinstance(value, Real) or isinstance(value, bool | np.timedelta64):
        raise TypeError(f"{name} must be a real number; got {reprlib.repr(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite; got {reprlib.repr(value)}")
    return number


def check_above_zero(name, value):
    """Return `value` as a finite float above 0."""
    number = check_real(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be above 0; got {value!r}")
    return number


def check_finite(name, array):
    """Return `array`; refuse NaN and infinities."""
    good = np.isfinite(array)
    if not good.all():
        raise ValueError(f"{name} must be finite; got {array[~good][0]}")
    return array


def check_within(name, values, low, high):
    """Return `values` as an array of float64; refuse what lies outside `low` to `high`, and NaN."""
    array = check_real_array(name, values).astype(np.float64)
    outside = ~((array >= low - _ROUNDING) & (array <= high + _ROUNDING))
    if outside.any():
        raise ValueError(f"{name} must lie from {low} to {high}; got {array[outside][0]}")
    return array


def check_real_array(name, values):
    """Return `values` as an array of integers or floats; refuse truth values and text."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = None
    if array is not None and array.dtype == object:
        # Integers too large for int64 arrive here, as do fractions.Fraction and text.
        array = np.array([check_real(name, value) for value in array.flat]).reshape(array.shape)
    if array is None or array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be real numbers; got {reprlib.repr(values)}")
    return array


def check_integer_array(name, values):
    """Return `values` as an array of int64; refuse fractions, truth values and text."""
    array = check_real_array(name, values)
    if array.dtype.kind == "f" or array.size == 0:
        raise TypeError(f"{name} must be integers, one or more; got {reprlib.repr(values)}")
    return array.astype(np.int64)
