"""The Sphinx extension that gives the parts of a lesson a class; lesson.js moves them."""

import re

from docutils import nodes

from tools.notebooks import is_setup
from tools.site.pages import find_label

FACTS = ("You will", "You need", "Points", "Time", "Download")
PREDICTION = re.compile(r"Prediction (\d+)\.")


def label_opening(app, doctree):
    """Tell the claim under a title, the question of the page, and what the page takes."""
    for title in doctree.findall(nodes.title):
        if not isinstance(title.parent.parent, nodes.document):
            continue
        first, *rest = title.parent[1:3]
        if isinstance(first, nodes.paragraph) and is_only(first, nodes.emphasis):
            first["classes"].append("subtitle")
            first, *rest = rest
        if isinstance(first, nodes.paragraph):
            first["classes"].append("lead")
    for paragraph in doctree.findall(nodes.paragraph):
        if find_label(paragraph, FACTS):
            paragraph["classes"].append("lesson-fact")
        if find_label(paragraph, ("Aside.",)):
            paragraph["classes"].append("aside")


def is_only(paragraph, kind):
    return len(paragraph) == 1 and isinstance(paragraph[0], kind)


def wrap_predictions(app, doctree):
    """Put a prediction and its options into a box: `**Prediction 1.** ...`, and a list."""
    for question in list(doctree.findall(nodes.paragraph)):
        bold = next(question.findall(nodes.strong), None)
        found = bold and PREDICTION.fullmatch(bold.astext())
        options = question.next_node(descend=False, siblings=True)
        if found and isinstance(options, nodes.bullet_list):
            parent, place = question.parent, question.parent.index(question)
            parent.remove(options)
            box = nodes.container("", question, options, classes=["prediction"])
            box["ids"].append(f"prediction-{found[1]}")
            parent[place] = box


def label_setup(app, doctree):
    """Tell the cells that only prepare, or only show a figure or the quiz."""
    for cell in doctree.findall(nodes.container):
        if "cell" in cell["classes"]:
            code = next(cell.findall(nodes.literal_block)).astext()
            silent = not any(map(is_output, cell.findall(nodes.container)))
            folded = "tag_hide-input" in cell["classes"]
            figure = any("data-explorer=" in raw.astext() for raw in cell.findall(nodes.raw))
            if is_setup(code) or (folded and (figure or silent)):
                cell["classes"].append("setup")


def is_output(part):
    return "cell_output" in part["classes"]


def add_search(app, pagename, templatename, context, doctree):
    if pagename == "search":
        app.add_js_file("search.js")


def setup(app):
    for label in (label_opening, wrap_predictions, label_setup):
        app.connect("doctree-read", label)
    app.connect("html-page-context", add_search)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
