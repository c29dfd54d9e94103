"""Matplotlib figures as SVG fragments that take their colours from the page."""

import io
import re
import xml.etree.ElementTree as ET
from html import escape

import matplotlib as mpl

from sinpe_lib.style import ROLE_COLOURS

__all__ = ["extent", "fragment"]

# What the page may draw otherwise, say on dark paper: the name of a CSS variable for each colour
# of the figure style. The ink of the style and the role "position" are one colour.
_VARIABLES = {colour.lower(): role for role, colour in ROLE_COLOURS.items()} | {
    "#fdfdfb": "paper",
    "#4a4e55": "muted",
    "#6b6f76": "muted",
    "#b9bcc2": "line",
}
_TEXT_STAYS_TEXT = {"svg.fonttype": "none"}
_KEPT = ("d", "x", "y", "width", "height", "transform", "style", "href")


def fragment(figure):
    """Return what is visible in a figure as the inside of an <svg>, 72 units to the inch.

    Parameters
    ----------
    figure : matplotlib.figure.Figure

    Returns
    -------
    str
        SVG without ids, clipping and hatches, so that several fragments may be in one page.
        Colours of the figure style are written as ``var(--sinpe-NAME, COLOUR)``.
    """
    file = io.StringIO()
    with mpl.rc_context(_TEXT_STAYS_TEXT):
        figure.savefig(file, format="svg", transparent=True)
    root = ET.fromstring(file.getvalue())
    shapes = {shape.get("id"): shape for shape in root.iter() if shape.get("id")}
    return "".join(_written(child, shapes) for child in root)


def extent(size):
    """Return the (width, height) of an <svg> for a figure of this size in inches."""
    return tuple(round(72 * inches) for inches in size)


def _written(element, shapes):
    """Return an element as text: groups without attributes dissolve, used shapes are copied in."""
    tag = element.tag.rpartition("}")[2]
    if tag in ("metadata", "defs", "style"):
        return ""
    found = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    if tag == "use":
        shape = shapes[found["href"].removeprefix("#")]
        styles = filter(None, (found.get("style"), shape.get("style")))
        place = f"translate({found['x']} {found['y']})"
        tag, found = "path", {"d": shape.get("d"), "transform": place, "style": "; ".join(styles)}
    attributes = "".join(
        f' {name}="{escape(value)}"' for name in _KEPT if (value := _short(name, found.get(name)))
    )
    inside = escape(element.text or "") if tag in ("text", "tspan") else ""
    inside += "".join(_written(child, shapes) for child in element)
    if tag == "g" and not attributes:
        return inside
    if (not inside and tag in ("g", "text")) or attributes.endswith('style="fill: none"'):
        return ""
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _short(name, value):
    if value is None or name == "href" or "matrix" in value:  # a matrix enlarges its errors
        return value
    value = re.sub(r"-?\d+\.\d+(e-?\d+)?", _rounded, value)
    if name == "d":
        return " ".join(value.split())
    if name == "transform":
        return re.sub(r"\s*rotate\(-?0\b(?!\.)[^)]*\)", "", value)
    if name == "style":
        # The letters stay legible where the page is narrow and the picture with it small.
        size = r"font-size: calc(\1 * var(--sinpe-letter, 1px))"
        value = re.sub(r"font(?:-size)?: ([\d.]+)px[^;]*", size, value)
        value = re.sub(r"font-family: [^;]*;? ?", "", value)  # that of the page
        return re.sub(r"#[0-9a-f]{6}\b", _variable, value)
    return value


def _rounded(number):
    """Two decimals: a hundredth of a point is not seen."""
    text = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _variable(colour):
    name = _VARIABLES.get(colour[0])
    return f"var(--sinpe-{name}, {colour[0]})" if name else colour[0]
