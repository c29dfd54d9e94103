"""Tripwires: cells that notice a notebook in which a test cannot fail.

Before each test the same test runs with a wrong answer instead of the student's, and after it
NumPy and Python are asked simple questions. Code that shares a process with the tests can forge
anything; these cells catch the known attempts.
"""

import copy
import secrets

import nbformat
from nbgrader import utils

from coursework.editions.problem_sets import get_grade_id

# The answer is saved and replaced without using any name that a student may have redefined.
_WRONG = """\
try:
    kept_{nonce} = {name}
except:
    pass
def {name}(*arguments, **named):
    return 1e400 - 1e400
"""
_RIGHT = """\
try:
    {name} = kept_{nonce}
except:
    del {name}
"""
_QUESTIONS = """\
def questions_{nonce}():
    import builtins, numpy
    one, two = numpy.asarray([1.0]), numpy.asarray([2.0])
    for untrue in (
        lambda: numpy.allclose(one, two),
        lambda: numpy.isclose(one, two)[0],
        lambda: numpy.array_equal(one, two),
        lambda: numpy.array_equiv(one, two),
        lambda: (one == two)[0],
        lambda: numpy.abs(one - 3)[0] < 1,
        lambda: numpy.linalg.norm(one - two) < 0.5,
        lambda: numpy.all([False]) or numpy.any([False]),
        lambda: builtins.all([False]) or builtins.any([False]),
        lambda: builtins.abs(-3) < 1 or builtins.max(1, 3) < 2,
        lambda: builtins.len([]) == 1 or builtins.sum([2, 3]) < 1,
        lambda: builtins.isinstance(1.0, builtins.str),
        lambda: builtins.round(2.2) == 7 or builtins.float("3") < 2,
    ):
        try:
            if not untrue():
                continue
        except:
            pass
        raise RuntimeError("{nonce}")
questions_{nonce}()
del questions_{nonce}
"""


def add_tripwires(notebook, problem_set, nonce=None):
    """Return a copy of a notebook with tripwires around its tests."""
    nonce = nonce or secrets.token_hex(8)
    tested = problem_set.tested
    cells = []
    for cell in notebook.cells:
        name = get_grade_id(cell)
        if name not in tested:
            cells.append(cell)
            continue
        names = [(each, f"{nonce}_{n}") for n, each in enumerate(tested[name])]
        wrong = "".join(_WRONG.format(name=each, nonce=own) for each, own in names)
        right = "".join(_RIGHT.format(name=each, nonce=own) for each, own in names)
        around = [("wrong", wrong), ("fails", cell.source), ("right", right)] if names else []
        cells += [make_wire(nonce, name, part, code) for part, code in around]
        cells.append(cell)
        cells.append(make_wire(nonce, name, "asks", _QUESTIONS.format(nonce=nonce)))
    wired = copy.copy(notebook)
    wired.cells = cells
    wired.metadata = copy.deepcopy(notebook.metadata)
    wired.metadata["tripwires"] = nonce
    return wired


def make_wire(nonce, name, part, code):
    cell = nbformat.v4.new_code_cell(code)
    cell.id = f"wire-{secrets.token_hex(8)}"
    cell.metadata["tripwire"] = [nonce, name, part]
    return cell


def remove_tripwires(notebook):
    """Return a notebook that ran without its tripwires, and (test cell, what gave it away)."""
    nonce = notebook.metadata.get("tripwires")
    wires = {tuple(c.metadata.tripwire[1:]): c for c in notebook.cells if "tripwire" in c.metadata}
    plain = copy.copy(notebook)
    plain.metadata = {key: value for key, value in notebook.metadata.items() if key != "tripwires"}
    plain.cells = [cell for cell in notebook.cells if "tripwire" not in cell.metadata]
    found = []
    for cell in plain.cells:
        name = get_grade_id(cell)
        if (name, "asks") not in wires:
            continue
        failing, wrong = wires.get((name, "fails")), wires.get((name, "wrong"))
        if failing is not None and not any(map(get_errors, (failing, wrong, cell))):
            found.append((name, "the test passes with a wrong answer too"))
        if any(output.evalue == nonce for output in get_errors(wires[name, "asks"])):
            found.append((name, "NumPy or Python answers simple questions wrongly"))
    for cell in plain.cells:  # the set's own canary
        canary = utils.is_grade(cell) and not cell.metadata.nbgrader.get("points")
        if canary and any(output.ename == "RuntimeError" for output in get_errors(cell)):
            found.append((get_grade_id(cell), "it says that a test cannot fail, or cannot pass"))
    return plain, found


def get_errors(cell):
    return [output for output in cell.get("outputs", []) if output.output_type == "error"]
