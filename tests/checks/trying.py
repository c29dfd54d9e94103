"""What every subject tests of its exercises."""

from sinpe_lib.checks import check


def assert_passes(exercise, answer):
    verdict = check(exercise, answer)
    assert (verdict.state, repr(verdict)) == ("passed", f"passed: {answer.__name__}")


def assert_hinted(exercise, answer, hint):
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.hint
    assert repr(verdict) == f"not yet: {verdict.hint}"
