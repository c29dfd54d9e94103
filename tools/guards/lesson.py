"""The anatomy that all lessons share."""

import functools
import re
from itertools import pairwise
from pathlib import Path

import yaml

from tools.guards.outputs import QUIZ_KINDS
from tools.notebooks import ROOT, find_headings, find_quiz, number_cells, parse_blocks

LABELS = ("Proved.", "Measured.", "Hypothesised.")
ENDING = ["What we proved, measured and only hypothesised", "Check yourself", "Further reading"]
# Exercises on several lessons: nothing new to sum up.
COLLECTIONS = {"practice.ipynb", "practice_more.ipynb"}
FRONT = "index.ipynb"  # no lesson


def check_title(notebook, path):
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


def check_opening(notebook, path):
    """The reader learns first what comes, what it takes and how long."""
    first = "\n\n".join(cell.source for cell in notebook.cells[:2] if cell.cell_type == "markdown")
    for word in ("You will", "You need", "Time"):
        if f"**{word}**" not in first:
            yield f"the first two cells do not say **{word}**"
    if not re.search(r"\*\*Time\*\*.*\d+ minutes", first):
        yield "the first two cells do not name the minutes after **Time**"


def check_ending(notebook, path):
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


def check_quiz(notebook, path):
    """The page asks its own quiz: a heading with one paragraph, the cell, and then what to read."""
    if len(notebook.cells) < 3:
        yield "no cells for the end of a page: ## Check yourself, quiz, ## Further reading"
        return
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
        yield "a quiz comes before the end"


def check_claims(notebook, path):
    """A claim is proved, measured or hypothesised, and nothing else."""
    for where, cell in number_cells(notebook, "markdown"):
        tokens = parse_blocks(cell.source)
        for quote, _, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if quote.type != "blockquote_open" or content.type != "inline":
                continue
            label = re.match(r"(?:\*\*|__)(.*?)(?:\*\*|__)", content.content)
            if label and label[1] not in LABELS:
                yield f"{where}: block quote labelled {label[1]!r}; labels are {LABELS}"


def check_listing(notebook, path):
    """A reader finds the page: in the side bar by a short title, and on the index."""
    entries = {entry["file"]: entry for part in read_parts() for entry in part["chapters"]}
    entry = entries.get(f"book/{path.stem}")
    if entry is None:
        yield "the page is not in _toc.yml"
    elif path.suffix == ".ipynb" and not entry.get("title"):
        yield "the page has no short title in _toc.yml: its own is a long claim"
    if f"({path.name})" not in (ROOT / "book" / FRONT).read_text("utf-8"):
        yield f"book/{FRONT} has no link to the page"


def check_next_page(notebook, path):
    """The end of a page leads to the next one in the reading order; after exercises it may."""
    parts = [part["chapters"] for part in read_parts() if part["caption"].startswith("Part ")]
    order = [Path(entry["file"]).name for chapters in parts for entry in chapters]
    following = dict(pairwise(order)).get(path.stem)
    found = re.search(r"Next page: \[[^]]*\]\((\w+)\.ipynb\)", notebook.cells[-1].source)
    if following and (found[1] != following if found else path.name not in COLLECTIONS):
        yield f"the last cell does not say: Next page: [...]({following}.ipynb)"


def read_parts():
    """Return the parts of the reading order, as _toc.yml holds them."""
    return yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]


def spare_front(guard):
    """Return the guard of what the first page does not have."""

    @functools.wraps(guard)
    def spared(notebook, path):
        return [] if path.name == FRONT else guard(notebook, path)

    return spared


GUARDS = [
    check_title,
    check_claims,
    *map(spare_front, [check_opening, check_ending, check_quiz, check_listing, check_next_page]),
]
