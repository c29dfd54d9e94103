"""Promises of single pages that no general rule covers."""

import re
from itertools import chain, pairwise
from pathlib import Path

import yaml

from tools.notebooks import BOOK, load_notebook, number_cells, read_outputs

TOC = yaml.safe_load((BOOK.parent / "_toc.yml").read_text("utf-8"))
SLIP = "0.262"  # the sine of 50, printed for that of 500 by the article the book follows


def test_the_slip_stands_only_where_it_is_told():
    worked = load_notebook(BOOK / "worked_examples.ipynb")
    written = {cell.id for _, cell in number_cells(worked) if SLIP in cell.source}
    printed = {
        cell.id for _, cell in number_cells(worked, "code") if SLIP in "".join(read_outputs(cell))
    }
    assert (written, printed) == ({"slip-question"}, {"sine-50"})


def test_the_sine_of_500_is_computed_by_the_library():
    worked = load_notebook(BOOK / "worked_examples.ipynb")
    (cell,) = (cell for _, cell in number_cells(worked, "code") if cell.id == "sine-500")
    assert "sinusoidal_encoding(501, 4)[500, 0]" in cell.source
    assert read_outputs(cell) == ["-0.468\n"]


def test_every_page_is_in_the_reading_order_and_on_the_index():
    entries = [entry for part in TOC["parts"] for entry in part["chapters"]]
    pages = [path for path in BOOK.iterdir() if path.suffix in (".ipynb", ".md")]
    written = [f"book/{path.stem}" for path in pages]
    written += [f"book/library/{path.stem}" for path in (BOOK / "library").glob("*.rst")]
    listed = [TOC["root"], *(entry["file"] for entry in entries)]
    assert sorted(listed) == sorted(written)
    notebooks = [entry for entry in entries if (BOOK.parent / f"{entry['file']}.ipynb").exists()]
    assert all(entry.get("title") for entry in notebooks)  # their own titles are long claims
    index = (BOOK / "index.ipynb").read_text("utf-8")
    assert [path.name for path in pages if f"({path.name})" not in index] == ["index.ipynb"]


def test_each_page_ends_with_the_next_one():
    chapters = [part["chapters"] for part in TOC["parts"] if part["caption"].startswith("Part ")]
    order = [Path(entry["file"]).name for entry in chain(*chapters)]
    for page, following in pairwise(order):
        last = load_notebook(BOOK / f"{page}.ipynb").cells[-1].source
        announced = re.search(r"Next page: \[[^]]*\]\((\w+)\.ipynb\)", last)
        assert announced is None or announced[1] == following, page
        assert announced or page.startswith("practice"), page
