"""Match the cells of a submission with those that were handed out.

A cell is recognised by its name in nbgrader; failing that, by its identifier, its content, the
function that it defines, or its place.
"""

from dataclasses import dataclass

from nbgrader import utils

from coursework.editions.problem_sets import get_grade_id
from tools.notebooks import find_defined_names

_LONG = 50_000  # characters; parsing a longer cell takes seconds
_MANY = 4  # cells without metadata, from which on an editor must have dropped them all


@dataclass
class Matching:
    """Which cell of a submission is which of the cells that were handed out."""

    places: dict  # place in the problem set -> place in the submission
    dropped: set  # places in the submission of copies to be left out
    notes: list  # (name of a cell, what was done)


def match_cells(cells, released):
    """Match cells by name, identifier, content, function and place, in this order."""
    matching = Matching({}, set(), [])
    for number, cell in enumerate(released):
        name = get_grade_id(cell)
        claims = [p for p, each in enumerate(cells) if name and get_grade_id(each) == name]
        if claims:
            matching.places[number] = choose_copy(cells, claims, cell, name, matching)
    rest = [number for number in range(len(released)) if number not in matching.places]
    for same in (has_same_id, has_same_content, defines_same_function):
        for number in rest:
            if number in matching.places:
                continue
            free = find_free_places(cells, matching, released)
            if found := [p for p in free if same(cells[p], released[number])]:
                matching.places[number] = found[-1] if same is defines_same_function else found[0]
    for number in rest:
        if number not in matching.places and utils.is_solution(released[number]):
            match_by_place(number, cells, matching, released)
    recognised = [
        get_grade_id(released[number])
        for number in rest
        if number in matching.places and get_grade_id(released[number])
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


def find_free_places(cells, matching, released):
    """Return the places of cells that are not matched and have no known name."""
    known = {get_grade_id(cell) for cell in released} - {None}
    taken = {*matching.places.values(), *matching.dropped}
    return [p for p, cell in enumerate(cells) if p not in taken and get_grade_id(cell) not in known]


def has_same_id(cell, wanted):
    return cell.id is not None and cell.id == wanted.get("id")


def has_same_content(cell, wanted):
    return bool(cell.source.strip()) and cell.source.strip() == wanted.source.strip()


def defines_same_function(cell, wanted):
    if not utils.is_solution(wanted) or {cell.cell_type, wanted.cell_type} != {"code"}:
        return False
    return bool(find_names(cell.source) & find_defined_names(wanted.source))


def find_names(source):
    """Return the names that untrusted code defines; none if Python cannot parse it."""
    if len(source) > _LONG:
        return set()
    try:
        return find_defined_names(source)
    except (MemoryError, RecursionError, ValueError):
        return set()


def match_by_place(number, cells, matching, released):
    """Match a missing answer with the last cell of its kind between its neighbours."""
    places = matching.places
    after = max((places[n] for n in places if n < number), default=-1)
    before = min((places[n] for n in places if n > number), default=len(cells))
    is_code = released[number].cell_type == "code"
    for place in reversed(find_free_places(cells, matching, released)):
        right = (cells[place].cell_type == "code") == is_code and cells[place].source.strip()
        if after < place < before and right:
            places[number] = place
            return


def choose_copy(cells, claims, cell, name, matching):
    """Return which of the cells with the same name counts; note and drop copies."""
    if len(claims) == 1:
        return claims[0]
    if utils.is_solution(cell):
        written = [p for p in claims if not has_same_content(cells[p], cell)]
        taken = (written or claims)[-1]
        spare = [p for p in claims if p not in written or has_same_content(cells[p], cells[taken])]
        what = "the last one that was filled in is graded, and the others are kept as plain cells"
    else:
        equal = [p for p in claims if has_same_content(cells[p], cell)]
        taken = (equal or claims)[0]
        spare = equal
        what = "restored once, and changed copies are kept as plain cells"
    matching.dropped |= set(spare) - {taken}
    matching.notes.append((name, f"copied: there were {len(claims)} cells of this name; {what}"))
    return taken
