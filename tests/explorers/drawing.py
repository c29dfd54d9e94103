"""How tests read the SVG of a layer."""

import re
import xml.etree.ElementTree as ET

from sinpe_lib.style import ROLE_COLOURS


def elements(drawing):
    """Return every element of a drawing, which has no <svg> of its own."""
    return list(ET.fromstring(f"<svg>{drawing}</svg>").iter())[1:]


def look(element):
    """Return the style of an element, {name: value}."""
    parts = [part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part]
    return {name.strip(): value.strip() for name, value in parts}


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def points(element):
    """Return the corners of a path of straight lines, [(x, y), ...]."""
    flat = numbers(element.get("d"))
    return list(zip(flat[::2], flat[1::2], strict=True))


def paths(drawing, **wanted):
    """Return the paths that are not marks, of a look: ``fill="none", stroke=colour("sine")``."""
    found = [part for part in elements(drawing) if part.tag == "path" and not part.get("transform")]
    return [path for path in found if wanted.items() <= look(path).items()]


def marks(drawing, **wanted):
    """Return the places of the marks of a look, [(x, y), ...]."""
    found = [part for part in elements(drawing) if part.tag == "path" and part.get("transform")]
    chosen = [mark for mark in found if wanted.items() <= look(mark).items()]
    return [tuple(numbers(mark.get("transform"))) for mark in chosen]


def texts(drawing):
    """Return what is written and where, [(text, x, y), ...]."""
    found = [part for part in elements(drawing) if part.tag == "text"]
    return [(part.text, *place(part)) for part in found]


def place(text):
    if moved := text.get("transform"):
        return tuple(numbers(moved)[:2])
    return float(text.get("x")), float(text.get("y"))


def written(number, form=""):
    """Return a number as a reader sees it, with the minus sign of the axes."""
    return format(number, form).replace("-", "\N{MINUS SIGN}")


def colour(role):
    """Return how a drawing writes the colour of a role."""
    return f"var(--sinpe-{role}, {ROLE_COLOURS[role].lower()})"


def box(element):
    """Return (left, top, right, bottom) of a path, curves by the points that steer them."""
    flat = numbers(element.get("d"))
    return min(flat[::2]), min(flat[1::2]), max(flat[::2]), max(flat[1::2])


def circles(drawing, **wanted):
    """Return (x, y, radius) of the circles of a look."""
    found = [path for path in paths(drawing, **wanted) if path.get("d").count("C") == 8]
    boxes = [box(path) for path in found]
    return [((a + c) / 2, (b + d) / 2, (c - a) / 2) for a, b, c, d in boxes]
