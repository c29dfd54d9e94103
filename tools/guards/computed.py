"""No number in the text is typed and trusted: an executed output of the notebook shows it."""

import ast
import io
import re
import tokenize
from itertools import chain

from bs4 import BeautifulSoup

from tools.guards.numbers import find_written_numbers, read_numbers
from tools.notebooks import (
    find_explorers,
    find_quiz,
    get_tags,
    load_notebook,
    number_cells,
    parse_code,
    parse_inlines,
    read_outputs,
)

CONSTANTS = {"10000", "512"}  # the base and the width of the paper
EXEMPT = {  # what an exercise gives: (page, number as written)
    ("practice_more.ipynb", "627"),  # the last position before the slow hand has turned
    ("practice_more.ipynb", "10001"),  # the false statement that the exercise is about
}
MORE_IS_A_DUMP = 60  # numbers in one output: among so many, any typed number would be found
FORMAT = re.compile(r"\.\d[ef%]")  # as a table is given them
# The options of a prediction may offer wrong numbers.
OPTIONS = re.compile(r"(?<=\n)(\*\*Prediction .*\n\n)(- .*(\n|$))+")
# Its years and article numbers are compared with references.bib instead.
UNREAD = "references.md"


def check_numbers(notebook, path):
    """A number in a notebook is in an output there; on a Markdown page, in a notebook it links."""
    if path.name == UNREAD:
        return
    if path.suffix == ".ipynb":
        found, shown = find_unfounded(notebook), "this notebook"
    else:
        linked = list(find_linked_notebooks(notebook, path))
        printed = [number for page in linked for number in find_printed(load_notebook(page))]
        found = (
            (where, number)
            for where, cell in number_cells(notebook)
            for number in select_unfounded(cell.source, printed)
        )
        shown = f"the notebooks it links to ({', '.join(page.stem for page in linked) or 'none'})"
    for where, number in found:
        if (path.name, number) not in EXEMPT:
            yield f"{where}: no output of {shown} shows {number}"


def find_printed(notebook, *, solutions=True):
    """Return the numbers that the outputs of a notebook vouch for.

    A number in a string of its cell was typed there, not computed. A quiz is typed throughout.
    """
    numbers = []
    for _, cell in number_cells(notebook, "code"):
        if "solution" in get_tags(cell) and not solutions:
            continue
        if not find_quiz(cell) and not find_explorers(cell):
            typed = {number.value for text in find_strings(cell) for number in read_numbers(text)}
            for text in read_outputs(cell):
                found = read_numbers(text)
                computed = [number for number in found if number.value not in typed]
                numbers += computed if len(found) <= MORE_IS_A_DUMP else []
    return numbers


def find_strings(cell):
    """Yield the texts of a cell's string literals, without those that are formats of numbers."""
    nodes = list(ast.walk(parse_code(cell.source)))
    formats = [node.format_spec for node in nodes if isinstance(node, ast.FormattedValue)]
    widths = {id(part) for spec in formats if spec for part in ast.walk(spec)}
    for node in nodes:
        text = getattr(node, "value", None)
        if isinstance(text, str) and id(node) not in widths and not FORMAT.fullmatch(text):
            yield text


def find_given(cell):
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


def read_comments(cell):
    """Return the comments of a code cell, one a line."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(cell.source).readline))
    except (tokenize.TokenError, SyntaxError):
        return ""  # no Python
    return "\n".join(token.string for token in tokens if token.type == tokenize.COMMENT)


def read_quiz(cell):
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


def select_unfounded(markdown, printed):
    """Return the numbers of a text that no output shows."""
    return [
        number.text
        for number in find_written_numbers(markdown)
        if number.text not in CONSTANTS and not any(map(number.is_rounding_of, printed))
    ]


def find_unfounded(notebook):
    """Yield (where, number) for every typed number of a notebook.

    It reads the text, the alternative texts of figures, comments, strings and the quiz. Solutions
    are deleted from an edition, so they vouch for solutions only.
    """
    everywhere, outside = find_printed(notebook), find_printed(notebook, solutions=False)
    for where, cell in number_cells(notebook):
        printed = everywhere if "solution" in get_tags(cell) else outside
        if cell.cell_type == "markdown":
            read = [OPTIONS.sub(r"\1", f"\n{cell.source}")]
        else:
            read = [
                cell.metadata.get("mystnb", {}).get("image", {}).get("alt", ""),
                read_comments(cell),
            ]
            read += [read_quiz(cell)] if find_quiz(cell) else []
            given = find_given(cell)
            labels = (select_unfounded(text, printed + given) for text in find_strings(cell))
            yield from ((where, number) for number in chain(*labels))
        for text in read:
            yield from ((where, number) for number in select_unfounded(text, printed))


def find_linked_notebooks(notebook, path):
    """Yield the notebooks of the book that a page links to. A problem set computes nothing."""
    for _, cell in number_cells(notebook, "markdown"):
        for token in parse_inlines(cell.source):
            if token.type == "link_open":
                linked = path.parent / token.attrGet("href")
                if linked.suffix == ".ipynb" and linked.parent == path.parent and linked.is_file():
                    yield linked


GUARDS = [check_numbers]
