"""Read, take apart and write notebooks, in the one form in which this project stores them."""

import ast
import json
import re
from collections import Counter
from html import unescape
from itertools import pairwise
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors.index import slugify
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbformat.validator import iter_validate

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "book"
NOTEBOOKS = sorted(path for path in BOOK.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_CELL_METADATA = {"tags", "mystnb", "jupyter", "cellView", "nbgrader"}
_JUPYTER_METADATA = {"source_hidden", "outputs_hidden"}
_MARKDOWN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)


def load_notebook(path):
    """Return the notebook in a file; see `parse_notebook`."""
    return parse_notebook(Path(path).read_text("utf-8"))


def parse_notebook(text):
    """Return the notebook as it is stored: nbformat.read would invent missing ids at random.

    Raises
    ------
    ValueError
        The text is no notebook of format 4.
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"not a notebook of format 4, not even JSON: {error}") from None
    if not isinstance(found, dict) or found.get("nbformat") != 4:
        raise ValueError("not a notebook of format 4")
    parts = [found, *cells] if isinstance(cells := found.get("cells"), list) else [None]
    if not all(isinstance(part, dict) and isinstance(part.get("metadata"), dict) for part in parts):
        raise ValueError("not a notebook of format 4: no list of cells, or metadata are missing")
    # Ids may be missing, as they were before format 4.5.
    bare = [{key: value for key, value in cell.items() if key != "id"} for cell in cells]
    relaxed = {"version": 4, "version_minor": 4, "relax_add_props": True}
    for error in iter_validate(found | {"cells": bare}, **relaxed):
        raise ValueError(f"not a notebook of format 4: {error.json_path}: {error.message}")
    return nbformat.v4.reads(text)


def load_page(path):
    """Return a page as a notebook: a cell for each section if it is a Markdown file."""
    if Path(path).suffix == ".ipynb":
        return load_notebook(path)
    lines = Path(path).read_text("utf-8").splitlines(keepends=True)
    blocks = parse_blocks("".join(lines))
    starts = {block.map[0] for block in blocks if block.type == "heading_open" and not block.level}
    cells = []
    for start, end in pairwise(sorted({0, *starts, len(lines)})):
        cell = nbformat.v4.new_markdown_cell("".join(lines[start:end]).rstrip("\n"))
        cell.id = slugify(lines[start].lstrip("#").strip())
        cells.append(cell)
    return nbformat.v4.new_notebook(cells=cells)


def serialise(notebook):
    return nbformat.v4.writes(notebook) + "\n"


def is_valid_id(identity):
    return isinstance(identity, str) and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", identity) is not None


def reduce_metadata(cell_metadata):
    """Return the metadata of a cell without what editors add."""
    kept = {key: value for key, value in cell_metadata.items() if key in _CELL_METADATA}
    jupyter = kept.pop("jupyter", {})
    jupyter = {key: value for key, value in jupyter.items() if key in _JUPYTER_METADATA}
    return nbformat.from_dict(kept | ({"jupyter": jupyter} if jupyter else {}))


def number_cells(notebook, kind=None, name=None):
    """Yield (where, cell) for every cell of a kind; `where` opens every message."""
    for number, cell in enumerate(notebook.cells, 1):
        if kind in (None, cell.cell_type):
            where = f"cell {number} (id {cell.get('id')})"
            yield (f"{name}: {where}" if name else where), cell


def get_tags(cell):
    return cell.metadata.get("tags", [])


def find_explorers(cell):
    """Return (name, spec) of every explorer that a cell shows."""
    pages = [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])]
    found = re.findall(r'data-explorer="(\w+)" data-spec="([^"]*)"', "\n".join(pages))
    return [(name, json.loads(unescape(spec))) for name, spec in found]


def find_quiz(cell):
    """Return the page whose quiz a cell shows; None if it shows none or does more than that."""
    found = cell.cell_type == "code" and re.fullmatch(r'quiz\.ask\("(\w+)"\)', cell.source)
    return found[1] if found else None


def is_setup(source):
    """Say whether code only imports, sets the style, or shows an explorer or a quiz."""
    return all(
        isinstance(part, ast.Import | ast.ImportFrom)
        or re.match(r"(style\.use|explorers\.\w+|quiz\.ask)\(", ast.unparse(part))
        for part in parse_code(source).body
    )


def read_outputs(cell):
    """Return what the outputs of a cell say in plain text."""
    return [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]


def find_repeated_ids(notebook, name, identify):
    """Yield a problem for every cell that shares its identity with another."""
    counts = Counter(identify(cell) for cell in notebook.cells)
    for where, cell in number_cells(notebook, name=name):
        if identify(cell) is not None and counts[identify(cell)] > 1:
            yield f"{where}: {identify(cell)!r} is the name of another cell too"


def parse_code(source):
    """Return the syntax tree of code, empty if it is not Python."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.parse("")


def find_defined_names(source):
    """Return the names that code binds at its outermost level."""
    names = set()
    for statement in parse_code(source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.add(statement.name)
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            names |= {
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
    return names


def find_loaded_names(node):
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    }


def parse_blocks(markdown):
    """Return the block tokens of Markdown text."""
    return _MARKDOWN.parse(markdown)


def parse_inlines(markdown):
    """Yield every token that holds text, in whatever block it is."""
    for block in parse_blocks(markdown):
        yield from block.children or [block]


def find_headings(markdown):
    """Yield (level, text) of every heading."""
    for heading, content in pairwise(parse_blocks(markdown)):
        if heading.type == "heading_open":
            yield int(heading.tag[1]), content.content
