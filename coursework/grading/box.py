"""Run one notebook of a stranger: `run` takes its text and returns it with outputs.

The tests stand in the notebook already. Each cell that did not run to its end gets an error
output that says why, so that nbgrader gives nothing for it.
"""

import time
from dataclasses import dataclass

import nbformat

from coursework.grading import bubblewrap
from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.kernel import KernelDiedError, OutOfTimeError, started
from coursework.grading.limits import Limits
from coursework.grading.outputs import Outputs, error, number

__all__ = ["Limits", "NoBoxError", "Ran", "not_run", "run"]


@dataclass(frozen=True)
class Ran:
    """What became of a notebook.

    Attributes
    ----------
    notebook : str
        The notebook with its outputs, as JSON.
    events : tuple of str
        What was unusual, each with the cell that it happened in.
    """

    notebook: str
    events: tuple[str, ...] = ()


def run(notebook, limits=Limits(), boxed=True):  # noqa: B008  it cannot be changed
    """Run a notebook from the top in a fresh kernel.

    Parameters
    ----------
    notebook : str
        A notebook as JSON, of format 4, with the tests in it.
    limits : Limits
        How much it may use.
    boxed : bool
        Whether it is kept from the host. Without a box only time and outputs are bounded, and
        memory roughly: for one's own files only.

    Returns
    -------
    Ran
        The notebook with outputs, and what was unusual.

    Raises
    ------
    NoBoxError
        There is no box here, or no kernel.
    """
    if boxed and (problem := bubblewrap.problem()):
        raise NoBoxError(problem)
    book = nbformat.v4.reads(notebook)
    events, room, over = [], limits.output, ""
    with started(limits, boxed) as kernel:
        until = time.monotonic() + limits.notebook_seconds
        for name, cell in code_cells(book):
            left = until - time.monotonic()
            if not over and left <= 0:
                over = f"the {limits.notebook_seconds:g} seconds for the notebook were used up"
                events.append(f"cell {name!r}: not run, nor what follows: {over}")
            if over:
                fail(cell, "NotRun", f"This cell was not run: {over}.")
                continue
            found = Outputs(room // 2)
            said, over = run_cell(kernel, cell, min(left, limits.cell_seconds), found)
            room -= found.size
            if found.cut:
                said = [*said, "its output was cut"]
            events += [f"cell {name!r}: {what}" for what in said]
            if over:
                over = f"in cell {name!r}, {over}"
    return Ran(nbformat.v4.writes(book), tuple(events))


def run_cell(kernel, cell, seconds, found):
    """Run a cell; return what was unusual, and why nothing can follow, empty if it can."""
    said, over, failure = [], "", None
    try:
        reply = kernel.run(cell.source, seconds, found.take)
        cell.execution_count = number(reply.get("execution_count"))
        if reply.get("status") != "ok":
            failure = [reply.get(part) for part in ("ename", "evalue", "traceback")]
            if failure[0] == "MemoryError":
                said = ["it asked for more memory than it may use"]
    except OutOfTimeError:
        said = [f"stopped after {seconds:.0f} seconds"]
        failure = ["OutOfTime", f"This cell was stopped after {seconds:.0f} seconds."]
    except KernelDiedError as death:
        over = str(death)
        said = [f"{over}; nothing that follows was run"]
        failure = ["KernelDied", f"This cell did not end: {over}."]
    cell.outputs = found.kept
    points = cell.metadata.get("nbgrader", {}).get("points")
    for output in cell.outputs:
        if points is not None and not is_partial_credit(output, points):
            demote(output)
    if failure:
        fail(cell, *failure)
    return said, over


def fail(cell, *failure):
    """Add an error to a cell; no result before it may stand for partial credit."""
    for output in cell.outputs:
        demote(output)
    cell.outputs.append(error(*failure))


def demote(output):
    """Make a mere output of a result."""
    if output.output_type == "execute_result":
        output.output_type = "display_data"
        del output["execution_count"]


def is_partial_credit(output, points):
    """Say whether a result is one that nbgrader takes for partial credit.

    It stops at a number above the points, or at no text at all, which any code can publish.
    """
    try:
        return 0 <= float(output.data["text/plain"]) <= points
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def code_cells(book):
    """Return (name, cell) of each code cell, without its former outputs."""
    cells = [
        (cell.get("id", f"number {number}"), cell)
        for number, cell in enumerate(book.cells, 1)
        if cell.cell_type == "code"
    ]
    for _, cell in cells:
        cell.outputs, cell.execution_count = [], None
    return cells


def not_run(notebook, why):
    """Return what is left of a notebook that could not be run at all, and why."""
    book = nbformat.v4.reads(notebook)
    for _, cell in code_cells(book):
        fail(cell, "NotRun", f"This cell was not run: {why}.")
    return Ran(nbformat.v4.writes(book), (f"the whole notebook: not run: {why}",))
