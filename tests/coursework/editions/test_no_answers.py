"""No graded answer is handed out, and the search for one finds it wherever it is planted."""

import zipfile
from html import escape

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from coursework.editions.leaks import search_texts
from tests.coursework.editions.answer_search import (
    graded_answers,
    indexed_answers,
    published,
    telling_words,
    texts_of,
)
from tools.notebooks import serialise

# One line of each kind: an answer in code, a hidden test, a model answer, what an answer prints.
PLANTED = 'print(f"made equal:      {smallest_gap(drawn, seats):.2f}")'
OTHERS = {
    "low, high = (low, middle) if angle <= math.pi else (middle, high)",
    "They say that the columns form pairs, and nothing about how fast the pairs turn.",
    "table_b: row 0 True, lengths False, dot products False",
}


@pytest.fixture(scope="module")
def answers():
    return graded_answers()


def test_the_answers_hold_a_line_of_each_kind(answers):
    assert {PLANTED, *OTHERS} <= {line for answer in answers for line in answer.lines}


def test_the_editions_for_students_hold_no_answer(answers, editions):
    """The archives are opened too. (The solution edition is for instructors.)"""
    texts = published(editions)
    for_students = {n: t for n, t in texts.items() if not n.startswith("solution")}
    assert any(name.startswith("student.zip/student/problem_sets/") for name in for_students)
    assert list(search_texts(for_students, answers)) == []
    assert next(search_texts(texts, answers))


def test_the_wheel_holds_no_answer(answers, wheel):
    texts = texts_of(wheel.name, wheel.read_bytes())
    assert f"{wheel.name}/sinpe_lib/checks/readiness.py" in texts
    assert not [name for name in texts if "problem_sets" in name]
    assert list(search_texts(texts, answers)) == []


def in_notebook(line):
    return serialise(new_notebook(cells=[new_markdown_cell("Text."), new_code_cell(f"x\n{line}")]))


def in_output(line):
    cell = new_code_cell("x", outputs=[new_output("stream", text=f"so:\n{line}\n")])
    return serialise(new_notebook(cells=[cell]))


def in_page(line):
    return highlight(f"x = 1\n{line}\n", PythonLexer(), HtmlFormatter(full=True))


def in_alternative(line):
    return f'<p>A picture. <img alt="So: {escape(line)}" src="x.png"></p>'


def in_prose(line):
    start, end = (escape(part, quote=False) for part in (line[:20], line[20:]))
    curly = f"<p>So: <em>{start}</em>{end}</p>"
    return curly.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}")


def plain(line):
    return f"x = 1\n    {line}  \n"


def in_comment(line):
    return f"<!-- {line} -->"


PLACES = [
    ("student/problem_sets/first/first.ipynb", in_notebook),
    ("student/book/page.ipynb", in_output),
    ("html/book/page.html", in_page),
    ("html/book/page.html", in_alternative),
    ("html/book/page.html", in_comment),
    ("html/book/page.html", in_prose),
    ("sinpe_lib/checks/first.py", plain),
]


CASES = [("", *place) for place in PLACES]
CASES += [(archive, *PLACES[0]) for archive in ("student.zip", "sinpe_lib.whl")]


@pytest.mark.parametrize(("archive", "name", "write"), CASES)
def test_a_planted_answer_is_found(answers, tmp_path, archive, name, write):
    content = write(PLANTED)
    if archive:
        with zipfile.ZipFile(tmp_path / archive, "w") as packed:
            packed.writestr(name, content)
    else:
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(content, "utf-8")
    (found,) = search_texts(published(tmp_path), answers)
    assert f"{f'{archive}/' if archive else ''}{name} shows a line" in found


def test_a_marker_is_found(tmp_path):
    (tmp_path / "page.html").write_text("<p>BEGIN <b>SOLUTION</b></p>")
    (found,) = search_texts(published(tmp_path), [])
    assert found == "page.html: the marker 'BEGIN SOLUTION' is still there"


def test_a_planted_word_is_found_in_the_search_index(answers):
    telling = telling_words(answers)
    assert {"whole_turns", "by_halving", "smallest_gap"} <= set(telling.values())
    index = 'Search.setIndex({"terms": {"0": [0, 1], "whole_turn": 3, "turn": [2]}})'
    assert indexed_answers(index, telling) == {"whole_turns"}
    assert indexed_answers(index.replace("whole_turn", "turn"), telling) == set()
    assert "whole_turns" not in telling_words(answers, "x = Whole_Turn").values()
