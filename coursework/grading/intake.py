"""Take in what a class handed in, as Canvas and Moodle export it or in a folder for each student.

Nothing is unpacked or written, no link is followed, and no more is read than a notebook may hold.
"""

import hashlib
import io
import re
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from coursework.grading.entries import ENTRIES, IntakeError, entries_of_archive, entries_of_folder

NOTEBOOK_BYTES = 20 * 2**20
ARCHIVE_BYTES = 100 * 2**20  # an archive that a student handed in, and the notebooks in it
ARCHIVE_FILES = 1000
EXPORT_BYTES = 2**30  # an archive of a class that lies in a folder
# https://github.com/instructure/canvas-lms, lib/content_zipper.rb: a user and an attachment have
# numbers, and a file that was handed in again has a counter before its dot. What was typed in is
# no attachment. The archive has a name that ends in submissions.
_CANVAS = re.compile(
    r"(?P<name>.+?)_(?P<late>LATE_)?(?P<user>\d+)_((?P<attachment>\d+)_)?"
    r"(?P<file>(?(attachment).+|(text|link)\.html))"
)
# https://github.com/moodle/moodle, mod/assign/classes/downloader.php: a folder for each
# participant, or one folder with these words before the name of each file.
_MOODLE = re.compile(
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>file|onlinetext)(_(?P<file>.*))?"
)
_KEY = 50  # letters of up to 4 bytes; a name of a file has at most 255 bytes
_JUNK = {"__MACOSX", ".ipynb_checkpoints", ".git", "__pycache__"}
_JUNK_FILES = re.compile(r"\._.*|\.DS_Store|Thumbs\.db|desktop\.ini|timestamp\.txt", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Student:
    """Who handed something in.

    Attributes
    ----------
    key : str
        Unique, and a name that a file may have. Whoever has the same key is the same student.
    name : str
        As it was found.
    canvas, moodle : str
        The number of the user in Canvas, of the participant in Moodle, or "".
    """

    key: str
    name: str = field(compare=False)
    canvas: str = field(default="", compare=False)
    moodle: str = field(default="", compare=False)


@dataclass(frozen=True)
class File:
    """A notebook that was handed in.

    Attributes
    ----------
    student : Student
    path : str
        Where it was found, below the folder or in the archive.
    name : str
        The name that the student gave it.
    content : bytes
    late : bool
        Canvas says so.
    order : tuple
        Greater for what was handed in later.
    """

    student: Student
    path: str
    name: str
    content: bytes
    late: bool
    order: tuple


class Said(NamedTuple):
    """What the names on a path say of a file: whose it is, its own name, and what Canvas adds."""

    student: Student | None
    name: str
    late: bool = False
    number: int = 0


class Note(NamedTuple):
    """Something unusual: whose (None: nobody's alone), in which file or cell, and what."""

    student: Student | None
    where: str
    text: str


def collect(path):
    """Return the notebooks below a folder or in an archive, and notes on everything else.

    Parameters
    ----------
    path : Path
        A folder or a zip file.

    Returns
    -------
    tuple of list
        Files and notes.

    Raises
    ------
    IntakeError
        There is no such folder or archive.
    """
    if path.is_dir():
        found = entries_of_folder(path)
    elif zipfile.is_zipfile(path):
        found = entries_of_archive(path, path.name)
    elif path.exists():
        raise IntakeError(f"{path}: neither a folder nor a zip file")
    else:
        raise IntakeError(f"{path}: there is no such folder or zip file")
    files, notes = [], []
    for entry in found:
        take(entry, None, files, notes)
        if len(files) + len(notes) > ENTRIES:
            raise IntakeError(f"{path}: more than {ENTRIES} files")
    students = {file.student for file in files}
    of_folder = not any(student.canvas or student.moodle for student in students)
    folders = {PurePosixPath(file.path).parts[1:-1] for file in files} - {()}
    if len(students) == 1 and of_folder and len(folders) > 1:
        told = "taken for one student with several folders; if it is a class, give this folder"
        notes.append(Note(students.pop(), PurePosixPath(files[0].path).parts[0], told))
    return files, notes


def take(entry, outer, files, notes):
    """Add an entry to the files or the notes; `outer` is what was said of its archive, if any."""
    parts = PurePosixPath(entry.path).parts
    if not parts or _JUNK & set(parts) or _JUNK_FILES.fullmatch(parts[-1]):
        return
    known = outer is not None and outer.student is not None
    said = outer._replace(name=parts[-1]) if known else owner_of(parts)
    kind = PurePosixPath(said.name).suffix.lower()
    try:
        if "_assignsubmission_onlinetext" in entry.path:
            raise IntakeError("a text that was typed into Moodle: not graded")
        if kind == ".zip" and (outer is None or (said.student and not known)):
            take_archive(entry, said, files, notes)
        elif kind != ".ipynb":
            raise IntakeError("not a notebook (.ipynb): not graded")
        elif said.student is None:
            raise IntakeError(
                "cannot tell whose it is: it stands in no student's folder, and its name is not "
                "of the form that Canvas and Moodle give"
            )
        else:
            content = entry.read(NOTEBOOK_BYTES)
            order = (said.number, entry.date, entry.path)
            files.append(File(said.student, entry.path, said.name, content, said.late, order))
    except IntakeError as error:
        notes.append(Note(said.student, entry.path, str(error)))


def take_archive(entry, said, files, notes):
    """Add what is in an archive: of one student, or of a class if it is nobody's."""
    archive = io.BytesIO(entry.read(ARCHIVE_BYTES if said.student else EXPORT_BYTES))
    n_files, n_notes = len(files), len(notes)
    for inner in entries_of_archive(archive, entry.path):
        if said.student is None:
            take(inner, said, files, notes)
            continue
        take(inner._replace(path=f"{entry.path}/{inner.path}"), said, files, notes)
        if len(files) + len(notes) - n_files - n_notes > ARCHIVE_FILES:
            raise IntakeError(f"more than {ARCHIVE_FILES} files in it: the rest was not read")
        if sum(len(file.content) for file in files[n_files:]) > ARCHIVE_BYTES:
            most = f"{ARCHIVE_BYTES / 2**20:.0f} MB"
            raise IntakeError(f"more than {most} of notebooks in it: the rest was not read")
    if said.student and (len(files), len(notes)) == (n_files, n_notes):
        raise IntakeError("an archive without a notebook: not graded")


def owner_of(parts):
    """Return what is said by the names on a path."""
    for place, part in enumerate(parts):
        if found := _MOODLE.fullmatch(part):
            last = place == len(parts) - 1
            name = (found["file"] or "") if last else parts[-1]
            key = f"{safe(found['name'])}_{found['number']}"
            return Said(Student(key, found["name"], moodle=found["number"]), name)
    flat = len(parts) == 1 or "submissions" in parts[-2]
    if flat and (found := _CANVAS.fullmatch(parts[-1])):
        key = f"{safe(found['name'])}_{found['user']}"
        student = Student(key, found["name"], canvas=found["user"])
        number = int(found["attachment"] or 0)
        return Said(student, found["file"], found["late"] is not None, number)
    return Said(Student(*named(parts[0])) if len(parts) > 1 else None, parts[-1])


def named(folder):
    """Return (key, name) of a student whose folder has this name."""
    key = safe(folder)
    if key != folder:  # so that two folders never share a key
        key += "_" + hashlib.sha256(folder.encode("utf-8", "surrogateescape")).hexdigest()[:6]
    return key, folder.encode("utf-8", "replace").decode()


def safe(name):
    """Return a name as a file may have it.

    >>> safe("../José  O'Neill")
    'José_O_Neill'
    """
    name = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode())
    return re.sub(r"[^\w@-]+", "_", name).strip("_")[:_KEY] or "unnamed"
