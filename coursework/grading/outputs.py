"""Turn the messages that a kernel publishes into outputs of a cell.

The kernel runs untrusted code, so a message may hold anything. Only text and pictures of a limited
size are kept, in outputs that this module builds: no HTML, no script, nothing that a page would
run.
"""

import base64
import binascii

from nbformat.v4 import new_output

PICTURES = ("image/png", "image/jpeg", "image/gif")
_CUT = "\n[The rest of the output was cut.]\n"
_ERROR = 20_000  # bytes of a traceback
_OVERHEAD = 200  # bytes of an output besides its text


class Outputs:
    """The outputs of one cell, of at most `most` bytes.

    Text on stderr is kept as stdout, because nbgrader would give no points after a mere warning.
    """

    def __init__(self, most):
        self.kept = []
        self.size = 0
        self.cut = False
        self._most = most
        self._clear_next = False

    def take(self, kind, content):
        """Add what a kernel published; malformed messages are ignored."""
        if kind == "clear_output":
            self._clear_next = True
            if not content.get("wait"):
                self._clear()
        elif kind == "lost":
            self._end()
        elif kind in ("stream", "display_data", "execute_result"):
            self._clear()
            if kind == "stream":
                self._print(content.get("text"))
            else:
                self._show(kind, content)

    def _clear(self):
        if self._clear_next:
            self.kept, self.size, self.cut, self._clear_next = [], 0, False, False

    def _print(self, text):
        text, cut = shorten(text, self._most - self.size)
        if text and self.kept and self.kept[-1].output_type == "stream":
            self.kept[-1].text += text
            self.size += len(text.encode())
        elif text:
            self._keep(new_output("stream", name="stdout", text=text))
        if cut:
            self._end()

    def _show(self, kind, content):
        data = content.get("data")
        if not isinstance(data, dict):
            return
        bundle = {name: data[name] for name in PICTURES if is_base64(data.get(name))}
        bundle["text/plain"], _ = shorten(data.get("text/plain"), self._most)
        output = new_output(kind, bundle)
        if kind == "execute_result":
            output.execution_count = to_count(content.get("execution_count"))
        if self.size + measure_output(output) > self._most:
            self._end()
        else:
            self._keep(output)

    def _keep(self, output):
        self.kept.append(output)
        self.size += measure_output(output)

    def _end(self):
        if not self.cut:
            self.cut = True
            self._keep(new_output("stream", name="stdout", text=_CUT))


def measure_output(output):
    """Return roughly how many bytes an output takes in a notebook."""
    texts = [output.get("text", ""), *output.get("data", {}).values()]
    return _OVERHEAD + sum(len(text.encode()) for text in texts)


def shorten(written, most):
    """Return at most so many bytes of a text, and whether anything was cut off.

    A lone surrogate, which cannot be written to a file, becomes a question mark.
    """
    if not isinstance(written, str):
        return "", False
    whole = written[: most + 1].encode("utf-8", "replace")
    return whole[: max(most, 0)].decode("utf-8", "ignore"), len(whole) > most


def is_base64(written):
    if not isinstance(written, str):
        return False
    try:
        base64.b64decode(written.replace("\n", ""), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def to_count(value):
    """Return an execution count that is valid in a notebook, or None."""
    return value if type(value) is int and 0 <= value < 2**31 else None


def make_error(name, message, traceback=()):
    """Return an error as an output."""
    lines = traceback if isinstance(traceback, list | tuple) else ()
    name, _ = shorten(name, 200)
    message, _ = shorten(message, 2000)
    text, _ = shorten("\n".join(line for line in lines if isinstance(line, str)), _ERROR)
    return new_output("error", ename=name, evalue=message, traceback=[text or f"{name}: {message}"])
