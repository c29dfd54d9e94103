"""Write editions and archives, all of them or none."""

import tempfile
import zipfile
from pathlib import Path

_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the first that an archive can hold: same files, same bytes


def publish(editions, target, inspect):
    """Write {edition: {name: bytes}} and archives to a folder, in the place of what was there.

    Everything is written beside it first. If `inspect` finds a problem there, it is returned
    and the folder stays as it was. A folder with anything else in it is refused.
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
            archive(new / f"{edition}.zip", edition, files)
        found = list(inspect(new))
        if not found:
            exchange(new, target, old)
        return found


def archive(path, edition, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{edition}/{name}", _NO_DATE)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, wherever this runs
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)


def exchange(new, target, old):
    if target.exists():
        target.rename(old)
    try:
        new.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
