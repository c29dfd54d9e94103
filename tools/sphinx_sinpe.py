"""The Sphinx extension of this book: what the settings of the theme cannot do."""

import importlib.util
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError

CLAIMS = ("Proved.", "Measured.", "Hypothesised.")
MATHJAX_FILES = ("es5/tex-svg.js", "LICENSE")
REDIRECT = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={first}">
<title>{title}</title>
<main><h1><a href="{first}">{title}</a></h1></main>
</html>
"""


def copy_mathjax(app, exception):
    """Put MathJax beside the pages, so that formulas need no other host.

    Not below _static: Jupyter Book adds every script it finds there to every page.
    """
    if exception or app.builder.format != "html":
        return
    package = importlib.util.find_spec("mathjax")
    if package is None:
        raise ExtensionError("MathJax is not installed: pip install -r requirements.txt")
    source = Path(package.origin).parent / "static" / "mathjax"
    target = Path(app.outdir) / "vendor" / "mathjax"
    target.mkdir(parents=True, exist_ok=True)
    for name in MATHJAX_FILES:
        shutil.copy(source / name, target)


def label_claims(app, doctree):
    """Give block quotes that start with a claim label a class: CSS cannot match their text."""
    for quote in doctree.findall(nodes.block_quote):
        label = next(quote.findall(nodes.strong), None)
        if label and label.astext() in CLAIMS and quote.astext().startswith(label.astext()):
            quote["classes"] += ["claim", "claim-" + label.astext().rstrip(".").lower()]


def label_captions(app, doctree):
    """Give figure captions a class: in Markdown they are paragraphs in italics, `*Figure. ...*`."""
    for paragraph in doctree.findall(nodes.paragraph):
        only = paragraph.children[0] if len(paragraph) == 1 else None
        if isinstance(only, nodes.emphasis) and only.astext().startswith("Figure."):
            paragraph["classes"].append("figure-caption")


def name_solutions(app, doctree):
    """Let a hidden cell say what it holds: its title for Colab, where MyST-NB says "code cell"."""
    for cell in doctree.findall(nodes.container):
        title = re.match(r"# @title (.*)", cell.astext())
        if "prompt_show" in cell and title:
            cell["prompt_show"] = f"Show: {title[1]}"
            cell["prompt_hide"] = f"Hide: {title[1]}"


def keep_punctuation(app, doctree):
    """Tie a formula to what touches it: browsers break a line even between it and a full stop."""
    for formula in list(doctree.findall(nodes.math)):
        parent, place = formula.parent, formula.parent.index(formula)
        follower = parent[place + 1] if place + 1 < len(parent) else None
        if isinstance(follower, nodes.Text) and not follower[0].isspace():
            tied, rest = re.match(r"(\S+)(.*)", follower, re.DOTALL).groups()
            pair = nodes.inline("", "", formula, nodes.Text(tied), classes=["keep-together"])
            parent[place : place + 2] = [pair, nodes.Text(rest)]


def write_front_door(app, exception):
    """Write index.html, since that of sphinx_external_toc has no title and no link to follow."""
    if exception or app.builder.name != "html":
        return
    first = app.builder.get_target_uri(app.config.root_doc)
    page = REDIRECT.format(language=app.config.language, title=app.config.html_title, first=first)
    (Path(app.outdir) / "index.html").write_text(page, encoding="utf-8")


def shorten_title(app, pagename, templatename, context, doctree):
    """Name the first page once: the theme adds the title of the book, and that is its title."""
    if pagename == app.config.root_doc:
        context["docstitle"] = ""


def setup(app):
    for label in (label_claims, label_captions, name_solutions, keep_punctuation):
        app.connect("doctree-read", label)
    app.connect("html-page-context", shorten_title)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", write_front_door)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
