"""Pictures and sentences of explorers, drawn and told by their JavaScript."""

import json
import sys
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
        Where quickjs-ng is not installed, outside a browser.

    Examples
    --------
    >>> call("mathematics.frequencies", 4)
    [1, 0.01]
    """
    given = ", ".join(json.dumps(argument) for argument in arguments)
    callee = f"({function})" if "=>" in function else f"sinpe.{function}"
    # quickjs hands over no text that was put together from pieces; JSON is in one piece.
    return json.loads(_evaluate(f"JSON.stringify({callee}({given}))"))


def draw_still(name, state, data=None):
    """Return the picture of an explorer in a state, as an SVG file."""
    return call("engine.still", name, state, data)


def tell_words(name, state, data=None):
    """Return the sentence of an explorer about a state."""
    return call("engine.tell", name, state, data)


def _evaluate(source):
    """Return the value of JavaScript after the script of the explorers."""
    if not hasattr(_OF_THREAD, "evaluate"):
        _OF_THREAD.evaluate = make_evaluator()
    return _OF_THREAD.evaluate(source)


def make_evaluator(prelude=""):
    """Return a function that evaluates JavaScript where a prelude and the script have run."""
    if sys.platform == "emscripten":  # Python runs inside a browser
        from pyodide.code import run_js as evaluate
    else:
        import quickjs  # compiled, so not everywhere to be had

        evaluate = quickjs.Context().eval
    evaluate(prelude + bundle.script().replace("const sinpe", "var sinpe", 1))
    return evaluate
