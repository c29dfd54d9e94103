"""The Sphinx extension that offers all notebooks, with what they need to run, as one archive."""

import re
import zipfile
from pathlib import Path

from tools.notebooks import ROOT

ARCHIVE = "_static/notebooks.zip"
# The book itself, what it imports, how to install that, and the sets as students get them.
HELD = ("book", "sinpe_lib", "problem_sets", "pyproject.toml", "LICENSE*")
LEFT_OUT = re.compile(r"/(\.|__pycache__|_static)")
FOLDER = "sinusoidal-positional-encoding"
README = """# Sinusoidal positional encoding: the notebooks

You need Python 3.11 or newer. In this folder:

    python -m pip install . jupyterlab
    jupyter lab book/index.ipynb
"""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def find_files():
    """Yield (name, content) of every file of the archive, in order."""
    yield "README.md", README.encode()
    found = [path for name in HELD for root in ROOT.glob(name) for path in (root, *root.rglob("*"))]
    for path in sorted(found):
        name = path.relative_to(ROOT).as_posix()
        if path.is_file() and not LEFT_OUT.search(f"/{name}"):
            yield name, path.read_bytes()


def write_archive(app, exception):
    if exception or app.builder.name != "html":
        return
    with zipfile.ZipFile(Path(app.outdir) / ARCHIVE, "w") as archive:
        for name, content in find_files():
            info = zipfile.ZipInfo(f"{FOLDER}/{name}", EPOCH)
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)


def offer_archive(app, pagename, templatename, context, doctree):
    """Put the archive into the menu of what can be downloaded."""
    for button in context.get("header_buttons", []):
        if button["label"] == "download-buttons":
            link = {
                "type": "link",
                "url": context["pathto"](ARCHIVE, 1),
                "text": "all notebooks",
                "tooltip": "Download all notebooks with what they need",
                "icon": "fas fa-download",
                "label": "download-archive-button",
            }
            button["buttons"].append(link)


def setup(app):
    app.connect("build-finished", write_archive)
    app.connect("html-page-context", offer_archive, priority=900)  # after the theme's own
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
