"""What cells show as text: tables, and text for a file whose encoding lacks our characters."""

import sys
from html import escape

__all__ = ["Table"]


class Printable:
    """An object that prints as its repr, whatever the encoding of the standard output.

    Windows writes redirected output in cp1252, which has no minus sign and no omega. Python's
    display of a last expression survives that, but `print` would stop with UnicodeEncodeError.
    """

    def __str__(self):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        return repr(self).encode(encoding, "namereplace").decode(encoding)


class Table(Printable):
    """Rows below a header, in columns of plain text or as HTML.

    Parameters
    ----------
    columns : sequence of str, or dict of str to str
        The name of each column; in a dict with the format of its entries, such as ``".2f"``.
    rows : iterable of sequences
        The entries of each row, one for each column. The first entry names its row.

    Raises
    ------
    ValueError
        If a row has more or fewer entries than there are columns.

    Examples
    --------
    >>> Table({"width": "", "length": ".2f"}, [(8, 2), (512, 16)])
    width  length
    8        2.00
    512     16.00
    """

    def __init__(self, columns, rows):
        formats = columns if isinstance(columns, dict) else dict.fromkeys(columns, "")
        self.rows = [list(formats)]
        for row in map(list, rows):
            if len(row) != len(formats):
                raise ValueError(f"each row must have {len(formats)} entries; got {row!r}")
            self.rows.append(list(map(format, row, formats.values())))

    def __repr__(self):
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        lines = []
        for first, *others in self.rows:
            aligned = map(str.rjust, others, widths[1:])
            lines.append("  ".join([first.ljust(widths[0]), *aligned]).rstrip())
        return "\n".join(lines)

    def _repr_html_(self):
        header, *rows = self.rows
        names = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
        lines = []
        for first, *others in rows:
            entries = "".join(f"<td>{escape(entry)}</td>" for entry in others)
            lines.append(f'<tr><th scope="row">{escape(first)}</th>{entries}</tr>\n')
        return (
            f'<table class="table">\n<thead><tr>{names}</tr></thead>\n'
            f"<tbody>\n{''.join(lines)}</tbody>\n</table>"
        )
