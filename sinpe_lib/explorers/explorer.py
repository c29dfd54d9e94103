"""Explorers: what can be set, in Python; how it looks, in JavaScript.

An explorer is a class with a trait for each control, and a JavaScript file of the same name in
js/figures/ that draws a state, says it in a sentence and tells what can be grabbed.
"""

import base64
import contextlib
import inspect
import json
import math
import re
from html import escape
from numbers import Real

import numpy as np
import traitlets

from sinpe_lib.explorers import bundle, still

try:
    from anywidget import AnyWidget
except ModuleNotFoundError:  # as in a browser: traits and the still, but no widget

    class AnyWidget(traitlets.HasTraits):
        def _repr_mimebundle_(self, **kwargs):
            return {}, {}


__all__ = ["Choice", "Explorer", "Range", "Switch"]


class Range(traitlets.Float):
    """A number that a reader can set.

    Parameters
    ----------
    value, low, high : float
        The start, and the ends of the range.
    label : str
        Written beside the slider.
    step, page : float, optional
        What an arrow key and Page Up add; factors where `log` is true.
    grid : float, optional
        Values are multiples of it; 0, the default, allows every number.
    log : bool, optional
        Equal ways on the slider are equal factors.

    Examples
    --------
    >>> Range(512, 2, 1024, "width", grid=2).metadata["control"]["max"]
    1024
    """

    def __init__(self, value, low, high, label, *, step=1, page=10, grid=0, log=False):
        super().__init__(value, min=low, max=high)
        spec = {"label": label, "min": low, "max": high, "value": value}
        self.tag(sync=True, control=spec | {"step": step, "page": page, "grid": grid, "log": log})
        self._grid = grid

    def validate(self, obj, value):
        """Return the value, as an int where the grid is one of integers."""
        number = isinstance(value, Real | np.integer) and not isinstance(value, bool | np.bool_)
        if not number or not -math.inf < value < math.inf:
            raise traitlets.TraitError(f"{self.name} must be a finite number; got {value!r}")
        if not self.min <= value <= self.max:
            limits = f"from {self.min:g} to {self.max:g}"
            raise traitlets.TraitError(f"{self.name} must be {limits}; got {value!r}")
        value = float(value)
        if not self._grid:
            return value
        if value % self._grid:
            raise traitlets.TraitError(
                f"{self.name} must be a multiple of {self._grid}; got {value:g}"
            )
        return int(value) if isinstance(self._grid, int) else value


class Switch(traitlets.Bool):
    """What a reader can switch on and off.

    Parameters
    ----------
    value : bool
        The start.
    label : str
        Written beside the box.

    Examples
    --------
    >>> Switch(False, "whole positions only").default_value
    False
    """

    def __init__(self, value, label):
        super().__init__(value)
        self.tag(sync=True, control={"label": label, "value": value})

    def validate(self, obj, value):
        """Return the value, as a bool of Python where it is one of NumPy."""
        return super().validate(obj, bool(value) if isinstance(value, np.bool_) else value)


class Choice(traitlets.Enum):
    """One of several texts.

    Parameters
    ----------
    values : sequence of str
        All of them.
    label : str
        Written beside them.
    value : str, optional
        The start; the first of `values` by default.

    Examples
    --------
    >>> Choice(["sine", "cosine"], "wave").default_value
    'sine'
    """

    def __init__(self, values, label, value=None):
        super().__init__(values, values[0] if value is None else value)
        spec = {"label": label, "value": self.default_value, "options": list(values)}
        self.tag(sync=True, control=spec)


def _describe(name, control):
    """Return the lines on a control in the docstring of its explorer."""
    if "options" in control:
        kind, said = "str", f"{control['label']}: {', '.join(control['options'])}"
    elif isinstance(control["value"], bool):
        kind, said = "bool", control["label"]
    else:
        kind = "int" if control["grid"] else "float"
        said = f"{control['label']}, from {control['min']:g} to {control['max']:g}"
    said = said[0].upper() + said[1:]
    return f"{name} : {kind}, optional\n    {said}."


class Explorer(AnyWidget):
    """A figure with parts to grab; its traits are what can be set, from Python too.

    Parameters
    ----------
    **values
        A value for any of its controls.

    Attributes
    ----------
    description : str
        What the picture shows, for those who do not see it.
    presets : dict of str to dict
        Buttons: their text, and the values that they set.
    play : dict, optional
        ``{"control": name, "seconds": time}``: a button that runs through the range of a control
        in this time.
    data : optional
        What the picture needs besides, as JSON can write it.

    Raises
    ------
    TypeError, AttributeError
        If a name is not that of a control, here or when it is set.
    traitlets.TraitError
        If a value is outside the range of its control.

    Notes
    -----
    In a notebook with a kernel the explorer is a widget. Without one, and on the site until its
    script runs, it is a still with its sentence, drawn by the same JavaScript.

    Examples
    --------
    >>> from sinpe_lib.explorers import SameTurn
    >>> explorer = SameTurn(offset=7)
    >>> explorer.offset = 100
    >>> explorer.state["offset"]
    100.0
    """

    _esm = bundle.widget_module()
    _css = bundle.style_sheet()
    _explorer = traitlets.Unicode().tag(sync=True)
    _spec = traitlets.Dict().tag(sync=True)

    # ipywidgets 7 would show the view alone, without the still.
    _ipython_display_ = None

    description = ""
    presets = {}
    play = None
    data = None

    def __init_subclass__(cls, **given):
        super().__init_subclass__(**given)
        if vars(cls).get("__doc__") and "__init__" not in vars(cls):  # not that of one object
            cls.__signature__ = inspect.Signature(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=control["value"])
                for name, control in cls.get_controls().items()
            )
            listed = "\n".join(map(_describe, cls.get_controls(), cls.get_controls().values()))
            head, *rest = re.split(r"(?m)^(?=\w+\n-+$)", inspect.cleandoc(cls.__doc__))
            cls.__doc__ = "".join([head, f"Parameters\n----------\n{listed}\n\n", *rest])

    def __init__(self, **values):
        if unknown := set(values) - set(self.get_controls()):
            raise TypeError(
                f"{type(self).__name__} has no control {min(unknown)!r}, "
                f"but {', '.join(self.get_controls())}"
            )
        super().__init__(_explorer=self.get_name(), **values)
        self._spec = self._make_spec()

    @classmethod
    def get_name(cls):
        """Return the name of the explorer: in the address, and of its JavaScript file."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def get_controls(cls):
        """Return what is known of each control, by name, in the order of the class."""
        return {
            name: trait.metadata["control"]
            for base in reversed(cls.__mro__)  # traitlets sorts them by name
            for name, trait in vars(base).items()
            if isinstance(trait, traitlets.TraitType) and "control" in trait.metadata
        }

    def __setattr__(self, name, value):
        # A slip in a name would otherwise be one more attribute, and nothing would move.
        if not name.startswith("_") and not hasattr(type(self), name):
            raise AttributeError(
                f"{type(self).__name__} has no control {name!r}, "
                f"but {', '.join(self.get_controls())}"
            )
        super().__setattr__(name, value)

    @property
    def state(self):
        """The value of every control."""
        return {name: getattr(self, name) for name in self.get_controls()}

    def tell_words(self):
        """Return the sentence about the picture."""
        return still.tell_words(self._explorer, self.state, self.data)

    def to_html(self):
        """Return the still, its sentence and what makes it live on a page; no script.

        Raises
        ------
        ModuleNotFoundError
            Where quickjs-ng is not installed, outside a browser.
        """
        picture = still.draw_still(self._explorer, self.state, self.data).encode()
        spec = json.dumps(self._spec, ensure_ascii=False, separators=(",", ":"))
        return (
            f'<figure class="sinpe-explorer" id="{self._explorer}" '
            f'data-explorer="{self._explorer}" data-spec="{escape(spec)}">\n'
            f'<img alt="{escape(self.description)}" '
            f'src="data:image/svg+xml;base64,{base64.b64encode(picture).decode()}">\n'
            f"<p>{escape(self.tell_words())}</p>\n</figure>"
        )

    def _make_spec(self):
        controls = {
            name: control | {"value": getattr(self, name)}
            for name, control in self.get_controls().items()
        }
        return {
            "controls": controls,
            "presets": self.presets,
            "play": self.play,
            "description": self.description,
            "data": self.data,
        }

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        shown = {"text/plain": self.description}
        with contextlib.suppress(ModuleNotFoundError):
            shown["text/html"] = self.to_html()
        return data | shown, metadata
