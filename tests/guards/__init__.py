"""What every notebook of the book must keep, as plain functions.

A guard takes a notebook and the path where it stands and returns the problems it finds, each
one a line that names the cell. `test_notebooks` applies the guards to the book, `test_guards`
shows of each that it notices what it is there for.
"""

from guards import cells, exercises, figures, lesson, markdown, outputs

ROOMS = (outputs, cells, figures, markdown, lesson, exercises)
ALL = [guard for room in ROOMS for guard in room.GUARDS]
