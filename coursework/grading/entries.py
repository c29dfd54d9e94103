"""The files of a folder or an archive, each to be read if somebody asks for it.

Nothing is unpacked or written, no link is followed, and no more is read than was asked for.
"""

import lzma
import os
import re
import stat
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

ENTRIES = 20_000
_LEADS_OUT = re.compile(r"/|[A-Za-z]:")  # a path from the root, or from that of a drive
# What zipfile raises while it reads an entry. ValueError: a name or a place that cannot be.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)


class Entry(NamedTuple):
    """A file of a folder or an archive; `read` returns its bytes or raises IntakeError."""

    path: str
    date: tuple
    read: object


class IntakeError(Exception):
    """Something that cannot be taken in; the text says why."""


def entries_of_folder(folder):
    for where, folders, names in os.walk(folder):
        linked = [name for name in folders if Path(where, name).is_symlink()]
        folders[:] = sorted(set(folders) - set(linked))
        for name in sorted([*names, *linked]):
            path = Path(where, name)
            found = path.relative_to(folder).as_posix().encode("utf-8", "replace").decode()
            date = (path.lstat().st_mtime,)
            yield Entry(found, date, lambda most, path=path: content_of(path, most))


def content_of(path, most):
    try:
        # Neither a link nor a pipe that would be waited for.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise IntakeError("not a regular file: not read")
            return at_most(file, most)
    except OSError as error:
        if path.is_symlink():
            raise IntakeError("a link: not followed") from None
        raise IntakeError(f"cannot be read: {error.strerror}") from None


def at_most(file, most):
    content = file.read(most + 1)
    if len(content) > most:
        raise IntakeError(f"larger than {most / 2**20:.0f} MB: not read")
    return content


def entries_of_archive(source, name):
    """Yield the entries of a zip file. Its names are only looked at, so none leads anywhere."""
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise IntakeError("not a zip file that can be read") from None
    with archive:
        if len(archive.infolist()) > ENTRIES:
            raise IntakeError(f"{name}: more than {ENTRIES} files in the archive")
        for info in archive.infolist():
            path = info.filename.replace("\\", "/")
            if not path or path.endswith("/"):
                continue
            yield Entry(path, info.date_time, reader(archive, info, path))


def reader(archive, info, path):
    def read(most):
        if _LEADS_OUT.match(path) or ".." in path.split("/"):
            raise IntakeError("its name leads out of the archive: not read")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise IntakeError("a link: not followed")
        if info.flag_bits & 1:
            raise IntakeError("locked with a password: not read")
        try:
            with archive.open(info) as file:
                return at_most(file, most)  # whatever size the archive claims
        except _BROKEN:
            raise IntakeError("broken in the archive: not read") from None

    return read
