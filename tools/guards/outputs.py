"""The stored outputs are the regression test: none is missing, none changes from run to run."""

import ast
import re

from bs4 import BeautifulSoup

from tools.guards.numbers import read_numbers
from tools.notebooks import find_explorers, find_quiz, number_cells, parse_code, read_outputs

# HTML is for tables, explorers and the page's own quiz.
PLAIN = {"text/plain", "image/png"}
INTERACTIVE = {"text/plain", "text/html"}
UNSTABLE = re.compile(
    # A memory address, a NumPy scalar, the repr of an object.
    r" at 0x|\bnp\.(?:float|u?int|bool|str|complex|True|False)\w*\(|^<(?!Figure size)\w+"
)
MAX_DIGITS = 6


def check_outputs(notebook, path):
    """Every cell was run, and what shows something has an output: else nbval compares nothing."""
    for where, cell in number_cells(notebook, "code"):
        if cell.execution_count is None:
            yield f"{where}: stored without a run"
        reason = find_reason_to_show(cell)
        if reason and not cell.outputs:
            yield f"{where}: {reason} but no output is stored"


def find_reason_to_show(cell):
    body = parse_code(cell.source).body
    called = {name for statement in body for name in find_calls(statement)}
    if called & {"print", "display", "check"}:
        return f"calls {min(called & {'print', 'display', 'check'})}"
    if any(name.startswith("draw_") or name in ("subplots", "figure") for name in called):
        return "draws a figure"
    # The import cell ends in style.use(), which returns nothing.
    imports = any(isinstance(statement, ast.Import | ast.ImportFrom) for statement in body)
    if body and isinstance(body[-1], ast.Expr) and not imports:
        return "ends in an expression"
    return None


def find_calls(node):
    """Yield the names called when a statement runs: not those inside a function it defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield getattr(node.func, "id", getattr(node.func, "attr", ""))
    for child in ast.iter_child_nodes(node):
        yield from find_calls(child)


def check_stability(notebook, path):
    """No output that a second run or another machine would change, and each is compared."""
    for where, cell in number_cells(notebook, "code"):
        interactive = find_explorers(cell) or find_quiz(cell) == path.stem
        if found := re.search(r"(?i)nbval|pytest_validate", cell.source):
            yield f"{where}: the marker {found[0]} switches nbval off"
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                yield f"{where}: stores {output.get('ename', 'stderr')}"
            shown = set(output.get("data", {}))
            if says_its_text(output):
                shown.discard("text/html")
            if unknown := shown - (INTERACTIVE if interactive else PLAIN):
                yield f"{where}: stores {', '.join(sorted(unknown))}"
        for text in read_outputs(cell):
            if not interactive and (found := UNSTABLE.search(text)):
                yield f"{where}: shows {found[0]}..., the repr of an object"
            for number in read_numbers(text):
                if number.significant_digits > MAX_DIGITS:
                    yield f"{where}: {number.text} has more than {MAX_DIGITS} significant digits"


def says_its_text(output):
    """Say whether the HTML of an output is a table that reads as its plain text does."""
    data = output.get("data", {})
    html = BeautifulSoup(data.get("text/html", ""), "html.parser")
    is_table = [part.name for part in html.find_all(recursive=False)] == ["table"]
    return is_table and html.get_text(" ").split() == data.get("text/plain", "").split()


GUARDS = [check_outputs, check_stability]
