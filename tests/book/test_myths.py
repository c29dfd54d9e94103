"""Myths and errata: every claim has its test and its verdict, and the list at the top agrees."""

import re

from tools.notebooks import BOOK, load_notebook, number_cells

CELLS = [cell for _, cell in number_cells(load_notebook(BOOK / "myths_and_errata.ipynb"))]
VERDICTS = "False|True|Half true|Ambiguous"
ENTRY = re.compile(r'### "(.+)"\n\n(.+)', re.DOTALL)

FORM = re.compile(
    r"(> \*\*\w+\.\*\* [^\n]+\n\n)?"
    rf"\*\*({VERDICTS})\.\*\* .+ In depth: \[.+\]\(\w+\.ipynb\)\."
)


def entries():
    """Yield (claim, test, verdict cell) of every entry, in order."""
    for number, cell in enumerate(CELLS):
        found = ENTRY.search(cell.source)
        if cell.cell_type == "markdown" and found:
            yield found[1], found[2], *CELLS[number : number + 3]


def test_every_entry_has_one_form():
    assert len(list(entries())) >= 30
    for claim, text, heading, test, verdict in entries():
        assert re.fullmatch(rf"(?s)(## [^\n]+\n\n)?{ENTRY.pattern}", heading.source), claim
        assert 1 <= len(re.findall(r"[.?:](?=\s|$)", text)) <= 4, claim
        assert test.cell_type == "code", claim
        assert test.outputs, claim
        assert (test.id, verdict.id) == (f"{heading.id}-test", f"{heading.id}-verdict"), claim
        assert FORM.fullmatch(verdict.source), claim


def test_the_list_at_the_top_agrees_with_the_entries():
    (contents,) = (cell for cell in CELLS if cell.id == "contents")
    rows = [line.strip("| ").split(" | ") for line in contents.source.splitlines() if "|" in line]
    listed = [(claim, verdict) for claim, _, verdict in rows[2:]]
    found = [
        (claim, re.search(rf"(?m)^\*\*({VERDICTS})\.", verdict.source)[1])
        for claim, _, _, _, verdict in entries()
    ]
    assert listed == found
    assert {said_by for _, said_by, _ in rows[2:]} == {"article", "web"}
