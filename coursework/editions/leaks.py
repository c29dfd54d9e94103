"""Search for the lines of the answers in everything that students get."""

import html
import json
import re
from dataclasses import dataclass

from coursework.editions.markers import MARKERS

# Any program has shorter lines, such as `return table`, and imports.
SHORTEST = 16
IMPORT = re.compile(r"import \w|from [\w.]+ import ")
TYPEWRITER = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")  # Sphinx sets curly quotes


@dataclass(frozen=True)
class Answer:
    """The lines of one answer, or of the tests that hold it."""

    where: str  # notebook and cell
    lines: tuple
    page: str | None = None  # the only file of an edition in which to look; None for all of them


def split_lines(text):
    """Return the lines of code or of an output that are long enough to tell."""
    return keep_telling(line.strip() for line in text.splitlines())


def split_sentences(text):
    """Return the sentences of Markdown, and what follows a colon, that are long enough to tell."""
    lines = text.splitlines()
    return keep_telling(
        part for line in lines for part in re.split(r"(?<=[.:!?])[*_]*\s+", line.strip())
    )


def keep_telling(parts):
    long = (part for part in parts if len(normalise(part)) >= SHORTEST)
    return tuple(dict.fromkeys(part for part in long if not IMPORT.match(part)))


def normalise(text):
    """Return a text without white space and emphasis, so that layout hides nothing."""
    return re.sub(r"[\s*_`]+", "", text)


def find_leaks(editions, answers):
    """Return the problems of the files that students would get, of {edition: {name: bytes}}."""
    texts = {
        f"{edition}/{name}": extract_text(name, content)
        for edition in ("student", "blank")
        for name, content in editions[edition].items()
    }
    return list(search_texts(texts, answers))


def search_texts(texts, answers):
    """Yield a problem for each marker, and each line of an answer, in {name: normalised text}."""
    for name, text in texts.items():
        yield from (
            f"{name}: the marker {marker!r} is still there"
            for marker in MARKERS
            if normalise(marker) in text
        )
    for answer in answers:
        looked_in = {
            name: text
            for name, text in texts.items()
            if answer.page is None or name.endswith(f"/{answer.page}")
        }
        for line in answer.lines:
            plain = normalise(line)
            found = next((name for name, text in looked_in.items() if plain in text), None)
            if found:
                yield (
                    f"{answer.where}: {found} shows a line of this answer: {line!r} "
                    "(if it gives nothing away, write it differently)"
                )


def extract_text(name, content):
    """Return all text of a file, normalised; of a notebook also its metadata and outputs.

    A web page is read twice, because tags may split a line of code or hold it in an attribute.
    """
    text = content.decode("utf-8", errors="replace")
    if name.endswith(".ipynb"):
        text = "".join(find_strings(json.loads(text)))
    elif name.endswith(".html"):
        text = html.unescape(text + re.sub(r"<[^>]*>", "", text)).translate(TYPEWRITER)
    return normalise(text)


def find_strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from find_strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if not key.startswith("image/"):  # base64
                yield from find_strings(part)
