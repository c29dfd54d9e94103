"""The quizzes: each page has one, unfair questions are refused, the HTML holds nothing else."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup

from sinpe_lib import quiz
from sinpe_lib.quiz.questions import Option, Question, parse_questions
from sinpe_lib.quiz.rendering import render_html, render_text
from tools.notebooks import ROOT

FOLDER = ROOT / "sinpe_lib" / "quiz"
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
PAGES = [
    Path(chapter["file"]).name
    for part in TOC["parts"]
    if part["caption"].startswith("Part ")
    for chapter in part["chapters"]
]
DATA = {page: tomllib.loads((FOLDER / f"{page}.toml").read_text("utf-8")) for page in PAGES}
# jupyterlab/packages/apputils/src/sanitizer.ts: what is left of a notebook that is not trusted.
# It takes out the style, and every attribute that is not named here.
KEPT_BY_LAB = {
    "div", "fieldset", "legend", "details", "summary", "p", "b", "span", "strong", "em", "code",
    "sub", "sup",
}  # fmt: skip
GOOD = "\n".join(
    f"""
[[questions]]
text = "Question {number}?"
[[questions.options]]
text = "Yes."
right = true
why = "So it is."
[[questions.options]]
text = "No."
misconception = "that it is not"
why = "It is."
[[questions.options]]
text = "Never."
misconception = "that it never is"
why = "It always is."
"""
    for number in (1, 2, 3)
)


def soup_of(html):
    """Return the parsed HTML of a quiz, and its style."""
    soup = BeautifulSoup(html, "html.parser")
    return soup, soup.style.extract().get_text()


def words(text):
    """Return a text with plain spaces and no marks: in HTML they are tags, in the data signs."""
    plain = BeautifulSoup(text, "html.parser").get_text().replace("\N{NO-BREAK SPACE}", " ")
    return re.sub(r"[*`]", "", plain)


def with_text(text):
    return parse_questions(GOOD.replace('"Question 1?"', "'''" + text + "'''"))


def test_every_page_of_a_part_has_its_quiz_and_no_other_exists():
    assert len(PAGES) >= 10
    assert sorted(PAGES) == sorted(path.stem for path in FOLDER.glob("*.toml")) == quiz._PAGES


def test_a_file_is_read_as_questions_with_options():
    options = (
        Option("Yes.", "So it is."),
        Option("No.", "It is.", "that it is not"),
        Option("Never.", "It always is.", "that it never is"),
    )
    assert parse_questions(GOOD) == tuple(
        Question(f"Question {number}?", options) for number in (1, 2, 3)
    )


def test_html_of_two_questions():
    right, wrong = Option("2", "One more."), Option("3", "Two more.", "counts one twice")
    html = render_html([Question("How many?", (right, wrong)), Question("More?", (wrong,))])
    assert html.partition("</style>\n")[2] == (
        "<fieldset>\n<legend>1. How many?</legend>\n"
        '<details class="sinpe-right">\n<summary><b>A</b> <span>2</span></summary>\n'
        "<p><strong>Right.</strong> One more.</p>\n</details>\n"
        '<details class="sinpe-wrong">\n<summary><b>B</b> <span>3</span></summary>\n'
        "<p><strong>Not quite.</strong> Two more.</p>\n</details>\n</fieldset>\n"
        "<fieldset>\n<legend>2. More?</legend>\n"
        '<details class="sinpe-wrong">\n<summary><b>A</b> <span>3</span></summary>\n'
        "<p><strong>Not quite.</strong> Two more.</p>\n</details>\n</fieldset>\n</div>"
    )


@pytest.mark.parametrize("page", PAGES)
def test_html_holds_what_the_file_says(page):
    soup, _ = soup_of(quiz.ask(page)._repr_html_())
    groups = soup.find_all("fieldset")
    expected = DATA[page]["questions"]
    assert len(groups) == len(expected)
    for number, (group, question) in enumerate(zip(groups, expected, strict=True), 1):
        assert words(str(group.legend)) == f"{number}. {words(question['text'])}"
        boxes = group.find_all("details", recursive=False)
        assert len(group.find_all(recursive=False)) == 1 + len(question["options"])
        for letter, box, option in zip("ABCD", boxes, question["options"], strict=False):
            right = "right" in option
            verdict = "Right." if right else "Not quite."
            assert [child.name for child in box.find_all(recursive=False)] == ["summary", "p"]
            assert box["class"] == ["sinpe-right" if right else "sinpe-wrong"]
            assert words(str(box.summary)) == f"{letter} {words(option['text'])}"
            assert box.p.strong.get_text() == verdict
            assert words(str(box.p)) == f"{verdict} {words(option['why'])}"


@pytest.mark.parametrize("page", PAGES)
def test_html_needs_nothing_that_a_front_end_may_refuse(page):
    html = quiz.ask(page)._repr_html_()
    soup, _ = soup_of(html)
    assert {tag.name for tag in soup.find_all()} <= KEPT_BY_LAB
    # No id, so that a page may hold several outputs; no box is open.
    assert {name for tag in soup.find_all() for name in tag.attrs} == {"class"}
    assert not re.search(r"url\(|@import|https?:|\$|\\[(\[]", html)


def test_the_style_touches_nothing_but_quizzes():
    _, style = soup_of(quiz.ask(PAGES[0])._repr_html_())
    selectors = re.findall(r"(?m)^ *([^@\s/].*) \{$", style)
    assert len(selectors) > 10
    assert all(selector.startswith(".sinpe-quiz") for selector in selectors)


@pytest.mark.parametrize("page", PAGES)
def test_a_terminal_shows_questions_and_options_and_no_answers(page):
    shown = repr(quiz.ask(page))
    expected = []
    for number, question in enumerate(DATA[page]["questions"], 1):
        expected += ["Question", f"{number}", "of", f"{len(DATA[page]['questions'])}."]
        expected += question["text"].split()
        for letter, option in zip("ABCD", question["options"], strict=False):
            expected += [letter, *option["text"].split()]
    marks = r"</?su[bp]>|[*`_^()]"
    assert re.sub(marks, "", " ".join(shown.split())) == re.sub(marks, "", " ".join(expected))
    assert max(map(len, shown.splitlines())) <= 78


def test_lines_of_a_terminal():
    long = "A line of more than seventy-eight letters has to be broken, and what follows is set in."
    text = GOOD.replace('"Yes."', f'"{long}"', 1)
    questions = parse_questions(text.replace('"Question 1?"', f'"{long}"'))
    assert render_text(questions[:2]) == (
        "Question 1 of 2. A line of more than seventy-eight letters has to be broken,\n"
        "and what follows is set in.\n"
        "  A  A line of more than seventy-eight letters has to be broken, and what\n"
        "     follows is set in.\n"
        "  B  No.\n"
        "  C  Never.\n"
        "\n"
        "Question 2 of 2. Question 2?\n"
        "  A  Yes.\n"
        "  B  No.\n"
        "  C  Never."
    )


@pytest.mark.parametrize(
    ("text", "html", "plain"),
    [
        ("`a * b * c`", "<code>a * b * c</code>", "`a * b * c`"),
        ("`a = b`", "<code>a = b</code>", "`a = b`"),
        ("`<b>`", "<code>&lt;b&gt;</code>", "`<b>`"),
        ("width *d* and *d*/2", "width <em>d</em> and <em>d</em>/2", "width d and d/2"),
        ("2 * 3 * 4", "2 * 3 * 4", "2 * 3 * 4"),
        ("at *d* = 4", "at <em>d</em>\u00a0=\u00a04", "at d = 4"),
        ("*M*<sub>k</sub>", "<em>M</em><sub>k</sub>", "M_k"),
        ("10<sup>1 - 2/*d*</sup>", "10<sup>1 - 2/<em>d</em></sup>", "10^(1 - 2/d)"),
        ("<sub>one", "&lt;sub&gt;one", "<sub>one"),
        ("<sub>one</sup>", "&lt;sub&gt;one&lt;/sup&gt;", "<sub>one</sup>"),
        ("<sub id='x'>y</sub>", "&lt;sub id='x'&gt;y&lt;/sub&gt;", "<sub id='x'>y</sub>"),
        ("a < b & c", "a &lt; b &amp; c", "a < b & c"),
        ("&lt;", "&amp;lt;", "&lt;"),
    ],
)
def test_marks(text, html, plain):
    questions = with_text(text)
    assert f"<legend>1. {html}</legend>" in render_html(questions)
    assert render_text(questions).startswith(f"Question 1 of 3. {plain}\n")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "</legend></fieldset></details><b>out</b>",
        "*<i>it</i>*",
        "<sub><script>alert(1)</script></sub>",
        "`</code><u>out</u>`",
        '" onclick="alert(1)',
    ],
)
@pytest.mark.parametrize("place", ['"Question 1?"', '"Yes."', '"So it is."', '"It is."'])
def test_hostile_text_stays_text(hostile, place):
    toml = GOOD.replace(place, "'''" + hostile + "'''", 1)
    soup, _ = soup_of(render_html(parse_questions(toml)))
    plain, _ = soup_of(render_html(parse_questions(GOOD)))
    extra = Counter(tag.name for tag in soup.find_all()) - Counter(
        tag.name for tag in plain.find_all()
    )
    assert set(extra) <= {"em", "sub", "code"}
    assert {name for tag in soup.find_all() for name in tag.attrs} == {"class"}
    assert re.sub(r"^<sub>|</sub>$|[*`]", "", hostile) in soup.get_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[questions]]", 'title = "x"\n[[questions]]', r"unknown keys \['title'\]"),
        (GOOD, "", "at least 3 questions are needed; got 0"),
        (GOOD[GOOD.index("[[questions]]", 20) :], "", "at least 3 questions are needed; got 1"),
        ('text = "Question 1?"', "", r"question 1: lacks \['text'\]"),
        ('"Question 1?"', '" "', "question 1: text must say something; got ' '"),
        ('"Question 1?"', "3", "question 1: text must say something; got 3"),
        ('"Question 1?"', '"?"\nhint = "x"', r"question 1: unknown keys \['hint'\]"),
        ("right = true", 'misconception = "x"', "question 1: exactly one option has right.*got 0"),
        ("right = true", "right = false", "question 1: exactly one option has right.*got 0"),
        ("right = true", "right = 1", "question 1: exactly one option has right.*got 0"),
        ('misconception = "that it is not"', "right = true", "question 1: exactly one.*got 2"),
        ("right = true", 'right = true\nmisconception = "x"', "1: option 1: unknown.*misconc"),
        ('misconception = "that it is not"', "", r"1: option 2: lacks \['misconception'\]"),
        ('"that it is not"', '""', "question 1: option 2: misconception must say something"),
        (
            GOOD[GOOD.index("[[questions.options]]") : GOOD.index("[[questions]]", 20)],
            "",
            r"question 1: lacks \['options'\]; question 1: at least 3 options.*; got 0",
        ),
        ('why = "It is."', "", r"question 1: option 2: lacks \['why'\]"),
        ('why = "So it is."', "", r"question 1: option 1: lacks \['why'\]"),
        ('"So it is."', '""', "question 1: option 1: why must say something"),
        ('"It always is."', '"It is."', "question 1: two options share the why 'It is.'"),
        ('"Never."', '"No."', "question 1: two options share the text 'No.'"),
        ('"that it never is"', '"that it is not"', "1: two options share the misconception"),
        (
            '[[questions.options]]\ntext = "Never."\nmisconception = "that it never is"\n'
            'why = "It always is."\n',
            "",
            "question 1: at least 3 options are needed; got 2",
        ),
        ("[[questions]]", "[[questions]", "line"),
    ],
)
def test_a_file_that_breaks_a_rule_is_refused(old, new, message):
    with pytest.raises(ValueError, match=message):
        parse_questions(GOOD.replace(old, new, 1))


def test_all_problems_are_named_at_once():
    with pytest.raises(ValueError, match=r"question 1: .*; question 3: "):
        parse_questions(GOOD.replace('"Question 1?"', '""').replace('"Question 3?"', '""'))


def test_the_file_is_named(monkeypatch, tmp_path):
    (tmp_path / "the_formula.toml").write_text("", "utf-8")
    monkeypatch.setattr(quiz, "_FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"the_formula\.toml: at least 3 questions"):
        quiz.ask("the_formula")


@pytest.mark.parametrize("page", ["the_formulas", "../quiz/the_formula", "", None, ["the_formula"]])
def test_an_unknown_page_is_refused(page):
    names = ", ".join(sorted(path.stem for path in FOLDER.glob("*.toml")))
    with pytest.raises(ValueError, match="page must be") as error:
        quiz.ask(page)
    assert str(error.value) == f"page must be one of {names}; got {page!r}"
