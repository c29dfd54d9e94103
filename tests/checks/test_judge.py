"""How an answer is judged, on small exercises made up here."""

import functools
import math
import warnings

import numpy as np
import pytest

from sinpe_lib.checks.judge import Exercise, Verdict, judge_answer

DOUBLE = Exercise(
    lambda n: [2 * n] * n,
    cases=((1,), (3,)),
    mistakes=(
        (lambda n: [n] * n, "half of it"),
        (lambda n: [2 * n] * (n + 1), "one too many"),
        (lambda n: np.array([0.0] * n) / 0.0, "nan, as a mistake may give"),
        (lambda n: 1 // 0 if n == 3 else [2], "division by zero at three"),
    ),
)


def double(n):
    return [n + n for _ in range(n)]


@pytest.mark.parametrize(
    "answer",
    [
        double,
        lambda n: tuple(double(n)),
        lambda n: np.array(double(n), dtype=np.float32),
        lambda n: (2 * n + 9e-6,) * n,
        lambda n: (2 * n * (1 + 9e-6),) * n,
    ],
)
def test_a_right_answer_passes_in_any_form(answer):
    assert judge_answer(DOUBLE, answer) == Verdict("passed", answer.__name__)
    assert repr(judge_answer(DOUBLE, answer)) == f"passed: {answer.__name__}"


@pytest.mark.parametrize("off", [0.1, -0.1, 0.5])
def test_a_number_that_is_off_is_wrong(off):
    hint = "with n=1 your function returned a wrong value"
    assert judge_answer(DOUBLE, lambda n: [2 * n + off] * n) == Verdict("not yet", hint)


@pytest.mark.parametrize("off", [1e-4, -1e-4, 0.03])
def test_lost_digits_are_named(off):
    """Off by up to 2 % of the largest number of a case, in every case."""
    verdict = judge_answer(DOUBLE, lambda n: [2 * n + off] * n)
    assert verdict.state == "not yet"
    assert "nearly right: digits are lost" in verdict.hint


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: [2 * n + 1e-3 if n == 1 else 7] * n,
        lambda n: [2.001] if n == 1 else [6.001] * 2,
        lambda n: [2.001] if n == 1 else n / 0,
        lambda n: [2.001] if n == 1 else ["6"] * n,
    ],
)
def test_one_good_case_is_not_nearly_right(answer):
    assert "nearly" not in judge_answer(DOUBLE, answer).hint


def test_where_many_answers_are_right_a_measure_is_compared():
    root = Exercise(
        lambda square: -(square**0.5),
        cases=((4.0,), (9.0,)),
        mistakes=((lambda square: square, "its square is larger"),),
        measure=lambda value, square: np.sign(np.round(value**2 - square, 6)),
    )
    assert judge_answer(root, lambda square: square**0.5).state == "passed"
    assert judge_answer(root, lambda square: -(square**0.5)).state == "passed"
    assert judge_answer(root, lambda square: square + 1).hint == "its square is larger"
    assert judge_answer(root, lambda square: "2").hint.endswith("did not return real numbers")
    assert judge_answer(root, lambda square: 0).hint.endswith("returned a wrong value")


def test_large_numbers_are_compared_relative_to_their_size():
    large = Exercise(lambda: 60000.0, cases=((),))
    assert judge_answer(large, lambda: 60000.5).state == "passed"
    assert judge_answer(large, lambda: 60001.0).state == "not yet"


def test_numbers_near_zero_may_be_off_by_the_rounding_of_float32():
    zero = Exercise(lambda: 0.0, cases=((),))
    assert judge_answer(zero, lambda: 9e-6).state == "passed"
    assert judge_answer(zero, lambda: 1e-4).state == "not yet"


def test_an_error_on_the_last_of_many_cases_is_named_with_its_case():
    def fails_at_three(n):
        return [n][0 if n < 3 else 1]

    exercise = Exercise(lambda n: n, ((1,), (2,), (3,)), ((fails_at_three, "the hint"),))
    hint = "with n=3 your function raised IndexError('list index out of range'): the hint"
    assert judge_answer(exercise, fails_at_three) == Verdict("not yet", hint)


def test_an_answer_without_a_name_may_pass():
    assert repr(judge_answer(DOUBLE, functools.partial(double))) == "passed: your answer"


@pytest.mark.parametrize("nothing", [..., None])
def test_a_stub_is_not_attempted_yet(nothing):
    assert repr(judge_answer(DOUBLE, nothing)) == "not attempted yet"
    assert repr(judge_answer(DOUBLE, lambda n: nothing)) == ("not attempted yet: nothing returned")


def test_nothing_on_a_later_case_is_an_attempt():
    verdict = judge_answer(DOUBLE, lambda n: [2] if n == 1 else None)
    assert verdict == Verdict("not yet", "with n=3 your function returned nothing")
    assert repr(verdict) == "not yet: with n=3 your function returned nothing"


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (lambda n: np.full(n, n), "half of it"),
        (lambda n: [*double(n), 2 * n], "one too many"),
        (lambda n: [math.nan] * n, "nan, as a mistake may give"),
        (
            lambda n: math.sqrt(1) if n == 1 else n / 0,
            "with n=1 your function returned shape (), not (1,)",
        ),
        (
            lambda n: [2] if n == 1 else n / 0,
            "with n=3 your function raised ZeroDivisionError('division by zero'): "
            "division by zero at three",
        ),
        (
            lambda n: [2] if n == 1 else [][0],
            "with n=3 your function raised IndexError('list index out of range')",
        ),
        (lambda n: n / 0, "with n=1 your function raised ZeroDivisionError('division by zero')"),
    ],
)
def test_a_mistake_is_known_by_what_it_does_on_every_case_tried(answer, hint):
    assert judge_answer(DOUBLE, answer) == Verdict("not yet", hint)


def test_a_mistake_that_warns_stays_silent():
    # Recorded, not made errors: an error of a mistake would be caught.
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        assert judge_answer(DOUBLE, lambda n: [7] * n).state == "not yet"
    assert not shown


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    "value", ["0", [[0], [0, 1]], AlwaysEqual(), 1j, True, [None], lambda: 2, {"a": 1}]
)
def test_what_is_not_made_of_real_numbers_is_named(value):
    hint = "with n=1 your function did not return real numbers"
    assert judge_answer(DOUBLE, lambda n: value) == Verdict("not yet", hint)


def test_an_exercise_may_ask_for_true_or_false():
    even = Exercise(lambda n: n % 2 == 0, cases=((1,), (2,)), kind="True or False")
    assert judge_answer(even, lambda n: n % 2 == 0).state == "passed"
    assert judge_answer(even, lambda n: np.bool_(n == 2)).state == "passed"
    assert (
        judge_answer(even, lambda n: True).hint == "with n=1 your function returned a wrong value"
    )
    hint = "with n=1 your function did not return True or False"
    assert judge_answer(even, lambda n: 1 - n % 2) == Verdict("not yet", hint)


def test_a_number_in_place_of_a_function_is_named():
    hint = "the answer should be a function, but it is [2]"
    assert judge_answer(DOUBLE, [2]) == Verdict("not yet", hint)


def test_a_wrong_number_of_arguments_is_named():
    hint = judge_answer(DOUBLE, lambda: [2]).hint
    assert hint.startswith("with n=1 your function raised TypeError")


def test_an_answer_works_on_copies():
    numbers = np.array([1.0, 2.0])
    total = Exercise(lambda x: x.sum(), cases=((numbers,), (numbers,)))

    def spoils(x):
        result = x.sum()
        x[:] = 99
        return result

    assert judge_answer(total, spoils).state == "passed"
    assert judge_answer(total, lambda x: x.sum()).state == "passed"


def test_our_own_functions_work_on_copies_too():
    def spoils(x):
        x[:] += 1
        return x.sum()

    exercise = Exercise(spoils, ((np.zeros(2),),), ((lambda x: spoils(x) + 1, "one too many"),))
    assert judge_answer(exercise, lambda x: 3).hint == "one too many"
    assert judge_answer(exercise, lambda x: 2).state == "passed"
    assert exercise.cases[0][0].tolist() == [0, 0]


def test_an_error_of_the_right_answer_is_not_hidden():
    broken = Exercise(lambda n: math.no_such_function(n), cases=((1,), (3,)))
    with pytest.raises(AttributeError, match="no_such_function"):
        judge_answer(broken, double)


def test_an_answer_may_reuse_one_array():
    kept = np.zeros(1)

    def answer(n):
        kept[0] = n
        return kept

    assert judge_answer(Exercise(lambda n: [n], cases=((1,), (2,))), answer).state == "passed"


def layer(x):
    return x


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        (0.5, "0.5"),
        (np.float64(0.5), "0.5"),
        (layer, "layer"),
        ([2, 0, 1], "[2, 0, 1]"),
        (np.array([0.123456, 1.0]), "[0.1235, 1.    ]"),
        (np.zeros((3, 4)), "an array of shape (3, 4)"),
    ],
)
def test_a_hint_shows_the_arguments_briefly(argument, shown):
    exercise = Exercise(lambda argument: 1, cases=((argument,),))
    hint = f"with argument={shown} your function returned a wrong value"
    assert judge_answer(exercise, lambda argument: 2) == Verdict("not yet", hint)
