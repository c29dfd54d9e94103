"""Run one untrusted notebook: `run_notebook` takes its text and returns it with outputs.

The notebook contains its tests. Each cell that did not run to its end gets an error output that
says why, so that nbgrader gives no points for it.
"""

import time
from dataclasses import dataclass

import nbformat

from coursework.grading import bubblewrap
from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.kernel import KernelDiedError, OutOfTimeError, start_kernel
from coursework.grading.limits import Limits
from coursework.grading.outputs import Outputs, make_error, to_count


@dataclass(frozen=True)
class Result:
    """The result of running a notebook."""

    notebook: str  # with its outputs, as JSON
    events: tuple[str, ...] = ()  # what was unusual, each with its cell


def run_notebook(notebook, limits=Limits(), boxed=True):  # noqa: B008  it cannot be changed
    """Run a notebook from the top in a fresh kernel.

    Parameters
    ----------
    notebook : str
        A notebook as JSON, of format 4, with its tests.
    limits : Limits
        How much it may use.
    boxed : bool
        Whether it is isolated from the host. Without a box only time and outputs are limited, and
        memory roughly: for your own files only.

    Raises
    ------
    NoBoxError
        No box can be made here, or the kernel does not start.
    """
    if boxed and (problem := bubblewrap.find_problem()):
        raise NoBoxError(problem)
    book = nbformat.v4.reads(notebook)
    events, space, over = [], limits.output, ""
    with start_kernel(limits, boxed) as kernel:
        until = time.monotonic() + limits.notebook_seconds
        for name, cell in clear_code_cells(book):
            left = until - time.monotonic()
            if not over and left <= 0:
                over = f"the {limits.notebook_seconds:g} seconds for the notebook were used up"
                events.append(f"cell {name!r}: not run, nor what follows: {over}")
            if over:
                mark_failed(cell, "NotRun", f"This cell was not run: {over}.")
                continue
            found = Outputs(space // 2)
            said, over = run_cell(kernel, cell, min(left, limits.cell_seconds), found)
            space -= found.size
            if found.cut:
                said = [*said, "its output was cut"]
            events += [f"cell {name!r}: {what}" for what in said]
            if over:
                over = f"in cell {name!r}, {over}"
    return Result(nbformat.v4.writes(book), tuple(events))


def run_cell(kernel, cell, seconds, found):
    """Run a cell; return what was unusual, and why the rest cannot run, empty if it can."""
    said, over, failure = [], "", None
    try:
        reply = kernel.execute(cell.source, seconds, found.take)
        cell.execution_count = to_count(reply.get("execution_count"))
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
        mark_failed(cell, *failure)
    return said, over


def mark_failed(cell, *failure):
    """Add an error to a cell, in which no earlier result may count as partial credit."""
    for output in cell.outputs:
        demote(output)
    cell.outputs.append(make_error(*failure))


def demote(output):
    """Turn a result into a mere output."""
    if output.output_type == "execute_result":
        output.output_type = "display_data"
        del output["execution_count"]


def is_partial_credit(output, points):
    """Say whether a result is one that nbgrader takes for partial credit.

    nbgrader fails on a number above the points and on empty text, which any code can publish.
    """
    try:
        return 0 <= float(output.data["text/plain"]) <= points
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


def clear_code_cells(book):
    """Clear the outputs of all code cells, and return (name, cell) of each."""
    cells = [
        (cell.get("id", f"number {number}"), cell)
        for number, cell in enumerate(book.cells, 1)
        if cell.cell_type == "code"
    ]
    for _, cell in cells:
        cell.outputs, cell.execution_count = [], None
    return cells


def mark_not_run(notebook, why):
    """Return the result of a notebook that could not be run at all."""
    book = nbformat.v4.reads(notebook)
    for _, cell in clear_code_cells(book):
        mark_failed(cell, "NotRun", f"This cell was not run: {why}.")
    return Result(nbformat.v4.writes(book), (f"the whole notebook: not run: {why}",))
