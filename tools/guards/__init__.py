"""What every notebook of the book must keep, as plain functions.

A guard takes a notebook and its path and returns the problems it finds, each one a line that
names the cell.
"""

from tools.guards import cells, exercises, figures, lesson, markdown, outputs

ALL = [
    guard
    for module in (outputs, cells, figures, markdown, lesson, exercises)
    for guard in module.GUARDS
]
