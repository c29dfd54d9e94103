"""Write editions and their zip archives, all of them or none."""

import tempfile
import zipfile
from pathlib import Path

_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest in a zip file: same files, same bytes


def publish(editions, target):
    """Replace a folder by {edition: {name: bytes}} and their archives.

    Returns a problem, and leaves the folder as it was, if it holds anything else.
    """
    ours = {name for edition in editions for name in (edition, f"{edition}.zip")}
    if target.exists() and (other := {path.name for path in target.iterdir()} - ours):
        return [f"{target}: would be replaced, but holds {min(other)}; choose another folder"]
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".editions-") as scratch:
        new, old = Path(scratch, "new"), Path(scratch, "old")
        for edition, files in editions.items():
            for name, content in files.items():
                path = new / edition / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            write_archive(new / f"{edition}.zip", edition, files)
        swap_folders(new, target, old)
    return []


def write_archive(path, edition, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{edition}/{name}", _NO_DATE)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever this runs
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)


def swap_folders(new, target, old):
    if target.exists():
        target.rename(old)
    try:
        new.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
