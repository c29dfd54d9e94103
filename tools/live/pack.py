"""Pack files into scripts: a page that was opened as a file may load those, and nothing else."""

import base64
import gzip
import hashlib
import io
import json
import zipfile
from importlib.metadata import files as list_files
from pathlib import Path

from tools.live import CORE, DRAWING, FILES, HERE, PINS
from tools.notebooks import ROOT
from tools.pictures import match_colours

EPOCH = (1980, 1, 1, 0, 0, 0)


def pack(output, folder):
    """Write the scripts, and return which there are.

    Parameters
    ----------
    output, folder : pathlib.Path
        Where to write, and where the files of `make live` lie.

    Returns
    -------
    dict of str to list of (str, int)
        For "core" and "drawing" the name of each script and its size in bytes.
    """
    core = {name: (folder / name).read_bytes() for name in CORE}
    core |= {"pyodide-lock.json": make_lock(), "library.zip": zip_library()}
    drawing = {name: (folder / name).read_bytes() for name in DRAWING}
    output.mkdir(parents=True, exist_ok=True)
    write_notice(output)
    return {
        group: [write_script(output, name, content) for name, content in files.items()]
        for group, files in {"core": core, "drawing": drawing}.items()
    }


NOTICE = """What runs on the pages of this site, and under which licence.

Pyodide {pyodide}: Mozilla Public License 2.0, unchanged; its sources are those of its release.
Python {python}: Python Software Foundation License.
NumPy, contourpy, cycler, kiwisolver, traitlets: BSD, three clauses.
Matplotlib: Matplotlib license. Pillow: MIT-CMU. pyparsing, six: MIT.
packaging: Apache 2.0 or BSD. python-dateutil: Apache 2.0 and BSD.

Each package holds the text of its licence. The files, with their sha256:

{files}
"""


def write_notice(output):
    """Write what is shipped, and its licences."""
    listed = "\n".join(f"{digest}  {name}" for name, digest in FILES.items())
    (output / "NOTICE.txt").write_text(
        NOTICE.format(
            files=listed,
            pyodide=PINS["pyodide"]["version"],
            python=PINS["pyodide"]["python"],
        ),
        "utf-8",
    )


def make_lock():
    """Return a lock file without packages: the page hands over each of them itself."""
    info = {
        "arch": "wasm32",
        "platform": PINS["pyodide"]["platform"],
        "version": PINS["pyodide"]["version"],
    }
    info |= {"python": PINS["pyodide"]["python"], "abi_version": PINS["pyodide"]["abi"]}
    return json.dumps({"info": info, "packages": {}}).encode()


def write_script(output, name, content):
    """Write one file as a script whose name changes with its content."""
    packed = gzip.compress(content, 9, mtime=0)
    text = f'sinpeLive({json.dumps(name)},"{base64.b64encode(packed).decode()}")\n'
    script = f"{name}.{hashlib.sha256(packed).hexdigest()[:8]}.js"
    (output / script).write_text(text, "utf-8")
    return script, len(text)


def zip_library():
    """Return what is ours, and traitlets, as an archive to be laid where Python starts."""
    held = {}
    for path in sorted((ROOT / "sinpe_lib").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            held[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    for file in list_files("traitlets"):
        if file.suffix == ".py" or "licenses" in file.parts:
            held[file.as_posix()] = Path(file.locate()).read_bytes()
    held["session.py"] = (HERE / "page" / "session.py").read_bytes()
    held["darkening.py"] = (HERE.parent / "darkening.py").read_bytes()
    held["counterparts.json"] = json.dumps(match_colours()).encode()
    with zipfile.ZipFile(file := io.BytesIO(), "w") as archive:
        for name, content in sorted(held.items()):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return file.getvalue()
