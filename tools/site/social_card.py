"""The picture that a link to the book shows elsewhere: the lamps of the logo, and the title."""

import xml.etree.ElementTree as ET
from pathlib import Path

from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Circle

LOGO = Path(__file__).resolve().parents[2] / "book" / "_static" / "logo.svg"
SVG = "{http://www.w3.org/2000/svg}"
WIDTH, HEIGHT = 1200, 630  # the size that the Open Graph protocol's readers ask for
TITLE_INK, TEXT_INK = "#f3efe2", "#a9b3c9"


def draw(title):
    """Return a figure of 1200 by 630 pixels whose units are pixels."""
    logo = ET.parse(LOGO).getroot()
    board = logo.find(f"{SVG}rect").get("fill")
    width = float(logo.get("viewBox").split()[2])
    scale = 0.9 * WIDTH / width
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=board)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_axis_off()
    for lamp in logo.iter(f"{SVG}circle"):
        x = WIDTH / 2 + (float(lamp.get("cx")) - width / 2) * scale
        axes.add_patch(
            Circle(
                (x, 230),
                float(lamp.get("r")) * scale,
                facecolor=to_rgba(lamp.get("fill"), float(lamp.get("fill-opacity"))),
                edgecolor=to_rgba(lamp.get("stroke"), float(lamp.get("stroke-opacity"))),
                linewidth=float(lamp.get("stroke-width")) * scale * 72 / figure.dpi,
            )
        )
    axes.text(96, 425, title, color=TITLE_INK, fontfamily="STIXGeneral", fontsize=50)
    line = "A textbook that runs. Above: position 5, one lamp per column."
    axes.text(96, 495, line, color=TEXT_INK, fontfamily="STIXGeneral", fontsize=25)
    return figure
