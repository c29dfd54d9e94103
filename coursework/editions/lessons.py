"""Editions of a lesson: the cells tagged `solution` are deleted, and nothing else changes."""

import copy
import difflib
import re

from coursework.editions.leaks import Answer, normalise, split_lines, split_sentences
from tools.notebooks import find_repeated_ids, get_tags, number_cells, read_outputs

# Only a solution has these: its title, its names, the summaries of a folded answer.
_SIGNS = {
    "code": re.compile(r"# @title Solution|\b\w+_solution\b"),
    "markdown": re.compile(r"<summary>\s*(Model answer|Rubric)", re.IGNORECASE),
}
_CHECK = re.compile(r'check\("\w+", \w+\)')
_ALIKE = 0.7


def make_student_edition(notebook):
    edition = copy.deepcopy(notebook)
    edition.cells = [cell for cell in edition.cells if "solution" not in get_tags(cell)]
    return edition


def find_answers(notebook, name):
    """Yield the answers of a lesson, without the lines that it shows before the exercise.

    They are looked for in the lesson only. Other pages may teach what an exercise asks for.
    """
    shown = taught = ""
    for where, cell in number_cells(notebook, name=name):
        if "exercise" in get_tags(cell):
            taught = shown
        if "solution" in get_tags(cell):
            new = (line for line in split_answer(cell) if normalise(line) not in taught)
            yield Answer(where, tuple(new), page=name)
        else:
            shown += normalise("".join([cell.source, *read_outputs(cell)]))


def split_answer(cell):
    source = split_lines(cell.source) if cell.cell_type == "code" else split_sentences(cell.source)
    return [*source, *split_lines("\n".join(read_outputs(cell)))]


def find_problems(notebook, name):
    """Yield every reason why deleting the solutions would leave an answer behind."""
    yield from find_repeated_ids(notebook, name, lambda cell: cell.get("id"))
    for where, cell in number_cells(notebook, name=name):
        if cell.get("id") is None:
            yield f"{where}: the cell has no id"
        if "solution" not in get_tags(cell):
            yield from (f"{where}: {problem}" for problem in find_remains(cell))


def find_remains(cell):
    """Yield each sign that a cell which is handed out holds an answer."""
    for tag in get_tags(cell):
        if difflib.get_close_matches(tag.lower(), ["solution"], cutoff=_ALIKE):
            yield f"the tag {tag!r} is not 'solution'"
    sign = _SIGNS.get(cell.cell_type)
    if sign and (found := sign.search(cell.source)):
        yield f"{found[0]!r} belongs in a cell tagged 'solution'"
    if "exercise" in get_tags(cell) and read_outputs(cell):
        yield "a cell to fill in has an output, which may hold the answer"
    if "check" in get_tags(cell):
        if not _CHECK.fullmatch(cell.source.strip()):
            yield 'a check is check("exercise", name) alone: more may give the answer away'
        if any(not text.startswith("not attempted yet") for text in read_outputs(cell)):
            yield "the output of a check is not 'not attempted yet'"
