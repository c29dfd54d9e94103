"""nbgrader's markers: what is between them is removed from a student edition."""

import difflib
import re

KINDS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
MARKERS = tuple(f"{edge} {kind}" for kind in KINDS for edge in ("BEGIN", "END"))
_WORDS = f"(BEGIN|END) ({'|'.join(KINDS)})"
# nbgrader accepts any line with the words. One form for each kind of cell makes a mistyped marker
# stand out; in Markdown a line that starts with ### is a heading.
_FORMS = {"code": rf"\s*### {_WORDS}", "markdown": rf"<!-- {_WORDS} -->"}
_OPENINGS = {"code": "###", "markdown": "<!--"}
_ALIKE = 0.85  # "HIDDEN TESTS" is this close to "END HIDDEN TESTS", "SOLUTION" to none


def find_regions(cell):
    """Return {kind: lines between its markers}, and the problems of the markers."""
    found, problems, inside = {}, [], None
    for line in cell.source.splitlines():
        marker = re.fullmatch(_FORMS.get(cell.cell_type, "(?!)"), line.rstrip())
        if marker is None:
            if looks_like_marker(line, cell.cell_type):
                form = _OPENINGS.get(cell.cell_type, "###")
                problems.append(
                    f"{line.strip()!r} looks like a marker, which has the form '{form} BEGIN "
                    f"SOLUTION{' -->' if cell.cell_type == 'markdown' else ''}'"
                )
            elif inside:
                found[inside].append(line)
            continue
        edge, kind = marker.groups()
        if edge == "BEGIN" and inside is None:
            inside = kind
            found.setdefault(kind, [])
        elif edge == "END" and inside == kind:
            inside = None
        else:
            problems.append(f"{edge} {kind} without its partner")
    if inside:
        problems.append(f"BEGIN {inside} without its partner")
    return found, problems


def looks_like_marker(line, cell_type):
    if _OPENINGS.get(cell_type, "###") in line:
        return True
    words = " ".join(re.findall(r"[A-Z]+", line.upper()))
    return any(marker in words for marker in MARKERS) or bool(
        difflib.get_close_matches(words, MARKERS, cutoff=_ALIKE)
    )
