"""The anatomy that all lessons share."""

import functools
import re

from tools.guards.outputs import QUIZ_KINDS
from tools.notebooks import find_headings, find_quiz, number_cells, parse_blocks

LABELS = ("Proved.", "Measured.", "Hypothesised.")
ENDING = ["What we proved, measured and only hypothesised", "Check yourself", "Further reading"]
# Exercises on several lessons: nothing of their own to sum up.
COLLECTIONS = {"practice.ipynb", "practice_more.ipynb"}
FRONT = "index.ipynb"  # no lesson


def title(notebook, path):
    """One title, and it opens the notebook."""
    titles = [
        where
        for where, cell in number_cells(notebook, "markdown")
        for level, _ in find_headings(cell.source)
        if level == 1
    ]
    first = notebook.cells[0] if notebook.cells else None
    if len(titles) != 1 or first.cell_type != "markdown" or not first.source.startswith("# "):
        yield f"needs one title, at the top of the first cell; found titles in {titles}"


def opening(notebook, path):
    """The reader learns first what comes, what it takes and how long."""
    first = "\n\n".join(cell.source for cell in notebook.cells[:2] if cell.cell_type == "markdown")
    for word in ("You will", "You need", "Time"):
        if f"**{word}**" not in first:
            yield f"the first two cells do not say **{word}**"
    if not re.search(r"\*\*Time\*\*.*\d+ minutes", first):
        yield "the first two cells do not name the minutes after **Time**"


def ending(notebook, path):
    """The last sections sum up what is known, ask the reader, and lead on."""
    sections = [
        text
        for _, cell in number_cells(notebook, "markdown")
        for level, text in find_headings(cell.source)
        if level == 2
    ]
    expected = ENDING[1:] if path.name in COLLECTIONS else ENDING
    if sections[-len(expected) :] != expected:
        yield f"the last sections must be {expected}; the notebook has {sections}"


def quiz(notebook, path):
    """The page asks its own quiz: a heading with one paragraph, the cell, and then what to read."""
    *others, heading, question, reading = notebook.cells
    if not re.fullmatch(r"## Check yourself\n\n.+", heading.source):
        yield "the third cell from the end is not ## Check yourself and one paragraph"
    if find_quiz(question) != path.stem:
        yield f'the last cell but one is not quiz.ask("{path.stem}")'
    elif [set(output.get("data", {})) for output in question.outputs] != [QUIZ_KINDS]:
        yield f"the stored quiz is not one output of {sorted(QUIZ_KINDS)}"
    if not reading.source.startswith("## Further reading\n"):
        yield "the last cell is not ## Further reading"
    if any(map(find_quiz, others)):
        yield "a quiz stands before the end"


def claims(notebook, path):
    """A claim is proved, measured or hypothesised, and nothing else."""
    for where, cell in number_cells(notebook, "markdown"):
        tokens = parse_blocks(cell.source)
        for quote, _, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if quote.type != "blockquote_open" or content.type != "inline":
                continue
            label = re.match(r"(?:\*\*|__)(.*?)(?:\*\*|__)", content.content)
            if label and label[1] not in LABELS:
                yield f"{where}: block quote labelled {label[1]!r}; labels are {LABELS}"


def of_lessons(guard):
    """Spare the first page what only a lesson has."""

    @functools.wraps(guard)
    def spared(notebook, path):
        return [] if path.name == FRONT else guard(notebook, path)

    return spared


GUARDS = [title, of_lessons(opening), of_lessons(ending), of_lessons(quiz), claims]
