"""The stored outputs are the regression test: none is missing, none changes from run to run."""

import ast
import re

from tools.guards.numbers import read_numbers
from tools.notebooks import find_quiz, number_cells, parse_code, read_outputs, skips_nbval

# What nbval or the refresh check compares. HTML is for the quiz of the page alone.
KINDS = {"text/plain", "image/png"}
QUIZ_KINDS = {"text/plain", "text/html"}
EXPLORER = r'<figure class="sinpe-explorer".*"frames":\[\['
SOUNDS = r'<div class="sinpe-sounds">.*<audio '
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
    """No output that a second run would change, and none that a reader should not see."""
    for where, cell in number_cells(notebook, "code"):
        kinds = QUIZ_KINDS if find_quiz(cell) == path.stem else KINDS
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"{where}: stores an error: {output.ename}"
            if output.get("name") == "stderr":
                yield f"{where}: stores stderr"
            unknown = set(output.get("data", {})) - kinds
            if unknown and not skips_nbval(cell):
                yield f"{where}: stores {', '.join(sorted(unknown))}"
        for text in read_outputs(cell):
            if " at 0x" in text:
                yield f"{where}: shows a memory address"
            if kinds is KINDS and (
                found := re.search(r"\bnp\.(?:float|u?int|bool|str|complex|True|False)\w*\(", text)
            ):
                yield f"{where}: shows {found[0]}...)"
            if found := re.match(r"<(?!Figure size)\w+", text):
                yield f"{where}: shows the repr {found[0]}...>"


def check_digits(notebook, path):
    """Numbers are printed with at most 6 significant digits: the rest differs between machines."""
    for where, cell in number_cells(notebook, "code"):
        for text in read_outputs(cell):
            for number in read_numbers(text):
                if number.significant_digits > MAX_DIGITS:
                    yield f"{where}: {number.text} has more than {MAX_DIGITS} significant digits"


def check_markers(notebook, path):
    """No comment takes a cell away from nbval."""
    for where, cell in number_cells(notebook, "code"):
        if found := re.search(r"(?i)nbval|pytest_validate", cell.source):
            yield f"{where}: the marker {found[0]} switches nbval off"


def check_frames(notebook, path):
    """What nbval does not compare is an explorer with its frames, or sounds."""
    for where, cell in number_cells(notebook, "code"):
        if not skips_nbval(cell):
            continue
        pages = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
        if len(pages) != 1 or not re.match(EXPLORER + "|" + SOUNDS, pages[0], re.DOTALL):
            yield f"{where}: stores neither an explorer with frames nor sounds; refresh it"
        elif set(cell.outputs[0].data) != {"text/plain", "text/html"}:
            yield f"{where}: stores {sorted(cell.outputs[0].data)}"


GUARDS = [check_outputs, check_stability, check_digits, check_markers, check_frames]
