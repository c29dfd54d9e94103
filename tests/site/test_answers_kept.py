"""The site offers the problem sets, and no part of it holds a graded answer."""

import json

import pytest

from coursework.editions import problem_sets
from coursework.editions.leaks import search_texts
from tests.coursework.editions.answer_search import (
    graded_answers,
    indexed_answers,
    published,
    telling_words,
)
from tests.coursework.problem_sets.scoring import SETS
from tools.notebooks import ROOT, load_notebook, serialise


@pytest.fixture(scope="module")
def answers():
    return graded_answers()


def test_each_set_is_offered_in_its_student_edition(site):
    offered = {path.name: path.read_text("utf-8") for path in site.glob("_downloads/*/*.ipynb")}
    editions = {path.name: problem_sets.make_student_edition(load_notebook(path)) for path in SETS}
    assert offered == {name: serialise(edition) for name, edition in editions.items()}


def test_a_reader_can_download_each_set(visit):
    page = visit("book/problem_sets.html").page
    for path in SETS:
        with page.expect_download() as download:
            page.get_by_role("link", name=path.name).click()
        notebook = json.loads(download.value.path().read_text("utf-8"))
        assert notebook["cells"][-1]["id"] == "ready"


def test_no_file_holds_a_graded_answer(site, answers):
    texts = published(site)
    for part in ("book/", "_sources/", "_downloads/", "_static/", "searchindex.js", "search.html"):
        assert any(name.startswith(part) for name in texts)
    assert list(search_texts(texts, answers)) == []


def test_the_search_index_knows_no_graded_answer(site, answers):
    """Names that the book itself uses tell nothing; the lines of its pages are searched above."""
    own = [*(ROOT / "book").glob("*.ipynb"), *(ROOT / "sinpe_lib").rglob("*.py")]
    released = [serialise(problem_sets.make_student_edition(load_notebook(path))) for path in SETS]
    telling = telling_words(answers, *(path.read_text("utf-8") for path in own), *released)
    assert len(telling) > 15
    index = (site / "searchindex.js").read_text("utf-8")
    assert indexed_answers(index, telling) == set()
