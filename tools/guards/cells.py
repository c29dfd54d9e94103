"""Code and tags of the cells."""

import ast

from tools.notebooks import BOOK, get_tags, number_cells, parse_code

TAGS = {
    "exercise", "check", "hint", "solution", "hide-cell", "hide-input", "remove-input",
    "recipe",
}  # fmt: skip


def check_python(notebook, path):
    """Code cells are Python: no magics, no shell lines, no output hidden by a semicolon."""
    for where, cell in number_cells(notebook, "code"):
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            yield f"{where}: not Python (a magic or a shell line?): {error.msg}"
        # Lab then hides the output, and nbval does not.
        if cell.source.rstrip().endswith(";"):
            yield f"{where}: ends in a semicolon"


def check_imports(notebook, path):
    """One import cell, the first: NumPy, pyplot, and packages that book/library describes."""
    described = {f"sinpe_lib.{page.stem}" for page in (BOOK / "library").glob("*.rst")}
    allowed = described | {"sinpe_lib", "numpy", "matplotlib.pyplot"}
    for number, (where, cell) in enumerate(number_cells(notebook, "code")):
        for name in find_imported_modules(parse_code(cell.source)):
            if number:
                yield f"{where}: imports {name}: imports belong in the first code cell"
            if name not in allowed:
                yield f"{where}: imports {name}; a page may import {', '.join(sorted(allowed))}"


def find_imported_modules(module):
    """Yield the full name of every module that a syntax tree imports from."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            if source == "matplotlib":
                yield from (f"matplotlib.{alias.name}" for alias in node.names)
            else:
                yield source


def check_tags(notebook, path):
    """A mistyped tag hides nothing."""
    for where, cell in number_cells(notebook):
        if unknown := set(get_tags(cell)) - TAGS:
            yield f"{where}: unknown tags {sorted(unknown)}"


GUARDS = [check_python, check_imports, check_tags]
