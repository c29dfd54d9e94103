"""The notebooks of the book keep every rule, and run without their solutions."""

import copy

import pytest

import guards
from guards.reading import BOOK, NOTEBOOKS, load, numbered, tags
from tools import refresh

IDS = [path.stem for path in NOTEBOOKS]


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
@pytest.mark.parametrize("guard", guards.ALL, ids=lambda guard: guard.__name__)
def test_notebook(guard, path):
    problems = [f"{path.relative_to(BOOK)}: {problem}" for problem in guard(load(path), path)]
    assert not problems, f"{guard.__doc__}\n" + "\n".join(problems)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_file_is_as_refresh_writes_it(path):
    assert refresh.serialise(load(path)) == path.read_text("utf-8"), f"refresh {path.name}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_edition_without_solutions_runs(path):
    """Deleting the solutions changes no other output: every check is not attempted yet."""
    notebook = load(path)
    kept = [cell for cell in notebook.cells if "solution" not in tags(cell)]
    if len(kept) == len(notebook.cells):
        return
    edition = copy.deepcopy(notebook)
    edition.cells = copy.deepcopy(kept)
    fresh = refresh.executed(edition, path.parent)
    stored = copy.deepcopy(notebook)
    stored.cells = kept
    pairs = zip(numbered(stored, "code"), numbered(fresh, "code"), strict=True)
    for (where, old), (_, new) in pairs:
        assert shown(old) == shown(new), f"{path.name}: {where} differs without the solutions"


def shown(cell):
    """Return the outputs without their counts, which deleted cells shift."""
    return [{**output, "execution_count": None} for output in cell.outputs]
