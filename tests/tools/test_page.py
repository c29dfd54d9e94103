"""make page: one line a problem, one at the end, and nothing lost."""

import nbformat
import pytest

from tools import page
from tools.notebooks import BOOK, NOTEBOOKS, load_notebook, serialise


def run(path, capsys):
    """Return the exit code and the lines printed."""
    code = page.main([str(path)])
    return code, capsys.readouterr().out.splitlines()


@pytest.fixture
def practice(tmp_path, monkeypatch):
    """A copy of a page, which tools take for a page of a book."""
    path = tmp_path / "practice.ipynb"
    path.write_text((BOOK / "practice.ipynb").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(page, "BOOK", tmp_path)
    return path
