"""Every recipe in the book runs, where the library that it is for is installed."""

import ast
import importlib.util
import os
import subprocess
import sys

import pytest

from tools.guards.cells import find_imported_modules
from tools.notebooks import (
    NOTEBOOKS,
    ROOT,
    get_tags,
    load_notebook,
    number_cells,
    parse_blocks,
)


def join_fences(markdown):
    fences = [block for block in parse_blocks(markdown) if block.type == "fence"]
    return "\n".join(block.content for block in fences if block.info == "python")


RECIPES = [
    pytest.param(join_fences(cell.source), id=f"{path.stem}: {where}")
    for path in NOTEBOOKS
    for where, cell in number_cells(load_notebook(path))
    if "recipe" in get_tags(cell)
]


def run_recipe(code, folder):
    """Run a recipe in a fresh process; skip the test if a library is missing."""
    recipe = ast.parse(code)
    assert isinstance(recipe.body[-1], ast.Assert), "it must end in an assert of what the text says"
    libraries = {name.split(".")[0] for name in find_imported_modules(recipe)}
    if missing := [name for name in sorted(libraries) if importlib.util.find_spec(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    script = folder / "recipe.py"
    script.write_text(code, "utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code", RECIPES)
def test_recipe(code, tmp_path):
    run_recipe(code, tmp_path)


def test_a_recipe_that_fails_is_noticed_and_one_without_its_library_is_skipped(tmp_path):
    encode = "from sinpe_lib import sinusoidal_encoding\ntable = sinusoidal_encoding(2, 4)\n"
    run_recipe(encode + "assert table[0].tolist() == [0, 1, 0, 1]", tmp_path)
    with pytest.raises(AssertionError, match="assert table"):
        run_recipe(encode + "assert table[0].tolist() == [1, 0, 1, 0]", tmp_path)
    with pytest.raises(AssertionError, match="must end in an assert"):
        run_recipe(encode, tmp_path)
    with pytest.raises(pytest.skip.Exception, match="not installed: no_such_library"):
        run_recipe("import no_such_library.nn\nassert True", tmp_path)
