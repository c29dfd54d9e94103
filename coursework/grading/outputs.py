"""What a kernel publishes, made into outputs of a cell.

The kernel runs code of strangers, so each message may hold anything at all. What is kept here is
text and pictures, of a bounded size, in outputs that this module builds itself: no HTML, no
script, nothing that a page would run.
"""

import base64
import binascii

from nbformat.v4 import new_output

PICTURES = ("image/png", "image/jpeg", "image/gif")
_CUT = "\n[The rest of the output was cut.]\n"
_ERROR = 20_000  # bytes of a traceback
_AROUND = 200  # bytes around the text of an output


class Outputs:
    """The outputs of one cell, of so many bytes.

    What comes on stderr is kept as stdout: nbgrader gives no points for a mere warning.
    """

    def __init__(self, room):
        self.kept = []
        self.size = 0
        self.cut = False
        self._room = room
        self._clear_next = False

    def take(self, kind, content):
        """Take in what a kernel published; what is malformed is left out."""
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
        text, cut = shortened(text, self._room - self.size)
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
        bundle["text/plain"], _ = shortened(data.get("text/plain"), self._room)
        output = new_output(kind, bundle)
        if kind == "execute_result":
            output.execution_count = number(content.get("execution_count"))
        if self.size + size_of(output) > self._room:
            self._end()
        else:
            self._keep(output)

    def _keep(self, output):
        self.kept.append(output)
        self.size += size_of(output)

    def _end(self):
        if not self.cut:
            self.cut = True
            self._keep(new_output("stream", name="stdout", text=_CUT))


def size_of(output):
    """Return the bytes of an output in a notebook, about."""
    texts = [output.get("text", ""), *output.get("data", {}).values()]
    return _AROUND + sum(len(text.encode()) for text in texts)


def shortened(written, room):
    """Return at most so many bytes of a text, and whether that is less than all.

    Half a surrogate pair, which no file could hold, becomes a question mark.
    """
    if not isinstance(written, str):
        return "", False
    whole = written[: room + 1].encode("utf-8", "replace")
    return whole[: max(room, 0)].decode("utf-8", "ignore"), len(whole) > room


def is_base64(written):
    if not isinstance(written, str):
        return False
    try:
        base64.b64decode(written.replace("\n", ""), validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def number(value):
    """Return a count that a notebook can hold, or None."""
    return value if type(value) is int and 0 <= value < 2**31 else None


def error(name, message, traceback=()):
    """Return the output of an error."""
    lines = traceback if isinstance(traceback, list | tuple) else ()
    name, _ = shortened(name, 200)
    message, _ = shortened(message, 2000)
    told, _ = shortened("\n".join(line for line in lines if isinstance(line, str)), _ERROR)
    return new_output("error", ename=name, evalue=message, traceback=[told or f"{name}: {message}"])
