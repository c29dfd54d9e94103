"""The Sphinx extension that lets code run on the pages, where `make live` laid what it takes."""

import json
from pathlib import Path

from sphinx.util import logging

from tools.live import FILES, FOLDER, HERE
from tools.live.pack import pack

PAGE = HERE / "page"
LICENCES = " Python on the pages: Pyodide, MPL 2.0, and others (live/NOTICE.txt)."
LOG = logging.getLogger(__name__)


def is_laid():
    return all((FOLDER / name).is_file() for name in FILES)


def say_what_is_included(app, config):
    """Name the licences in the footer, or say how code would run on the pages."""
    if is_laid():
        config.html_theme_options["extra_footer"] += LICENCES
    else:
        LOG.info("Code will not run on the pages: make live fetches what it takes.")


def add_files(app, pagename, templatename, context, doctree):
    if is_laid() and 'class="cell ' in context.get("body", ""):
        app.add_css_file("live.css")
        app.add_js_file("live.js", loading_method="defer")


def write_files(app):
    """Write the scripts before the pages, which name them by their content."""
    if app.builder.format != "html" or not is_laid():
        return
    output = Path(app.outdir)
    files = pack(output / "live", FOLDER)
    worker = (PAGE / "worker.js").read_text("utf-8")
    script = (PAGE / "live.js").read_text("utf-8")
    given = f"const FILES = {json.dumps(files)};\n  const WORKER = {json.dumps(worker)};"
    script = script.replace("const FILES = {}; // what pack.py wrote", given)
    static = output / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / "live.js").write_text(script, "utf-8")
    (static / "live.css").write_text((PAGE / "live.css").read_text("utf-8"), "utf-8")


def setup(app):
    app.connect("config-inited", say_what_is_included)
    app.connect("builder-inited", write_files)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
