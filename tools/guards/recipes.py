"""Recipes: code in the text for libraries that the book does not install, PyTorch and JAX."""

import ast

from tools.notebooks import get_tags, number_cells, parse_blocks


def find_recipes(notebook):
    """Yield (where, code) of every cell tagged `recipe`: its fences, one after the other."""
    for where, cell in number_cells(notebook):
        if "recipe" in get_tags(cell):
            fences = [block for block in parse_blocks(cell.source) if block.type == "fence"]
            yield where, "\n".join(block.content for block in fences if block.info == "python")


def check_recipes(notebook, path):
    """A recipe is Python that imports what it needs and asserts at its end what is said of it."""
    for where, code in find_recipes(notebook):
        try:
            body = ast.parse(code).body
        except SyntaxError as error:
            yield f"{where}: the recipe is not Python: {error.msg}"
            continue
        if not body or not isinstance(body[-1], ast.Assert):
            yield f"{where}: a recipe is ```python in Markdown, and its last statement an assert"


GUARDS = [check_recipes]
