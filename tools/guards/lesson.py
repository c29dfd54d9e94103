"""What each page has: one title, its own quiz, and a way on that follows the reading order."""

import re
from itertools import pairwise
from pathlib import Path

import yaml

from tools.notebooks import ROOT, find_headings, find_quiz, number_cells

FRONT = "index"  # the one notebook that asks no quiz


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


def check_next_page(notebook, path):
    """What is called the next page is the next one in the reading order."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
    order = [Path(entry["file"]).name for part in parts for entry in part["chapters"]]
    following = dict(pairwise(order)).get(path.stem)
    for where, cell in number_cells(notebook, "markdown"):
        for found in re.findall(r"Next page: \[[^]]*\]\((\w+)\.ipynb\)", cell.source):
            if found != following:
                yield f"{where}: the next page is {following}, not {found}"


GUARDS = [check_title, check_quiz, check_next_page]
