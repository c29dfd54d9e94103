"""A figure has words for those who do not see it and a caption for those who do."""

import re

from tools.guards.lesson import spare_front
from tools.notebooks import number_cells, skips_nbval


def check_descriptions(notebook, path):
    """Each figure has an alternative text."""
    for where, cell in number_cells(notebook, "code"):
        pictures = sum("image/png" in output.get("data", {}) for output in cell.outputs)
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        if pictures > 1:
            yield f"{where}: {pictures} figures, but one text describes a cell"
        if not pictures and alt is not None:
            yield f"{where}: an alternative text but no figure"
        if pictures and not is_description(alt):
            yield f"{where}: the figure's mystnb.image.alt is not a description: {alt!r}"


def is_description(alt):
    return (
        isinstance(alt, str)
        and len(alt.strip()) >= 20
        and " " in alt.strip()
        and "<" not in alt
        and not re.search(r"(?i)\.(png|svg|jpe?g|gif|pdf|ipynb)\b|^[./\w-]*/[./\w-]+$", alt)
    )


def check_captions(notebook, path):
    """The cell after a figure, an explorer or a sound opens with its caption."""
    following = [*notebook.cells[1:], None]
    for (where, cell), after in zip(number_cells(notebook), following, strict=True):
        if is_figure(cell) or skips_nbval(cell):
            caption = after.source.split("\n\n")[0] if after and "outputs" not in after else ""
            if not re.fullmatch(r"(?s)\*Figure\. \S.*[^*\s]\*\s*", caption):
                yield f"{where}: no caption *Figure. ...* opens the Markdown cell that follows"


def is_figure(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def check_predictions(notebook, path):
    """A reader predicts before an explorer, and reads afterwards what was to be seen."""
    neighbours = zip(notebook.cells, notebook.cells[1:], notebook.cells[2:], strict=False)
    for before, cell, after in neighbours:
        if skips_nbval(cell) and not (
            "**Predict before you " in before.source and "\n\n" in after.source
        ):
            yield f"id {cell.id}: no prediction before it, or nothing to see after its caption"


GUARDS = [check_descriptions, check_captions, spare_front(check_predictions)]
