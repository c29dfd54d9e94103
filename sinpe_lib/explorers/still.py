"""Pictures and sentences without a browser: the JavaScript of the explorers in QuickJS."""

import json
import threading

from sinpe_lib.explorers import bundle

__all__ = ["call", "draw_still", "tell_words"]

_OF_THREAD = threading.local()  # a context of QuickJS belongs to one thread


def call(function, *arguments):
    """Return what a function of the JavaScript gives for arguments that JSON can write.

    Parameters
    ----------
    function : str
        JavaScript: a name below ``sinpe``, as in "mathematics.row", or an arrow function that
        uses ``sinpe``.
    *arguments
        What JSON can write.

    Raises
    ------
    ModuleNotFoundError
        Where quickjs-ng is not installed.

    Examples
    --------
    >>> call("mathematics.frequencies", 4)
    [1, 0.01]
    """
    given = ", ".join(json.dumps(argument) for argument in arguments)
    callee = f"({function})" if "=>" in function else f"sinpe.{function}"
    # quickjs hands over no text that was put together from pieces; JSON is in one piece.
    return json.loads(_context().eval(f"JSON.stringify({callee}({given}))"))


def draw_still(name, state, data=None):
    """Return the picture of an explorer in a state, as an SVG file."""
    return call("engine.still", name, state, data)


def tell_words(name, state, data=None):
    """Return the sentence of an explorer about a state."""
    return call("engine.tell", name, state, data)


def _context():
    if not hasattr(_OF_THREAD, "context"):
        _OF_THREAD.context = make_context()
    return _OF_THREAD.context


def make_context(prelude=""):
    """Return a fresh context of QuickJS that has run a prelude and the script."""
    import quickjs  # compiled, so not everywhere to be had

    context = quickjs.Context()
    context.eval(prelude + bundle.script().replace("const sinpe", "var sinpe", 1))
    return context
