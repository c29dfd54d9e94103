"""Reading notebooks and taking their cells apart."""

import ast
import json

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import notebooks

CELL = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["One.\n", "Two."]}
FORMAT = "not a notebook of format 4"
PARTS = "not a notebook of format 4: no list of cells, or metadata are missing"
STORED = {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_a_notebook_is_read_as_it_is_stored(tmp_path):
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps(STORED), "utf-8")
    [cell] = notebooks.load_notebook(str(path)).cells
    assert (cell.id, cell.source) == ("a", "One.\nTwo.")


def test_an_id_that_is_missing_is_not_invented():
    stored = STORED | {"cells": [{key: CELL[key] for key in CELL if key != "id"}]}
    assert "id" not in notebooks.parse_notebook(json.dumps(stored)).cells[0]


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ([], FORMAT),
        (STORED | {"nbformat": 3}, FORMAT),
        (STORED | {"cells": {}}, PARTS),
        (STORED | {"metadata": None}, PARTS),
        (STORED | {"cells": [CELL | {"metadata": []}]}, PARTS),
        (STORED | {"cells": ["text"]}, PARTS),
        (STORED | {"cells": [CELL | {"metadata": {"tags": None}}]}, FORMAT + ".*tags: None .*"),
        (STORED | {"cells": [CELL | {"cell_type": "code"}]}, FORMAT + ": .*'outputs' is a requ.*"),
    ],
)
def test_what_is_no_notebook_is_refused(stored, text):
    with pytest.raises(ValueError, match=f"^{text}$"):
        notebooks.parse_notebook(json.dumps(stored))


def test_a_notebook_is_written_in_one_form():
    text = notebooks.serialise(notebooks.parse_notebook(json.dumps(STORED)))
    assert json.loads(text) == STORED
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("identity", "valid"),
    [
        ("row-500_a", True),
        ("A" * 64, True),
        ("A" * 65, False),
        ("", False),
        ("a b", False),
        ("a\n", False),
        (None, False),
        (5, False),
    ],
)
def test_ids_are_short_and_of_letters_digits_and_dashes(identity, valid):
    assert notebooks.is_valid_id(identity) is valid


def test_metadata_of_editors_go():
    kept = {
        "tags": ["check"],
        "mystnb": {"image": {"alt": "A clock."}},
        "cellView": "form",
        "nbgrader": {"grade": True},
        "jupyter": {"source_hidden": True, "outputs_hidden": True},
    }
    added = {"collapsed": True, "jupyter": kept["jupyter"] | {"is_executing": True}}
    assert notebooks.reduce_metadata(kept | added) == kept
    assert notebooks.reduce_metadata({"jupyter": {"is_executing": True}, "id": "x7Yq"}) == {}
    assert notebooks.reduce_metadata({"tags": [], "id": "x7Yq"}) == {"tags": []}
    assert notebooks.reduce_metadata(kept).mystnb.image.alt == "A clock."


def test_cells_are_counted_from_one_among_all():
    notebook = new_notebook(cells=[new_markdown_cell(id="a"), new_code_cell(id="b")])
    del notebook.cells[0]["id"]
    assert [where for where, _ in notebooks.number_cells(notebook)] == [
        "cell 1 (id None)",
        "cell 2 (id b)",
    ]
    [(where, cell)] = notebooks.number_cells(notebook, "code", name="page.ipynb")
    assert (where, cell) == ("page.ipynb: cell 2 (id b)", notebook.cells[1])


def test_tags_are_read_and_may_be_missing():
    assert notebooks.get_tags(new_code_cell(metadata={"tags": ["check"]})) == ["check"]
    assert notebooks.get_tags(new_code_cell()) == []


def test_explorers_are_found_with_what_can_be_set():
    html = '<figure data-explorer="dial" data-spec="{&quot;a&quot;: &quot;&lt;&quot;}">'
    shown = [new_output("execute_result", data={"text/html": html}), new_output("stream", text="1")]
    assert notebooks.find_explorers(new_code_cell(outputs=shown)) == [("dial", {"a": "<"})]
    assert notebooks.find_explorers(new_code_cell(outputs=shown[1:])) == []
    assert notebooks.find_explorers(new_markdown_cell(html)) == []


@pytest.mark.parametrize(
    ("cell", "page"),
    [
        (new_code_cell('quiz.ask("the_formula")'), "the_formula"),
        (new_markdown_cell('quiz.ask("the_formula")'), None),
        (new_code_cell('quiz.ask("the_formula")\nquiz.ask("practice")'), None),
        (new_code_cell("quiz"), None),
    ],
)
def test_a_quiz_is_alone_in_its_cell(cell, page):
    assert notebooks.find_quiz(cell) == page


def test_outputs_are_read_as_plain_text():
    data = {"text/html": "<b>2</b>", "text/plain": "2"}
    outputs = [
        new_output("stream", text="1\n"),
        new_output("execute_result", data=data),
        new_output("display_data", data={"image/png": ""}),
        new_output("error", ename="E", evalue="", traceback=[]),
    ]
    assert notebooks.read_outputs(new_code_cell(outputs=outputs)) == ["1\n", "2", "", ""]
    assert notebooks.read_outputs(new_markdown_cell()) == []


def test_an_identity_that_is_shared_is_named_at_each_cell_that_has_it():
    names = ["a", "b", "a", None, None]
    notebook = new_notebook(
        cells=[new_code_cell(name or "", id=f"c{n}") for n, name in enumerate(names)]
    )
    found = notebooks.find_repeated_ids(notebook, "page.ipynb", lambda cell: cell.source or None)
    assert list(found) == [
        "page.ipynb: cell 1 (id c0): 'a' is the name of another cell too",
        "page.ipynb: cell 3 (id c2): 'a' is the name of another cell too",
    ]


def test_names_that_code_defines_at_its_outermost_level():
    code = """
import os

def function(argument):
    local = 1

class Class:
    attribute = 2

first, (second, *third) = [fourth[0], 5]
typed: int = 6
more += 7
obj.attribute[index] = 8
if os:
    inner = 9
"""
    expected = {"function", "Class", "first", "second", "third", "typed", "more"}
    assert notebooks.find_defined_names(code) == expected
    assert notebooks.find_defined_names("this is no Python") == set()


def test_names_that_code_loads():
    tree = ast.parse("a = b + c.d[e]\ndel f\ndef g(h=i): return j")
    assert notebooks.find_loaded_names(tree) == {"b", "c", "e", "i", "j"}
    assert isinstance(notebooks.parse_code("a b"), ast.Module)


MARKDOWN = """# A *title*

Text with `code`, $a < b$ and $$c$$.

| a | b |
| - | - |
| 1 | 2 |

Second
------

$$
d
$$
"""


def test_markdown_is_taken_apart():
    assert list(notebooks.find_headings(MARKDOWN)) == [(1, "A *title*"), (2, "Second")]
    kinds = [block.type for block in notebooks.parse_blocks(MARKDOWN)]
    assert kinds.count("table_open") == kinds.count("math_block") == 1
    inlines = [(part.type, part.content) for part in notebooks.parse_inlines(MARKDOWN)]
    for expected in [
        ("code_inline", "code"),
        ("math_inline", "a < b"),
        ("math_inline_double", "c"),
        ("text", "title"),
        ("math_block", "\nd\n"),
    ]:
        assert expected in inlines
    assert "inline" not in [kind for kind, _ in inlines]


def test_every_notebook_of_the_book_is_found_once():
    assert len(notebooks.NOTEBOOKS) == len(set(notebooks.NOTEBOOKS))
    assert notebooks.BOOK / "the_formula.ipynb" in notebooks.NOTEBOOKS


def test_a_markdown_file_is_a_page_with_a_cell_for_each_section(tmp_path):
    path = tmp_path / "glossary.md"
    path.write_text(
        "X before X\n\n# The *words*\n\n> # quoted  \n\n## Row 5\n\n```\n# code\n```\n\n\n", "utf-8"
    )
    page = notebooks.load_page(path)
    assert [(cell.cell_type, cell.id, cell.source) for cell in page.cells] == [
        ("markdown", "x-before-x", "X before X"),
        ("markdown", "the-words", "# The *words*\n\n> # quoted  "),
        ("markdown", "row-5", "## Row 5\n\n```\n# code\n```"),
    ]


def test_a_page_may_be_a_notebook(tmp_path):
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps(STORED), "utf-8")
    assert notebooks.load_page(path) == notebooks.load_notebook(path)


def test_text_that_is_not_json_is_named():
    with pytest.raises(ValueError, match=r"^not a notebook of format 4, not even JSON: .*line 1"):
        notebooks.parse_notebook("{")
