"""The rule on numbers: how they are read, and what vouches for them."""

from decimal import Decimal

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.guards.computed import MORE_IS_A_DUMP, find_unfounded, select_unfounded
from tools.guards.numbers import find_written_numbers, read_numbers


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
        ("Python 3.11 or newer", []),
        ("## Title with 0.15", ["0.15"]),
        ("# A\n\n- item 0.35\n- item 0.45", ["0.35", "0.45"]),
        ("line 0.1\n0.2", ["0.1", "0.2"]),
    ],
)
def test_what_must_be_computed(markdown, expected):
    assert [number.text for number in find_written_numbers(markdown)] == expected


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
    assert select_unfounded(written, read_numbers(printed)) == ([] if founded else [written])


def notebook_with(*outputs, tags=()):
    code = new_code_cell("show()", metadata={"tags": list(tags)}, outputs=list(outputs))
    return new_notebook(cells=[new_markdown_cell("It is 0.841."), code])


def test_stream_and_plain_text_count():
    printed = new_output("stream", name="stdout", text="0.841\n")
    result = new_output("execute_result", data={"text/plain": "np.array([0.841])"})
    assert list(find_unfounded(notebook_with(printed))) == []
    assert list(find_unfounded(notebook_with(result))) == []


def test_alternative_texts_and_comments_are_read_too():
    code = new_code_cell("x = 1  # the sine is 0.909")
    code.metadata["mystnb"] = {"image": {"alt": "A wave up to 0.959."}}
    found = [number for _, number in find_unfounded(new_notebook(cells=[code]))]
    assert found == ["0.959", "0.909"]


def test_a_number_typed_into_a_string_is_not_computed():
    typed = new_output("stream", name="stdout", text="the sine is 0.841\n")
    notebook = notebook_with(typed)
    notebook.cells[1].source = 'print("the sine is 0.841")'
    text, string = notebook.cells
    assert [number for _, number in find_unfounded(notebook)] == ["0.841", "0.841"]
    assert [number for _, number in find_unfounded(new_notebook(cells=[text]))] == ["0.841"]
    assert [number for _, number in find_unfounded(new_notebook(cells=[string]))] == ["0.841"]


def test_a_string_names_a_number_that_its_code_holds_or_an_output_shows():
    printed = new_output("stream", name="stdout", text="-0.468")
    code = new_code_cell('print(f"sin(500) = {sin(500):6.3f}, not -0.262")', outputs=[printed])
    found = [number for _, number in find_unfounded(new_notebook(cells=[code]))]
    assert found == ["-0.262"]


def test_the_format_of_a_column_is_no_number():
    code = new_code_cell('Table({"a": ".3f", "b": ".1%", "c .3f": ""}, rows)')
    assert [number for _, number in find_unfounded(new_notebook(cells=[code]))] == [".3"]


def test_a_solution_vouches_for_solutions_only():
    printed = new_output("stream", name="stdout", text="0.841\n")
    notebook = notebook_with(printed, tags=["solution"])
    assert [number for _, number in find_unfounded(notebook)] == ["0.841"]
    notebook.cells[0].metadata.tags = ["solution"]
    assert list(find_unfounded(notebook)) == []


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
    return [number for _, number in find_unfounded(notebook)]


def test_a_quiz_is_read_but_for_its_wrong_options_and_vouches_for_nothing():
    in_earnest = ["0.2", "0.4e-3", "0.5", "0.6", "0.7"]
    assert notebook_with_quiz('quiz.ask("the_formula")') == ["0.841", *in_earnest]


def test_other_html_is_not_read_as_a_quiz():
    assert notebook_with_quiz("show()") == []


def test_other_outputs_do_not_count():
    html = new_output("display_data", data={"text/html": "0.841"})
    explorer = new_output(
        "execute_result",
        data={"text/plain": "0.841", "text/html": '<p data-explorer="dial" data-spec="{}">'},
    )
    dump = new_output("stream", name="stdout", text="0.841 " + "7 " * MORE_IS_A_DUMP)
    for notebook in (
        notebook_with(),
        notebook_with(html),
        notebook_with(explorer),
        notebook_with(dump),
    ):
        assert [number for _, number in find_unfounded(notebook)] == ["0.841"]
