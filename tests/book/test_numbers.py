"""No number in the text is typed and trusted: each stands in an executed output of its notebook."""

import ast
import io
import tokenize
from decimal import Decimal
from itertools import chain

import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.guards.numbers import read_numbers, written_numbers
from tools.notebooks import (
    BOOK,
    NOTEBOOKS,
    find_quiz,
    get_tags,
    load_notebook,
    number_cells,
    parse_code,
    parse_inlines,
    read_outputs,
)

CONSTANTS = {"10000", "512"}  # the base and the width of the paper
EXEMPT = {  # (page, number as written) -> reason
    ("practice_more.ipynb", "627"): "given: the last position before the slow hand has turned",
    ("instructor_guide.md", "3.11"): "given: the oldest version of Python",
    ("practice_more.ipynb", "10001"): "quoted: the false statement that the exercise is about",
}
MORE_IS_A_DUMP = 60  # numbers in one output: among so many, any typed number would be found
# references.md holds years and article numbers, checked against references.bib instead.
PAGES = sorted(set(BOOK.glob("*.md")) - {BOOK / "references.md"})


def printed_numbers(notebook, *, solutions=True):
    """Return the numbers that the outputs of a notebook vouch for.

    A number that stands in a string of its cell was typed there, not computed. A quiz is typed
    throughout.
    """
    numbers = []
    for _, cell in number_cells(notebook, "code"):
        ignored = {"nbval-ignore-output"} | (set() if solutions else {"solution"})
        if not ignored & set(get_tags(cell)) and not find_quiz(cell):
            typed = {number.value for text in strings(cell) for number in read_numbers(text)}
            for text in read_outputs(cell):
                found = read_numbers(text)
                computed = [number for number in found if number.value not in typed]
                numbers += computed if len(found) <= MORE_IS_A_DUMP else []
    return numbers


def strings(cell):
    """Yield the texts of a cell's string literals."""
    nodes = list(ast.walk(parse_code(cell.source)))
    formats = [node.format_spec for node in nodes if isinstance(node, ast.FormattedValue)]
    widths = {id(part) for spec in formats if spec for part in ast.walk(spec)}
    for node in nodes:
        if isinstance(getattr(node, "value", None), str) and id(node) not in widths:
            yield node.value


def given_numbers(cell):
    """Return the numbers that a cell's code computes with: its strings may name them."""
    values = [
        node.value for node in ast.walk(parse_code(cell.source)) if isinstance(node, ast.Constant)
    ]
    return [
        number
        for value in values
        if isinstance(value, int | float)
        for number in read_numbers(str(value))
    ]


def comments(cell):
    """Return the comments of a code cell, one a line."""
    tokens = tokenize.generate_tokens(io.StringIO(cell.source).readline)
    return "\n".join(token.string for token in tokens if token.type == tokenize.COMMENT)


def quiz_prose(cell):
    """Return what the quiz of a cell says in earnest: all of it but the wrong options.

    A wrong option may offer a wrong number. What explains it may not, nor the right option.
    """
    pages = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
    soup = BeautifulSoup("\n".join(pages), "html.parser")
    for part in soup.select("style, details.sinpe-wrong > summary"):
        part.decompose()
    for power in soup("sup"):
        power.replace_with(f"^{{{power.get_text()}}}")
    return soup.get_text()


def unfounded(markdown, printed):
    """Return the numbers of a text that no output shows."""
    return [
        number.text
        for number in written_numbers(markdown)
        if number.text not in CONSTANTS and not any(map(number.is_rounding_of, printed))
    ]


def unfounded_in(notebook):
    """Yield (where, number) for every typed number of a notebook.

    Read are its text, the alternatives of its figures, comments, strings and the quiz.

    Solutions are deleted from an edition, so they vouch for solutions only.
    """
    everywhere, outside = printed_numbers(notebook), printed_numbers(notebook, solutions=False)
    for where, cell in number_cells(notebook):
        printed = everywhere if "solution" in get_tags(cell) else outside
        if cell.cell_type == "markdown":
            read = [cell.source]
        else:
            read = [cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""), comments(cell)]
            read += [quiz_prose(cell)] if find_quiz(cell) else []
            given = given_numbers(cell)
            labels = (unfounded(text, printed + given) for text in strings(cell))
            yield from ((where, number) for number in chain(*labels))
        for text in read:
            yield from ((where, number) for number in unfounded(text, printed))


def linked_notebooks(path):
    """Yield the notebooks of the book that a page links to. A problem set computes nothing."""
    for token in parse_inlines(path.read_text("utf-8")):
        if (
            token.type == "link_open"
            and (found := path.parent / token.attrGet("href")) in NOTEBOOKS
        ):
            yield found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_numbers_in_a_notebook_are_computed_there(path):
    found = [
        f"{path.name}: {where}: {number} stands in no output of this notebook"
        for where, number in unfounded_in(load_notebook(path))
        if (path.name, number) not in EXEMPT
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_numbers_on_a_page_are_computed_in_a_notebook_it_links_to(path):
    linked = list(linked_notebooks(path))
    printed = [number for notebook in linked for number in printed_numbers(load_notebook(notebook))]
    found = [
        f"{path.name}: {number} stands in no output of {[notebook.name for notebook in linked]}"
        for number in unfounded(path.read_text("utf-8"), printed)
        if (path.name, number) not in EXEMPT
    ]
    assert not found, "\n".join(found)


def test_every_exemption_is_needed():
    needed = {
        (path.name, number) for path in NOTEBOOKS for _, number in unfounded_in(load_notebook(path))
    }
    assert set(EXEMPT) <= needed | {key for key in EXEMPT if key[0].endswith(".md")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sin 500 is -0.468, not -0.262.", ["500", "-0.468", "-0.262"]),
        ("\N{MINUS SIGN}0.468", ["-0.468"]),
        (r"$\sin 500 \approx -0.468$", ["500", "-0.468"]),
        (r"$a\approx-0.468$", ["-0.468"]),
        (r"$x=-0.468$, $(-0.5,-0.25)$", ["-0.468", "-0.5", "-0.25"]),
        ("1 - 0.468 or p-0.25 or f(x) - 0.5", ["1", "0.468", "0.25", "0.5"]),
        ("from 5 to 711, 5\N{EN DASH}711, 5-711", ["5", "711", "5", "711", "5", "711"]),
        ("6.0e-5", ["6.0E-5"]),
        (r"$6.0 \times 10^{-5}$", ["6.0E-5"]),
        (r"$6.0\cdot 10^{-5}$", ["6.0E-5"]),
        ("6.0 \N{MULTIPLICATION SIGN} 10⁻⁵", ["6.0E-5"]),
        ("-6.0e-05 and 2E+3", ["-6.0E-5", "2E+3"]),
        (r"47{,}117 or 47\,117 or 47,117", ["47117", "47117", "47117"]),
        (r"within $6.0 \times 10^{-5}$. These", ["6.0E-5"]),
        ("(1, 711) and [1 711]", ["1", "711", "1", "711"]),
        (".841 and -.262, but end.5", ["0.841", "-0.262", "5"]),
        (r"$\frac{628}{1.5}$ and $\tfrac12$", ["628", "1.5", "12"]),
        ("[[ 0.841 -0.416]\n [-0.01   1.   ]]", ["0.841", "-0.416", "-0.01", "1"]),
        ("array([0.   , 1.   ])", ["0", "1"]),
        ("float64 d512 PE_4 1.0.4 0x7f3a", []),
        ("512x, 25.6 %, 711.", ["512", "25.6", "711"]),
    ],
)
def test_reader(text, expected):
    values = [number.value.as_tuple() for number in read_numbers(text)]
    assert values == [Decimal(number).as_tuple() for number in expected]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("pairs (50, 53), 99 of them, 3 waves", []),
        ("0.5 and 100", ["0.5", "100"]),
        ("**0.25** or `x = 0.75`", ["0.25", "0.75"]),
        ("$$\n0.125 + \\sin 500\n$$", ["0.125", "500"]),
        ("| a | b |\n|---|---|\n| 0.3 | 0.4 |", ["0.3", "0.4"]),
        ("<details><summary>Hint</summary>\n\n0.6\n\n</details>", ["0.6"]),
        ("> **Measured.** 0.7", ["0.7"]),
        ("[see 0.8](page_0.9.ipynb)", ["0.8"]),
        ("[Vaswani et al. (2017)](references.md#vaswani-2017), section 3.5", []),
        ("Vaswani et al. (2017), 3.5", ["2017", "3.5"]),
        ("[Rahimi and Recht 2007](references.md#rahimi-2007) [Su 2024](references.md#su)", []),
        ("[measured 0.999 on 1234 tokens](references.md#su)", ["0.999", "1234"]),
        ("section 0.999, section 3.5.1 and section 3.2.", ["0.999"]),
        ("arXiv:1706.03762 but arXiv 123.456", ["123.456"]),
        ("## Title with 0.15", ["0.15"]),
        ("# A\n\n- item 0.35\n- item 0.45", ["0.35", "0.45"]),
        ("line 0.1\n0.2", ["0.1", "0.2"]),
    ],
)
def test_what_must_be_computed(markdown, expected):
    assert [number.text for number in written_numbers(markdown)] == expected


@pytest.mark.parametrize(
    ("written", "printed", "founded"),
    [
        ("0.841", "0.841471", True),
        ("0.84", "0.841", True),
        ("0.842", "0.841471", False),
        ("0.8415", "0.841", False),
        ("-0.468", "-0.467772", True),
        ("0.468", "-0.468", False),
        ("-0.468", "0.468", False),
        ("-0.262", "-0.468", False),
        ("628", "628.3", True),
        ("629", "628.3", False),
        ("1.000", "1.", True),
        ("6.0e-5", "6.03e-05", True),
        ("6.0e-5", "6.1e-05", False),
        ("6.0e-5", "0.0000603", True),
        ("47117", "47,117", True),
        ("711", "(1, 711)", True),
        ("711", "0.711", False),
        ("10000", "", True),
        ("10001", "", False),
    ],
)
def test_a_written_number_is_the_rounding_of_a_printed_one(written, printed, founded):
    assert unfounded(written, read_numbers(printed)) == ([] if founded else [written])


def notebook_with(*outputs, tags=()):
    code = new_code_cell("show()", metadata={"tags": list(tags)}, outputs=list(outputs))
    return new_notebook(cells=[new_markdown_cell("It is 0.841."), code])


def test_stream_and_plain_text_count():
    printed = new_output("stream", name="stdout", text="0.841\n")
    result = new_output("execute_result", data={"text/plain": "np.array([0.841])"})
    assert list(unfounded_in(notebook_with(printed))) == []
    assert list(unfounded_in(notebook_with(result))) == []


def test_alternative_texts_and_comments_are_read_too():
    code = new_code_cell("x = 1  # the sine is 0.909")
    code.metadata["mystnb"] = {"image": {"alt": "A wave up to 0.959."}}
    found = [number for _, number in unfounded_in(new_notebook(cells=[code]))]
    assert found == ["0.959", "0.909"]


def test_a_number_typed_into_a_string_is_not_computed():
    typed = new_output("stream", name="stdout", text="the sine is 0.841\n")
    notebook = notebook_with(typed)
    notebook.cells[1].source = 'print("the sine is 0.841")'
    text, string = notebook.cells
    assert [number for _, number in unfounded_in(notebook)] == ["0.841", "0.841"]
    assert [number for _, number in unfounded_in(new_notebook(cells=[text]))] == ["0.841"]
    assert [number for _, number in unfounded_in(new_notebook(cells=[string]))] == ["0.841"]


def test_a_string_names_a_number_that_its_code_holds_or_an_output_shows():
    printed = new_output("stream", name="stdout", text="-0.468")
    code = new_code_cell('print(f"sin(500) = {sin(500):6.3f}, not -0.262")', outputs=[printed])
    found = [number for _, number in unfounded_in(new_notebook(cells=[code]))]
    assert found == ["-0.262"]


def test_a_solution_vouches_for_solutions_only():
    printed = new_output("stream", name="stdout", text="0.841\n")
    notebook = notebook_with(printed, tags=["solution"])
    assert [number for _, number in unfounded_in(notebook)] == ["0.841"]
    notebook.cells[0].metadata.tags = ["solution"]
    assert list(unfounded_in(notebook)) == []


QUIZ_HTML = """<style>
.a {opacity: 0.1}
</style>
<fieldset><legend>1. Is it 0.2?</legend>
<details class="sinpe-wrong">
<summary><b>A</b> <span>It is 0.3.</span></summary>
<p><strong>Not quite.</strong> It is 0.4 · 10<sup>-3</sup>.</p>
</details>
<details class="sinpe-right">
<summary><b>B</b> <span>It is 0.5.</span></summary>
<p><strong>Right.</strong> It is <em>0.6</em> or <code>0.7</code>.</p>
</details></fieldset>"""


def notebook_with_quiz(source):
    data = {"text/html": QUIZ_HTML, "text/plain": "A  It is 0.841."}
    notebook = notebook_with(new_output("execute_result", data=data))
    notebook.cells[1].source = source
    return [number for _, number in unfounded_in(notebook)]


def test_a_quiz_is_read_but_for_its_wrong_options_and_vouches_for_nothing():
    in_earnest = ["0.2", "0.4e-3", "0.5", "0.6", "0.7"]
    assert notebook_with_quiz('quiz.ask("the_formula")') == ["0.841", *in_earnest]


def test_other_html_is_not_read_as_a_quiz():
    assert notebook_with_quiz("show()") == []


def test_other_outputs_do_not_count():
    html = new_output("display_data", data={"text/html": "0.841"})
    ignored = new_output("stream", name="stdout", text="0.841")
    dump = new_output("stream", name="stdout", text="0.841 " + "7 " * MORE_IS_A_DUMP)
    for notebook in (
        notebook_with(),
        notebook_with(html),
        notebook_with(ignored, tags=["nbval-ignore-output"]),
        notebook_with(dump),
    ):
        assert [number for _, number in unfounded_in(notebook)] == ["0.841"]
