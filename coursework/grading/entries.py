"""List the files of a folder or zip archive, each with a function that reads it.

Nothing is unpacked or written, no link is followed, and no file is read beyond a limit.
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
_LEADS_OUT = re.compile(r"/|[A-Za-z]:")  # an absolute path, also on a drive
# What zipfile raises while it reads an entry; ValueError for an impossible name or offset.
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
    """Something that cannot be read; the message says why."""


def list_folder(folder):
    for where, folders, names in os.walk(folder):
        linked = [name for name in folders if Path(where, name).is_symlink()]
        folders[:] = sorted(set(folders) - set(linked))
        for name in sorted([*names, *linked]):
            path = Path(where, name)
            found = path.relative_to(folder).as_posix().encode("utf-8", "replace").decode()
            date = (path.lstat().st_mtime,)
            yield Entry(found, date, lambda most, path=path: read_file(path, most))


def read_file(path, most):
    try:
        # Refuses a link, and does not wait for a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise IntakeError("not a regular file: not read")
            return read_limited(file, most)
    except OSError as error:
        if path.is_symlink():
            raise IntakeError("a link: not followed") from None
        raise IntakeError(f"cannot be read: {error.strerror}") from None


def read_limited(file, most):
    content = file.read(most + 1)
    if len(content) > most:
        raise IntakeError(f"larger than {most / 2**20:.0f} MB: not read")
    return content


def list_archive(source, name):
    """Yield the entries of a zip file. No name is used as a path, so none can lead anywhere."""
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
            yield Entry(path, info.date_time, make_reader(archive, info, path))


def make_reader(archive, info, path):
    def read(most):
        if _LEADS_OUT.match(path) or ".." in path.split("/"):
            raise IntakeError("its name leads out of the archive: not read")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise IntakeError("a link: not followed")
        if info.flag_bits & 1:
            raise IntakeError("locked with a password: not read")
        try:
            with archive.open(info) as file:
                return read_limited(file, most)  # the archive may claim any size
        except _BROKEN:
            raise IntakeError("broken in the archive: not read") from None

    return read
