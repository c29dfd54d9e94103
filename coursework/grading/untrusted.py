"""Read untrusted notebooks: whatever the file holds, the cells returned are well formed."""

import json

import nbformat
from nbformat import NotebookNode

from coursework.grading.outputs import PICTURES, is_base64

_TYPES = ("code", "markdown", "raw")


class BrokenError(Exception):
    """A file that is not a notebook; the message says what is wrong."""


def read_cells(content):
    """Return the cells of a notebook given as bytes, reduced to what grading uses."""
    if not content.strip():
        raise BrokenError("the file is empty")
    try:
        found = json.loads(content.decode("utf-8-sig"))
        if isinstance(found, dict) and "worksheets" in found:
            found = nbformat.convert(nbformat.from_dict(found), 4)
    except (ValueError, RecursionError):
        raise BrokenError("not JSON, so not a notebook: the file is broken") from None
    except Exception:  # the converter is given anything at all
        raise BrokenError("a notebook of an old format that cannot be read") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise BrokenError("not a notebook: it has no list of cells")
    return [clean_cell(cell) for cell in cells]


def clean_cell(found):
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
        source=replace_surrogates(source) if isinstance(source, str) else "",
        metadata=NotebookNode(
            nbgrader={"grade_id": replace_surrogates(name)} if isinstance(name, str) else {}
        ),
        attachments=keep_pictures(attached if isinstance(attached, dict) else {}),
    )


def keep_pictures(attached):
    """Return only the pictures of the attachments of a cell."""
    found = {}
    for name, bundle in attached.items():
        if isinstance(bundle, dict):
            kept = {k: bundle[k] for k in PICTURES if is_base64(bundle.get(k))}
            found |= {replace_surrogates(name): kept} if kept else {}
    return nbformat.from_dict(found)


def replace_surrogates(text):
    """Return a text without lone surrogates, which cannot be written to a file."""
    return text.encode("utf-8", "replace").decode()
