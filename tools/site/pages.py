"""The Sphinx extension of this book: what the settings of the theme cannot do."""

import base64
import re
from hashlib import sha256
from html import escape
from pathlib import Path, PurePosixPath

from docutils import nodes
from PIL import Image

from tools import pictures
from tools.notebooks import load_notebook, number_cells
from tools.site import social_card

CLAIMS = ("Proved.", "Measured.", "Hypothesised.")
SOCIAL_CARD = "_static/social_card.png"
# One size for the letters in all figures: the widest, of five inches, fill the column of the text.
PIXELS_PER_INCH = 126.5
ICON = re.compile(
    r'(?P<quote>"?)(?P<name>[\w-]+)(?P=quote):'
    r'\[\d+,\d+,\[[^\]]*\],"[0-9a-f]+",(?:"[^"]*"|\[[^\]]*\])\],?'
)
REDIRECT = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={first}">
<title>{title}</title>
<main><h1><a href="{first}">{title}</a></h1></main>
</html>
"""


def find_label(node, words):
    """Return what a node opens with in bold, if it is one of some words."""
    bold = next(node.findall(nodes.strong), None)
    if bold and bold.astext() in words and node.astext().startswith(bold.astext()):
        return bold
    return None


def label_claims(app, doctree):
    """Give what starts with the label of a claim a class: CSS cannot match text."""
    for kind in (nodes.block_quote, nodes.list_item):
        for node in doctree.findall(kind):
            if label := find_label(node, CLAIMS):
                label["classes"].append("claim-label")
                node["classes"] += ["claim", "claim-" + label.astext().rstrip(".").lower()]


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


def add_dark_figures(app, doctree):
    """Put the dark picture of a figure after the light one; the theme shows one of them."""
    page = Path(app.env.doc2path(app.env.docname))
    if page.suffix != ".ipynb":
        return
    outputs = {
        sha256(base64.b64decode(output.data[pictures.PNG])).hexdigest(): output
        for _, cell in number_cells(load_notebook(page), "code")
        for output in cell.outputs
        if pictures.PNG in output.get("data", {})
    }
    for light in list(doctree.findall(nodes.image)):
        output = outputs.get(PurePosixPath(light["uri"]).stem)
        if output and "dark" in (themes := pictures.read_pictures(output)):
            dark = light.deepcopy()
            dark["uri"] = light["uri"].replace(".png", "-dark.png")
            dpi = pictures.decode(output.data[pictures.PNG]).info["dpi"]
            pictures.save(themes["dark"], Path(app.srcdir, dark["uri"].lstrip("/")), dpi)
            for picture, name in ((light, "only-light"), (dark, "only-dark")):
                picture["classes"].append(name)
            light.parent.insert(light.parent.index(light) + 1, dark)


def size_figures(app, pagename, templatename, context, doctree):
    """Give figures the width that their resolution means, and the page room for them at once."""
    sources = {name: path for path, (_, name) in app.env.images.items()}

    def add_size(tag):
        with Image.open(Path(app.srcdir) / sources[tag["name"]]) as figure:
            scale = PIXELS_PER_INCH / figure.info["dpi"][0]
            width, height = (round(side * scale) for side in figure.size)
        return f'{tag[0]} width="{width}" height="{height}" loading="lazy"'

    figure = re.compile(r'<img [^>]*src="[^"]*_images/(?P<name>[^"]+\.png)"')
    context["body"] = figure.sub(add_size, context.get("body", ""))


def set_address(app, config):
    """Tell sphinxext.opengraph, which wants a slash at the end, where the site is."""
    if config.html_baseurl:
        config.ogp_site_url = config.html_baseurl.rstrip("/") + "/"


def describe_page(app, pagename, templatename, context, doctree):
    """Describe a page by the question that it answers: sphinxext.opengraph would cut its text.

    Without the address of the site, the extension would write addresses that lead nowhere.
    """
    if doctree is None:
        return
    question = escape(" ".join(next(doctree.findall(nodes.paragraph)).astext().split()))
    context["metatags"] += f'\n    <meta name="description" content="{question}" />\n'
    context["meta"] = {**(context["meta"] or {}), "og:description": question}
    if not app.config.html_baseurl:
        context["meta"]["ogp_disable"] = True


def keep_used_icons(app, exception):
    """Take the icons that no page shows out of the theme's script, which has two thousand."""
    if exception or app.builder.format != "html":
        return
    script = Path(app.outdir) / "_static" / "scripts" / "fontawesome.js"
    users = [*Path(app.outdir).rglob("*.html"), *script.parent.glob("[!f]*.js")]
    used = {
        name for file in users for name in re.findall(r"\bfa-([a-z-]+)", file.read_text("utf-8"))
    }
    slim = ICON.sub(lambda icon: icon[0] if icon["name"] in used else "", script.read_text("utf-8"))
    script.write_text(slim, "utf-8")


def write_social_card(app, exception):
    if not exception and app.builder.name == "html":
        figure = social_card.draw(app.config.html_title)
        figure.savefig(Path(app.outdir) / SOCIAL_CARD)


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
    for label in (
        label_claims,
        label_captions,
        name_solutions,
        keep_punctuation,
    ):
        app.connect("doctree-read", label)
    # Before Sphinx collects the files of the images.
    app.connect("doctree-read", add_dark_figures, priority=400)
    app.connect("config-inited", set_address)
    for amend in (shorten_title, size_figures, describe_page):
        app.connect("html-page-context", amend, priority=400)  # before sphinxext.opengraph
    for finish in (keep_used_icons, write_social_card, write_front_door):
        app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
