"""Run cells of a page as a notebook would, in the reader's browser.

A cell runs after those cells above that it needs, in fresh names each time, so that what is seen
never depends on what was run before.
"""

import ast
import base64
import builtins
import importlib
import io
import json
import linecache
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np

LONGEST = 20_000  # characters of text that are shown
DRAWS = ("matplotlib", "sinpe_lib.plots", "sinpe_lib.style")
HERE = "<cell"  # what the name of a cell opens with


class Cells:
    """The code of a page, with what each cell needs and gives."""

    def __init__(self, sources):
        self.sources = sources
        self.trees = [parse(source) for source in sources]

    def choose(self, shown):
        """Return {cell: tree} of what runs, in order: the cells to show, and what they need.

        Of an import cell above only those names are imported that are used.
        """
        chosen, wanted = {}, set()
        for number in reversed(range(max(shown) + 1)):
            tree = self.trees[number]
            if number in shown:
                chosen[number] = tree or self.sources[number]  # a slip is told when it is compiled
                wanted |= find_names(tree)[0] if tree else set()
            elif tree:
                imports = [part for part in tree.body if is_import(part)]
                rest = [part for part in tree.body if not is_import(part)]
                reads, binds = find_names(ast.Module(rest, []))
                body = []
                if binds & wanted:
                    wanted |= reads
                    body = rest
                body = [kept for part in imports if (kept := keep_names(part, wanted))] + body
                if body:
                    chosen[number] = ast.Module(body, [])
        return dict(sorted(chosen.items()))


def parse(source):
    try:
        return ast.parse(source)
    except SyntaxError:
        return None  # an unfinished answer: what needs it fails with a NameError


def is_import(part):
    return isinstance(part, ast.Import | ast.ImportFrom)


def keep_names(statement, wanted):
    """Return an import of the wanted names alone; None if there are none."""
    names = [a for a in statement.names if (a.asname or a.name).split(".")[0] in wanted]
    if not names:
        return None
    kind = type(statement)
    more = {"module": statement.module, "level": 0} if kind is ast.ImportFrom else {}
    return ast.copy_location(kind(names=names, **more), statement)


def find_names(tree):
    """Return the names that code reads, and those that it binds or may change."""
    reads, binds = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                reads.add(name)
            case ast.Name(id=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                binds.add(name)
        match node:  # name.method(...), name[...] = ..., name.attribute = ..., name += ...
            case (
                ast.Call(func=ast.Attribute(value=ast.Name(id=name)))
                | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
                | ast.Attribute(value=ast.Name(id=name), ctx=ast.Store())
                | ast.AugAssign(target=ast.Name(id=name))
            ):
                reads.add(name)
                binds.add(name)
    return reads, binds


def needs_drawing(sources, shown):
    """Say whether a run imports what draws."""
    return draws(Cells(json.loads(sources)).choose(set(json.loads(shown))))


def draws(chosen):
    modules = set()
    for tree in chosen.values():
        for node in ast.walk(tree) if isinstance(tree, ast.AST) else ():
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules |= {f"{node.module}.{alias.name}" for alias in node.names}
    return any(module.startswith(DRAWS) for module in modules)


class Page(io.StringIO):
    """What a run prints, up to a length."""

    is_full = False

    def write(self, text):
        if not self.is_full:
            room = LONGEST - self.tell()
            self.is_full = len(text) > room
            super().write(text[:room])
            if self.is_full:
                super().write(f"\n[cut here: {LONGEST} characters]")
        return len(text)


def run(sources, shown, states="{}"):
    """Run cells and return what they show, as JSON.

    Parameters
    ----------
    sources : str
        JSON: the code of every cell of the page.
    shown : str
        JSON: the numbers of the cells to show; the others run only if they are needed.
    states : str
        JSON: by name, the state of each explorer on the page.
    """
    cells, shown = Cells(json.loads(sources)), set(json.loads(shown))
    chosen = cells.choose(shown)
    # As style.use() sets them, but that needs Matplotlib.
    with np.printoptions(precision=3, suppress=True, floatmode="fixed"):
        if draws(chosen):
            importlib.import_module("sinpe_lib.style").use()
        outputs = list(run_chosen(cells, chosen, shown, json.loads(states)))
    return json.dumps({"ran": list(chosen), "outputs": outputs})


def run_chosen(cells, chosen, shown, states):
    """Run cells one after the other, up to the first error, and yield what those to show do."""
    names = {"__name__": "__main__", "__builtins__": vars(builtins) | {"input": refuse_input}}
    for number, tree in chosen.items():
        shows, error = attempt(tree, name_cell(number, cells.sources[number]), names)
        if error and number not in shown:
            error["text"] = f"In cell {number + 1} of this page, which is needed:\n{error['text']}"
        if error or number in shown:
            yield {"cell": number, "shows": shows}
        if error:
            return
        if number not in shown:
            follow_page(names, states)


def follow_page(names, states):
    """Give explorers that were just made the state of those on the page, as if they were these."""
    explorer = getattr(sys.modules.get("sinpe_lib.explorers.explorer"), "Explorer", ())
    for value in names.values():
        if isinstance(value, explorer):
            for control, setting in states.pop(value.get_name(), {}).items():
                setattr(value, control, setting)


def attempt(tree, name, names):
    """Run a cell and return what it shows, and its error if there was one."""
    printed, error = Page(), None
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            shows = [*show(execute(tree, name, names)), *show_figures()]
    except BaseException as raised:
        error = report(raised)
        shows = [error]
    close_figures()
    text = printed.getvalue()
    return [{"stream": text}, *shows] if text else shows, error


def name_cell(number, source):
    """Let tracebacks show the code of a cell."""
    name = f"{HERE} {number + 1} of this page>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    return name


def execute(tree, name, names):
    """Run code and return the value of its last line, if that is an expression."""
    if isinstance(tree, str):
        compile(tree, name, "exec")  # raises
    body = list(tree.body)
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), name, "exec"), names)
    if last:
        return eval(compile(ast.Expression(last.value), name, "eval"), names)
    return None


def show(value):
    """Yield what a notebook shows of a value."""
    if value is None:
        return
    if hasattr(value, "_repr_mimebundle_"):
        found = value._repr_mimebundle_()
        yield found[0] if isinstance(found, tuple) else found
        return
    page = Page()
    page.write(repr(value))
    shown = {"text/plain": page.getvalue()}
    if hasattr(value, "_repr_html_"):
        shown["text/html"] = value._repr_html_()
    yield shown


def show_figures():
    """Yield the pictures of the figures that are open, light and dark."""
    plt = sys.modules.get("matplotlib.pyplot")
    if not plt or not plt.get_fignums():
        return
    from darkening import darken

    counterparts = json.loads(Path("counterparts.json").read_text("utf-8"))
    for number in plt.get_fignums():
        figure = plt.figure(number)
        light = draw(figure)
        with darken(figure, counterparts):
            yield {"image/png": light, "dark": draw(figure), "dpi": figure.dpi}


def draw(figure):
    look = {"bbox_inches": "tight", "dpi": figure.dpi, "facecolor": figure.get_facecolor()}
    figure.savefig(file := io.BytesIO(), format="png", **look)
    return base64.b64encode(file.getvalue()).decode()


def close_figures():
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def report(error):
    """Return a traceback from the reader's code on."""
    trace = error.__traceback__
    while trace and not trace.tb_frame.f_code.co_filename.startswith(HERE):
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace)
    return {"error": type(error).__name__, "text": "".join(lines)[-LONGEST:]}


def refuse_input(prompt=""):
    raise RuntimeError("input() cannot ask here: write the answer into the code")
