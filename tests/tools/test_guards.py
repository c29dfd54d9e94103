"""Each guard lets a good notebook pass and rejects it once it is broken in one place."""

import base64

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from tools import guards
from tools.guards import markdown as markdown_guards
from tools.guards import outputs as output_guards
from tools.notebooks import METADATA

ALT = "A clock face with two hands, at one radian and at two."
FIGURE = "<Figure size 320x320 with 1 Axes>"
IGNORED = "nbval-ignore-output"
MOVING = {"text/html": '<figure class="sinpe-explorer">\n<script>{"frames":[["<path/>",""]]}'}
STILL = '<figure class="sinpe-explorer">\n<img>'
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
        code("number", "np.sin(1).round(3)", result("0.841")),
        code("printed", "print(1)", new_output("stream", text="1\n")),
        code(
            "figure",
            "ax = draw_dial([[0, 1]], [0])",
            new_output("display_data", data={"text/plain": FIGURE, "image/png": "aGVsbG8="}),
            mystnb={"image": {"alt": ALT}},
        ),
        text("caption", "*Figure. Two hands.*\n\n> **Proved.** So it is."),
        text("guess", "**Predict before you run.** Which way?"),
        code("explorer", "explorers.dial()", result("A dial", **MOVING), tags=[IGNORED]),
        text("seen", "*Figure. A dial.*\n\nThat way."),
        text("task", "## Exercise 1\n\nWrite it."),
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
        text("task-2", "### Exercise 2\n\nExplain it."),
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
        text("further", "## Further reading\n\nThat."),
    ]
    notebook = new_notebook(cells=cells, metadata=METADATA)
    for count, cell in enumerate((cell for cell in cells if cell.cell_type == "code"), 1):
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
    nbformat.validate(notebook)
    return notebook


@pytest.fixture
def book(tmp_path, monkeypatch):
    (tmp_path / "references.md").write_text("# References\n\n## A work\n", "utf-8")
    (tmp_path / "other.md").write_text("# Other\n\n## A work\n", "utf-8")
    monkeypatch.setattr(markdown_guards, "BOOK", tmp_path)
    monkeypatch.setattr(markdown_guards, "REFERENCES", tmp_path / "references.md")
    monkeypatch.setitem(output_guards.IGNORED_OUTPUTS, "tiny.ipynb", 1)
    return tmp_path


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


def gap_in_counts(notebook):
    find(notebook, "figure").execution_count = 7


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


QUIZ = code("new", 'quiz.ask("tiny")')
SHOWN = new_output("display_data", data={"image/svg+xml": "<svg/>"})
WIDE = "\n".join(f"x = {number}" for number in range(13))
DETAILS = "<details><summary>Hint</summary>\n\nSo.\n\n</details>"

MORE = code("new", "# @title More\nprint(1)", tags=["solution", "hide-cell"])
LOOP = "\nfor one in (1, 2):\n    print(one)\n"

BROKEN = [
    ("counts", "no counts", no_counts),
    ("counts", "a gap", gap_in_counts),
    ("counts", "a new cell", added(code("new", "x = 1"))),
    ("present", "no outputs", no_outputs),
    ("present", "no result", outputs("number")),
    ("present", "no print", outputs("printed")),
    ("present", "no figure", outputs("figure")),
    ("present", "no check", outputs("check")),
    ("present", "print in a loop", added(code("new", "for x in y:\n    print(x)"))),
    ("clean", "stderr", outputs("printed", new_output("stream", name="stderr", text="1"))),
    ("clean", "error", outputs("printed", new_output("error", ename="E", evalue="", traceback=[]))),
    ("clean", "address", outputs("number", result("<function f at 0x7f3a>"))),
    ("clean", "NumPy scalar", outputs("number", result("(np.float64(0.841), 1)"))),
    (
        "clean",
        "printed NumPy scalar",
        outputs("printed", new_output("stream", text="[np.True_(1)")),
    ),
    ("clean", "repr of Axes", outputs("number", result("<Axes: xlabel='sine'>"))),
    ("clean", "SVG", outputs("number", SHOWN)),
    ("clean", "PDF", outputs("number", result("1", **{"application/pdf": "x"}))),
    ("clean", "Markdown output", outputs("number", result("1", **{"text/markdown": "$x$"}))),
    ("clean", "HTML output", outputs("number", result("1", **{"text/html": "<b>1</b>"}))),
    ("clean", "quiz of another page", source("quiz", 'quiz.ask("other")')),
    ("clean", "more than the quiz", source("quiz", 'x = 1\nquiz.ask("tiny")')),
    ("clean", "figure in a quiz", outputs("quiz", result("1", **{"image/png": "aGVsbG8="}))),
    ("digits", "seven digits", outputs("number", result("0.8414710"))),
    ("digits", "seven digits of an integer", outputs("number", result("1234567"))),
    ("digits", "full exponent", outputs("number", result("1.2345678e-05"))),
    ("compared", "ignored output", tagged("number", "nbval-ignore-output")),
    ("compared", "ignored in Markdown", tagged("maths", "nbval-ignore-output")),
    ("compared", "explorer compared", tagged("explorer")),
    ("moving", "no frames", outputs("explorer", result("A dial"))),
    ("moving", "frames lost", outputs("explorer", result("A dial", **{"text/html": STILL}))),
    ("moving", "picture too", outputs("explorer", result("", **MOVING, **{"image/png": "aA=="}))),
    ("moving", "no output", outputs("explorer")),
    ("compared", "comment skip", source("number", "# NBVAL_SKIP\n1")),
    ("compared", "comment ignore", source("number", "1\n    #NBVAL_IGNORE_OUTPUT")),
    ("compared", "comment raises", source("number", "# NBVAL_RAISES_EXCEPTION\n1")),
    ("compared", "old comment", source("number", "# PYTEST_VALIDATE_IGNORE_OUTPUT\n1")),
    ("metadata", "tag skip", tagged("number", "nbval-skip")),
    ("metadata", "tag raises", tagged("number", "raises-exception")),
    ("metadata", "tag skip-execution", tagged("number", "skip-execution")),
    ("metadata", "mistyped tag", tagged("number", "hide_input")),
    ("metadata", "repeated tag", tagged("stub", "exercise", "exercise")),
    ("metadata", "tags as text", metadata("number", tags="hide-input")),
    ("metadata", "tags elsewhere", metadata("number", mystnb={"tags": ["hide-input"]})),
    ("metadata", "tags under jupyter", metadata("number", jupyter={"tags": ["hide-input"]})),
    ("metadata", "tag as a key", metadata("number", **{"hide-input": True})),
    ("metadata", "editor's metadata", metadata("number", collapsed=False)),
    ("metadata", "double id", double_id),
    ("metadata", "invalid id", invalid_id),
    ("metadata", "no id", no_id),
    ("metadata", "widget state", widget_state),
    ("metadata", "kernel", other_kernel),
    ("metadata", "format", older_format),
    ("metadata", "raw cell", added(new_raw_cell("x", id="new"))),
    ("plain_python", "line magic", source("number", "%matplotlib inline\n1")),
    ("plain_python", "cell magic", source("number", "%%time\n1")),
    ("plain_python", "shell", source("number", "!ls")),
    ("plain_python", "help", source("number", "np.sin?")),
    ("plain_python", "magic as a call", source("number", "get_ipython().run_line_magic('x', '')")),
    ("plain_python", "trailing semicolon", source("number", "np.sin(1);")),
    ("plain_python", "semicolon and comment", source("number", "np.sin(1);  # why")),
    ("short", "13 lines", source("number", WIDE)),
    ("short", "empty cell", source("number", "\n")),
    ("imports", "other package", source("imports", "import scipy")),
    ("imports", "whole matplotlib", source("imports", "import matplotlib")),
    ("imports", "matplotlib submodule", source("imports", "from matplotlib import ticker")),
    ("imports", "look-alike", source("imports", "import sinpe_library")),
    ("imports", "second import cell", source("number", "import numpy as np\nnp.sin(1)")),
    ("imports", "import inside", source("number", "def f():\n    import numpy\n\n\nf()")),
    ("imports", "not the first", moved("imports", "number")),
    ("imports", "none", removed("imports")),
    ("imports", "by name", source("number", "__import__('os')")),
    ("small", "2 MB", large),
    ("described", "no text", metadata("figure", mystnb={})),
    (
        "described",
        "file path",
        metadata("figure", mystnb={"image": {"alt": "../images/clock_01.png"}}),
    ),
    ("described", "file in a text", described_as(f"{ALT} a.png")),
    ("described", "repr", described_as("<Figure size 640x480>")),
    ("described", "too short", described_as("two hands")),
    ("described", "two figures", two_figures),
    ("described", "text without figure", metadata("number", mystnb={"image": {"alt": ALT}})),
    ("captioned", "no caption", source("caption", "Two hands.")),
    ("captioned", "explorer without caption", source("seen", "That way.")),
    ("predicted", "no prediction", source("guess", "Look.")),
    ("predicted", "nothing to see", source("seen", "*Figure. A dial.*")),
    ("captioned", "not a paragraph", source("caption", "*Figure. Two* hands.\n\nMore.")),
    ("captioned", "not the next cell", added(code("new", "x = 1"), "figure")),
    ("mathematics", "text before", source("maths", "so $$\na\n$$")),
    ("mathematics", "text after", source("maths", "$$\na\n$$.")),
    ("mathematics", "on one line", source("maths", "$$a$$")),
    ("mathematics", "text above", source("maths", "so\n$$\na\n$$")),
    ("mathematics", "text below", source("maths", "$$\na\n$$\nthen")),
    ("mathematics", "not closed", source("maths", "$$\na")),
    ("plain", "comment of the site", source("maths", "so is\n% of them all\nslow")),
    ("plain", "role", source("maths", "see {doc}`other`")),
    ("plain", "directive", source("maths", "```{note}\nx\n```")),
    ("plain", "colon fence", source("maths", ":::{note}\nx\n:::")),
    ("plain", "target", source("maths", "(here)=\n\nx")),
    ("plain", "footnote", source("maths", "x[^1]")),
    ("plain", "fenced code", source("maths", "```python\nprint(1)\n```")),
    ("plain", "fenced with tildes", source("maths", "~~~\nprint(1)\n~~~")),
    ("plain", "fenced in a list", source("maths", "- x\n\n  ```\n  print(1)\n  ```")),
    ("plain", "indented code", source("maths", "x\n\n    print(1)")),
    ("plain", "HTML block", source("maths", "<div>\n\nx\n\n</div>")),
    ("plain", "inline HTML", source("maths", 'x <a id="here"></a>')),
    ("plain", "script", source("maths", "<script>x</script>")),
    ("plain", "comment", source("maths", "<!-- x -->")),
    ("details", "open", source("hint", "<details open>", "<details>")),
    ("details", "not closed", source("hint", "", "</details>")),
    ("details", "closed twice", appended("hint", "\n\n</details>")),
    ("details", "no summary", source("hint", "<details>\n\nx\n\n</details>")),
    ("details", "nested", source("hint", DETAILS, "Think.")),
    ("details", "no blank line", source("hint", "</summary>\n", "</summary>\n\n")),
    ("details", "no blank line at the end", source("hint", "Think.\n<", "Think.\n\n<")),
    ("links", "missing page", source("maths", "[x](missing.md)")),
    ("links", "heading", source("maths", "[x](other.md#a-work)")),
    ("links", "own heading", source("maths", "[x](#a-claim)")),
    ("links", "missing work", source("maths", "[x](references.md#no-work)")),
    ("links", "upper case", source("maths", "[x](references.md#A-work)")),
    ("links", "absolute", source("maths", "[x](/other.md)")),
    ("links", "built page", source("maths", "[x](other.html)")),
    ("links", "other scheme", source("maths", "[x](ftp:other.md)")),
    ("links", "outside the book", source("maths", "[x](../outside.md)")),
    ("links", "missing image", source("maths", "![a clock](clock.png)")),
    ("links", "image without text", source("maths", "![](other.md)")),
    ("title", "second title", appended("further", "\n\n# Another")),
    ("title", "underlined title", appended("further", "\n\nAnother\n=======")),
    ("title", "no title", source("title", "## A claim", "# A claim")),
    ("title", "not first", moved("title", "imports")),
    ("opening", "aim", source("title", "You may", "**You will**")),
    ("opening", "needs", source("title", "You have", "**You need**")),
    ("opening", "time", source("title", "Duration", "**Time**")),
    ("opening", "minutes", source("title", "short", "5 minutes")),
    ("ending", "summary", removed("known")),
    ("ending", "further reading", removed("further")),
    ("ending", "order", moved("known", "further")),
    ("ending", "more after it", appended("further", "\n\n## More")),
    ("ending", "check yourself", removed("check-yourself")),
    ("quiz", "none", removed("quiz")),
    ("quiz", "of another page", source("quiz", 'quiz.ask("other")')),
    ("quiz", "printed", source("quiz", 'print(quiz.ask("tiny"))')),
    ("quiz", "as text alone", outputs("quiz", result("Question 1"))),
    ("quiz", "no output", outputs("quiz")),
    ("quiz", "no sentence", source("check-yourself", "## Check yourself")),
    ("quiz", "two paragraphs", appended("check-yourself", "\n\nMore.")),
    ("quiz", "in another section", moved("check-yourself", "maths")),
    ("quiz", "after the end", moved("quiz", "further")),
    ("quiz", "text after it", source("further", "More.\n\n## Further", "## Further")),
    ("quiz", "a second one", added(QUIZ)),
    ("claims", "other label", source("caption", "**Shown.**", "**Proved.**")),
    ("claims", "without full stop", source("caption", "**Proved**", "**Proved.**")),
    ("blocks", "no check", removed("check")),
    ("blocks", "no hint", removed("hint")),
    ("blocks", "no solution", removed("solution")),
    ("blocks", "no stub", removed("stub")),
    ("blocks", "solution first", moved("solution", "stub")),
    ("blocks", "check after the hint", moved("check", "hint")),
    ("blocks", "text between", added(text("new", "Now."), "stub")),
    ("blocks", "no heading", source("task", "Write it.")),
    ("blocks", "tagged task", tagged("task", "exercise")),
    ("blocks", "stray check", added(code("new", "x = 1", tags=["check"]))),
    ("blocks", "stray hide-cell", added(code("new", "x = 1", tags=["hide-cell"]))),
    ("blocks", "not hidden on the site", tagged("solution", "solution")),
    ("blocks", "lost tag", tagged("solution", "hide-cell")),
    ("blocks", "not hidden in Lab", metadata("solution", jupyter={"source_hidden": True})),
    ("blocks", "not hidden in Colab", metadata("solution", cellView="code")),
    ("blocks", "answer in the stub", source("stub", "def one(x):\n    return 1")),
    ("blocks", "more in the stub", appended("stub", "\n\n\ny = 1")),
    ("blocks", "docstring alone", source("stub", 'def one(x):\n    """Return one."""')),
    ("blocks", "empty stub", source("stub", "# here")),
    ("blocks", "output of the stub", outputs("stub", result("1"))),
    ("blocks", "check of another name", source("check", 'check("one", two)')),
    ("blocks", "more in the check", source("check", 'x = 1\ncheck("one", one)')),
    ("blocks", "check passes already", outputs("check", result("passed"))),
    ("blocks", "check says not yet", outputs("check", result("not yet: no"))),
    ("blocks", "hint in the open", source("hint", "Think.")),
    ("blocks", "text after a hint", appended("hint", "\n\nThe answer is 1.")),
    ("blocks", "answer before its box", source("model", "So it is 1.\n\n<details>", "<details>")),
    ("blocks", "no title line", source("solution", "# Solution", "# @title Solution")),
    ("blocks", "defines reader's name", source("solution", "\none = 1\n", "\n\n\n")),
    ("blocks", "loop over the reader's name", source("solution", LOOP, "\n\n\n")),
    ("blocks", "foreign name", source("solution", "\nhelp = 1\n", "\n\n\n")),
    ("blocks", "checks reader's name", source("solution", '"one", one)', '"one", one_solution)')),
    ("blocks", "checks other exercise", source("solution", '"two", one_', '"one", one_')),
    ("blocks", "solution fails", outputs("solution", result("not yet: no"))),
    ("blocks", "solution not attempted", outputs("solution", result("not attempted yet"))),
    ("blocks", "more code, open", added(code("new", "x", tags=["solution"]), "solution")),
    ("blocks", "more code, not hidden in Lab", added(MORE, "solution")),
    ("blocks", "no place for an answer", source("answer", "Here:")),
    ("blocks", "no model answer", source("model", "Answer", "Model answer")),
    ("blocks", "no rubric", source("model", "Notes", "Rubric")),
    ("blocks", "no text solution", removed("model")),
    ("blocks", "more outputs of a check", outputs("check", *2 * [result("not attempted yet")])),
    ("independent", "uses a solution", source("number", "one_solution(1)")),
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
    assert {guard.__name__ for guard in guards.ALL} == {name for name, _, _ in BROKEN}


def test_two_exercises_need_two_names(book):
    notebook = good_notebook()
    block = [find(notebook, name) for name in ("task", "stub", "check", "hint", "solution")]
    notebook.cells[-2:-2] = block
    (problem,) = guards.exercises.blocks(notebook, book / "tiny.ipynb")
    assert "another exercise" in problem
