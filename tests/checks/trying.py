"""What every subject tests of its exercises."""

import pytest

from sinpe_lib.checks import check


def subject_tests(right, mistakes):
    """Return the two tests of a subject: right answers pass, mistakes get their own hints."""

    @pytest.mark.parametrize("exercise", right)
    def test_right_answers(exercise):
        answer = right[exercise]
        assert repr(check(exercise, answer)) == f"passed: {answer.__name__}"

    @pytest.mark.parametrize(("exercise", "answer", "hint"), mistakes)
    def test_known_mistakes(exercise, answer, hint):
        verdict = check(exercise, answer)
        assert verdict.state == "not yet"
        assert hint in verdict.hint
        assert repr(verdict) == f"not yet: {verdict.hint}"

    return test_right_answers, test_known_mistakes
