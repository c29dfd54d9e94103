"""Put a submission back together from the source of its problem set.

Locked cells always come from the source. A student's own cells stay, in their own order.
"""

import copy
from typing import NamedTuple

import nbformat
from nbgrader import utils

from coursework.editions.problem_sets import get_grade_id
from coursework.grading.known_sets import with_hidden_tests
from coursework.grading.matching import matched
from tools.notebooks import find_defined_names


class Repaired(NamedTuple):
    """A submission put back together.

    Attributes
    ----------
    notebook : NotebookNode
        To be run: every graded cell of the set exactly once.
    notes : list of tuple
        (name of the cell, what was amiss and done).
    departures : list of tuple
        (name of the cell, how it departs from the set, its text or None): notes that are about
        the set, and not about a student, if a whole class has them.
    """

    notebook: nbformat.NotebookNode
    notes: list
    departures: list


def repaired(cells, problem_set):
    """Put a submission back together.

    Parameters
    ----------
    cells : list of NotebookNode
        What `cells_of` returned.
    problem_set : ProblemSet

    Returns
    -------
    Repaired
    """
    released = problem_set.release.cells
    matching = matched(cells, released)
    graded = with_hidden_tests(problem_set)
    notes = list(matching.notes)
    used = {place: number for number, place in matching.places.items()}
    departures = list(strangers(cells, graded))
    placed = []  # ((place, before or after, number in the release), cell)
    for place, cell in enumerate(cells):
        number = used.get(place)
        name = None if number is None else get_grade_id(released[number])
        if place in matching.dropped:
            continue
        if name is None:
            placed.append(((place, 0, 0), own(cell, place)))
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
            placed.append(((place, -2, number), own(cell, place)))  # what it adds may be needed
    for number, cell in enumerate(released):
        name = get_grade_id(cell)
        if name is None or (utils.is_solution(cell) and number in matching.places):
            continue
        if number in matching.places:
            found = cells[matching.places[number]]
            departures += [(name, why, found.source.strip()) for why in differences(found, cell)]
        else:
            departures.append((name, missing(cell), None))
        placed.append((place_of(number, matching, released, problem_set), graded[name]))
    notes += moved(matching, released)
    placed.sort(key=lambda pair: pair[0])
    notebook = nbformat.v4.new_notebook(
        cells=[cell for _, cell in placed], metadata=copy.deepcopy(problem_set.release.metadata)
    )
    return Repaired(notebook, notes, departures)


def own(cell, place):
    """Return a cell that is the student's own business."""
    new = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    copied = new.get(cell.cell_type, nbformat.v4.new_raw_cell)(cell.source, id=f"own-{place + 1}")
    if cell.cell_type == "markdown" and cell.attachments:
        copied.attachments = cell.attachments
    return copied


def strangers(cells, graded):
    """Yield each cell that claims a name which the set does not have."""
    for cell in cells:
        if (name := get_grade_id(cell)) and name not in graded:
            why = "the set has no graded cell of this name: it earns nothing"
            yield name, why, cell.source.strip()


def missing(cell):
    """Return what is said of a cell that is not there."""
    if utils.is_solution(cell):
        return "missing, and nothing takes its place: put back as it was handed out"
    return "deleted: put back from the source"


def differences(found, cell):
    """Yield what is amiss with a locked cell."""
    if found.cell_type != cell.cell_type:
        yield f"its type was {found.cell_type}: put back from the source"
    elif found.source.strip() != cell.source.strip():
        yield "changed: put back from the source"


def place_of(number, matching, released, problem_set):
    """Return where a cell from the source goes: what it needs is above it.

    A test stays where it is if its answers stand above, and else follows the last of them. What
    is given stays above everything that follows it in the source.
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


def moved(matching, released):
    """Yield a note for the cells that stood in another order."""
    order = [number for number, _ in sorted(matching.places.items(), key=lambda pair: pair[1])]
    order = [number for number in order if get_grade_id(released[number])]
    lengths = []  # the longest run in the right order that ends at each
    for at, number in enumerate(order):
        best = max((run for run, n in lengths[:at] if n < number), key=len, default=[])
        lengths.append(([*best, number], number))
    kept = max((run for run, _ in lengths), key=len, default=[])
    if names := [get_grade_id(released[number]) for number in order if number not in kept]:
        yield ", ".join(names), "moved: tests run below the answers that they test"
