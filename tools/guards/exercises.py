"""The exercise block: task, stub, check, hint, solution, in this order."""

import ast
import re
from collections import Counter

from tools.notebooks import get_tags, number_cells, parse_code, read_outputs

TASK = re.compile(r"#+ Exercise\b.*")
BLOCK_TAGS = {"exercise", "check", "hint", "solution", "hide-cell"}


def check_blocks(notebook, path):
    """Every exercise is complete and in order; no cell of one is found elsewhere."""
    cells = list(number_cells(notebook))
    names, headings = [], []
    while cells:
        where, cell = cells.pop(0)
        if cell.cell_type == "markdown" and TASK.match(cell.source):
            headings.append(TASK.match(cell.source)[0].lstrip("#").strip())
            if get_tags(cell):
                yield f"{where}: the task of an exercise carries no tags"
            # All that belongs to the exercise runs on to the last cell with one of its tags.
            block = []
            while cells and BLOCK_TAGS & set(get_tags(cells[0][1])):
                block.append(cells.pop(0))
            yield from find_open_answers(block)
            problems, name = find_block_problems(block)
            yield from (f"exercise at {where}: {problem}" for problem in problems)
            names += [name] if name else []
        elif found := BLOCK_TAGS & set(get_tags(cell)):
            yield f"{where}: tagged {sorted(found)} but outside an exercise block"
    for name, count in Counter([*names, *headings]).items():
        if count > 1:
            yield f"{name!r} is the name of {count} exercises"


def find_block_problems(block):
    """Return the problems of the cells after a task, and the exercise's name if it has one."""
    kinds = [(cell.cell_type, tuple(sorted(get_tags(cell)))) for _, cell in block]
    shape = " ".join(f"{kind}:{'+'.join(found)}" for kind, found in kinds)
    prose, hidden = "markdown:solution", "code:hide-cell\\+solution"
    if re.fullmatch(
        f"code:exercise code:check markdown:hint( {prose})? {hidden}( {prose}| {hidden})*", shape
    ):
        stub, check, *solutions = (entry for entry in block if entry[1].cell_type == "code")
        name, answer = parse_check(check[1])
        problems = [
            *find_stub_problems(stub),
            *find_check_problems(check, name, answer, stub),
            *find_hint_problems(block[2]),
            *(problem for solution in solutions for problem in find_hiding_problems(*solution)),
            *find_solution_problems(*solutions[0], name, answer),
        ]
        return problems, name
    if re.fullmatch(f"markdown:exercise markdown:hint( {prose})+( {prose}| {hidden})*", shape):
        solutions = (entry for entry in block if entry[1].cell_type == "code")
        problems = [
            *find_hint_problems(block[1]),
            *find_text_problems(block),
            *(problem for solution in solutions for problem in find_hiding_problems(*solution)),
        ]
        return problems, None
    wanted = (
        "code:exercise code:check markdown:hint code:hide-cell+solution ..., "
        "or markdown:exercise markdown:hint markdown:solution ..."
    )
    return [f"cells are {shape or 'none'}, should be {wanted}"], None


def find_open_answers(block):
    """Yield the Markdown cells that show more of a hint or an answer than a closed box."""
    for where, cell in block:
        folded = cell.cell_type == "markdown" and {"hint", "solution"} & set(get_tags(cell))
        if folded and re.sub(r"<details>.*?</details>", "", cell.source, flags=re.DOTALL).strip():
            yield f"{where}: text outside <details>, in view of everybody"


def find_stub_problems(stub):
    where, cell = stub
    if cell.outputs:
        yield f"{where}: the stub has an output"
    if not parse_code(cell.source).body or None in map(
        find_empty_name, parse_code(cell.source).body
    ):
        yield f"{where}: the body of every stub is ..."


def find_check_problems(check, name, answer, stub):
    where, cell = check
    if name is None or answer not in map(find_empty_name, parse_code(stub[1].source).body):
        yield f'{where}: a check is check("exercise", name of the stub)'
    if len(cell.outputs) != 1:
        yield f"{where}: a check has one output, not {len(cell.outputs)}"


def find_hiding_problems(where, cell):
    hidden = {"source_hidden": True, "outputs_hidden": True}
    if cell.metadata.get("jupyter") != hidden or cell.metadata.get("cellView") != "form":
        yield f"{where}: not hidden in Lab (jupyter) or Colab (cellView)"
    if not cell.source.startswith("# @title "):
        yield f"{where}: the first line is not # @title"
    if foreign := [name for name in find_defined(cell) if not name.endswith("_solution")]:
        yield f"{where}: a solution defines names that end in _solution only; {foreign}"


def find_solution_problems(where, cell, name, answer):
    if f"{answer}_solution" not in find_defined(cell) or answer in find_bound([cell]):
        yield f"{where}: must define {answer}_solution and leave {answer} alone"
    if cell.source.splitlines()[-1:] != [f'check("{name}", {answer}_solution)']:
        yield f'{where}: the last line is not check("{name}", {answer}_solution)'


def find_text_problems(block):
    where, cell = block[0]
    if "Your answer" not in cell.source:
        yield f"{where}: no place for 'Your answer'"
    answers = "\n".join(cell.source for _, cell in block[2:])
    for summary in ("Model answer", "Rubric"):
        if not re.search(rf"<details>\s*<summary>{summary}", answers):
            yield f"{where}: no <details><summary>{summary} among the solutions"


def find_hint_problems(entry):
    where, cell = entry
    if not re.match(r"<details>\s*<summary>Hint", cell.source):
        yield f"{where}: a hint opens with <details><summary>Hint"


def find_empty_name(statement):
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


def parse_check(cell):
    """Return the exercise and the reader's name of a check cell, (None, None) if it is none."""
    found = re.fullmatch(r'check\("(\w+)", (\w+)\)', cell.source)
    return found.groups() if found else (None, None)


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


def find_defined(cell):
    """Yield what a cell defines on purpose: functions and assignments, no loop variables."""
    for statement in parse_code(cell.source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            nodes = (node for target in statement.targets for node in ast.walk(target))
            yield from (node.id for node in nodes if isinstance(node, ast.Name))


def find_bound(cells):
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


def check_independence(notebook, path):
    """Nothing outside a solution needs it, so that an edition may delete it."""
    code = list(number_cells(notebook, "code"))
    kept = [(where, cell) for where, cell in code if "solution" not in get_tags(cell)]
    lost = find_bound(cell for _, cell in code if "solution" in get_tags(cell))
    lost -= find_bound(cell for _, cell in kept)
    for where, cell in kept:
        used = {node.id for node in ast.walk(parse_code(cell.source)) if isinstance(node, ast.Name)}
        if found := used & lost:
            yield f"{where}: uses {sorted(found)} of a solution"


GUARDS = [check_blocks, check_verdicts, check_independence]
