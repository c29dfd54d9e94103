"""The Sphinx extension that makes explorers live and lets links in the text set them."""

import re
from pathlib import Path

from sinpe_lib.explorers import bundle

# [text](#seat_lights?seat=31), also on another page: [text](seats_and_lights.ipynb#seat_lights?...)
LINK = re.compile(
    r"\[(?P<text>[^][]*)\]\((?:(?P<page>\w+)\.ipynb)?#(?P<setting>\w+\?[\w=&.%+-]*)\)"
)


def rewrite_links(app, docname, source):
    """Write links that set an explorer as HTML: MyST would look for a heading of that name."""

    def write(found):
        page = f"{found['page']}.html" if found["page"] else ""
        return f"<a class='sinpe-set' href='{page}#{found['setting']}'>{found['text']}</a>"

    source[0] = LINK.sub(write, source[0])


def write_files(app):
    if app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "explorers.js").write_text(bundle.page_script(), "utf-8")
        (folder / "explorers.css").write_text(bundle.style_sheet(), "utf-8")


def add_files(app, pagename, templatename, context, doctree):
    """Load the engine on the pages that have something for it to move."""
    if "data-explorer=" in context.get("body", ""):
        app.add_js_file("explorers.js", loading_method="defer")
        app.add_css_file("explorers.css")


def setup(app):
    app.connect("builder-inited", write_files)
    app.connect("source-read", rewrite_links)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
