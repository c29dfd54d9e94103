"""The exercise block: task, stub, check, hint, solution, in this order, and no answer in view."""

import ast
import re
import symtable

from tools.notebooks import get_tags, number_cells, parse_code, read_outputs

TASK = re.compile(r"#+ Exercise\b")
BLOCK_TAGS = {"exercise", "check", "hint", "solution", "hide-cell"}
PROSE, CODE = "markdown:solution", "code:hide-cell\\+solution"
WITH_CHECK = f"code:exercise code:check markdown:hint( {PROSE})? {CODE}( {PROSE}| {CODE})*"
EXPLANATION = f"markdown:exercise markdown:hint( {PROSE})+( {PROSE}| {CODE})*"


def check_blocks(notebook, path):
    """Every exercise is complete and in order; no cell of one is found elsewhere."""
    cells = list(number_cells(notebook))
    while cells:
        where, cell = cells.pop(0)
        if cell.cell_type == "markdown" and TASK.match(cell.source):
            # All that belongs to the exercise runs on to the last cell with one of its tags.
            block = []
            while cells and BLOCK_TAGS & set(get_tags(cells[0][1])):
                block.append(cells.pop(0))
            yield from (f"exercise at {where}: {problem}" for problem in find_problems(block))
        elif found := BLOCK_TAGS & set(get_tags(cell)):
            yield f"{where}: tagged {sorted(found)} but outside an exercise block"


def find_problems(block):
    """Yield what is wrong with the cells after a task."""
    kinds = (f"{cell.cell_type}:{'+'.join(sorted(get_tags(cell)))}" for _, cell in block)
    shape = " ".join(kinds)
    if not re.fullmatch(f"{WITH_CHECK}|{EXPLANATION}", shape):
        yield (
            f"cells are {shape or 'none'}, should be code:exercise code:check markdown:hint "
            "code:hide-cell+solution ..., or markdown:exercise markdown:hint markdown:solution ..."
        )
        return
    for where, cell in block:
        folded = cell.cell_type == "markdown" and {"hint", "solution"} & set(get_tags(cell))
        if folded and re.sub(r"<details>.*?</details>", "", cell.source, flags=re.DOTALL).strip():
            yield f"{where}: text outside <details>, in view of everybody"
    solutions = [cell for _, cell in block if "hide-cell" in get_tags(cell)]
    if any(not cell.source.startswith("# @title ") for cell in solutions):
        yield "the first line of a solution is not # @title"
    if block[0][1].cell_type == "code":
        check = re.fullmatch(r'check\("(\w+)", (\w+)\)', block[1][1].source)
        if not check:
            yield f'{block[1][0]}: a check is check("exercise", name of the stub), and nothing else'
        else:
            last = f'check("{check[1]}", {check[2]}_solution)'
            if solutions[0].source.splitlines()[-1:] != [last]:
                yield f"the last line of the solution is not {last}"


def check_verdicts(notebook, path=None):
    """The check of a solution says that it passed, that of a stub that nobody attempted it yet."""
    for where, cell in number_cells(notebook, "code"):
        called = re.search(r'(?:^|\n)check\("(\w+)", \w+\)$', cell.source)
        for tag, beginning in (("solution", "passed"), ("check", "not attempted yet")):
            if called and tag in get_tags(cell):
                said = (read_outputs(cell) or [""])[-1]
                if not said.startswith(beginning):
                    said = " ".join(said.split()) or "nothing"
                    yield f"{where}: the {tag} of {called[1]} must say {beginning!r}; got: {said}"


def check_independence(notebook, path):
    """Editions delete the solutions, and no other output may change.

    Nothing else binds or uses a name that a solution binds. A solution uses what is imported and
    the functions of other cells, but none of their variables, whose values it could change.
    """
    code = [(where, cell, *read_names(cell)) for where, cell in number_cells(notebook, "code")]
    kept = [entry for entry in code if "solution" not in get_tags(entry[1])]
    solutions = [entry for entry in code if "solution" in get_tags(entry[1])]
    lost = {name for _, _, _, bound in solutions for name in bound}
    variables = {name for _, _, _, bound in kept for name, is_value in bound.items() if is_value}
    for where, _, used, _ in kept:
        if found := used & lost:
            yield f"{where}: has the names {sorted(found)} in common with a solution"
    for where, _, used, _ in solutions:
        if found := used & variables:
            yield f"{where}: a solution uses the variables {sorted(found)} of other cells"


def read_names(cell):
    """Return the global names in a cell, and those it binds: are they values, no def or import?"""
    tables = [symtable.symtable(ast.unparse(parse_code(cell.source)), "cell", "exec")]
    bound = {
        name.get_name(): not (name.is_imported() or name.is_namespace())
        for name in tables[0].get_symbols()
        if name.is_imported() or name.is_assigned()
    }
    for table in tables:
        tables += table.get_children()
    names = (name for table in tables for name in table.get_symbols() if name.is_global())
    return {name.get_name() for name in names} | set(bound), bound


GUARDS = [check_blocks, check_verdicts, check_independence]
