"""Notebooks of a few cells, what became of them, and what still runs."""

import nbformat
import psutil
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.utils import determine_grade

_GRADED = {
    "schema_version": 3,
    "grade": True,
    "solution": False,
    "locked": True,
    "task": False,
    "points": 1,
}


def notebook(*sources):
    """Return a notebook as JSON. Its cells are c1, c2, ... and each is worth one point."""
    cells = [
        new_code_cell(source, id=f"c{n}", metadata={"nbgrader": {**_GRADED, "grade_id": f"c{n}"}})
        for n, source in enumerate(sources, 1)
    ]
    return nbformat.writes(new_notebook(cells=cells))


def cells(ran):
    """Return the cells of a notebook that was run; it must be a valid one."""
    book = nbformat.reads(ran.notebook, as_version=4)
    nbformat.validate(book)
    return book.cells


def points(ran):
    """Return what nbgrader gives each cell, in order."""
    return [determine_grade(cell)[0] for cell in cells(ran)]


def printed(ran):
    """Return the text that each cell printed, in order."""
    return [
        "".join(output.text for output in cell.outputs if output.output_type == "stream")
        for cell in cells(ran)
    ]


def errors(ran):
    """Return the error of each cell as "name: message", empty where there is none."""
    found = []
    for cell in cells(ran):
        shown = [o for o in cell.outputs if o.output_type == "error"]
        assert len(shown) <= 1
        found.append(f"{shown[0].ename}: {shown[0].evalue}" if shown else "")
    return found


def command_of(process):
    """Return the command of a process, or "" if it has ended, waited for or not."""
    try:
        return " ".join(process.cmdline()) if process.is_running() else ""
    except psutil.Error:
        return ""
