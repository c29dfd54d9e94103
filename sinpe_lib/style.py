"""The look of the book: role colours, figure style, print options."""

import builtins
from contextlib import contextmanager
from importlib.resources import as_file, files

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap

__all__ = [
    "LINE_COLOUR",
    "ROLE_COLOURS",
    "SCORE_SCALE",
    "VALUE_SCALE",
    "choose_letters",
    "context",
    "use",
]

# Okabe and Ito (2008), "Color Universal Design": they differ with every common colour blindness.
# Vermillion (cosine) and reddish purple (offset) are darkened to reach 4.5:1 on the figures' paper.
#: The colour of each role in every figure.
ROLE_COLOURS = {
    "sine": "#0072B2",
    "cosine": "#B84A00",
    "position": "#24272C",
    "offset": "#A3457A",
}
#: Thin lines that only help the eye: the rim of a clock, the line of zero.
LINE_COLOUR = "#b9bcc2"

#: Values from -1 to 1, and weights from 0 to 1: from the dark board of a lamp to a lamp fully lit.
#: Lighter is larger, for a reader who sees no hues too.
#:
#: :meta hide-value:
VALUE_SCALE = LinearSegmentedColormap.from_list("values", ["#1b2233", "#ffd24a"])
#: Scores, which have no bounds: one colour below zero, one above, the stronger the further away.
#: Of 257 steps the middle one is zero.
#:
#: :meta hide-value:
SCORE_SCALE = LinearSegmentedColormap.from_list("scores", ["#2166ac", "#f7f7f7", "#b2182b"], 257)

_SHEET = files("sinpe_lib") / "sinpe.mplstyle"
_NUMPY_OPTIONS = np.get_printoptions()
_PRINT_OPTIONS = {"precision": 3, "suppress": True, "floatmode": "fixed"}


def choose_letters(share):
    """Return the colour of letters that can be read on the scale of values.

    Parameters
    ----------
    share : float
        How far along the scale, from 0 where it is dark to 1 where it is light.

    Returns
    -------
    str
        ``"black"`` or ``"white"``, with a contrast of at least 4.5 on that place of the scale.

    Examples
    --------
    >>> choose_letters(0.9)
    'black'
    """
    return "black" if share > 0.465 else "white"


def use():
    """Apply the figure style and print arrays with three fixed decimals.

    Examples
    --------
    >>> with plt.rc_context(), np.printoptions():  # restores both
    ...     use()
    ...     print(np.array([2 / 3, 1e-9]))
    [0.667 0.000]
    """
    with as_file(_SHEET) as path:
        plt.style.use(path)
    np.set_printoptions(**_PRINT_OPTIONS)
    if shell := getattr(builtins, "get_ipython", lambda: None)():
        shell.events.register("pre_run_cell", _restore_print_options)


def _restore_print_options(info=None):
    """Set the print options again where they were lost, but leave those that a reader has set.

    NumPy keeps them in a context variable, and some kernels run each cell in a fresh context.
    """
    if np.get_printoptions() == _NUMPY_OPTIONS:
        np.set_printoptions(**_PRINT_OPTIONS)


@contextmanager
def context():
    """Apply the figure style, over Matplotlib's defaults, inside a with statement only.

    Examples
    --------
    >>> with context():
    ...     plt.rcParams["axes.spines.top"]
    False
    """
    with as_file(_SHEET) as path, plt.style.context(["default", path]):
        yield
