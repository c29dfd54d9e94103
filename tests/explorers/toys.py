"""Small explorers whose drawings can be computed by hand."""

import functools

from sinpe_lib.explorers import Control, Explorer

SIZE = (4, 2)  # inches: 288 by 144 units
PLACE = (0.25, 0.1, 0.5, 0.8)  # left, bottom, width and height of the Axes, as shares of the figure
X, Y = (0, 10), (-1, 1)  # limits


def canvas(figure):
    figure.set_layout_engine("none")
    ax = figure.add_axes(PLACE)
    ax.set(xlim=X, ylim=Y)
    return ax


def on_paper(x, y):
    """Return where a point of the Axes lies in the SVG."""
    across = PLACE[0] + PLACE[2] * (x - X[0]) / (X[1] - X[0])
    up = PLACE[1] + PLACE[3] * (y - Y[0]) / (Y[1] - Y[0])
    return 72 * SIZE[0] * across, 72 * SIZE[1] * (1 - up)


def stroke(ax, position, height):
    ax.plot([0, position], [0, height], color="#0072B2")
    return f"From 0 to {position}, {height} high."


def label(ax, name):
    ax.text(5, 0, name)


def bar(ax, gap):
    ax.bar(5, 0.5, gap, color="#112233")
    return f"A gap of {gap}."


def three_controls(layers=(stroke, label, bar), description="A toy"):
    """Return an explorer of three controls, and of a value that follows from two of them."""
    values = {
        "position": [1, 3],
        "height": Control([-1, 0.5, 1], 1, live=[-1, -0.5, 0.5, 1]),
        "name": Control(["<b>", "a & b"], label="called"),
        "gap": lambda position, height: abs(position - height),
    }
    return Explorer(description, canvas, layers, size=SIZE, **values)


def recording(layer, calls):
    """Return a layer that writes down what it is drawn for."""

    @functools.wraps(layer)
    def draw(ax, *arguments):
        calls.append((layer.__name__, *arguments))
        return layer(ax, *arguments)

    return draw
