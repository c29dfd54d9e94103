"""Tests that contain their answer are found, and others are not."""

import hashlib

import pytest

from coursework.editions.typed_answers import find_typed_answers

TYPED = [
    ("assert f(3) == 0.841", "0.841"),
    ("assert 0.841 == f(3)", "0.841"),
    ("assert f(3) == -0.5", "-0.5"),
    ("assert not f(2) != 5", "5"),
    ("assert f() == 'B'", "'B'"),
    ("assert f(3) in (41, 42)", "(41, 42)"),
    ("assert 0.84 < f(3) < 0.85", "0.84"),
    ("assert np.isclose(f(3), 0.841)", "0.841"),
    ("assert (f(3) == np.array([0.84, 0.5])).all()", "np.array([0.84, 0.5])"),
    ("np.testing.assert_allclose(f(1), [0.841, 0.54])", "[0.841, 0.54]"),
    ("expected = [0.8, 0.5]\nassert np.allclose(f(1), expected)", "expected"),
    ("for x, y in [(1, 0.8), (2, 0.9)]:\n    assert np.isclose(f(x), y)", "y"),
    ("cases = {1: 0.84}\nfor x, y in cases.items():\n    assert f(x) == y", "y"),
    ("assert all(f(x) == y for x, y in zip([1, 2], [0.8, 0.9]))", "y"),
    ("got = f(3)\nassert abs(got - 0.841) < 0.001", "0.841"),
    ("got = f(3)\nrow = got[0]\nassert round(row, 3) == 0.841", "0.841"),
    ("right = g(3)\nassert f(3) == right, f'should be {right}'", "prints right"),
    ("assert f(3) == g(3), 'it is 0.841'", "says 0.841"),
    ("assert f(3) == g(3), 'position 711'", "says 711"),
]
UNTYPED = [
    "assert f(0) == 1",
    "assert g(3) == 0.841",  # nothing of the student's
    "assert f(3).shape == (3, 8)",
    "assert len(f(3)) == 12",
    "assert np.allclose(f(3), g(3), rtol=1e-6)",
    "assert f(3) < np.pi + 1e-6",
    "x = np.array([3.0, 4.0])\nassert np.allclose(f(f(x)), x)",
    "for p in (17.25, 30):\n    assert abs(f(g(p)) - p) < 0.01, f'not {p}'",
    "for n in (2, 3):\n    assert f(n) == math.factorial(n)",
    "got = f(3)\nassert np.allclose(got, g(3)), f'you gave {got}'",
    "steps = np.diff(f(3))\nassert (steps[:-1] < 0).all()",
    f"assert sha256(str(f(3)).encode()).hexdigest() == '{hashlib.sha256(b'42').hexdigest()}'",
    "%magic",
]


@pytest.mark.parametrize(("test", "found"), TYPED)
def test_a_typed_answer_is_found(test, found):
    assert any(found in description for description in find_typed_answers(test, {"f"}))


@pytest.mark.parametrize("test", UNTYPED)
def test_an_honest_test_holds_no_answer(test):
    assert list(find_typed_answers(test, {"f"})) == []
