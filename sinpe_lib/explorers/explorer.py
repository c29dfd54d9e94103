"""Figures with controls: one definition, shown live by a kernel or as frames on a page.

A definition is a *canvas* (axes, limits, what never changes) and *layers*. A layer is a function
that draws one part of the picture and says in a sentence what it shows; the names of its
parameters say which controls it depends on. The parts are stacked, so that two controls of
N values each cost N + N drawings and not N * N.
"""

import copy
import inspect
import itertools
import os

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from sinpe_lib import style
from sinpe_lib.explorers import live, page, vector
from sinpe_lib.explorers.control import Control, with_minus_signs
from sinpe_lib.printing import Printable

__all__ = ["Explorer"]

# tools/refresh.py sets it: frames take seconds to draw, and a live cell must appear at once.
FRAMES = "SINPE_FRAMES"
_CANVAS = -1  # comes before the layers
_ABOVE = 1000  # more than any zorder that a layer uses
_LARGEST_LETTERS = 1.5  # face.css enlarges them up to this on a phone


class Explorer(Printable):
    """A figure with controls.

    Parameters
    ----------
    description : str
        What the picture shows, for those who do not see it.
    canvas : callable
        ``canvas(figure)`` makes the Axes of an empty figure, draws what never changes and returns
        the Axes in the form in which the layers want them.
    layers : sequence of callables
        ``layer(axes, ...)`` draws one part of the picture on top of the earlier ones and returns
        a sentence about it, or None. Its other parameters are names from `values`.
    size : (float, float), optional
        Width and height of the figure in inches.
    **values
        A sequence or a `Control` for each control, and a function of controls for each value that
        follows from them, as in ``offset=lambda first, second: second - first``.

    Raises
    ------
    TypeError
        If a parameter of a layer, or of a value that follows, has no such control, or a
        control has no layer that depends on it.

    Notes
    -----
    In a notebook the explorer is live: ipywidgets, redrawn by the kernel. Where the environment
    variable SINPE_FRAMES is set it is HTML with all its frames, which needs no kernel.

    A layer draws inside the limits of the canvas, since nothing is clipped. Titles, ticks and
    limits are the canvas's.

    Examples
    --------
    >>> def canvas(figure):
    ...     return figure.subplots()
    >>> def dot(axes, position):
    ...     axes.plot(position, 0, "o")
    ...     return f"Position {position}."
    >>> Explorer("A dot on a line", canvas, [dot], position=range(3)).text({"position": 2})
    'Position 2.'
    """

    def __init__(self, description, canvas, layers, *, size=(5, 2.6), **values):
        self.description = description
        self.size = size
        self._following = {name: value for name, value in values.items() if callable(value)}
        self.controls = {
            # A copy, since one Control may serve several names.
            name: copy.copy(value) if isinstance(value, Control) else Control(value)
            for name, value in values.items()
            if name not in self._following
        }
        for name, control in self.controls.items():
            control.label = control.label or name.replace("_", " ")
        self._canvas = canvas
        self._layers = [(draw, _parameters(draw)[1:]) for draw in layers]
        self._parts, self._unseen = {}, None
        known = [(_parameters(follow), self.controls) for follow in self._following.values()]
        known += [(names, values) for _, names in self._layers]
        for names, available in known:
            if unknown := set(names) - set(available):
                raise TypeError(f"no control is named {min(unknown)!r}; got {sorted(values)}")
        needed = {need for _, names in self._layers for name in names for need in self._needs(name)}
        if idle := set(self.controls) - needed:
            raise TypeError(f"no layer depends on the control {min(idle)!r}")

    @property
    def start(self):
        """The value of every control in the first frame."""
        return {name: control.value for name, control in self.controls.items()}

    def text(self, values):
        """Return the sentences about the picture for a value of every control."""
        return " ".join(text for _, text in self.parts(values) if text)

    def parts(self, values):
        """Return (SVG, sentence) of the canvas and of every layer, for a value of every control."""
        with style.context():
            return [self._part(layer, values) for layer in range(_CANVAS, len(self._layers))]

    def stacks(self):
        """Return, for the canvas and every layer, the controls it needs and its frames.

        Returns
        -------
        list of (list of str, list of int, list of (str, str))
            Names of controls, the number of the frame for every combination of their values (the
            last control runs fastest), and (SVG, sentence) of every frame.
        """
        with style.context():
            return [self._stack(layer) for layer in range(_CANVAS, len(self._layers))]

    def first_picture(self):
        """Return the first frame as pixels.

        Returns
        -------
        numpy.ndarray, shape (height, width, 4), uint8
            Red, green, blue and alpha, on the paper of the figure style.
        """
        with style.context():
            figure, axes = self._new_canvas()
            for layer in range(len(self._layers)):
                added, _ = self._draw(layer, figure, axes, self._arguments(layer, self.start))
                for artist in added:  # a layer lies on the earlier ones, as the frames do
                    artist.set_zorder(artist.get_zorder() + _ABOVE * (layer + 1))
            for artist in _artists(figure):
                artist.set_clip_on(False)  # as in the frames
            image = FigureCanvasAgg(figure)
            image.draw()
            return np.array(image.buffer_rgba())

    def _repr_mimebundle_(self, include=None, exclude=None):
        if os.environ.get(FRAMES):
            return {"text/html": page.html(self), "text/plain": repr(self)}
        return live.widget(self)._repr_mimebundle_() | {"text/plain": self.description}

    def __repr__(self):
        return f"{self.description} {self.text(self.start)}"

    def _stack(self, layer):
        needed = {need for name in self._names(layer) for need in self._needs(name)}
        controls = [name for name in self.controls if name in needed]
        frames, order = {}, []
        for chosen in itertools.product(*(self.controls[name].values for name in controls)):
            values = dict(zip(controls, chosen, strict=True))
            part = self._part(layer, values)
            order.append(frames.setdefault(part, len(frames)))
        return controls, order, list(frames)

    def _part(self, layer, values):
        key = layer, self._arguments(layer, values)
        if key not in self._parts:
            self._parts[key] = self._new_part(*key)
        return self._parts[key]

    def _new_part(self, layer, arguments):
        """Return (SVG, sentence) of what a layer adds to the canvas, which itself is not seen."""
        if layer == _CANVAS:
            return vector.fragment(self._new_canvas()[0]), ""
        if self._unseen is None:
            self._unseen = self._new_canvas()
            for artist in _artists(self._unseen[0]):
                artist.set_visible(False)
        figure, axes = self._unseen
        try:
            added, sentence = self._draw(layer, figure, axes, arguments)
            drawing = vector.fragment(figure) if added else ""
            for artist in added:
                artist.remove()
        except BaseException:
            self._unseen = None
            raise
        return drawing, with_minus_signs(sentence or "")

    def _draw(self, layer, figure, axes, arguments):
        """Draw a layer into a figure; return the artists that it added, and its sentence."""
        before = set(_artists(figure))
        for ax in figure.axes:
            ax.set_prop_cycle(None)  # every layer takes its colours from the start
        sentence = self._layers[layer][0](axes, *arguments)
        for ax, limits in zip(figure.axes, self._limits, strict=True):
            ax.axis(limits)
        return [artist for artist in _artists(figure) if artist not in before], sentence

    def _new_canvas(self):
        """Return an empty figure with the canvas on it, laid out once and for all, and its Axes.

        Its margins have room for the largest letters.
        """
        figure = Figure(figsize=self.size)
        with mpl.rc_context({"axes.labelpad": 7}):  # larger letters grow towards the ticks
            axes = self._canvas(figure)
        figure.draw_without_rendering()
        written = [(text, text.get_fontsize()) for text in figure.findobj(Text)]
        for text, size in written:
            text.set_fontsize(_LARGEST_LETTERS * size)
        figure.draw_without_rendering()
        for text, size in written:
            text.set_fontsize(size)
        places = [ax.get_position(original=True) for ax in figure.axes]
        figure.set_layout_engine("none")
        for ax, place in zip(figure.axes, places, strict=True):
            ax.set_position(place)
        self._limits = [ax.axis() for ax in figure.axes]
        return figure, axes

    def _arguments(self, layer, values):
        return tuple(
            self._following[name](*(values[need] for need in self._needs(name)))
            if name in self._following
            else values[name]
            for name in self._names(layer)
        )

    def _names(self, layer):
        return [] if layer == _CANVAS else self._layers[layer][1]

    def _needs(self, name):
        """Return the names of the controls behind a parameter of a layer."""
        return _parameters(self._following[name]) if name in self._following else [name]


def _artists(figure):
    """Return what a figure and its Axes hold, without the Axes themselves."""
    held = [artist for part in (figure, *figure.axes) for artist in part.get_children()]
    return [artist for artist in held if artist not in figure.axes]


def _parameters(function):
    return list(inspect.signature(function).parameters)
