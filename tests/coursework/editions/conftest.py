"""The editions of the book, written once."""

import pytest

from coursework.editions.__main__ import write_editions
from coursework.editions.options import PROBLEM_SETS
from tools.notebooks import ROOT


@pytest.fixture(scope="session")
def editions(tmp_path_factory):
    output = tmp_path_factory.mktemp("editions") / "editions"
    assert write_editions(ROOT, ROOT / PROBLEM_SETS, output) == []
    return output
