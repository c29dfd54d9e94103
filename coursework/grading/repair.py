"""Restore a submission from the source of its problem set.

Locked cells always come from the source. Cells that a student added stay in their order.
"""

import copy
from typing import NamedTuple

import nbformat
from nbgrader import utils

from coursework.editions.problem_sets import get_grade_id
from coursework.grading.known_problem_sets import make_graded_cells
from coursework.grading.matching import match_cells
from tools.notebooks import find_defined_names


class Repaired(NamedTuple):
    """A restored submission.

    Its departures are (name of the cell, difference from the problem set, its text or None): if a
    whole class has the same one, it concerns the problem set and not a student.
    """

    notebook: nbformat.NotebookNode  # to be run: every graded cell exactly once
    notes: list  # (name of the cell, what was wrong and what was done)
    departures: list


def repair_submission(cells, problem_set):
    """Restore a submission from its cells as `read_cells` returns them."""
    released = problem_set.release.cells
    matching = match_cells(cells, released)
    graded = make_graded_cells(problem_set)
    notes = list(matching.notes)
    used = {place: number for number, place in matching.places.items()}
    departures = list(find_unknown_names(cells, graded))
    placed = []  # ((place, before or after, number in the release), cell)
    for place, cell in enumerate(cells):
        number = used.get(place)
        name = None if number is None else get_grade_id(released[number])
        if place in matching.dropped:
            continue
        if name is None:
            placed.append(((place, 0, 0), make_own_cell(cell, place)))
        elif utils.is_solution(graded[name]):
            answer = graded[name]
            answer.source = cell.source
            if answer.cell_type == "markdown" and cell.attachments:
                answer.attachments = cell.attachments
            if cell.cell_type != answer.cell_type:
                notes.append(
                    (name, f"its type was {cell.cell_type}: made {answer.cell_type} again")
                )
            placed.append(((place, 0, 0), answer))
        elif (
            not utils.is_grade(graded[name]) and cell.source.strip() != graded[name].source.strip()
        ):
            placed.append(
                ((place, -2, number), make_own_cell(cell, place))
            )  # what it adds may be needed
    for number, cell in enumerate(released):
        name = get_grade_id(cell)
        if name is None or (utils.is_solution(cell) and number in matching.places):
            continue
        if number in matching.places:
            found = cells[matching.places[number]]
            departures += [
                (name, why, found.source.strip()) for why in find_differences(found, cell)
            ]
        else:
            departures.append((name, describe_missing(cell), None))
        placed.append((find_place(number, matching, released, problem_set), graded[name]))
    notes += describe_moved(matching, released)
    placed.sort(key=lambda pair: pair[0])
    notebook = nbformat.v4.new_notebook(
        cells=[cell for _, cell in placed], metadata=copy.deepcopy(problem_set.release.metadata)
    )
    return Repaired(notebook, notes, departures)


def make_own_cell(cell, place):
    """Return a copy of a cell that is not graded."""
    new = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    copied = new.get(cell.cell_type, nbformat.v4.new_raw_cell)(cell.source, id=f"own-{place + 1}")
    if cell.cell_type == "markdown" and cell.attachments:
        copied.attachments = cell.attachments
    return copied


def find_unknown_names(cells, graded):
    """Yield each cell with a name that the problem set does not have."""
    for cell in cells:
        if (name := get_grade_id(cell)) and name not in graded:
            why = "the problem set has no graded cell of this name: it earns nothing"
            yield name, why, cell.source.strip()


def describe_missing(cell):
    """Return the note on a missing cell."""
    if utils.is_solution(cell):
        return "missing, and no other cell matches: restored as it was handed out"
    return "deleted: restored from the source"


def find_differences(found, cell):
    """Yield the changes to a locked cell."""
    if found.cell_type != cell.cell_type:
        yield f"its type was {found.cell_type}: restored from the source"
    elif found.source.strip() != cell.source.strip():
        yield "changed: restored from the source"


def find_place(number, matching, released, problem_set):
    """Return where a cell from the source goes, so that what it needs is above it.

    A test stays where it is if its answers are above it, and otherwise follows the last of them.
    Given cells stay above everything that follows them in the source.
    """
    places = matching.places
    cell = released[number]
    following = [places[n] for n in places if n > number]
    if not utils.is_grade(cell) and not utils.is_solution(cell):
        here = [places[number]] if number in places else []
        return (min([*following, *here], default=len(released)), -1, number)
    wanted = set(problem_set.tested.get(get_grade_id(cell), ()))
    needed = [
        places[n]
        for n in places
        if n < number
        and utils.is_solution(released[n])
        and find_defined_names(released[n].source) & wanted
    ]
    if number in places:
        needed.append(places[number])
    if not needed:
        needed = [places[n] for n in places if n < number]
    return (max(needed, default=-1), 1, number)


def describe_moved(matching, released):
    """Yield a note on the cells that are not in the original order."""
    order = [number for number, _ in sorted(matching.places.items(), key=lambda pair: pair[1])]
    order = [number for number in order if get_grade_id(released[number])]
    lengths = []  # the longest run in the right order that ends at each
    for at, number in enumerate(order):
        best = max((run for run, n in lengths[:at] if n < number), key=len, default=[])
        lengths.append(([*best, number], number))
    kept = max((run for run, _ in lengths), key=len, default=[])
    if names := [get_grade_id(released[number]) for number in order if number not in kept]:
        yield ", ".join(names), "moved: tests run below the answers that they test"
