"""Look for the lines of the answers in everything that students get."""

import html
import json
import re
import zipfile
from dataclasses import dataclass

from coursework.editions.markers import MARKERS

# Shorter lines, such as `return table`, stand in any program, and so do imports.
SHORTEST = 16
IMPORT = re.compile(r"import \w|from [\w.]+ import ")
TYPEWRITER = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")  # Sphinx sets curly quotes


@dataclass(frozen=True)
class Answer:
    """The lines of one answer, or of the tests that hold it.

    Attributes
    ----------
    where : str
        Notebook and cell.
    lines : tuple of str
    page : str or None
        The only file of an edition in which the lines are looked for; None for all of them.
    """

    where: str
    lines: tuple
    page: str | None = None


def lines_of(text):
    """Return the lines of code or of an output that are long enough to tell."""
    return telling(line.strip() for line in text.splitlines())


def sentences_of(text):
    """Return the sentences of Markdown, and what follows a colon, that are long enough to tell."""
    lines = text.splitlines()
    return telling(
        part for line in lines for part in re.split(r"(?<=[.:!?])[*_]*\s+", line.strip())
    )


def telling(parts):
    long = (part for part in parts if len(normalised(part)) >= SHORTEST)
    return tuple(dict.fromkeys(part for part in long if not IMPORT.match(part)))


def normalised(text):
    """Return a text without blanks and emphasis, so that layout hides nothing."""
    return re.sub(r"[\s*_`]+", "", text)


def leaks(folder, answers):
    """Yield one problem for each line of an answer, or marker, that an edition for students holds.

    `leaks_in` looks for them in any {name: readable text}.
    """
    texts = {}
    for edition in ("student", "blank"):
        texts |= {name: readable(name, content) for name, content in contents(folder, edition)}
    yield from leaks_in(texts, answers)


def leaks_in(texts, answers):
    for name, text in texts.items():
        yield from (
            f"{name}: the marker {marker!r} is left"
            for marker in MARKERS
            if normalised(marker) in text
        )
    for answer in answers:
        looked_in = {
            name: text
            for name, text in texts.items()
            if answer.page is None or name.endswith(f"/{answer.page}")
        }
        for line in answer.lines:
            found = [name for name, text in looked_in.items() if normalised(line) in text]
            if found:
                yield (
                    f"{answer.where}: a line of this answer stands in {found[0]}: {line!r} "
                    "(if it tells nothing, write it differently)"
                )


def contents(folder, edition):
    """Yield (name, bytes) of every file of an edition, and of every file in its archive."""
    for path in sorted((folder / edition).rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()
    with zipfile.ZipFile(folder / f"{edition}.zip") as archive:
        for name in archive.namelist():
            yield f"{edition}.zip/{name}", archive.read(name)


def readable(name, content):
    """Return all text of a file, normalised: of a notebook its metadata and outputs as well.

    A web page is read twice, since a line of code may be split by tags or stand in one.
    """
    text = content.decode("utf-8", errors="replace")
    if name.endswith(".ipynb"):
        text = "".join(strings(json.loads(text)))
    elif name.endswith(".html"):
        text = html.unescape(text + re.sub(r"<[^>]*>", "", text)).translate(TYPEWRITER)
    return normalised(text)


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if not key.startswith("image/"):  # base64
                yield from strings(part)
