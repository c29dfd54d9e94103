"""Python in the reader's browser: which files it takes, and how a page loads them."""

import tomllib
from pathlib import Path

from tools.notebooks import ROOT

HERE = Path(__file__).parent
FOLDER = ROOT / ".live"  # where the files lie, and make book finds them
PINS = tomllib.loads((HERE / "pyodide.toml").read_text("utf-8"))
# The sha256 of each file, by name.
CORE, DRAWING = PINS["core"], PINS["drawing"]
FILES = CORE | DRAWING
