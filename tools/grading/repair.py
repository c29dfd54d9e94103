"""Put a submission back together from the source of its problem set.

Locked cells always come from the source. A student's own cells stay, in their own order. A cell
is recognised by the name that nbgrader gave it; failing that, by its identifier, its content, the
function that it defines, or the place where it stands.
"""

import copy
import json
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode
from nbgrader import utils

from tools.editions.cells import defined_names
from tools.editions.problem_sets import grade_id
from tools.grading.sets import with_hidden_tests

_TYPES = ("code", "markdown", "raw")
_PICTURES = ("image/png", "image/jpeg", "image/gif")
_MANY = 4  # cells without metadata; from here on an editor dropped them all


class BrokenError(Exception):
    """A file that holds no notebook; the text says what it holds."""


def cells_of(content):
    """Return the cells in the bytes of a notebook, with nothing in them but what is used."""
    if not content.strip():
        raise BrokenError("the file is empty")
    try:
        found = json.loads(content.decode("utf-8-sig"))
        if isinstance(found, dict) and "worksheets" in found:
            found = nbformat.convert(nbformat.from_dict(found), 4)
    except (ValueError, RecursionError):
        raise BrokenError("not JSON, so not a notebook: the file is broken") from None
    except Exception:  # of a converter that is given anything at all
        raise BrokenError("a notebook of an old format that cannot be read") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise BrokenError("not a notebook: it has no list of cells")
    return [cell_of(cell) for cell in cells]


def cell_of(found):
    source = found.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    metadata = found.get("metadata")
    claims = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = claims.get("grade_id") if isinstance(claims, dict) else None
    kind = found.get("cell_type")
    attached = found.get("attachments")
    return NotebookNode(
        cell_type=kind if kind in _TYPES else "raw",
        id=found.get("id") if isinstance(found.get("id"), str) else None,
        source=writable(source) if isinstance(source, str) else "",
        metadata=NotebookNode(nbgrader={"grade_id": name} if isinstance(name, str) else {}),
        attachments=pictures(attached if isinstance(attached, dict) else {}),
    )


def pictures(attached):
    """Return the pictures that were pasted into a text."""
    found = {}
    for name, bundle in attached.items():
        if isinstance(bundle, dict):
            kept = {k: bundle[k] for k in _PICTURES if isinstance(bundle.get(k), str)}
            found |= {writable(name): kept} if kept else {}
    return nbformat.from_dict(found)


def writable(text):
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


@dataclass
class Matching:
    """Which cell of a submission is which of the release.

    Attributes
    ----------
    places : dict of int to int
        Place in the release -> place in the submission.
    dropped : set of int
        Places in the submission of copies that are not kept.
    notes : list of tuple
        Name of a cell, and what was done.
    """

    places: dict
    dropped: set
    notes: list


def repaired(cells, problem_set):
    """Return (notebook to run, notes) of a submission.

    Parameters
    ----------
    cells : list of NotebookNode
        What `cells_of` returned.
    problem_set : ProblemSet

    Returns
    -------
    tuple
        A notebook with every graded cell of the set exactly once, and a list of
        (name of the cell, what was amiss and done).
    """
    released = problem_set.release.cells
    matching = matched(cells, released)
    graded = with_hidden_tests(problem_set)
    notes = [*matching.notes, *strangers(cells, graded)]
    used = {place: number for number, place in matching.places.items()}
    placed = []  # ((place, before or after, number in the release), cell)
    for place, cell in enumerate(cells):
        number = used.get(place)
        name = None if number is None else grade_id(released[number])
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
        name = grade_id(cell)
        if name is None or (utils.is_solution(cell) and number in matching.places):
            continue
        notes += [(name, text) for text in put_back(cells, matching, number, cell)]
        placed.append((place_of(number, matching, released, problem_set), graded[name]))
    notes += moved(matching, released)
    placed.sort(key=lambda pair: pair[0])
    notebook = nbformat.v4.new_notebook(
        cells=[cell for _, cell in placed], metadata=copy.deepcopy(problem_set.release.metadata)
    )
    return notebook, notes


def own(cell, place):
    """Return a cell that is the student's own business."""
    new = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    copied = new.get(cell.cell_type, nbformat.v4.new_raw_cell)(cell.source, id=f"own-{place + 1}")
    if cell.cell_type == "markdown" and cell.attachments:
        copied.attachments = cell.attachments
    return copied


def matched(cells, released):
    """Recognise cells: by name, identifier, content, function, place, in this order."""
    matching = Matching({}, set(), [])
    for number, cell in enumerate(released):
        name = grade_id(cell)
        claims = [p for p, each in enumerate(cells) if name and grade_id(each) == name]
        if claims:
            matching.places[number] = chosen(cells, claims, cell, name, matching)
    rest = [number for number in range(len(released)) if number not in matching.places]
    for same in (same_identifier, same_content, same_function):
        for number in rest:
            if number in matching.places:
                continue
            free = [p for p in range(len(cells)) if is_free(p, cells, matching, released)]
            if found := [p for p in free if same(cells[p], released[number])]:
                matching.places[number] = found[-1] if same is same_function else found[0]
    for number in rest:
        if number not in matching.places and utils.is_solution(released[number]):
            by_place(number, cells, matching, released)
    recognised = [
        grade_id(released[number])
        for number in rest
        if number in matching.places and grade_id(released[number])
    ]
    if len(recognised) >= _MANY:
        matching.notes.append(
            (
                ", ".join(recognised),
                "these cells had lost nbgrader's metadata (Colab and VS Code may drop them): "
                "recognised by content and place",
            )
        )
    else:
        matching.notes += [
            (name, "it was renamed or had lost its metadata: recognised by content and place")
            for name in recognised
        ]
    return matching


def is_free(place, cells, matching, released):
    known = {grade_id(cell) for cell in released} - {None}
    taken = place in matching.places.values() or place in matching.dropped
    return not taken and grade_id(cells[place]) not in known


def same_identifier(cell, wanted):
    return cell.id is not None and cell.id == wanted.get("id")


def same_content(cell, wanted):
    return bool(cell.source.strip()) and cell.source.strip() == wanted.source.strip()


def same_function(cell, wanted):
    if not utils.is_solution(wanted) or {cell.cell_type, wanted.cell_type} != {"code"}:
        return False
    return bool(defined_names(cell.source) & defined_names(wanted.source))


def by_place(number, cells, matching, released):
    """Take the last cell of the right kind between the neighbours of a missing answer."""
    places = matching.places
    after = max((places[n] for n in places if n < number), default=-1)
    before = min((places[n] for n in places if n > number), default=len(cells))
    is_code = released[number].cell_type == "code"
    for place in reversed(range(after + 1, before)):
        right = (cells[place].cell_type == "code") == is_code and cells[place].source.strip()
        if right and is_free(place, cells, matching, released):
            places[number] = place
            return


def chosen(cells, claims, cell, name, matching):
    """Return which of the cells that claim one name is taken; note and drop copies."""
    if len(claims) == 1:
        return claims[0]
    if utils.is_solution(cell):
        written = [p for p in claims if not same_content(cells[p], cell)]
        taken = (written or claims)[-1]
        spare = [p for p in claims if p not in written or same_content(cells[p], cells[taken])]
        what = "the last one that was filled in is graded, and the others are kept as plain cells"
    else:
        equal = [p for p in claims if same_content(cells[p], cell)]
        taken = (equal or claims)[0]
        spare = equal
        what = "put back from the source once, and changed copies are kept as plain cells"
    matching.dropped |= set(spare) - {taken}
    matching.notes.append((name, f"copied, so that it was there {len(claims)} times: {what}"))
    return taken


def strangers(cells, graded):
    """Yield a note for each cell that claims a name which the set does not have."""
    for cell in cells:
        if (name := grade_id(cell)) and name not in graded:
            yield name, "the set has no graded cell of this name: it earns nothing"


def put_back(cells, matching, number, cell):
    """Yield what is amiss with a locked cell, or with an answer that is missing."""
    if number not in matching.places:
        yield (
            "missing, and nothing takes its place: put back as it was handed out"
            if utils.is_solution(cell)
            else "deleted: put back from the source"
        )
        return
    found = cells[matching.places[number]]
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
    wanted = set(problem_set.tested.get(grade_id(cell), ()))
    needed = [
        places[n]
        for n in places
        if n < number
        and utils.is_solution(released[n])
        and defined_names(released[n].source) & wanted
    ]
    if number in places:
        needed.append(places[number])
    if not needed:
        needed = [places[n] for n in places if n < number]
    return (max(needed, default=-1), 1, number)


def moved(matching, released):
    """Yield a note for the cells that stood in another order."""
    order = [number for number, _ in sorted(matching.places.items(), key=lambda pair: pair[1])]
    order = [number for number in order if grade_id(released[number])]
    lengths = []  # the longest run in the right order that ends at each
    for at, number in enumerate(order):
        best = max((run for run, n in lengths[:at] if n < number), key=len, default=[])
        lengths.append(([*best, number], number))
    kept = max((run for run, _ in lengths), key=len, default=[])
    if names := [grade_id(released[number]) for number in order if number not in kept]:
        yield ", ".join(names), "moved: tests run below the answers that they test"
