"""Printing to a terminal or file whose encoding lacks some of our characters."""

import sys


class Printable:
    """An object that prints as its repr, whatever the encoding of the standard output.

    Windows writes redirected output in cp1252, which has no minus sign and no omega. Python's
    display of a last expression survives that, but `print` would stop with UnicodeEncodeError.
    """

    def __str__(self):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        return repr(self).encode(encoding, "namereplace").decode(encoding)
