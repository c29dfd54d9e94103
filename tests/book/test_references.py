"""references.md, references.bib and the citations in the pages name the same works."""

import re
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
PAGE = (BOOK / "references.md").read_text(encoding="utf-8")
BIB = (BOOK / "references.bib").read_text(encoding="utf-8")
SECTIONS = {
    heading.lower().replace(" ", "-"): text
    for heading, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}
ADDRESSES = {"eprint": "https://arxiv.org/abs/", "doi": "https://doi.org/", "url": ""}
ENTRIES = dict(re.findall(r"^@\w+\{([\w-]+),\n(.*?)^\}", BIB, re.M | re.S))


def field(entry, name):
    found = re.search(rf"^\s*{name}\s*= \{{(.*)\}},?$", entry, re.M)
    return found and found[1]


def test_the_page_and_the_download_list_the_same_works_in_the_same_order():
    assert list(SECTIONS) == list(ENTRIES) == sorted(SECTIONS)


@pytest.mark.parametrize("work", ENTRIES)
def test_both_give_the_same_details(work):
    entry, section = ENTRIES[work], SECTIONS[work]
    assert work.endswith(f"-{field(entry, 'year')}")
    title = re.sub(r"[{}]", "", field(entry, "title").replace(r"{$\pi$}", "π"))
    assert f"*{title}{'' if title.endswith('?') else '.'}*" in section
    assert field(entry, "year") in section
    for author in field(entry, "author").replace(r"{\L}", "Ł").split(" and "):
        assert author.split(", ")[0] in section
    for name, link in ADDRESSES.items():
        if field(entry, name):
            assert f"({link}{field(entry, name)})" in section
    assert any(field(entry, name) for name in ADDRESSES)


def test_every_work_is_cited_and_every_citation_has_its_work():
    pages = {*BOOK.glob("*.ipynb"), *BOOK.glob("*.md")} - {BOOK / "references.md"}
    cited = {
        work
        for page in pages
        for work in re.findall(r"\(references\.md#([\w-]+)\)", page.read_text(encoding="utf-8"))
    }
    assert cited == set(SECTIONS)
