"""Tables as text and as HTML, and what is printed where an encoding lacks our characters."""

import io
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup

from sinpe_lib import quiz
from sinpe_lib.checks import Readiness, Verdict
from sinpe_lib.printing import Table

SHOWN = [
    Table(["\N{GREEK SMALL LETTER OMEGA}", "b"], [("\N{MINUS SIGN}1", 2)]),
    quiz.ask("the_formula"),
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


WORDS = Table({"scheme": "", "a <b>": "", "error": ".1e"}, [("one", True, 0.25), ("other", 7, -1)])


def test_a_table_names_its_rows_at_the_left_and_lines_up_the_rest_at_the_right():
    assert repr(WORDS).splitlines() == [
        "scheme  a <b>     error",
        "one      True   2.5e-01",
        "other       7  -1.0e+00",
    ]


def test_the_html_of_a_table_says_the_same_and_names_rows_and_columns():
    soup = BeautifulSoup(WORDS._repr_html_(), "html.parser")
    rows = [[cell.text for cell in row(["th", "td"])] for row in soup("tr")]
    assert rows == [
        ["scheme", "a <b>", "error"],
        ["one", "True", "2.5e-01"],
        ["other", "7", "-1.0e+00"],
    ]
    assert [cell["scope"] for cell in soup("th")] == ["col", "col", "col", "row", "row"]
    assert not soup("b")


def test_the_rows_of_a_table_may_be_any_iterable_and_the_format_is_left_out_where_none_is_needed():
    assert repr(Table(["a", "b"], (row for row in np.eye(2, dtype=int)))) == "a  b\n1  0\n0  1"


@pytest.mark.parametrize("row", [[1], [1, 2, 3]])
def test_a_row_of_another_length_is_refused(row):
    with pytest.raises(ValueError, match=rf"each row must have 2 entries; got \{row}"):
        Table(["a", "b"], [[1, 2], row])
