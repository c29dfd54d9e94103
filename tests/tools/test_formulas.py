"""Formulas are typeset while the book is built."""

import pytest
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError

from tools.site.formulas import typeset


def test_a_formula_is_drawn_and_can_be_read_aloud():
    found = BeautifulSoup(typeset(r"\frac{a}{b} < c", True), "html.parser")
    assert found.find("svg").find("path")
    assert found.find("mjx-container")["display"] == "true"
    fraction = found.find("mjx-assistive-mml").find("mfrac")
    assert [part.get_text() for part in fraction.find_all("mi")] == ["a", "b"]
    assert [sign.get_text() for sign in found.find_all("mo")] == ["<"]


@pytest.mark.parametrize("tex", [r"\nosuchmacro", r"\frac{a}", "a}"])
def test_a_formula_that_is_wrong_stops_the_build(tex):
    with pytest.raises(ExtensionError, match="in the formula"):
        typeset(tex, False)
