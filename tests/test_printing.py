"""What is printed where an encoding lacks our characters."""

import io
import sys

import pytest

from sinpe_lib import quiz
from sinpe_lib.checks import Readiness, Verdict
from tests.explorers import toys

SHOWN = [
    quiz.ask("the_formula"),
    toys.three_controls(description="Turned by \N{GREEK SMALL LETTER OMEGA}"),
    Verdict("passed", "\N{GREEK SMALL LETTER OMEGA}_row"),
    Readiness("\N{GREEK SMALL LETTER OMEGA}.ipynb"),
]


def printed(shown, encoding, monkeypatch):
    file = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(file, encoding=encoding, newline="\n"))
    print(shown)
    sys.stdout.flush()
    return file.getvalue().decode(encoding)


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: type(shown).__name__)
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_everything_shown_prints_in_every_encoding(shown, encoding, monkeypatch):
    text = printed(shown, encoding, monkeypatch)
    for character, name in {
        "\N{GREEK SMALL LETTER OMEGA}": r"\N{GREEK SMALL LETTER OMEGA}",
        "\N{SQUARE ROOT}": r"\N{SQUARE ROOT}",
        "\N{MINUS SIGN}": r"\N{MINUS SIGN}",
        "\N{GREEK SMALL LETTER PI}": r"\N{GREEK SMALL LETTER PI}",
    }.items():
        assert text.count(character if encoding == "utf-8" else name) == repr(shown).count(
            character
        )


def test_without_a_standard_output_the_text_is_the_repr(monkeypatch):
    shown = Verdict("passed", "\N{GREEK SMALL LETTER OMEGA}_row")
    monkeypatch.setattr(sys, "stdout", None)
    assert str(shown) == repr(shown)
