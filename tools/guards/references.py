"""references.md and references.bib list the same works, and each is cited somewhere."""

import re
from itertools import chain

from mdit_py_plugins.anchors.index import slugify

from tools.notebooks import number_cells

PAGE = "references.md"
ADDRESSES = {"eprint": "https://arxiv.org/abs/", "doi": "https://doi.org/", "url": ""}


def check_references(notebook, path):
    """The page and the download list the same works in order, with the same details."""
    if path.name != PAGE:
        return
    sections = {
        slugify(cell.source.splitlines()[0].removeprefix("## ")): (where, cell.source)
        for where, cell in number_cells(notebook)
        if cell.source.startswith("## ")
    }
    bib = path.with_suffix(".bib").read_text("utf-8")
    entries = dict(re.findall(r"(?ms)^@\w+\{([\w-]+),\n(.*?)^\}", bib))
    for listed, name in ((list(sections), path.name), (list(entries), f"{path.stem}.bib")):
        if listed != sorted(listed):
            yield f"the works in {name} are not in alphabetical order"
    for work in sections.keys() ^ entries.keys():
        yield f"{work} is in one of {path.name} and {path.stem}.bib only"
    for work in sections.keys() & entries.keys():
        where, section = sections[work]
        for missing in find_missing_details(work, entries[work], section):
            yield f"{where}: does not hold what {path.stem}.bib says: {missing}"
    cited = find_cited(path)
    yield from (f"{sections[work][0]}: no page cites it" for work in sections if work not in cited)


def find_missing_details(work, entry, section):
    fields = dict(re.findall(r"(?m)^\s*(\w+)\s*= \{(.*)\},?$", entry))
    year = fields.get("year", "no year")
    title = re.sub(r"[{}]", "", fields.get("title", "").replace(r"{$\pi$}", "π"))
    authors = fields.get("author", "").replace(r"{\L}", "Ł").split(" and ")
    links = [f"({ADDRESSES[name]}{fields[name]})" for name in ADDRESSES if name in fields]
    needed = [year, f"*{title}{'' if title.endswith('?') else '.'}*", *links]
    yield from (
        text for text in chain(needed, (a.split(", ")[0] for a in authors)) if text not in section
    )
    if not work.endswith(f"-{year}"):
        yield f"{year} at the end of the key {work}"
    if not links:
        yield f"any address ({', '.join(ADDRESSES)})"


def find_cited(path):
    """Return the works that the other pages of a folder cite."""
    pages = {*path.parent.glob("*.ipynb"), *path.parent.glob("*.md")} - {path}
    return {
        work
        for page in pages
        for work in re.findall(r"\(references\.md#([\w-]+)\)", page.read_text("utf-8"))
    }


GUARDS = [check_references]
