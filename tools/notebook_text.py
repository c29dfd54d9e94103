"""The text of a notebook, as this project stores it."""

import json

import nbformat


def read(text):
    """Return the notebook as it is stored: nbformat.read would invent missing ids at random.

    Raises
    ------
    ValueError
        The text is no notebook of format 4.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or found.get("nbformat") != 4:
        raise ValueError("not a notebook of format 4")
    parts = [found, *cells] if isinstance(cells := found.get("cells"), list) else [None]
    if not all(isinstance(part, dict) and isinstance(part.get("metadata"), dict) for part in parts):
        raise ValueError("not a notebook of format 4: no list of cells, or metadata are missing")
    return nbformat.v4.reads(text)


def serialise(notebook):
    return nbformat.v4.writes(notebook) + "\n"
