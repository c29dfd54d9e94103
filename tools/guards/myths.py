"""Myths and errata: every claim has its test and its verdict, and the list at the top agrees."""

import re

from tools.notebooks import number_cells

PAGE = "myths_and_errata.ipynb"
VERDICTS = "False|True|Half true|Ambiguous"
ENTRY = re.compile(r'(?s)(?:## [^\n]+\n\n)?### "(?P<claim>[^\n]+)"\n\n.+')
VERDICT = re.compile(
    r"(?s)(?:> \*\*\w+\.\*\* [^\n]+\n\n)?"
    rf"\*\*(?P<verdict>{VERDICTS})\.\*\* .+ In depth: \[.+\]\(\w+\.ipynb\)\."
)


def check_myths(notebook, path):
    """An entry is a claim, the cell that tests it, and a verdict; the list names them in order."""
    if path.name != PAGE:
        return
    cells = list(number_cells(notebook))
    found = []
    for (where, claim), (_, test), (_, verdict) in zip(cells, cells[1:], cells[2:], strict=False):
        if claim.cell_type != "markdown" or '### "' not in claim.source:
            continue
        entry, says = ENTRY.fullmatch(claim.source), VERDICT.fullmatch(verdict.source)
        if entry is None:
            yield f'{where}: an entry is ### "claim", then what is claimed'
        elif test.cell_type != "code" or test.id != f"{claim.id}-test":
            yield f"{where}: the next cell must be the code cell {claim.id}-test"
        elif says is None or verdict.id != f"{claim.id}-verdict":
            yield (
                f"{where}: the cell after the test must be {claim.id}-verdict: one of "
                f"**{VERDICTS}**, why, and In depth: [page](page.ipynb)."
            )
        else:
            found.append((entry["claim"], says["verdict"]))
    for where, cell in cells:
        if cell.id == "contents":
            lines = [line for line in cell.source.splitlines() if "|" in line]
            rows = [line.strip("| ").split(" | ") for line in lines[2:]]
            listed = [(row[0], row[-1]) for row in rows]
            if missing := [entry for entry in found if entry not in listed]:
                yield f"{where}: the list lacks {missing}"
            if unknown := [row for row in listed if row not in found]:
                yield f"{where}: the list names what no entry says: {unknown}"
            if sorted(listed) == sorted(found) and listed != found:
                yield f"{where}: the list is not in the order of the entries"


GUARDS = [check_myths]
