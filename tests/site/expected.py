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
    """Return the explorers of a notebook, made by those of its cells that they need."""
    namespace, found = {}, []
    # as a kernel does, in the folder of the notebook
    with contextlib.chdir(BOOK), mpl.rc_context(), np.printoptions():
        for where, source in needed_cells(name):
            value = run(source, f"{name}: {where}", namespace)
            found += [value] if isinstance(value, Explorer) else []
    plt.close("all")
    return found


def needed_cells(name):
    """Return (where, source) of the cells with explorers and of those that bind what they use."""
    needed, kept = set(), []
    for where, cell in reversed(list(number_cells(load_notebook(BOOK / f"{name}.ipynb"), "code"))):
        nodes = list(ast.walk(ast.parse(cell.source)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        bound = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        bound |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
        bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        if bound & needed or _CALL.search(cell.source):
            needed |= {node.id for node in names if isinstance(node.ctx, ast.Load)}
            kept.insert(0, (where, cell.source))
    return kept


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
