"""A figure has words for those who do not see it and a caption for those who do."""

import re
from itertools import zip_longest

from tools.notebooks import find_explorers, number_cells
from tools.pictures import DARK, PNG


def check_descriptions(notebook, path):
    """Each figure has an alternative text."""
    for where, cell in number_cells(notebook, "code"):
        pictures = count_pictures(cell)
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        if pictures > 1:
            yield f"{where}: {pictures} figures, but one text describes a cell"
        # Not the name of a file, and not <Figure size 640x480 with 1 Axes>.
        if pictures and not re.fullmatch(r"(?s)(?=.* )[^<]{20,}", alt or ""):
            yield f"{where}: the figure's mystnb.image.alt is not a description: {alt!r}"


def check_themes(notebook, path):
    """Each figure is stored in light and in dark colours."""
    for where, cell in number_cells(notebook, "code"):
        for output in cell.outputs:
            has_light = PNG in output.get("data", {})
            if has_light and DARK not in output.metadata.get(PNG, {}):
                yield f"{where}: the figure has no dark picture; refresh it"


def check_captions(notebook, path):
    """The cell after a figure or an explorer opens with its caption."""
    for (where, cell), after in zip_longest(number_cells(notebook), notebook.cells[1:]):
        if count_pictures(cell) or find_explorers(cell):
            caption = after.source.split("\n\n")[0] if after and "outputs" not in after else ""
            if not re.fullmatch(r"(?s)\*Figure\. \S.*[^*\s]\*\s*", caption):
                yield f"{where}: no caption *Figure. ...* opens the Markdown cell that follows"


def count_pictures(cell):
    return sum("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


GUARDS = [check_descriptions, check_themes, check_captions]
