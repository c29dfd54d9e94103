"""A figure in the colours of both themes, small enough to be stored twice.

The dark one is in the metadata of the output, transparent where it is what the light one is.
"""

import base64
import functools
import io
import re

import numpy as np
from PIL import Image

from sinpe_lib.style import LINE_COLOUR, ROLE_COLOURS
from tools.notebooks import BOOK

PNG, DARK = "image/png", "dark"
SHEET = BOOK / "_static" / "sinpe.css"
# The largest change of a channel by the palette is 15 of 256 in the pictures of this book.
COLOURS = 256


def read_colours(theme):
    """Return the colours of a theme that the style sheet of the site names, by their names."""
    opening = {"light": "html {", "dark": 'html[data-theme="dark"] {'}[theme]
    block = SHEET.read_text("utf-8").split(f"\n{opening}\n")[1].split("\n}")[0]
    return dict(re.findall(r"--sinpe-([a-z]+): (#[0-9a-fA-F]{6});", block))


@functools.cache
def match_colours():
    """Return the dark counterpart of each colour of the style that is no value, as {hex: hex}."""
    light, dark = read_colours("light"), read_colours("dark")
    names = [*ROLE_COLOURS, "muted", "paper", "ink"]  # ink comes last: position looks the same
    pairs = {light[name].lower(): dark[name] for name in names}
    return pairs | {LINE_COLOUR: dark["line"]}


def decode(png):
    """Return a picture in base64 as an image with its resolution."""
    image = Image.open(io.BytesIO(base64.b64decode(png)))
    image.load()
    return image


def save(image, file, dpi):
    """Write an image as a PNG with a palette."""
    if image.mode != "P":
        image = reduce_colours(image, COLOURS)
    image.save(file, "PNG", optimize=True, dpi=dpi)


def encode(image, dpi):
    save(image, file := io.BytesIO(), dpi)
    return base64.b64encode(file.getvalue()).decode() + "\n"


def shrink(output):
    """Reduce both pictures of an output to palettes, and the dark one to what differs."""
    light = decode(output.data[PNG])
    dpi = light.info["dpi"]
    light = light.convert("RGB")
    output.data[PNG] = encode(light, dpi)
    if DARK in output.metadata.get(PNG, {}):
        dark = decode(output.metadata[PNG][DARK]).convert("RGB")
        same = (np.asarray(light) == np.asarray(dark)).all(axis=-1)
        dark.paste(dark.getpixel((0, 0)), mask=Image.fromarray(same))
        reduced = reduce_colours(dark, COLOURS - 1)
        free = reduced.getextrema()[1] + 1
        reduced.putpalette([*reduced.getpalette()[: 3 * free], 0, 0, 0])
        reduced.paste(free, mask=Image.fromarray(same))
        reduced.info["transparency"] = free
        output.metadata[PNG][DARK] = encode(reduced, dpi)


def reduce_colours(image, number):
    return image.quantize(number, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def read_pictures(output):
    """Return the pictures of an output as {theme: image}, both opaque."""
    light = decode(output.data[PNG])
    pictures = {"light": light.convert("RGB")}
    if dark := output.metadata.get(PNG, {}).get(DARK):
        composed = Image.alpha_composite(light.convert("RGBA"), decode(dark).convert("RGBA"))
        pictures["dark"] = composed.convert("RGB")
    return pictures
