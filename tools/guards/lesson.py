"""What each page has: a title, goals that something assesses, predictions, a quiz, a way on."""

import re
from itertools import pairwise
from pathlib import Path

import yaml

from tools.notebooks import (
    BOOK,
    ROOT,
    find_headings,
    find_quiz,
    load_notebook,
    number_cells,
    parse_blocks,
    read_outputs,
)

FRONT = "index"  # the one notebook that asks no quiz and has no goals
PREDICTION = re.compile(r"\*\*Predict\w*( (\d+))?")
GOAL = re.compile(r".*?\S \((?P<assessors>.+)\)")
EXERCISE = re.compile(r"Exercise: (?P<name>.+?)(?: \([\w, -]+\))?")


def check_title(notebook, path):
    """One title, and it opens the page."""
    titles = [
        where
        for where, cell in number_cells(notebook, "markdown")
        for level, _ in find_headings(cell.source)
        if level == 1
    ]
    if len(titles) != 1 or not notebook.cells[0].source.startswith("# "):
        yield f"needs one title, at the top of the first cell; found titles in {titles}"


def check_quiz(notebook, path):
    """The page asks its own quiz, once."""
    asked = [page for page in map(find_quiz, notebook.cells) if page]
    if path.stem != FRONT and asked != [path.stem]:
        yield f'a page has one cell quiz.ask("{path.stem}"); the quizzes here are {asked}'


def check_predictions(notebook, path):
    """Predictions are numbered, and end their cell with two or more options."""
    expected = 0
    for where, cell in number_cells(notebook, "markdown"):
        shape = ""
        for block in parse_blocks(cell.source):
            found = block.type == "inline" and PREDICTION.match(block.content)
            if found:
                expected += 1
                shape += "?"
                if found[2] != str(expected):
                    yield f"{where}: {found[0]}** should be **Prediction {expected}.**"
            elif shape and block.type == "list_item_open":
                shape += "o"
            elif (
                shape
                and block.level == 0
                and block.nesting >= 0
                and block.type != "bullet_list_open"
            ):
                shape += "p"
        if not re.fullmatch(r"(p?\?oo+)*", shape):
            yield f"{where}: a prediction is a question, then a list of options, then the next one"


def count_predictions(notebook):
    return sum(
        bool(block.type == "inline" and PREDICTION.match(block.content))
        for _, cell in number_cells(notebook, "markdown")
        for block in parse_blocks(cell.source)
    )


def find_exercises(notebook):
    return {
        found["name"]
        for _, cell in number_cells(notebook, "markdown")
        for _, text in find_headings(cell.source)
        if (found := EXERCISE.fullmatch(text))
    }


def check_goals(notebook, path):
    """Each line under "You will" ends with what assesses it, which is there."""
    cells = [
        cell for _, cell in number_cells(notebook, "markdown") if "**You will**" in cell.source
    ]
    if path.stem == FRONT:
        return
    goals = re.findall(r"^- (.*)", cells[0].source, re.MULTILINE) if cells else []
    if not goals:
        yield 'needs a list under "**You will**"'
    asked = "\n".join(
        text for cell in notebook.cells if find_quiz(cell) for text in read_outputs(cell)
    )
    counts = {
        "prediction": count_predictions(notebook),
        "question": len(re.findall(r"^Question \d+", asked, re.MULTILINE)),
    }
    for goal in goals:
        found = GOAL.fullmatch(goal)
        if not found:
            yield f"goal {goal!r} does not end with what assesses it, as (question 1, prediction 2)"
            continue
        for assessor in found["assessors"].split(", "):
            kind, _, name = assessor.partition(" ")
            linked = re.fullmatch(r"exercise: \[(.+)\]\((\w+\.ipynb)\)", assessor)
            if linked and (BOOK / linked[2]).is_file():
                known = linked[1] in find_exercises(load_notebook(BOOK / linked[2]))
            elif kind == "exercise:":
                known = name in find_exercises(notebook)
            else:
                known = name.isdecimal() and 1 <= int(name) <= counts.get(kind, 0)
            if not known:
                yield f"goal {goal!r}: there is no {assessor}"


def check_next_page(notebook, path):
    """What is called the next page is the next one in the reading order."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
    order = [Path(entry["file"]).name for part in parts for entry in part["chapters"]]
    following = dict(pairwise(order)).get(path.stem)
    for where, cell in number_cells(notebook, "markdown"):
        for found in re.findall(r"Next page: \[[^]]*\]\((\w+)\.ipynb\)", cell.source):
            if found != following:
                yield f"{where}: the next page is {following}, not {found}"


GUARDS = [check_title, check_predictions, check_goals, check_quiz, check_next_page]
