"""The pages of the book keep every rule, and run without their solutions."""

import copy

import pytest

from coursework.editions import lessons
from tools import guards, refresh
from tools.notebooks import BOOK, NOTEBOOKS, load_notebook, number_cells, serialise

IDS = [path.stem for path in NOTEBOOKS]


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, *sorted(BOOK.glob("*.md"))], ids=lambda path: path.stem
)
def test_page_keeps_every_rule(path):
    problems = list(guards.find_problems(path))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_file_is_as_refresh_writes_it(path):
    assert serialise(load_notebook(path)) == path.read_text("utf-8"), f"refresh {path.name}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=IDS)
def test_edition_without_solutions_runs(path):
    """Deleting the solutions changes no other output: every check is not attempted yet."""
    notebook = load_notebook(path)
    edition = lessons.make_student_edition(notebook)
    if len(edition.cells) == len(notebook.cells):
        return
    stored = copy.deepcopy(edition)
    fresh = refresh.execute(edition, path.parent)
    pairs = zip(number_cells(stored, "code"), number_cells(fresh, "code"), strict=True)
    for (where, old), (_, new) in pairs:
        assert drop_counts(old) == drop_counts(new), (
            f"{path.name}: {where} differs without the solutions"
        )


def drop_counts(cell):
    """Return the outputs without their counts, which deleted cells shift."""
    return [{**output, "execution_count": None} for output in cell.outputs]
