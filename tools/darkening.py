"""A figure in dark colours. It needs Matplotlib only, so that it runs in a reader's browser too."""

from contextlib import contextmanager

from matplotlib.collections import Collection
from matplotlib.colors import to_hex, to_rgba_array

PARTS = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")


@contextmanager
def darken(figure, counterparts):
    """Give a figure dark colours inside a with statement; values keep theirs.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    counterparts : dict of str to str
        For each colour that changes, as "#rrggbb" in small letters, its counterpart.
    """
    figure.draw_without_rendering()  # ticks are made by drawing
    figure.set_layout_engine("none")  # each drawing moves it, and both pictures must agree
    done = []
    for artist in find_artists(figure):
        for part in PARTS:
            if hasattr(artist, f"get_{part}"):
                old = getattr(artist, f"get_{part}")()
                rgba = to_rgba_array(old)
                new = [(counterparts.get(to_hex(each), each[:3]), each[3]) for each in rgba]
                change = getattr(artist, f"set_{part}")
                if any(to_hex(each) in counterparts for each in rgba):
                    change(new if isinstance(artist, Collection) else new[0])
                    done.append((change, old))
    try:
        yield
    finally:
        for change, old in reversed(done):
            change(old)


def find_artists(figure):
    for artist in figure.findobj():
        yield artist
        if arrow := getattr(artist, "arrow_patch", None):
            yield arrow
