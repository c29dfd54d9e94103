"""Read the notebook of a stranger: whatever its file holds, what comes back can be worked with."""

import json

import nbformat
from nbformat import NotebookNode

from coursework.grading.outputs import PICTURES, is_base64

_TYPES = ("code", "markdown", "raw")


class BrokenError(Exception):
    """A file that holds no notebook; the text says what it holds."""


def cells_of(content):
    """Return the cells in the bytes of a notebook, with nothing in them but what is used."""
    if not content.strip():
        raise BrokenError("the file is empty")
    try:
        found = json.loads(content.decode("utf-8-sig"))
        if isinstance(found, dict) and "worksheets" in found:
            found = nbformat.convert(nbformat.from_dict(found), 4)
    except (ValueError, RecursionError):
        raise BrokenError("not JSON, so not a notebook: the file is broken") from None
    except Exception:  # of a converter that is given anything at all
        raise BrokenError("a notebook of an old format that cannot be read") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise BrokenError("not a notebook: it has no list of cells")
    return [cell_of(cell) for cell in cells]


def cell_of(found):
    source = found.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    metadata = found.get("metadata")
    claims = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = claims.get("grade_id") if isinstance(claims, dict) else None
    kind = found.get("cell_type")
    attached = found.get("attachments")
    return NotebookNode(
        cell_type=kind if kind in _TYPES else "raw",
        id=found.get("id") if isinstance(found.get("id"), str) else None,
        source=writable(source) if isinstance(source, str) else "",
        metadata=NotebookNode(
            nbgrader={"grade_id": writable(name)} if isinstance(name, str) else {}
        ),
        attachments=pictures(attached if isinstance(attached, dict) else {}),
    )


def pictures(attached):
    """Return the pictures that were pasted into a text."""
    found = {}
    for name, bundle in attached.items():
        if isinstance(bundle, dict):
            kept = {k: bundle[k] for k in PICTURES if is_base64(bundle.get(k))}
            found |= {writable(name): kept} if kept else {}
    return nbformat.from_dict(found)


def writable(text):
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode()
