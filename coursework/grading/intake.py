"""Collect what a class handed in, as Canvas and Moodle export it or as a folder for each student.

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

from coursework.grading.entries import ENTRIES, IntakeError, list_archive, list_folder

NOTEBOOK_BYTES = 20 * 2**20
ARCHIVE_BYTES = 100 * 2**20  # a student's archive, and the notebooks in it
ARCHIVE_FILES = 1000
EXPORT_BYTES = 2**30  # an archive of a class inside a folder
# https://github.com/instructure/canvas-lms, lib/content_zipper.rb: a user and an attachment have
# numbers, and a file that was handed in again has a counter before its dot. Text typed into Canvas
# has no attachment. The name of the archive ends in "submissions".
_CANVAS = re.compile(
    r"(?P<name>.+?)_(?P<late>LATE_)?(?P<user>\d+)_((?P<attachment>\d+)_)?"
    r"(?P<file>(?(attachment).+|(text|link)\.html))"
)
# https://github.com/moodle/moodle, mod/assign/classes/downloader.php: a folder for each
# participant, or one folder with this prefix to the name of each file.
_MOODLE = re.compile(
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_(?P<kind>file|onlinetext)(_(?P<file>.*))?"
)
_KEY = 50  # characters of up to 4 bytes; a file name has at most 255 bytes
_JUNK = {"__MACOSX", ".ipynb_checkpoints", ".git", "__pycache__"}
_JUNK_FILES = re.compile(r"\._.*|\.DS_Store|Thumbs\.db|desktop\.ini|timestamp\.txt", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Student:
    """Who handed something in."""

    key: str  # valid as a file name
    name: str = field(compare=False)  # as it is written in the submissions
    canvas: str = field(default="", compare=False)  # the number of the user, or ""
    moodle: str = field(default="", compare=False)  # the number of the participant, or ""


@dataclass(frozen=True)
class File:
    """A notebook that was handed in."""

    student: Student
    path: str  # where it was found, relative to the folder or archive
    name: str  # that the student chose
    content: bytes
    late: bool  # according to Canvas
    order: tuple  # greater for what was handed in later


class PathInfo(NamedTuple):
    """What a path says about a file: its student, its own name, and what Canvas adds."""

    student: Student | None
    name: str
    late: bool = False
    number: int = 0


class Note(NamedTuple):
    """Something unusual: the student (None: not one alone), the file or cell, and what it is."""

    student: Student | None
    where: str
    text: str


def collect_notebooks(path):
    """Return the notebooks in a folder or zip file, and notes on all other files.

    Raises
    ------
    IntakeError
        There is no such folder or zip file.
    """
    if path.is_dir():
        found = list_folder(path)
    elif zipfile.is_zipfile(path):
        found = list_archive(path, path.name)
    elif path.exists():
        raise IntakeError(f"{path}: neither a folder nor a zip file")
    else:
        raise IntakeError(f"{path}: there is no such folder or zip file")
    files, notes = [], []
    for entry in found:
        take_entry(entry, None, files, notes)
        if len(files) + len(notes) > ENTRIES:
            raise IntakeError(f"{path}: more than {ENTRIES} files")
    students = {file.student for file in files}
    of_folder = not any(student.canvas or student.moodle for student in students)
    folders = {PurePosixPath(file.path).parts[1:-1] for file in files} - {()}
    if len(students) == 1 and of_folder and len(folders) > 1:
        text = "taken for one student with several folders; if it is a class, give this folder"
        notes.append(Note(students.pop(), PurePosixPath(files[0].path).parts[0], text))
    return files, notes


def take_entry(entry, outer, files, notes):
    """Add an entry to the files or the notes; `outer` describes the archive it is in, if any."""
    parts = PurePosixPath(entry.path).parts
    if not parts or _JUNK & set(parts) or _JUNK_FILES.fullmatch(parts[-1]):
        return
    known = outer is not None and outer.student is not None
    info = outer._replace(name=parts[-1]) if known else parse_path(parts)
    kind = PurePosixPath(info.name).suffix.lower()
    try:
        if "_assignsubmission_onlinetext" in entry.path:
            raise IntakeError("a text that was typed into Moodle: not graded")
        if kind == ".zip" and (outer is None or (info.student and not known)):
            take_archive(entry, info, files, notes)
        elif kind != ".ipynb":
            raise IntakeError("not a notebook (.ipynb): not graded")
        elif info.student is None:
            raise IntakeError(
                "cannot tell whose it is: it is not in a student's folder, and its name is not one "
                "that Canvas or Moodle would give it"
            )
        else:
            content = entry.read(NOTEBOOK_BYTES)
            order = (info.number, entry.date, entry.path)
            files.append(File(info.student, entry.path, info.name, content, info.late, order))
    except IntakeError as error:
        notes.append(Note(info.student, entry.path, str(error)))


def take_archive(entry, info, files, notes):
    """Add the files in an archive of one student, or of a class if it has no student."""
    archive = io.BytesIO(entry.read(ARCHIVE_BYTES if info.student else EXPORT_BYTES))
    n_files, n_notes = len(files), len(notes)
    for inner in list_archive(archive, entry.path):
        if info.student is None:
            take_entry(inner, info, files, notes)
            continue
        take_entry(inner._replace(path=f"{entry.path}/{inner.path}"), info, files, notes)
        if len(files) + len(notes) - n_files - n_notes > ARCHIVE_FILES:
            raise IntakeError(f"more than {ARCHIVE_FILES} files in it: the rest was not read")
        if sum(len(file.content) for file in files[n_files:]) > ARCHIVE_BYTES:
            most = f"{ARCHIVE_BYTES / 2**20:.0f} MB"
            raise IntakeError(f"more than {most} of notebooks in it: the rest was not read")
    if info.student and (len(files), len(notes)) == (n_files, n_notes):
        raise IntakeError("an archive without a notebook: not graded")


def parse_path(parts):
    """Return what a path says about its file."""
    for place, part in enumerate(parts):
        if found := _MOODLE.fullmatch(part):
            last = place == len(parts) - 1
            name = (found["file"] or "") if last else parts[-1]
            key = f"{make_key(found['name'])}_{found['number']}"
            return PathInfo(Student(key, found["name"], moodle=found["number"]), name)
    flat = len(parts) == 1 or "submissions" in parts[-2]
    if flat and (found := _CANVAS.fullmatch(parts[-1])):
        key = f"{make_key(found['name'])}_{found['user']}"
        student = Student(key, found["name"], canvas=found["user"])
        number = int(found["attachment"] or 0)
        return PathInfo(student, found["file"], found["late"] is not None, number)
    return PathInfo(Student(*name_student(parts[0])) if len(parts) > 1 else None, parts[-1])


def name_student(folder):
    """Return (key, name) of the student to whom a folder belongs."""
    key = make_key(folder)
    if key != folder:  # so that two folders never share a key
        key += "_" + hashlib.sha256(folder.encode("utf-8", "surrogateescape")).hexdigest()[:6]
    return key, folder.encode("utf-8", "replace").decode()


def make_key(name):
    """Return a name in a form that is valid as a file name.

    >>> make_key("../José  O'Neill")
    'José_O_Neill'
    """
    name = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode())
    return re.sub(r"[^\w@-]+", "_", name).strip("_")[:_KEY] or "unnamed"
