"""Before a problem set is handed in: are its cells still there, and are they answered?

A student edition lists its named cells in comments of its last cell: what each is called, what it
is, and a digest of what it said when it was handed out. The list is in the code since some
front ends drop metadata. It holds no answer: the digests are those of stubs and visible tests.
"""

import hashlib
import json
import re
import time
from dataclasses import dataclass
from pathlib import Path

from sinpe_lib.printing import Printable

__all__ = ["Readiness", "format_entry", "ready"]

_KINDS = {"answer": "your answer", "test": "a test", "given": "given"}
_ENTRY = re.compile(
    rf"^# cell (\S+) ({'|'.join(_KINDS)}) (code|markdown) ([0-9a-f]{{8}})$", re.MULTILINE
)
_STUB = re.compile(r"^\s*raise NotImplementedError\(\)\s*$", re.MULTILINE)
_MINUTE, _HOUR, _DAY = 60, 60 * 60, 24 * 60 * 60


@dataclass(frozen=True)
class Readiness(Printable):
    """What a look at a notebook found before it is handed in.

    Parameters
    ----------
    seen : str
        Which file was looked at, and how old it is; or why nothing could be seen.
    problems : tuple of str
        One sentence for each cell, or the kernel, that is not as it should be.

    Examples
    --------
    >>> Readiness("set.ipynb", ("`double` has no answer yet",))
    set.ipynb
    - `double` has no answer yet
    """

    seen: str
    problems: tuple = ()

    def __repr__(self):
        return "\n- ".join([self.seen, *self.problems])


def format_entry(name, kind, cell_type, source):
    """Return the line that lists a cell in its student edition.

    Parameters
    ----------
    name : str
        nbgrader's name of the cell.
    kind : {"answer", "test", "given"}
    cell_type : {"code", "markdown"}
    source : str
        What the cell says when it is handed out.

    Returns
    -------
    str

    Examples
    --------
    >>> format_entry("imports", "given", "code", "import numpy as np")
    '# cell imports given code 6f11581d'
    """
    return f"# cell {name} {kind} {cell_type} {_digest(source)}"


def ready(path):
    """Say what to fix in a problem set before it is handed in.

    The saved file is compared with the list of cells that a student edition carries. Cells that
    were deleted, copied, renamed, changed, turned into another type or left unanswered are named,
    and so is a kernel of another language. Nothing is run and nothing is written.

    Parameters
    ----------
    path : str or path-like
        The notebook, as saved.

    Returns
    -------
    Readiness

    Raises
    ------
    TypeError
        If `path` is not the name of a file.

    Examples
    --------
    >>> ready("homework/first.ipynb")
    cannot open first.ipynb: the folder homework has no such file
    - save the notebook first, and use its exact name
    - in Colab the notebook is not among your files: download it, and upload it there
    """
    try:
        path = Path(path)
    except TypeError:
        raise TypeError(f"path must be the name of a notebook; got {path!r}") from None
    try:
        text = path.read_text("utf-8")
        age = time.time() - path.stat().st_mtime
        notebook = json.loads(text)
        cells = [_Cell.read(*numbered) for numbered in enumerate(notebook["cells"], 1)]
        language = _find_language(notebook.get("metadata", {}))
    except FileNotFoundError:
        return _report_missing_file(path)
    except OSError as error:
        return Readiness(f"cannot open {path.name}: {error.strerror}")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        place = f" near line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        return Readiness(
            f"{path.name} is damaged{place}: no program can open it as a notebook",
            ("save it again, or go back to an earlier version of it",),
        )
    found = [entry for cell in cells for entry in _ENTRY.findall(cell.source)]
    if not found:
        return Readiness(
            f"{path.name} carries no list of its cells, so none can be missed",
            ("a student edition has the list in its last cell: take it from a fresh copy",),
        )
    return _write_report(path.name, age, cells, list(dict.fromkeys(found)), language)


@dataclass(frozen=True)
class _Cell:
    place: int
    name: str | None  # what nbgrader calls it
    identity: str | None
    cell_type: str
    source: str

    @classmethod
    def read(cls, place, cell):
        name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
        return cls(place, name, cell.get("id"), cell["cell_type"], "".join(cell["source"]))


def _write_report(name, age, cells, entries, language):
    seen = f"{name}, as it was saved {_format_age(age)}"
    names = {entry[0] for entry in entries}
    answers = [entry for entry in entries if entry[1] == "answer"]
    empty = [f"`{entry[0]}` has no answer yet" for entry in answers if _is_empty(entry, cells)]
    if len(empty) == len(answers):
        empty = ["not one answer is in the file: have you saved the notebook?"]
    spoilt = [line for entry in entries for line in _find_damage(entry, cells, names)]
    if not any(cell.name for cell in cells):
        spoilt.append("no cell has its name any more")
    if spoilt:
        spoilt.append("to repair cells, paste your answers into a fresh copy of the set")
    if language not in ("", "python"):
        spoilt.append(f"the kernel is one for {language}: choose one for Python")
    if problems := (*empty, *spoilt):
        return Readiness(f"{seen}: not ready", problems)
    return Readiness(
        f"{seen}: ready to hand in",
        (
            f"all {len(entries)} named cells are there, and {len(answers)} answers are filled in",
            "whether they are right is not checked",
            "if you have changed anything since, save and run this again",
        ),
    )


def _find_damage(entry, cells, names):
    """Yield what is wrong with one cell of the list, its answer aside."""
    name, kind, cell_type, digest = entry
    found = _find_cells(entry, cells, names)
    if not found:
        yield f"`{name}` ({_KINDS[kind]}) is missing: it was deleted, or has lost its name"
        return
    if len(found) > 1:
        places = " and ".join(str(cell.place) for cell in found)
        yield f"`{name}` is there {len(found)} times, as cells {places}: delete the copies"
        return
    (cell,) = found
    where = f"`{name}` ({_KINDS[kind]}), cell {cell.place},"
    if cell.name != name and any(other.name for other in cells):
        yield f"{where} {f'is called `{cell.name}` now' if cell.name else 'has lost its name'}"
    if cell.cell_type != cell_type:
        yield f"{where} was a {cell_type} cell and is a {cell.cell_type} cell now: turn it back"
    elif kind != "answer" and _digest(cell.source) != digest:
        yield f"{where} was changed"


def _find_cells(entry, cells, names):
    """Return the cells that are meant: by nbgrader's name, else by id, else by what they say."""
    name, kind, _, digest = entry
    for is_meant in (
        lambda cell: cell.name == name,
        lambda cell: cell.identity == name,
        # Stubs of answers say the same.
        lambda cell: kind != "answer" and cell.name not in names and _digest(cell.source) == digest,
    ):
        if found := [cell for cell in cells if is_meant(cell)]:
            return found
    return []


def _is_empty(entry, cells):
    name, _, _, digest = entry
    return any(
        _digest(cell.source) == digest or not cell.source.strip() or _STUB.search(cell.source)
        for cell in cells
        if name in (cell.name, cell.identity)
    )


def _find_language(metadata):
    spec = metadata.get("kernelspec", {}).get("language")
    return (spec or metadata.get("language_info", {}).get("name") or "").lower()


def _digest(source):
    text = "\n".join(line.rstrip() for line in source.strip().splitlines())
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _format_age(seconds):
    for unit, name in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if count := int(seconds) // unit:
            return f"{count} {name}{'s' * (count > 1)} ago"
    return "less than a minute ago"


def _report_missing_file(path):
    folder = path.parent
    advice = ["save the notebook first, and use its exact name"]
    if others := sorted(other.name for other in folder.glob("*.ipynb")):
        advice.append(f"notebooks in that folder: {', '.join(others)}")
    advice.append("in Colab the notebook is not among your files: download it, and upload it there")
    where = "this folder" if str(folder) == "." else f"the folder {folder}"
    return Readiness(f"cannot open {path.name}: {where} has no such file", tuple(advice))
