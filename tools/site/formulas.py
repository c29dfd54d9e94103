"""Typeset the formulas while the book is built, so that pages need no script to show them."""

import contextlib
import functools
import html
import importlib.util
import json
import re
import shutil
from pathlib import Path

import quickjs
from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.ext.mathjax import html_visit_displaymath, html_visit_math

PARTS = (
    "startup",
    "core",
    "adaptors/liteDOM",  # in place of a browser
    "input/tex",
    "output/svg",
    "output/svg/fonts/tex",
    "a11y/assistive-mml",
)
# Without noundefined a misspelt macro is an error. Autoload and require would fetch files. Letters
# in a cache have ids, and two equal formulas on a page would share them.
SETUP = """
var window = globalThis, console = {warn(text) { throw Error(text) }};
var MathJax = {
  tex: {packages: {"[-]": ["autoload", "noundefined", "require"]}},
  svg: {fontCache: "none"},
  startup: {typeset: false, ready() {}},
};
"""
ADAPTOR = "MathJax.startup.adaptor"
STYLE = "_static/formulas.css"
LICENCE = "_static/formulas-licence.txt"
# As the functions of sphinx.ext.mathjax write them.
FORMULA = re.compile(
    r'(?P<start><(?P<tag>span|div) class="math[^>]*>)\s*'
    r"\\[(\[](?P<tex>.*?)\\(?P<end>[)\]])</(?P=tag)>",
    re.DOTALL,
)


def find_mathjax():
    """Return the folder of MathJax."""
    package = importlib.util.find_spec("mathjax")
    if package is None:
        raise ExtensionError("MathJax is not installed: pip install -r requirements.txt")
    return Path(package.origin).parent / "static" / "mathjax"


@functools.cache
def load_interpreter():
    """Return a JavaScript interpreter with MathJax in it."""
    context = quickjs.Context()
    context.eval(SETUP)
    for part in PARTS:
        context.eval((find_mathjax() / "es5" / f"{part}.js").read_text("utf-8"))
    context.eval("MathJax.startup.defaultReady()")
    return context


def read_text(expression):
    # quickjs does not take over texts that were pieced together; JSON is in one piece.
    return json.loads(load_interpreter().eval(f"JSON.stringify({expression})"))


@functools.cache
def typeset(tex, display):
    """Return a formula as SVG, with MathML for screen readers."""
    call = f"MathJax.tex2svg({json.dumps(tex)}, {{display: {json.dumps(display)}}})"
    picture = read_text(f"{ADAPTOR}.outerHTML({call})")
    if error := re.search(r'data-mjx-error="([^"]*)"', picture):
        raise ExtensionError(f"{error[1]} in the formula {tex!r}")
    return picture


def make_visitor(visit):
    """Return a visitor that typesets what one of sphinx.ext.mathjax leaves to a script."""

    def picture(found):
        drawn = typeset(html.unescape(found["tex"]), found["end"] == "]")
        return f"{found['start']}{drawn}</{found['tag']}>"

    def visit_formula(self, node):
        start = len(self.body)
        with contextlib.suppress(nodes.SkipNode):
            visit(self, node)
        self.body[start:] = [FORMULA.sub(picture, "".join(self.body[start:]))]
        raise nodes.SkipNode

    return visit_formula


def write_style(app, exception):
    """Write MathJax's style, and its licence: the outlines of the letters are its own."""
    if not exception and app.builder.format == "html":
        style = read_text(f"{ADAPTOR}.textContent(MathJax.svgStylesheet())")
        (Path(app.outdir) / STYLE).write_text(style, "utf-8")
        shutil.copy(find_mathjax() / "LICENSE", Path(app.outdir) / LICENCE)


def setup(app):
    visitors = (make_visitor(html_visit_math), make_visitor(html_visit_displaymath))
    app.add_html_math_renderer("svg", *((visitor, None) for visitor in visitors))
    app.add_css_file("formulas.css")
    app.connect("build-finished", write_style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
