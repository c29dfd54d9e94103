"""What every part asks of a notebook's cells."""

import ast
from collections import Counter


def numbered(notebook, name):
    """Yield (where, cell); `where` opens every message."""
    for number, cell in enumerate(notebook.cells, 1):
        yield f"{name}: cell {number} (id {cell.get('id')})", cell


def tags(cell):
    return cell.metadata.get("tags", [])


def printed(cell):
    """Return what the outputs of a cell say in plain text."""
    return [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]


def tree(source):
    """Return the syntax tree of code, empty where it is not Python."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


def defined_names(source):
    """Return the names that code binds at its outermost level."""
    names = set()
    for statement in tree(source).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.add(statement.name)
        elif isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            names |= {
                node.id
                for node in ast.walk(statement)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
    return names


def loaded_names(node):
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    }


def repeated_ids(notebook, name, identity):
    """Yield a problem for every cell that shares its identity with another."""
    counts = Counter(identity(cell) for cell in notebook.cells)
    for where, cell in numbered(notebook, name):
        if identity(cell) is not None and counts[identity(cell)] > 1:
            yield f"{where}: {identity(cell)!r} is the name of another cell too"
