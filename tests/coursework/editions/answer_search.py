"""The graded answers, and what is published in which they are looked for."""

import io
import re
import zipfile

from sphinx.search.en import SearchEnglish

from coursework.editions import problem_sets
from coursework.editions.leaks import extract_text
from tests.coursework.problem_sets.scoring import SETS
from tools.notebooks import load_notebook

ARCHIVES = (".zip", ".whl")
NO_TEXT = (".png", ".ico", ".woff", ".woff2", ".ttf", ".inv", ".pickle")


def graded_answers():
    return [
        answer
        for path in SETS
        for answer in problem_sets.find_answers(load_notebook(path), path.name)
    ]


def published(folder):
    """Return {name: readable text} of all files in a folder, and of those in its archives."""
    texts = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            texts |= texts_of(path.relative_to(folder).as_posix(), path.read_bytes())
    return texts


def texts_of(name, content):
    if name.endswith(ARCHIVES):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = ((f"{name}/{entry}", archive.read(entry)) for entry in archive.namelist())
            return {key: text for each in inside for key, text in texts_of(*each).items()}
    return {} if name.endswith(NO_TEXT) else {name: extract_text(name, content)}


def words(text):
    """Return the names of at least two words, which prose does not use."""
    return set(re.findall(r"[a-z][a-z0-9]+(?:_[a-z0-9]+)+", text.lower()))


def telling_words(answers, *harmless):
    """Return {word in the search index: word} for the names that only answers use."""
    stem = SearchEnglish({}).stem
    named = words("\n".join(line for answer in answers for line in answer.lines))
    known = {stem(word) for word in words("\n".join(harmless))}
    return {stem(word): word for word in named if stem(word) not in known}


def indexed_answers(index, telling):
    """Return the telling words that a search index holds."""
    return {word for stemmed, word in telling.items() if f'"{stemmed}":' in index}
