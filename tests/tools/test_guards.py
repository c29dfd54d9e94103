"""Each guard lets a good notebook pass and rejects it once it is broken in one place."""

import json
from html import escape

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import guards
from tools.guards import lesson, markdown
from tools.notebooks import METADATA, load_page

ALT = "A clock face with two hands, at one radian and at two."
FIGURE = "<Figure size 320x320 with 1 Axes>"
SPEC = {
    "controls": {
        "angle": {"value": 0, "min": -2, "max": 2, "grid": 0},
        "width": {"value": 4, "min": 2, "max": 64, "grid": 2},
        "kind": {"value": "bar", "options": ["bar", "hand"]},
        "shown": {"value": True},
    }
}
SETTING = "dial?angle=-1.5&width=8&kind=hand&shown=false"
DIAL = {"text/html": f'<figure data-explorer="dial" data-spec="{escape(json.dumps(SPEC))}">'}
RECIPE = "```python\nimport jax\n\nassert jax.numpy.sin(0.125) < 0.125\n```"


def code(identity, source, *outputs, tags=(), **metadata):
    metadata |= {"tags": list(tags)} if tags else {}
    return new_code_cell(source, id=identity, outputs=list(outputs), metadata=metadata)


def text(identity, source, *tags):
    return new_markdown_cell(source, id=identity, metadata={"tags": list(tags)} if tags else {})


def result(plain, **more):
    return new_output("execute_result", data={"text/plain": plain, **more})


def drawn(metadata):
    data = {"text/plain": FIGURE, "image/png": "aGVsbG8="}
    return new_output("display_data", data=data, metadata=metadata)


def table(heading):
    html = f"<table><tr><th>{heading}</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    return result("a  b\n1  2", **{"text/html": html})


PREDICTION = "**Prediction {}.** How many?\n\n- one\n- two"


def good_notebook():
    cells = [
        text("title", "# A claim"),
        code("imports", "import numpy as np\n\nfrom sinpe_lib.checks import check"),
        text("goals", "**You will**\n\n- try (question 1, prediction 2, exercise: one)"),
        text("guess", f"So:\n\n{PREDICTION.format(1)}\n\n{PREDICTION.format(2)}"),
        text("maths", "It is [known](other.md) by [work](references.md#a-work):\n\n$$\na < b\n$$"),
        text("recipe", f"Elsewhere:\n\n{RECIPE}\n\nIt is done.", "recipe"),
        code("number", "np.sin(1).round(3)", result("0.841")),
        code("printed", "print(1)", new_output("stream", text="1\n")),
        code("table", 'Table(["a", "b"], [(1, 2)])', table("a")),
        code(
            "figure",
            "ax = draw_dial([[0, 1]], [0])",
            drawn({"image/png": {"dark": "aGVsbG8="}}),
            mystnb={"image": {"alt": ALT}},
        ),
        text("caption", "*Figure. Two hands.*\n\n> **Proved.** So it is: 0.841."),
        code("explorer", "explorers.Dial()", result("A dial", **DIAL)),
        text("seen", f"*Figure. A dial.*\n\nIt goes [back](#{SETTING})."),
        text("task", "## Exercise: one\n\nWrite it."),
        code("stub", 'def one(x):\n    """Return one."""\n    ...', tags=["exercise"]),
        code("check", 'check("one", one)', result("not attempted yet"), tags=["check"]),
        text("hint", "<details><summary>Hint</summary>\n\nThink.\n\n</details>", "hint"),
        text("why", "<details><summary>Why</summary>\n\nSo.\n\n</details>", "solution"),
        code(
            "solution",
            '# @title Solution\ndef one_solution(x):\n    return 1\n\n\ncheck("one", one_solution)',
            result("passed"),
            tags=["solution", "hide-cell"],
        ),
        text("task-2", "### Exercise: the reason (explain)\n\nExplain it."),
        text("answer", "Your answer:", "exercise"),
        text("hint-2", "<details><summary>Hint</summary>\n\nThink.\n\n</details>", "hint"),
        text(
            "model",
            "<details><summary>Model answer</summary>\n\nSo.\n\n</details>\n\n"
            "<details><summary>Rubric</summary>\n\nSo.\n\n</details>",
            "solution",
        ),
        code("quiz", 'quiz.ask("tiny")', result("Question 1", **{"text/html": "<p>Question 1"})),
        text("further", "## Further reading\n\nThat.\n\nNext page: [more](next.ipynb)."),
    ]
    notebook = new_notebook(cells=cells, metadata=METADATA)
    for count, cell in enumerate((cell for cell in cells if cell.cell_type == "code"), 1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    nbformat.validate(notebook)
    return notebook


TOC = """
root: book/index
parts:
- caption: Part I
  chapters:
  - {file: book/tiny}
  - {file: book/next}
"""
BIB = """@misc{a-work-2026,
  author = {Nobody, Ann and Other, Bo},
  title  = {A Work},
  year   = {2026},
  doi    = {10.1/2}
}
"""
WORK = "## A work 2026\n\nNobody, A., Other, B. *A Work.* [Here](https://doi.org/10.1/2), 2026.\n"


@pytest.fixture
def book(tmp_path, monkeypatch):
    book = tmp_path / "book"
    book.mkdir()
    for name, content in {
        "references.md": f"# References\n\n{WORK}\n## A work\n",
        "other.md": "# Other\n\n## A work\n\n[One](references.md#a-work-2026)\n",
        "next.ipynb": "",
    }.items():
        (book / name).write_text(content, "utf-8")
    (tmp_path / "_toc.yml").write_text(TOC, "utf-8")
    monkeypatch.setattr(lesson, "ROOT", tmp_path)
    monkeypatch.setattr(markdown, "BOOK", book)
    monkeypatch.setattr(markdown, "REFERENCES", book / "references.md")
    return book


@pytest.mark.parametrize("guard", guards.ALL, ids=lambda guard: guard.__name__)
def test_good_notebook_passes(guard, book):
    assert list(guard(good_notebook(), book / "tiny.ipynb")) == []


def find(notebook, identity):
    return next(cell for cell in notebook.cells if cell.id == identity)


def source(identity, new, old=""):
    """Replace the source of a cell, or one text in it."""

    def change(notebook):
        cell = find(notebook, identity)
        assert old in cell.source
        cell.source = cell.source.replace(old, new) if old else new

    return change


def setting(address, page=""):
    return source("maths", f"[x]({page}#{address})")


def appended(identity, more):
    def change(notebook):
        find(notebook, identity).source += more

    return change


def outputs(identity, *new):
    def change(notebook):
        find(notebook, identity).outputs = list(new)

    return change


def tagged(identity, *tags):
    def change(notebook):
        find(notebook, identity).metadata.tags = list(tags)

    return change


def described_as(alt):
    def change(notebook):
        find(notebook, "figure").metadata.mystnb = {"image": {"alt": alt}}

    return change


def removed(identity):
    def change(notebook):
        notebook.cells.remove(find(notebook, identity))

    return change


def added(cell, behind="printed"):
    def change(notebook):
        notebook.cells.insert(notebook.cells.index(find(notebook, behind)) + 1, cell)

    return change


def moved(identity, behind):
    def change(notebook):
        cell = find(notebook, identity)
        notebook.cells.remove(cell)
        added(cell, behind)(notebook)

    return change


def no_outputs(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []


def two_figures(notebook):
    find(notebook, "figure").outputs *= 2


ERROR = new_output("error", ename="E", evalue="", traceback=[])
WARNING = new_output("stream", name="stderr", text="1")
LOOP = "\nfor one in (1, 2):\n    print(one)\n"
DETAILS = "<details><summary>Hint</summary>\n\nSo.\n\n</details>"

# One case for each kind of fault: (guard, what is wrong, the change that makes it so).
BROKEN = [
    ("check_outputs", "never run", added(code("new", "x = 1"))),
    ("check_outputs", "outputs stripped", no_outputs),
    ("check_outputs", "no result", outputs("number")),
    ("check_outputs", "no print", outputs("printed")),
    ("check_outputs", "no figure", outputs("figure")),
    ("check_outputs", "no check", outputs("check")),
    ("check_stability", "stderr", outputs("printed", WARNING)),
    ("check_stability", "error", outputs("printed", ERROR)),
    ("check_stability", "address", outputs("number", result("<function f at 0x7f3a>"))),
    ("check_stability", "NumPy scalar", outputs("number", result("(np.float64(0.841), 1)"))),
    ("check_stability", "repr of Axes", outputs("number", result("<Axes: xlabel='sine'>"))),
    ("check_stability", "SVG", outputs("number", result("1", **{"image/svg+xml": "<svg/>"}))),
    ("check_stability", "HTML", outputs("number", result("1", **{"text/html": "<b>1</b>"}))),
    ("check_stability", "table that says more", outputs("table", table("a or c"))),
    ("check_stability", "quiz of another page", source("quiz", 'quiz.ask("other")')),
    ("check_stability", "picture in a quiz", outputs("quiz", result("1", **{"image/png": "aA=="}))),
    ("check_stability", "seven digits", outputs("number", result("0.8414710"))),
    ("check_stability", "full exponent", outputs("number", result("1.2345678e-05"))),
    (
        "check_stability",
        "other HTML",
        outputs("number", result("1", **{"text/html": ""})),
    ),
    ("check_stability", "marker of nbval", source("number", "# NBVAL_SKIP\n1")),
    ("check_python", "line magic", source("number", "%matplotlib inline\n1")),
    ("check_python", "trailing semicolon", source("number", "np.sin(1);")),
    ("check_imports", "other package", source("imports", "import scipy")),
    ("check_imports", "matplotlib submodule", source("imports", "from matplotlib import ticker")),
    ("check_imports", "no page of the library", source("imports", "import sinpe_lib.arguments")),
    ("check_imports", "import inside", source("number", "def f():\n    import numpy\n\n\nf()")),
    ("check_tags", "mistyped tag", tagged("number", "hide_input")),
    ("check_numbers", "number in the text changed", source("caption", "0.842", "0.841")),
    ("check_numbers", "stored number changed", outputs("number", result("0.842"))),
    ("check_numbers", "number outside the fence", appended("recipe", " It is 0.125.")),
    ("check_descriptions", "no text", described_as("")),
    ("check_descriptions", "file path", described_as("../images/clock_face_01.png")),
    ("check_descriptions", "repr", described_as("<Figure size 640x480 with 1 Axes>")),
    ("check_descriptions", "two figures", two_figures),
    ("check_themes", "light alone", outputs("figure", drawn({}))),
    ("check_captions", "no caption", source("caption", "Two hands.")),
    ("check_captions", "explorer without caption", source("seen", "That way.")),
    ("check_captions", "not a paragraph", source("caption", "*Figure. Two* hands.\n\nMore.")),
    ("check_captions", "not the next cell", added(code("new", "x = 1"), "figure")),
    ("check_mathematics", "text on its line", source("maths", "so $$\na\n$$")),
    ("check_mathematics", "text above", source("maths", "so\n$$\na\n$$")),
    ("check_mathematics", "text below", source("maths", "$$\na\n$$\nthen")),
    ("check_mathematics", "not closed", source("maths", "$$\na")),
    ("check_plain_text", "comment of the site", source("maths", "so is\n% of them all\nslow")),
    ("check_plain_text", "role", source("maths", "see {doc}`other`")),
    ("check_plain_text", "colon fence", source("maths", ":::{note}\nx\n:::")),
    ("check_plain_text", "fenced code", source("maths", "```python\nprint(1)\n```")),
    ("check_plain_text", "indented code in a recipe", appended("recipe", "\n\n    x = 1")),
    ("check_plain_text", "HTML block", source("maths", "<div>\n\nx\n\n</div>")),
    ("check_plain_text", "inline HTML", source("maths", 'x <a id="here"></a>')),
    ("check_details", "open", source("hint", "<details open>", "<details>")),
    ("check_details", "not closed", source("hint", " ", "</details>")),
    ("check_details", "nested", source("hint", DETAILS, "Think.")),
    ("check_details", "no blank line", source("hint", "</summary>\n", "</summary>\n\n")),
    ("check_details", "no blank line at the end", source("hint", "Think.\n<", "Think.\n\n<")),
    ("check_links", "missing page", source("maths", "[x](missing.md)")),
    ("check_links", "heading", source("maths", "[x](other.md#a-work)")),
    ("check_links", "missing work", source("maths", "[x](references.md#no-work)")),
    ("check_links", "no such explorer", setting("disc?angle=1")),
    ("check_links", "explorer of another page", setting("dial?angle=1", "other.md")),
    ("check_links", "no such control", setting("dial?angel=1")),
    ("check_links", "out of range", setting("dial?angle=3")),
    ("check_links", "off the grid", setting("dial?width=5")),
    ("check_links", "no number", setting("dial?width=wide")),
    ("check_links", "no such option", setting("dial?kind=foot")),
    ("check_links", "neither on nor off", setting("dial?shown=1")),
    ("check_links", "absolute", source("maths", "[x](/other.md)")),
    ("check_links", "outside the book", source("maths", "[x](../outside.md)")),
    ("check_links", "missing image", source("maths", "![a clock](clock.png)")),
    ("check_links", "image without text", source("maths", "![](other.md)")),
    ("check_title", "second title", appended("further", "\n\nAnother\n=======")),
    ("check_title", "not first", moved("title", "imports")),
    ("check_predictions", "number left out", source("guess", "3.**", "2.**")),
    ("check_predictions", "no options", source("guess", "How many?", "How many?\n\n- one\n- two")),
    ("check_predictions", "one option", source("guess", "- one", "- one\n- two")),
    ("check_predictions", "text after it", appended("guess", "\n\nTwo.")),
    (
        "check_predictions",
        "another form",
        appended("maths", "\n\n**Predict.** Is it?"),
    ),
    ("check_goals", "none", removed("goals")),
    ("check_goals", "nothing assesses it", source("goals", "**You will**\n\n- count")),
    ("check_goals", "no such question", source("goals", "question 2", "question 1")),
    ("check_goals", "no such prediction", source("goals", "prediction 3", "prediction 2")),
    ("check_goals", "no such exercise", source("goals", "exercise: two", "exercise: one")),
    (
        "check_goals",
        "exercise of another page",
        source("goals", "[one](other.ipynb)", "one"),
    ),
    ("check_quiz", "none", removed("quiz")),
    ("check_quiz", "of another page", source("quiz", 'quiz.ask("other")')),
    ("check_next_page", "another", source("further", "other.ipynb", "next.ipynb")),
    ("check_blocks", "no check", removed("check")),
    ("check_blocks", "no hint", removed("hint")),
    ("check_blocks", "no solution", removed("solution")),
    ("check_blocks", "no text solution", removed("model")),
    ("check_blocks", "check after the hint", moved("check", "hint")),
    ("check_blocks", "no heading", source("task", "Write it.")),
    ("check_blocks", "stray check", added(code("new", "x = 1", tags=["check"]))),
    ("check_blocks", "solution in view on the site", tagged("solution", "solution")),
    ("check_blocks", "solution kept in the edition", tagged("solution", "hide-cell")),
    ("check_blocks", "more in the check", source("check", 'x = 1\ncheck("one", one)')),
    ("check_blocks", "text after a hint", appended("hint", "\n\nThe answer is 1.")),
    ("check_blocks", "answer before its box", source("model", "It is 1.\n<details>", "<details>")),
    ("check_blocks", "no title line", source("solution", "# Solution", "# @title Solution")),
    ("check_blocks", "checks reader's name", source("solution", '", one)', '", one_solution)')),
    ("check_verdicts", "check passes already", outputs("check", result("passed"))),
    ("check_verdicts", "solution fails", outputs("solution", result("not yet: no"))),
    ("check_independence", "uses a solution", source("number", "one_solution(1)")),
    ("check_independence", "uses it in a function", source("number", "def f():\n    one_solution")),
    ("check_independence", "defines reader's name", source("solution", "\none = 1\n", "\n\n\n")),
    ("check_independence", "loop over the reader's name", source("solution", LOOP, "\n\n\n")),
    ("check_independence", "may change a variable", source("solution", "return ax", "return 1")),
]


@pytest.mark.parametrize(
    ("name", "change"),
    [pytest.param(name, change, id=f"{name}-{what}") for name, what, change in BROKEN],
)
def test_broken_notebook_is_rejected(name, change, book):
    (book.parent / "outside.md").write_text("x", "utf-8")
    notebook = good_notebook()
    change(notebook)
    (guard,) = [guard for guard in guards.ALL if guard.__name__ == name]
    assert list(guard(notebook, book / "tiny.ipynb"))


def test_every_guard_is_seen_to_reject():
    seen = {name for name, _, _ in BROKEN} | {"check_references"}
    assert {guard.__name__ for guard in guards.ALL} == seen


def test_a_solution_may_use_functions_imports_and_names_of_its_own(book):
    notebook = good_notebook()
    body = "def one_solution(x):\n    ax = np.ones(x)\n    return one(ax), len(ax)"
    source("solution", body, "def one_solution(x):\n    return 1")(notebook)
    assert list(guards.exercises.check_independence(notebook, book / "tiny.ipynb")) == []


def test_a_page_of_few_cells_is_read_too(book):
    notebook = good_notebook()
    notebook.cells = notebook.cells[:1]
    for guard in guards.ALL:
        list(guard(notebook, book / "tiny.ipynb"))


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("references.bib", "@misc", "@misc", None),
        ("references.bib", "{A Work}", "{The Work}", "*The Work.*"),
        ("references.bib", "Other, Bo", "Else, Bo", "Else"),
        ("references.bib", "10.1/2", "10.1/3", "(https://doi.org/10.1/3)"),
        ("references.bib", "{2026}", "{2025}", "2025"),
        ("references.bib", "  doi    = {10.1/2}\n", "", "any address"),
        ("references.bib", "{a-work", "{b-work", "b-work-2026"),
        ("other.md", "a-work-2026", "a-work", "no page cites it"),
        ("references.md", "## A work 2026", "## Z 2026\n\n## A work 2026", "alphabetical order"),
    ],
)
def test_a_work_is_the_same_on_the_page_and_in_the_download(file, old, new, problem, book):
    page = book / "references.md"
    page.write_text(f"# References\n\n{WORK}", "utf-8")
    (book / "references.bib").write_text(BIB, "utf-8")
    path = book / file
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    found = list(guards.references.check_references(load_page(page), page))
    assert any(problem in line for line in found) if problem else found == []
