"""make page: one line for each problem, one at the end, and nothing is lost."""

import json
import shutil

import pytest
from nbformat.v4 import new_notebook

from tools import guards, page
from tools.guards import lesson, markdown
from tools.notebooks import BOOK, ROOT, load_notebook, serialise
from tools.refresh import RefreshError


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(BOOK, root / "book", ignore=shutil.ignore_patterns("_static", ".*"))
    for name in ("_toc.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    return root / "book"


@pytest.fixture
def run(copy, monkeypatch, capsys):
    """Return what runs `make page` on a page of a copy of the book: exit code and lines."""
    for module in (page, guards, markdown):
        monkeypatch.setattr(module, "BOOK", copy)
    monkeypatch.setattr(markdown, "REFERENCES", copy / "references.md")
    monkeypatch.setattr(lesson, "ROOT", copy.parent)
    monkeypatch.setattr(page, "refresh", lambda path: "outputs unchanged")

    def call(name):
        code = page.main([str(copy / name)])
        return code, capsys.readouterr().out.splitlines()

    return call


def test_a_good_page_ends_in_one_line(run):
    name = "before_you_start.ipynb"
    assert run(name) == (0, [f"book/{name}: outputs unchanged, no problems"])
    assert run("notation.md") == (0, ["book/notation.md: read, no problems"])


def test_each_problem_is_a_line_that_names_page_and_cell(run, copy):
    path = copy / "worked_examples.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    title, code = notebook["cells"][0], {**notebook["cells"][1], "id": "new"}
    title["source"] = [*title["source"], "\n\nThe sine is 0.123."]
    notebook["cells"].insert(2, {**code, "source": ["x  = undefined"], "outputs": []})
    path.write_text(json.dumps(notebook), "utf-8")
    code, lines = run(path.name)
    assert code == 1
    typed, unknown, layout, last = lines
    assert typed.startswith(f"book/{path.name}: cell 1 (id {title['id']}): ")
    assert typed.endswith(" shows 0.123")
    assert unknown.startswith(f"book/{path.name}:cell 3:1:")
    assert "F821" in unknown
    assert layout.startswith(f"book/{path.name}: `ruff format book/{path.name}` would change")
    assert last == f"book/{path.name}: outputs unchanged, 3 problems"


def test_a_problem_on_a_markdown_page_names_the_section(run, copy):
    path = copy / "questions.md"
    path.write_text(path.read_text("utf-8") + "\n## Why not?\n\nSee [this](gone.md).\n", "utf-8")
    code, (problem, last) = run(path.name)
    assert code == 1
    assert problem.endswith("(id why-not): link to gone.md, which is not there")
    assert last == "book/questions.md: read, 1 problem"


def test_what_refresh_refuses_is_one_line_without_the_traceback(run, copy, monkeypatch):
    def refuse(path):
        error = RefreshError("cell 2 (id bad): ZeroDivisionError: division\nby zero")
        error.add_note("Traceback\n----> 1 / 0")
        raise error

    monkeypatch.setattr(page, "refresh", refuse)
    code, lines = run("the_formula.ipynb")
    assert code == 1
    assert lines == [
        "book/the_formula.ipynb: cell 2 (id bad): ZeroDivisionError: division by zero",
        "book/the_formula.ipynb: not stored, 1 problem",
    ]


def test_a_file_that_is_no_notebook_is_named(run, copy, monkeypatch):
    monkeypatch.setattr(page, "refresh", load_notebook)
    (copy / "broken.ipynb").write_text("hello", "utf-8")
    code, lines = run("broken.ipynb")
    assert code == 1
    refused, unreadable, last = lines
    assert refused.startswith("book/broken.ipynb: not a notebook of format 4, not even JSON: ")
    assert "invalid-syntax" in unreadable
    assert last == "book/broken.ipynb: not stored, 2 problems"


def test_a_page_without_cells_is_stored_and_lacks_its_frame(run, copy):
    (copy / "bare.ipynb").write_text(serialise(new_notebook()), "utf-8")
    code, lines = run("bare.ipynb")
    assert code == 1
    assert any("needs one title" in line for line in lines)
    assert lines[-1] == f"book/bare.ipynb: outputs unchanged, {len(lines) - 1} problems"


@pytest.mark.parametrize("name", ["absent.ipynb", "references.bib", "../pyproject.toml"])
def test_what_is_no_page_is_refused(name, run, capsys):
    with pytest.raises(SystemExit):
        run(name)
    assert "is no page" in capsys.readouterr().err
