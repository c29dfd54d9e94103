"""Each guard lets a good notebook pass and rejects it once it is broken in one place."""

import base64

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from tools import guards
from tools.guards import lesson, markdown
from tools.notebooks import METADATA, load_page

ALT = "A clock face with two hands, at one radian and at two."
FIGURE = "<Figure size 320x320 with 1 Axes>"
IGNORED = "nbval-ignore-output"
MOVING = {"text/html": '<figure class="sinpe-explorer">\n<script>{"frames":[["<path/>",""]]}'}
STILL = '<figure class="sinpe-explorer">\n<img>'
RECIPE = "```python\nimport jax\n\nassert jax.numpy.sin(0.125) < 0.125\n```"
HIDDEN = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "cellView": "form"}


def code(identity, source, *outputs, tags=(), **metadata):
    metadata |= {"tags": list(tags)} if tags else {}
    return new_code_cell(source, id=identity, outputs=list(outputs), metadata=metadata)


def text(identity, source, *tags):
    return new_markdown_cell(source, id=identity, metadata={"tags": list(tags)} if tags else {})


def result(plain, **more):
    return new_output("execute_result", data={"text/plain": plain, **more})


def good_notebook():
    cells = [
        text("title", "# A claim\n\n**You will** see. **You need** sines. **Time** 5 minutes."),
        code("imports", "import numpy as np\n\nfrom sinpe_lib.checks import check"),
        text("maths", "It is [known](other.md) by [work](references.md#a-work):\n\n$$\na < b\n$$"),
        text("recipe", f"Elsewhere:\n\n{RECIPE}\n\nIt is done.", "recipe"),
        code("number", "np.sin(1).round(3)", result("0.841")),
        code("printed", "print(1)", new_output("stream", text="1\n")),
        code(
            "figure",
            "ax = draw_dial([[0, 1]], [0])",
            new_output("display_data", data={"text/plain": FIGURE, "image/png": "aGVsbG8="}),
            mystnb={"image": {"alt": ALT}},
        ),
        text("caption", "*Figure. Two hands.*\n\n> **Proved.** So it is: 0.841."),
        text("guess", "**Predict before you run.** Which way?"),
        code("explorer", "explorers.dial()", result("A dial", **MOVING), tags=[IGNORED]),
        text("seen", "*Figure. A dial.*\n\nThat way."),
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
            **HIDDEN,
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
        text("known", "## What we proved, measured and only hypothesised\n\nThis."),
        text("check-yourself", "## Check yourself\n\nChoose and open."),
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
  - {file: book/tiny, title: Tiny}
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
        "index.ipynb": "[tiny](tiny.ipynb)",
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


def source(identity, new, old=None):
    """Replace the source of a cell, or one text in it."""

    def change(notebook):
        cell = find(notebook, identity)
        assert old is None or old in cell.source
        cell.source = new if old is None else cell.source.replace(old, new)

    return change


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


def metadata(identity, **new):
    def change(notebook):
        find(notebook, identity).metadata.update(nbformat.from_dict(new))

    return change


def described_as(alt):
    return metadata("figure", mystnb={"image": {"alt": alt}})


def removed(identity):
    def change(notebook):
        notebook.cells.remove(find(notebook, identity))

    return change


def moved(identity, behind):
    def change(notebook):
        cell = find(notebook, identity)
        notebook.cells.remove(cell)
        notebook.cells.insert(notebook.cells.index(find(notebook, behind)) + 1, cell)

    return change


def added(cell, behind="printed"):
    def change(notebook):
        notebook.cells.insert(notebook.cells.index(find(notebook, behind)) + 1, cell)

    return change


def find(notebook, identity):
    return next(cell for cell in notebook.cells if cell.id == identity)


def no_counts(notebook):
    for cell in notebook.cells:
        cell.pop("execution_count", None)
        if cell.cell_type == "code":
            cell.execution_count = None


def no_outputs(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []


def double_id(notebook):
    find(notebook, "number").id = "printed"


def invalid_id(notebook):
    find(notebook, "number").id = "a b"


def no_id(notebook):
    del find(notebook, "number")["id"]


def widget_state(notebook):
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}


def other_kernel(notebook):
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.metadata.kernelspec.name = "conda-env-book"


def older_format(notebook):
    notebook.nbformat_minor = 4


def two_figures(notebook):
    cell = find(notebook, "figure")
    cell.outputs *= 2


def large(notebook):
    picture = base64.b64encode(bytes(2_000_000)).decode()
    find(notebook, "figure").outputs[0].data["image/png"] = picture


FOREIGN = "from sinpe_lib.quiz.questions import parse"
QUIZ = code("new", 'quiz.ask("tiny")')
SHOWN = new_output("display_data", data={"image/svg+xml": "<svg/>"})
DETAILS = "<details><summary>Hint</summary>\n\nSo.\n\n</details>"

MORE = code("new", "# @title More\nprint(1)", tags=["solution", "hide-cell"])
LOOP = "\nfor one in (1, 2):\n    print(one)\n"

BROKEN = [
    ("check_outputs", "no counts", no_counts),
    ("check_outputs", "a new cell", added(code("new", "x = 1"))),
    ("check_outputs", "no outputs", no_outputs),
    ("check_outputs", "no result", outputs("number")),
    ("check_outputs", "no print", outputs("printed")),
    ("check_outputs", "no figure", outputs("figure")),
    ("check_outputs", "no check", outputs("check")),
    ("check_outputs", "print in a loop", added(code("new", "for x in y:\n    print(x)"))),
    (
        "check_stability",
        "stderr",
        outputs("printed", new_output("stream", name="stderr", text="1")),
    ),
    (
        "check_stability",
        "error",
        outputs("printed", new_output("error", ename="E", evalue="", traceback=[])),
    ),
    ("check_stability", "address", outputs("number", result("<function f at 0x7f3a>"))),
    ("check_stability", "NumPy scalar", outputs("number", result("(np.float64(0.841), 1)"))),
    (
        "check_stability",
        "printed NumPy scalar",
        outputs("printed", new_output("stream", text="[np.True_(1)")),
    ),
    ("check_stability", "repr of Axes", outputs("number", result("<Axes: xlabel='sine'>"))),
    ("check_stability", "SVG", outputs("number", SHOWN)),
    ("check_stability", "PDF", outputs("number", result("1", **{"application/pdf": "x"}))),
    (
        "check_stability",
        "Markdown output",
        outputs("number", result("1", **{"text/markdown": "$x$"})),
    ),
    ("check_stability", "HTML output", outputs("number", result("1", **{"text/html": "<b>1</b>"}))),
    ("check_stability", "quiz of another page", source("quiz", 'quiz.ask("other")')),
    ("check_stability", "more than the quiz", source("quiz", 'x = 1\nquiz.ask("tiny")')),
    (
        "check_stability",
        "figure in a quiz",
        outputs("quiz", result("1", **{"image/png": "aGVsbG8="})),
    ),
    ("check_digits", "seven digits", outputs("number", result("0.8414710"))),
    ("check_digits", "seven digits of an integer", outputs("number", result("1234567"))),
    ("check_digits", "full exponent", outputs("number", result("1.2345678e-05"))),
    ("check_frames", "no explorer", tagged("number", "nbval-ignore-output")),
    ("check_stability", "explorer compared", tagged("explorer")),
    ("check_frames", "no frames", outputs("explorer", result("A dial"))),
    ("check_frames", "frames lost", outputs("explorer", result("A dial", **{"text/html": STILL}))),
    (
        "check_frames",
        "picture too",
        outputs("explorer", result("", **MOVING, **{"image/png": "aA=="})),
    ),
    ("check_frames", "no output", outputs("explorer")),
    ("check_markers", "comment skip", source("number", "# NBVAL_SKIP\n1")),
    ("check_markers", "comment ignore", source("number", "1\n    #NBVAL_IGNORE_OUTPUT")),
    ("check_markers", "comment raises", source("number", "# NBVAL_RAISES_EXCEPTION\n1")),
    ("check_markers", "old comment", source("number", "# PYTEST_VALIDATE_IGNORE_OUTPUT\n1")),
    ("check_library", "private module", source("imports", FOREIGN)),
    ("check_numbers", "number in the text changed", source("caption", "0.842", "0.841")),
    ("check_numbers", "stored number changed", outputs("number", result("0.842"))),
    ("check_numbers", "number outside the fence", appended("recipe", " It is 0.125.")),
    ("check_recipes", "no assert", source("recipe", "x = jax", "assert jax")),
    (
        "check_recipes",
        "no Python",
        source("recipe", "assert jax < >", "assert jax.numpy.sin(0.125) <"),
    ),
    ("check_recipes", "no fence", source("recipe", "Nothing.")),
    ("check_recipes", "not said to be Python", source("recipe", "```\n", "```python\n")),
    ("check_recipes", "code cell", tagged("printed", "recipe")),
    ("check_next_page", "none", source("further", "", "Next page: [more](next.ipynb).")),
    ("check_next_page", "another", source("further", "other.ipynb", "next.ipynb")),
    ("check_metadata", "tag skip", tagged("number", "nbval-skip")),
    ("check_metadata", "tag raises", tagged("number", "raises-exception")),
    ("check_metadata", "tag skip-execution", tagged("number", "skip-execution")),
    ("check_metadata", "mistyped tag", tagged("number", "hide_input")),
    ("check_metadata", "repeated tag", tagged("stub", "exercise", "exercise")),
    ("check_metadata", "tags as text", metadata("number", tags="hide-input")),
    ("check_metadata", "tags elsewhere", metadata("number", mystnb={"tags": ["hide-input"]})),
    ("check_metadata", "tags under jupyter", metadata("number", jupyter={"tags": ["hide-input"]})),
    ("check_metadata", "tag as a key", metadata("number", **{"hide-input": True})),
    ("check_metadata", "editor's metadata", metadata("number", collapsed=False)),
    ("check_metadata", "double id", double_id),
    ("check_metadata", "invalid id", invalid_id),
    ("check_metadata", "no id", no_id),
    ("check_metadata", "widget state", widget_state),
    ("check_metadata", "kernel", other_kernel),
    ("check_metadata", "format", older_format),
    ("check_metadata", "raw cell", added(new_raw_cell("x", id="new"))),
    ("check_python", "line magic", source("number", "%matplotlib inline\n1")),
    ("check_python", "cell magic", source("number", "%%time\n1")),
    ("check_python", "shell", source("number", "!ls")),
    ("check_python", "help", source("number", "np.sin?")),
    ("check_python", "magic as a call", source("number", "get_ipython().run_line_magic('x', '')")),
    ("check_python", "trailing semicolon", source("number", "np.sin(1);")),
    ("check_python", "semicolon and comment", source("number", "np.sin(1);  # why")),
    ("check_outputs", "empty cell", added(code("new", ""))),
    ("check_imports", "other package", source("imports", "import scipy")),
    ("check_imports", "whole matplotlib", source("imports", "import matplotlib")),
    ("check_imports", "matplotlib submodule", source("imports", "from matplotlib import ticker")),
    ("check_imports", "look-alike", source("imports", "import sinpe_library")),
    ("check_imports", "second import cell", source("number", "import numpy as np\nnp.sin(1)")),
    ("check_imports", "import inside", source("number", "def f():\n    import numpy\n\n\nf()")),
    ("check_imports", "not the first", moved("imports", "number")),
    ("check_imports", "none", removed("imports")),
    ("check_imports", "by name", source("number", "__import__('os')")),
    ("check_size", "2 MB", large),
    ("check_descriptions", "no text", metadata("figure", mystnb={})),
    (
        "check_descriptions",
        "file path",
        metadata("figure", mystnb={"image": {"alt": "../images/clock_01.png"}}),
    ),
    ("check_descriptions", "file in a text", described_as(f"{ALT} a.png")),
    ("check_descriptions", "repr", described_as("<Figure size 640x480>")),
    ("check_descriptions", "too short", described_as("two hands")),
    ("check_descriptions", "two figures", two_figures),
    (
        "check_descriptions",
        "text without figure",
        metadata("number", mystnb={"image": {"alt": ALT}}),
    ),
    ("check_captions", "no caption", source("caption", "Two hands.")),
    ("check_captions", "explorer without caption", source("seen", "That way.")),
    ("check_predictions", "no prediction", source("guess", "Look.")),
    ("check_predictions", "nothing to see", source("seen", "*Figure. A dial.*")),
    ("check_captions", "not a paragraph", source("caption", "*Figure. Two* hands.\n\nMore.")),
    ("check_captions", "not the next cell", added(code("new", "x = 1"), "figure")),
    ("check_mathematics", "text before", source("maths", "so $$\na\n$$")),
    ("check_mathematics", "text after", source("maths", "$$\na\n$$.")),
    ("check_mathematics", "on one line", source("maths", "$$a$$")),
    ("check_mathematics", "text above", source("maths", "so\n$$\na\n$$")),
    ("check_mathematics", "text below", source("maths", "$$\na\n$$\nthen")),
    ("check_mathematics", "not closed", source("maths", "$$\na")),
    ("check_plain_text", "comment of the site", source("maths", "so is\n% of them all\nslow")),
    ("check_plain_text", "role", source("maths", "see {doc}`other`")),
    ("check_plain_text", "directive", source("maths", "```{note}\nx\n```")),
    ("check_plain_text", "colon fence", source("maths", ":::{note}\nx\n:::")),
    ("check_plain_text", "target", source("maths", "(here)=\n\nx")),
    ("check_plain_text", "footnote", source("maths", "x[^1]")),
    ("check_plain_text", "fenced code", source("maths", "```python\nprint(1)\n```")),
    ("check_plain_text", "fenced with tildes", source("maths", "~~~\nprint(1)\n~~~")),
    ("check_plain_text", "fenced in a list", source("maths", "- x\n\n  ```\n  print(1)\n  ```")),
    ("check_plain_text", "indented code", source("maths", "x\n\n    print(1)")),
    ("check_plain_text", "indented code in a recipe", appended("recipe", "\n\n    x = 1")),
    ("check_plain_text", "HTML block", source("maths", "<div>\n\nx\n\n</div>")),
    ("check_plain_text", "inline HTML", source("maths", 'x <a id="here"></a>')),
    ("check_plain_text", "script", source("maths", "<script>x</script>")),
    ("check_plain_text", "comment", source("maths", "<!-- x -->")),
    ("check_details", "open", source("hint", "<details open>", "<details>")),
    ("check_details", "not closed", source("hint", "", "</details>")),
    ("check_details", "closed twice", appended("hint", "\n\n</details>")),
    ("check_details", "no summary", source("hint", "<details>\n\nx\n\n</details>")),
    ("check_details", "nested", source("hint", DETAILS, "Think.")),
    ("check_details", "no blank line", source("hint", "</summary>\n", "</summary>\n\n")),
    ("check_details", "no blank line at the end", source("hint", "Think.\n<", "Think.\n\n<")),
    ("check_links", "missing page", source("maths", "[x](missing.md)")),
    ("check_links", "heading", source("maths", "[x](other.md#a-work)")),
    ("check_links", "own heading", source("maths", "[x](#a-claim)")),
    ("check_links", "missing work", source("maths", "[x](references.md#no-work)")),
    ("check_links", "upper case", source("maths", "[x](references.md#A-work)")),
    ("check_links", "absolute", source("maths", "[x](/other.md)")),
    ("check_links", "built page", source("maths", "[x](other.html)")),
    ("check_links", "other scheme", source("maths", "[x](ftp:other.md)")),
    ("check_links", "outside the book", source("maths", "[x](../outside.md)")),
    ("check_links", "missing image", source("maths", "![a clock](clock.png)")),
    ("check_links", "image without text", source("maths", "![](other.md)")),
    ("check_title", "second title", appended("further", "\n\n# Another")),
    ("check_title", "underlined title", appended("further", "\n\nAnother\n=======")),
    ("check_title", "no title", source("title", "## A claim", "# A claim")),
    ("check_title", "not first", moved("title", "imports")),
    ("check_opening", "aim", source("title", "You may", "**You will**")),
    ("check_opening", "needs", source("title", "You have", "**You need**")),
    ("check_opening", "time", source("title", "Duration", "**Time**")),
    ("check_opening", "minutes", source("title", "short", "5 minutes")),
    ("check_ending", "summary", removed("known")),
    ("check_ending", "further reading", removed("further")),
    ("check_ending", "order", moved("known", "further")),
    ("check_ending", "more after it", appended("further", "\n\n## More")),
    ("check_ending", "check yourself", removed("check-yourself")),
    ("check_quiz", "none", removed("quiz")),
    ("check_quiz", "of another page", source("quiz", 'quiz.ask("other")')),
    ("check_quiz", "printed", source("quiz", 'print(quiz.ask("tiny"))')),
    ("check_quiz", "as text alone", outputs("quiz", result("Question 1"))),
    ("check_quiz", "no output", outputs("quiz")),
    ("check_quiz", "no sentence", source("check-yourself", "## Check yourself")),
    ("check_quiz", "two paragraphs", appended("check-yourself", "\n\nMore.")),
    ("check_quiz", "in another section", moved("check-yourself", "maths")),
    ("check_quiz", "after the end", moved("quiz", "further")),
    ("check_quiz", "text after it", source("further", "More.\n\n## Further", "## Further")),
    ("check_quiz", "a second one", added(QUIZ)),
    ("check_claims", "other label", source("caption", "**Shown.**", "**Proved.**")),
    ("check_claims", "without full stop", source("caption", "**Proved**", "**Proved.**")),
    ("check_blocks", "no check", removed("check")),
    ("check_blocks", "no hint", removed("hint")),
    ("check_blocks", "no solution", removed("solution")),
    ("check_blocks", "no stub", removed("stub")),
    ("check_blocks", "solution first", moved("solution", "stub")),
    ("check_blocks", "check after the hint", moved("check", "hint")),
    ("check_blocks", "text between", added(text("new", "Now."), "stub")),
    ("check_blocks", "no heading", source("task", "Write it.")),
    ("check_blocks", "tagged task", tagged("task", "exercise")),
    ("check_blocks", "stray check", added(code("new", "x = 1", tags=["check"]))),
    ("check_blocks", "stray hide-cell", added(code("new", "x = 1", tags=["hide-cell"]))),
    ("check_blocks", "not hidden on the site", tagged("solution", "solution")),
    ("check_blocks", "lost tag", tagged("solution", "hide-cell")),
    ("check_blocks", "not hidden in Lab", metadata("solution", jupyter={"source_hidden": True})),
    ("check_blocks", "not hidden in Colab", metadata("solution", cellView="code")),
    ("check_blocks", "answer in the stub", source("stub", "def one(x):\n    return 1")),
    ("check_blocks", "more in the stub", appended("stub", "\n\n\ny = 1")),
    ("check_blocks", "docstring alone", source("stub", 'def one(x):\n    """Return one."""')),
    ("check_blocks", "empty stub", source("stub", "# here")),
    ("check_blocks", "output of the stub", outputs("stub", result("1"))),
    ("check_blocks", "check of another name", source("check", 'check("one", two)')),
    ("check_blocks", "more in the check", source("check", 'x = 1\ncheck("one", one)')),
    ("check_verdicts", "check passes already", outputs("check", result("passed"))),
    ("check_verdicts", "check says not yet", outputs("check", result("not yet: no"))),
    ("check_blocks", "hint in the open", source("hint", "Think.")),
    ("check_blocks", "text after a hint", appended("hint", "\n\nThe answer is 1.")),
    (
        "check_blocks",
        "answer before its box",
        source("model", "So it is 1.\n\n<details>", "<details>"),
    ),
    ("check_blocks", "no title line", source("solution", "# Solution", "# @title Solution")),
    ("check_blocks", "defines reader's name", source("solution", "\none = 1\n", "\n\n\n")),
    ("check_blocks", "loop over the reader's name", source("solution", LOOP, "\n\n\n")),
    ("check_blocks", "foreign name", source("solution", "\nhelp = 1\n", "\n\n\n")),
    (
        "check_blocks",
        "checks reader's name",
        source("solution", '"one", one)', '"one", one_solution)'),
    ),
    ("check_blocks", "checks other exercise", source("solution", '"two", one_', '"one", one_')),
    ("check_verdicts", "solution fails", outputs("solution", result("not yet: no"))),
    ("check_verdicts", "solution not attempted", outputs("solution", result("not attempted yet"))),
    ("check_blocks", "more code, open", added(code("new", "x", tags=["solution"]), "solution")),
    ("check_blocks", "more code, not hidden in Lab", added(MORE, "solution")),
    ("check_blocks", "no place for an answer", source("answer", "Here:")),
    ("check_blocks", "no model answer", source("model", "Answer", "Model answer")),
    ("check_blocks", "no rubric", source("model", "Notes", "Rubric")),
    ("check_blocks", "no text solution", removed("model")),
    (
        "check_blocks",
        "more outputs of a check",
        outputs("check", *2 * [result("not attempted yet")]),
    ),
    ("check_independence", "uses a solution", source("number", "one_solution(1)")),
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
    apart = {"check_listing", "check_references"}
    assert {guard.__name__ for guard in guards.ALL} == {name for name, _, _ in BROKEN} | apart


def test_two_exercises_need_two_names(book):
    notebook = good_notebook()
    block = [find(notebook, name) for name in ("task", "stub", "check", "hint", "solution")]
    notebook.cells[-2:-2] = block
    problems = list(guards.exercises.check_blocks(notebook, book / "tiny.ipynb"))
    assert problems == [
        "'one' is the name of 2 exercises",
        "'Exercise: one' is the name of 2 exercises",
    ]


def test_a_page_of_few_cells_is_read_too(book):
    notebook = good_notebook()
    notebook.cells = notebook.cells[:1]
    for guard in guards.ALL:
        list(guard(notebook, book / "tiny.ipynb"))


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("_toc.yml", "book/tiny", "book/small", "not in _toc.yml"),
        ("_toc.yml", ", title: Tiny", "", "no short title"),
        ("book/index.ipynb", "(tiny.ipynb)", "(tiny.md)", "no link to the page"),
    ],
)
def test_a_page_that_no_reader_finds_is_named(file, old, new, problem, book):
    path = book.parent / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    (found,) = lesson.check_listing(good_notebook(), book / "tiny.ipynb")
    assert problem in found


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


def test_a_section_of_a_markdown_page_is_a_cell(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("# A page\n\nOne.\n\n## A part\n\n```\n# no heading\n```\n\n- # nor this\n")
    first, second = load_page(path).cells
    assert (first.id, first.source) == ("a-page", "# A page\n\nOne.")
    assert (second.id, second.source[-12:]) == ("a-part", "- # nor this")
