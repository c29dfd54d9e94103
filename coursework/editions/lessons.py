"""Editions of a lesson: all they do is delete the cells tagged `solution`."""

import copy
import difflib
import re

from coursework.editions.search import Answer, lines_of, normalised, sentences_of
from tools.notebooks import find_repeated_ids, get_tags, number_cells, read_outputs

# What only a solution has: its title, its names, the summaries of a folded answer.
_SIGNS = {
    "code": re.compile(r"# @title Solution|\b\w+_solution\b"),
    "markdown": re.compile(r"<summary>\s*(Model answer|Rubric)", re.IGNORECASE),
}
_CHECK = re.compile(r'check\("\w+", \w+\)')
_ALIKE = 0.7


def student(notebook):
    edition = copy.deepcopy(notebook)
    edition.cells = [cell for cell in edition.cells if "solution" not in get_tags(cell)]
    return edition


def answers(notebook, name):
    """Yield the answers of a lesson: what it has not shown before it asked.

    They are looked for in the lesson itself. Other pages may teach what an exercise asks for.
    """
    shown = taught = ""
    for where, cell in number_cells(notebook, name=name):
        if "exercise" in get_tags(cell):
            taught = shown
        if "solution" in get_tags(cell):
            new = (line for line in answer_lines(cell) if normalised(line) not in taught)
            yield Answer(where, tuple(new), page=name)
        else:
            shown += normalised("".join([cell.source, *read_outputs(cell)]))


def answer_lines(cell):
    source = lines_of(cell.source) if cell.cell_type == "code" else sentences_of(cell.source)
    return [*source, *lines_of("\n".join(read_outputs(cell)))]


def problems(notebook, name):
    """Yield every reason why deleting the solutions would leave an answer behind."""
    yield from find_repeated_ids(notebook, name, lambda cell: cell.get("id"))
    for where, cell in number_cells(notebook, name=name):
        if cell.get("id") is None:
            yield f"{where}: the cell has no id"
        if "solution" not in get_tags(cell):
            yield from (f"{where}: {problem}" for problem in left_behind(cell))


def left_behind(cell):
    """Yield what makes a cell that stays look like an answer."""
    for tag in get_tags(cell):
        if difflib.get_close_matches(tag.lower(), ["solution"], cutoff=_ALIKE):
            yield f"the tag {tag!r} is not 'solution'"
    sign = _SIGNS.get(cell.cell_type)
    if sign and (found := sign.search(cell.source)):
        yield f"{found[0]!r} belongs into a cell tagged 'solution'"
    if "exercise" in get_tags(cell) and read_outputs(cell):
        yield "a cell to fill in has an output: it may hold the answer"
    if "check" in get_tags(cell):
        if not _CHECK.fullmatch(cell.source.strip()):
            yield 'a check is check("exercise", name) and nothing else: more may tell the answer'
        if any(not text.startswith("not attempted yet") for text in read_outputs(cell)):
            yield "the output of a check is not 'not attempted yet'"
