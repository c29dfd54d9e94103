"""The stored outputs are the regression test: none may be missing, none may change by itself."""

import ast
import re

from tools.guards.numbers import read_numbers
from tools.notebooks import find_quiz, number_cells, parse_code, read_outputs, skips_nbval

# Notebook -> number of cells tagged nbval-ignore-output. Only explorers and sounds may carry it.
IGNORED_OUTPUTS = {
    "index.ipynb": 1,
    "attention_forgets_order.ipynb": 1,
    "seats_and_lights.ipynb": 1,
    "the_formula.ipynb": 1,
    "worked_examples.ipynb": 1,
    "a_shift_is_a_rotation.ipynb": 1,
    "one_chord_per_position.ipynb": 2,
    "similarity_and_distance.ipynb": 1,
    "inside_attention.ipynb": 1,
    "the_family_tree.ipynb": 1,
    "does_it_extrapolate.ipynb": 1,
}
# What nbval or the refresh check compares. HTML is for the quiz of the page alone.
KINDS = {"text/plain", "image/png"}
QUIZ_KINDS = {"text/plain", "text/html"}
EXPLORER = r'<figure class="sinpe-explorer".*"frames":\[\['
SOUNDS = r'<div class="sinpe-sounds">.*<audio '
MAX_DIGITS = 6


def counts(notebook, path):
    """Every code cell was run, in order, from a fresh kernel."""
    code = list(number_cells(notebook, "code"))
    for expected, (where, cell) in enumerate(code, 1):
        if cell.execution_count != expected:
            yield f"{where}: execution count is {cell.execution_count}, should be {expected}"


def present(notebook, path):
    """What shows something has an output: a notebook without outputs compares nothing."""
    for where, cell in number_cells(notebook, "code"):
        reason = must_show(cell)
        if reason and not cell.outputs:
            yield f"{where}: {reason} but no output is stored"


def must_show(cell):
    body = parse_code(cell.source).body
    called = {name for statement in body for name in calls(statement)}
    if called & {"print", "display", "check"}:
        return f"calls {min(called & {'print', 'display', 'check'})}"
    if any(name.startswith("draw_") or name in ("subplots", "figure") for name in called):
        return "draws a figure"
    # The import cell ends in style.use(), which returns nothing.
    imports = any(isinstance(statement, ast.Import | ast.ImportFrom) for statement in body)
    if body and isinstance(body[-1], ast.Expr) and not imports:
        return "ends in an expression"
    return None


def calls(node):
    """Yield the names called when a statement runs: not those inside a function it defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield getattr(node.func, "id", getattr(node.func, "attr", ""))
    for child in ast.iter_child_nodes(node):
        yield from calls(child)


def clean(notebook, path):
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


def digits(notebook, path):
    """Numbers are printed with at most 6 significant digits: the rest differs between machines."""
    for where, cell in number_cells(notebook, "code"):
        for text in read_outputs(cell):
            for number in read_numbers(text):
                if number.significant_digits > MAX_DIGITS:
                    yield f"{where}: {number.text} has more than {MAX_DIGITS} significant digits"


def compared(notebook, path):
    """nbval compares every cell, except as many as are listed."""
    allowed = IGNORED_OUTPUTS.get(path.name, 0)
    ignored = [where for where, cell in number_cells(notebook) if skips_nbval(cell)]
    if len(ignored) != allowed:
        yield f"{len(ignored)} cells tagged nbval-ignore-output, {allowed} allowed: {ignored}"
    for where, cell in number_cells(notebook, "code"):
        if found := re.search(r"(?i)nbval|pytest_validate", cell.source):
            yield f"{where}: the marker {found[0]} switches nbval off"


def moving(notebook, path):
    """What nbval passes over is an explorer with its frames, or sounds."""
    for where, cell in number_cells(notebook, "code"):
        if not skips_nbval(cell):
            continue
        pages = [output.get("data", {}).get("text/html", "") for output in cell.outputs]
        if len(pages) != 1 or not re.match(EXPLORER + "|" + SOUNDS, pages[0], re.DOTALL):
            yield f"{where}: stores neither an explorer with frames nor sounds; refresh it"
        elif set(cell.outputs[0].data) != {"text/plain", "text/html"}:
            yield f"{where}: stores {sorted(cell.outputs[0].data)}"


GUARDS = [counts, present, clean, digits, compared, moving]
