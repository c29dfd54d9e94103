"""The pages of the book keep every rule."""

import pytest

from tools import guards
from tools.notebooks import BOOK, NOTEBOOKS


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, *sorted(BOOK.glob("*.md"))], ids=lambda path: path.stem
)
def test_page_keeps_every_rule(path):
    problems = list(guards.find_problems(path))
    assert not problems, "\n".join(problems)
