"""How tests read a notebook."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
NOTEBOOKS = sorted(path for path in BOOK.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
_PARSER = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)


def load(path):
    """Return a notebook as it is stored; nbformat.read would mend ids on the way."""
    return nbformat.v4.reads(Path(path).read_text("utf-8"))


def numbered(notebook, kind=None):
    """Yield (where, cell) for every cell of a kind; `where` opens every message."""
    for number, cell in enumerate(notebook.cells, 1):
        if kind in (None, cell.cell_type):
            yield f"cell {number} (id {cell.get('id')})", cell


def tags(cell):
    return cell.metadata.get("tags", [])


def moves(cell):
    """Say whether a cell holds an explorer or sounds, which nbval passes over."""
    return "nbval-ignore-output" in tags(cell)


def quiz_page(cell):
    """Return the page whose quiz a cell shows; None where it shows none or does more than that."""
    found = cell.cell_type == "code" and re.fullmatch(r'quiz\.ask\("(\w+)"\)', cell.source)
    return found[1] if found else None


def tree(cell):
    """Return the syntax tree of a code cell, empty where it is not Python."""
    try:
        return ast.parse(cell.source)
    except SyntaxError:
        return ast.Module([], [])


def text_of(output):
    """Return what an output says in plain text."""
    if output.output_type == "stream":
        return output.text
    return output.get("data", {}).get("text/plain", "")


def texts(cell):
    return [text_of(output) for output in cell.outputs]


def blocks(source):
    """Return the block tokens of Markdown text."""
    return _PARSER.parse(source)


def inlines(source):
    """Yield every token that holds text, whatever block it stands in."""
    for block in blocks(source):
        yield from block.children or [block]


def headings(source):
    """Yield (level, text) of every heading."""
    tokens = blocks(source)
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            yield int(heading.tag[1]), content.content
