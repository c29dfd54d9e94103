"""The face of an explorer that needs no kernel: HTML with every frame in it."""

import base64
import io
import json
from html import escape
from importlib.resources import files

from PIL import Image

from sinpe_lib.explorers import vector

__all__ = ["html", "style_sheet"]

_COLOURS = 32


def html(explorer):
    """Return an explorer as HTML that needs nothing else, neither a kernel nor another file.

    Parameters
    ----------
    explorer : Explorer

    Returns
    -------
    str
        The first frame as an image with its sentences, which is all that shows without script and
        in print; the frames as JSON; and the style and the script that make the rest of them. The
        script may be in several outputs of a page.
    """
    names = list(explorer.controls)
    controls = [
        {
            "label": control.label,
            "values": [control.text(value) for value in control.values],
            "at": control.values.index(control.value),
            "choice": control.is_choice,
            "play": control.play,
        }
        for control in explorer.controls.values()
    ]
    layers = [
        {"needs": [names.index(need) for need in needs], "order": order, "frames": frames}
        for needs, order, frames in explorer.stacks()
    ]
    width, height = vector.extent(explorer.size)
    data = {"size": [width, height], "controls": controls, "layers": layers}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # "</script" would end the script element, and after "<!--<script" it would not.
    text = text.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    return (
        f'<figure class="sinpe-explorer">\n<style>\n{style_sheet()}</style>\n'
        f'<div class="sinpe-still"><img alt="{escape(explorer.description)}" width="{width}" '
        f'height="{height}" src="{_image(explorer.first_picture())}">\n'
        f"<p>{escape(explorer.text(explorer.start))}</p></div>\n"
        f'<script type="application/json">{text}</script>\n'
        f"<script>\n{_source('face.js')}</script>\n</figure>"
    )


def style_sheet():
    """Return the style sheet of both faces."""
    return _source("face.css")


def _image(pixels):
    file = io.BytesIO()
    picture = Image.fromarray(pixels).convert("RGB")
    # Other methods drop a colour that few pixels have: the blue of a line becomes grey.
    picture = picture.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE)
    picture.save(file, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def _source(name):
    return (files("sinpe_lib.explorers") / name).read_text("utf-8")
