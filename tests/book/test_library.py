"""The library pages are found, and docstrings say all that a reader needs."""

import doctest
import importlib
import inspect

import pytest
from numpydoc.validate import validate

from tools.notebooks import BOOK, ROOT

PAGES = sorted((BOOK / "library").glob("*.rst"))
MODULES = [importlib.import_module(f"sinpe_lib.{path.stem}") for path in PAGES]
SHOWN = [getattr(module, name) for module in MODULES for name in module.__all__]
DESCRIBED = [thing for thing in SHOWN if inspect.isroutine(thing) or inspect.isclass(thing)]
# Of numpydoc's checks: no docstring; parameters that are missing, unknown or in another order.
CODES = {"GL08", "PR01", "PR02", "PR03"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_holds_docstrings_alone(path):
    name = f"sinpe_lib.{path.stem}"
    page = f"{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :members:\n"
    assert path.read_text("utf-8") == page
    assert f"- file: book/library/{path.stem}\n" in (ROOT / "_toc.yml").read_text("utf-8")


@pytest.mark.parametrize("thing", DESCRIBED, ids=lambda thing: thing.__name__)
def test_a_docstring_is_complete_and_has_an_example(thing):
    errors = validate(f"{thing.__module__}.{thing.__name__}")["errors"]
    assert [message for code, message in errors if code in CODES] == []
    assert doctest.DocTestParser().get_examples(inspect.getdoc(thing))
