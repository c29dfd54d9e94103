"""The exercise block: task, stub, check, hint, solution, in this order."""

import ast
import re

from tools.notebooks import get_tags, number_cells, parse_code, read_outputs

TASK = re.compile(r"#{2,3} Exercise\b")
BLOCK_TAGS = {"exercise", "check", "hint", "solution", "hide-cell"}


def blocks(notebook, path):
    """Every exercise is complete and in order; no cell of a block stands elsewhere."""
    cells = list(number_cells(notebook))
    names = []
    while cells:
        where, cell = cells.pop(0)
        if cell.cell_type == "markdown" and TASK.match(cell.source):
            if get_tags(cell):
                yield f"{where}: the task of an exercise carries no tags"
            # All that belongs to the exercise runs on to the last cell with one of its tags.
            block = []
            while cells and BLOCK_TAGS & set(get_tags(cells[0][1])):
                block.append(cells.pop(0))
            yield from open_answers(block)
            problems, name = block_problems(block)
            yield from (f"exercise at {where}: {problem}" for problem in problems)
            if name in names:
                yield f"exercise at {where}: {name!r} is the name of another exercise"
            names += [name] if name else []
        elif found := BLOCK_TAGS & set(get_tags(cell)):
            yield f"{where}: tagged {sorted(found)} but outside an exercise block"


def block_problems(block):
    """Return the problems of the cells after a task, and the exercise's name if it has one."""
    kinds = [(cell.cell_type, tuple(sorted(get_tags(cell)))) for _, cell in block]
    shape = " ".join(f"{kind}:{'+'.join(found)}" for kind, found in kinds)
    prose, hidden = "markdown:solution", "code:hide-cell\\+solution"
    if re.fullmatch(
        f"code:exercise code:check markdown:hint( {prose})? {hidden}( {prose}| {hidden})*", shape
    ):
        stub, check, *solutions = (entry for entry in block if entry[1].cell_type == "code")
        name, answer = checked(check[1])
        problems = [
            *stub_problems(stub),
            *check_problems(check, name, answer, stub),
            *hint_problems(block[2]),
            *(problem for solution in solutions for problem in hidden_problems(*solution)),
            *solution_problems(*solutions[0], name, answer),
        ]
        return problems, name
    if re.fullmatch(f"markdown:exercise markdown:hint( {prose})+( {prose}| {hidden})*", shape):
        solutions = (entry for entry in block if entry[1].cell_type == "code")
        problems = [
            *hint_problems(block[1]),
            *text_problems(block),
            *(problem for solution in solutions for problem in hidden_problems(*solution)),
        ]
        return problems, None
    wanted = (
        "code:exercise code:check markdown:hint code:hide-cell+solution ..., "
        "or markdown:exercise markdown:hint markdown:solution ..."
    )
    return [f"cells are {shape or 'none'}, should be {wanted}"], None


def open_answers(block):
    """Yield the Markdown cells that show more of a hint or an answer than a closed box."""
    for where, cell in block:
        folded = cell.cell_type == "markdown" and {"hint", "solution"} & set(get_tags(cell))
        if folded and re.sub(r"<details>.*?</details>", "", cell.source, flags=re.DOTALL).strip():
            yield f"{where}: text outside <details>, open to everybody"


def stub_problems(stub):
    where, cell = stub
    if cell.outputs:
        yield f"{where}: the stub has an output"
    if not parse_code(cell.source).body or None in map(empty_name, parse_code(cell.source).body):
        yield f"{where}: the body of every stub is ..."


def check_problems(check, name, answer, stub):
    where, cell = check
    if name is None or answer not in map(empty_name, parse_code(stub[1].source).body):
        yield f'{where}: a check is check("exercise", name of the stub)'
    if len(cell.outputs) != 1 or not says(cell, "not attempted yet"):
        yield f"{where}: stored output does not begin with 'not attempted yet'"


def hidden_problems(where, cell):
    hidden = {"source_hidden": True, "outputs_hidden": True}
    if cell.metadata.get("jupyter") != hidden or cell.metadata.get("cellView") != "form":
        yield f"{where}: not hidden in Lab (jupyter) or Colab (cellView)"
    if not cell.source.startswith("# @title "):
        yield f"{where}: the first line is not # @title"
    if foreign := [name for name in defined_names(cell) if not name.endswith("_solution")]:
        yield f"{where}: a solution defines names that end in _solution only; {foreign}"


def solution_problems(where, cell, name, answer):
    if f"{answer}_solution" not in defined_names(cell) or answer in bound_names([cell]):
        yield f"{where}: must define {answer}_solution and leave {answer} alone"
    if cell.source.splitlines()[-1:] != [f'check("{name}", {answer}_solution)']:
        yield f'{where}: the last line is not check("{name}", {answer}_solution)'
    if not says(cell, "passed"):
        yield f"{where}: stored output does not begin with 'passed'"


def text_problems(block):
    where, cell = block[0]
    if "Your answer" not in cell.source:
        yield f"{where}: no place for 'Your answer'"
    answers = "\n".join(cell.source for _, cell in block[2:])
    for summary in ("Model answer", "Rubric"):
        if not re.search(rf"<details>\s*<summary>{summary}", answers):
            yield f"{where}: no <details><summary>{summary} among the solutions"


def hint_problems(entry):
    where, cell = entry
    if not re.match(r"<details>\s*<summary>Hint", cell.source):
        yield f"{where}: a hint opens with <details><summary>Hint"


def empty_name(statement):
    """Return the name that a stub leaves to the reader, None for any other statement."""
    if isinstance(statement, ast.FunctionDef):
        body = statement.body[1:] if ast.get_docstring(statement) else statement.body
        return statement.name if len(body) == 1 and is_ellipsis(body[0]) else None
    if isinstance(statement, ast.Assign) and is_ellipsis(statement) and len(statement.targets) == 1:
        return getattr(statement.targets[0], "id", None)
    return None


def is_ellipsis(statement):
    value = getattr(statement, "value", None)
    return isinstance(value, ast.Constant) and value.value is ...


def checked(cell):
    """Return the exercise and the reader's name of a check cell, (None, None) if it is none."""
    found = re.fullmatch(r'check\("(\w+)", (\w+)\)', cell.source)
    return found.groups() if found else (None, None)


def says(cell, beginning):
    return bool(cell.outputs) and read_outputs(cell)[-1].startswith(beginning)


def defined_names(cell):
    """Yield what a cell defines on purpose: functions and assignments, no loop variables."""
    for statement in parse_code(cell.source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            nodes = (node for target in statement.targets for node in ast.walk(target))
            yield from (node.id for node in nodes if isinstance(node, ast.Name))


def bound_names(cells):
    """Return every name that the cells bind, in any scope."""
    names = set()
    for node in (node for cell in cells for node in ast.walk(parse_code(cell.source))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
    return names


def independent(notebook, path):
    """Nothing outside a solution needs it, so that an edition may delete it."""
    code = list(number_cells(notebook, "code"))
    kept = [(where, cell) for where, cell in code if "solution" not in get_tags(cell)]
    lost = bound_names(cell for _, cell in code if "solution" in get_tags(cell))
    lost -= bound_names(cell for _, cell in kept)
    for where, cell in kept:
        used = {node.id for node in ast.walk(parse_code(cell.source)) if isinstance(node, ast.Name)}
        if found := used & lost:
            yield f"{where}: uses {sorted(found)} of a solution"


GUARDS = [blocks, independent]
