"""What the library draws, to be held beside what a page shows."""

import ast
import contextlib
import functools
import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from sinpe_lib.explorers import Explorer
from tools.notebooks import BOOK, load_notebook, number_cells

_CALL = re.compile(r"\bexplorers\.\w+\(")
# The layers of a picture that differ from the expected ones, once the browser has parsed both.
_WRONG_LAYERS = """(picture, fragments) => {
    const expected = picture.cloneNode();
    expected.innerHTML = fragments.map(fragment => `<g>${fragment}</g>`).join("");
    const numbers = [...Array(Math.max(picture.children.length, fragments.length)).keys()];
    return numbers.filter(number =>
        picture.children[number]?.innerHTML !== expected.children[number]?.innerHTML);
}"""


def n_explorers(name):
    """Return how many explorers the code of a notebook asks for."""
    cells = number_cells(load_notebook(BOOK / f"{name}.ipynb"), "code")
    return sum(len(_CALL.findall(cell.source)) for _, cell in cells)


@functools.cache
def explorers_of(name):
    """Return the explorers of a notebook, made by its cells down to the last of them."""
    namespace, found, wanted = {}, [], n_explorers(name)
    # as a kernel does, in the folder of the notebook
    with contextlib.chdir(BOOK), mpl.rc_context(), np.printoptions():
        for where, cell in number_cells(load_notebook(BOOK / f"{name}.ipynb"), "code"):
            if len(found) == wanted:
                break
            value = run(cell.source, f"{name}: {where}", namespace)
            found += [value] if isinstance(value, Explorer) else []
    plt.close("all")
    return found


def run(source, where, namespace):
    """Run a cell; return the value that a notebook would show below it."""
    body = ast.parse(source).body
    ends_in_value = body and isinstance(body[-1], ast.Expr)
    last = ast.Expression(body.pop().value) if ends_in_value else ast.Expression(ast.Constant(None))
    exec(compile(ast.Module(body, []), where, "exec"), namespace)
    return eval(compile(ast.fix_missing_locations(last), where, "eval"), namespace)


def wrong_layers(picture, explorer, values):
    """Return the numbers of the layers of an <svg> that are not what the explorer draws."""
    return picture.evaluate(_WRONG_LAYERS, [drawing for drawing, _ in explorer.parts(values)])
