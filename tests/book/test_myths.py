"""Myths: every claim of the table has a verdict and the page that settles it."""

import re

from tools.notebooks import BOOK, load_notebook, number_cells

CELLS = {
    cell.id: cell.source
    for _, cell in number_cells(load_notebook(BOOK / "myths_and_errata.ipynb"), "markdown")
}
ROWS = [
    line.strip("| ").split(" | ") for line in CELLS["contents"].splitlines() if line.startswith("|")
][2:]


def test_every_claim_has_a_verdict_and_a_page():
    claims = [claim for claim, _, _ in ROWS]
    assert len(set(claims)) == len(claims) > 30
    for claim, verdict, settled in ROWS:
        assert re.fullmatch(r"(False|True|Half true|Ambiguous): .+", verdict), claim
        assert settled == "below" or re.fullmatch(r"\[.+\]\(\w+\.ipynb\)", settled), claim


def test_what_is_settled_below_has_the_verdict_of_the_table():
    entries = {
        found[1]: CELLS[f"{identity}-verdict"]
        for identity, text in CELLS.items()
        if (found := re.search(r'### "(.+)"', text))
    }
    below = {claim: verdict for claim, verdict, settled in ROWS if settled == "below"}
    assert entries.keys() == below.keys()
    for claim, verdict in below.items():
        assert entries[claim].startswith(f"**{verdict.partition(':')[0]}.**")
