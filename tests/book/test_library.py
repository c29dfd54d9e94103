"""The library pages show what notebooks import, and docstrings say all that a reader needs."""

import ast
import doctest
import importlib
import inspect

import pytest
from numpydoc.validate import validate

from tools.notebooks import BOOK, NOTEBOOKS, load_notebook, number_cells, parse_code

PAGES = sorted((BOOK / "library").glob("*.rst"))
ROOMS = {path: importlib.import_module(f"sinpe_lib.{path.stem}") for path in PAGES}
SHOWN = [getattr(room, name) for room in ROOMS.values() for name in room.__all__]
# Of numpydoc's checks: no docstring; parameters that are missing, unknown or in another order.
CODES = {"GL08", "PR01", "PR02", "PR03"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_holds_docstrings_alone(path):
    name = f"sinpe_lib.{path.stem}"
    page = f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :members:\n"
    assert path.read_text("utf-8") == page


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_a_notebook_imports_is_on_a_page(path):
    imports = [
        node
        for _, cell in number_cells(load_notebook(path), "code")
        for node in ast.walk(parse_code(cell.source))
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "sinpe_lib"
    ]
    for node in imports:
        module = importlib.import_module(node.module)
        for alias in node.names:
            imported = getattr(module, alias.name)
            found = any(imported is shown for shown in (*SHOWN, *ROOMS.values()))
            assert found, f"{alias.name} of {node.module} is on no page in book/library"


@pytest.mark.parametrize("thing", [*filter(callable, SHOWN)], ids=lambda thing: thing.__name__)
def test_a_docstring_is_complete_and_has_an_example(thing):
    errors = validate(f"{thing.__module__}.{thing.__name__}")["errors"]
    assert [message for code, message in errors if code in CODES] == []
    assert doctest.DocTestParser().get_examples(inspect.getdoc(thing))
