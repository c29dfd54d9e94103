"""The anatomy that all lessons share."""

import re

from guards.reading import blocks, headings, numbered

LABELS = ("Proved.", "Measured.", "Hypothesised.")
ENDING = ["What we proved, measured and only hypothesised", "Further reading"]
# Exercises on several lessons: nothing of their own to sum up.
COLLECTIONS = {"practice.ipynb", "practice_more.ipynb"}


def title(notebook, path):
    """One title, and it opens the notebook."""
    titles = [
        where
        for where, cell in numbered(notebook, "markdown")
        for level, _ in headings(cell.source)
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
    """The last two sections sum up what is known, and lead on."""
    sections = [
        text
        for _, cell in numbered(notebook, "markdown")
        for level, text in headings(cell.source)
        if level == 2
    ]
    expected = ENDING[1:] if path.name in COLLECTIONS else ENDING
    if sections[-len(expected) :] != expected:
        yield f"the last sections must be {expected}; the notebook has {sections}"


def claims(notebook, path):
    """A claim is proved, measured or hypothesised, and nothing else."""
    for where, cell in numbered(notebook, "markdown"):
        tokens = blocks(cell.source)
        for quote, _, content in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if quote.type != "blockquote_open" or content.type != "inline":
                continue
            label = re.match(r"(?:\*\*|__)(.*?)(?:\*\*|__)", content.content)
            if label and label[1] not in LABELS:
                yield f"{where}: block quote labelled {label[1]!r}; labels are {LABELS}"


GUARDS = [title, opening, ending, claims]
