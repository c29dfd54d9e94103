"""Code and metadata of the cells."""

import ast
import functools
import importlib
import io
import re
import tokenize

from tools.notebooks import (
    BOOK,
    METADATA,
    get_tags,
    is_valid_id,
    number_cells,
    parse_code,
    reduce_metadata,
    serialise,
)

TAGS = {
    "exercise", "check", "hint", "solution", "hide-cell", "hide-input", "remove-input",
    "nbval-ignore-output", "recipe",
}  # fmt: skip
SHOWN_ON_PAGE = "sinpe_lib.checks.suspects"  # the clinic shows its source
MAX_BYTES = 2_000_000


def check_python(notebook, path):
    """Code cells are Python: no magics, no shell lines, no semicolons."""
    for where, cell in number_cells(notebook, "code"):
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            yield f"{where}: not Python (a magic or a shell line?): {error.msg}"
            continue
        # A trailing semicolon hides an output in Lab and not under nbval.
        tokens = tokenize.generate_tokens(io.StringIO(cell.source).readline)
        if any(token.type == tokenize.OP and token.string == ";" for token in tokens):
            yield f"{where}: semicolon"
        if "get_ipython" in cell.source:
            yield f"{where}: get_ipython"


def check_imports(notebook, path):
    """One import cell, the first; sinpe_lib, numpy and matplotlib.pyplot only."""
    code = list(number_cells(notebook, "code"))
    with_imports = []
    for where, cell in code:
        names = list(find_imported_modules(parse_code(cell.source)))
        if names:
            with_imports.append(where)
        for name in names:
            if name not in ("numpy", "matplotlib.pyplot") and name.split(".")[0] != "sinpe_lib":
                yield f"{where}: imports {name}"
        if re.search(r"\b(__import__|importlib|exec|eval)\b", cell.source):
            yield f"{where}: imports or runs code by name"
    first = [where for where, _ in code[:1]]
    if with_imports != first:
        yield f"imports belong in the first code cell alone; found in {with_imports}"


def check_library(notebook, path):
    """What a page imports from the library is described on a page in book/library."""
    described = load_described()
    for where, cell in number_cells(notebook, "code"):
        for node in ast.walk(parse_code(cell.source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sinpe_lib"):
                module = importlib.import_module(node.module)
                for name in (alias.name for alias in node.names):
                    found = any(getattr(module, name, None) is thing for thing in described)
                    if not found and f"{node.module}.{name}" != SHOWN_ON_PAGE:
                        yield f"{where}: no page in book/library describes {node.module}.{name}"


@functools.cache
def load_described():
    """Return the modules of the library that have a page, and all that they export."""
    pages = sorted((BOOK / "library").glob("*.rst"))
    modules = [importlib.import_module(f"sinpe_lib.{page.stem}") for page in pages]
    return [*modules, *(getattr(module, name) for module in modules for name in module.__all__)]


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


def check_metadata(notebook, path):
    """Metadata is what refresh leaves, and tags are where the tools look for them."""
    if notebook.metadata != METADATA:
        yield f"notebook metadata is {dict(notebook.metadata)}"
    if (notebook.nbformat, notebook.nbformat_minor) != (4, 5):
        yield f"notebook format is {notebook.nbformat}.{notebook.nbformat_minor}, not 4.5"
    identities = [cell.get("id") for cell in notebook.cells]
    for where, cell in number_cells(notebook):
        if not is_valid_id(cell.get("id")) or identities.count(cell.get("id")) > 1:
            yield f"{where}: id missing, invalid or not unique"
        if cell.metadata != reduce_metadata(cell.metadata):
            yield f"{where}: metadata {sorted(cell.metadata)} not as refresh leaves it"
        if set(cell.metadata.get("mystnb", {})) - {"image"}:
            yield f"{where}: mystnb metadata other than image"
        if not isinstance(get_tags(cell), list) or len(set(get_tags(cell))) != len(get_tags(cell)):
            yield f"{where}: tags must be a list without repeats; got {get_tags(cell)!r}"
        elif unknown := set(get_tags(cell)) - TAGS:
            yield f"{where}: unknown tags {sorted(unknown)}"
        if cell.cell_type not in ("code", "markdown"):
            yield f"{where}: {cell.cell_type} cell"


def check_size(notebook, path):
    """A notebook opens quickly, also on GitHub."""
    size = len(serialise(notebook).encode())
    if size >= MAX_BYTES:
        yield f"{size / 1e6:.1f} MB, allowed are {MAX_BYTES / 1e6:.0f}"


GUARDS = [check_python, check_imports, check_library, check_metadata, check_size]
