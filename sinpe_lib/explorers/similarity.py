"""Similarity over the offset."""

import numpy as np

from sinpe_lib.encoding import offset_similarity
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_similarity
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["similarity_curve"]

_FARTHEST = 10_000
_NAMED = [1, 10, 100, 1000]


def similarity_curve():
    """Return the explorer of the similarity of two rows, over their offset, width and base.

    Examples
    --------
    >>> similarity_curve().start
    {'d_model': 512, 'base': 10000}
    """
    offsets = np.arange(1, _FARTHEST + 1)

    def canvas(figure):
        ax = figure.subplots()
        draw_similarity(offsets, 0 * offsets, ax=ax).patches[0].remove()
        ax.set_title(ax.get_ylabel(), loc="left")
        ax.set_ylabel("")
        return ax

    def curve(ax, d_model, base):
        similarity = offset_similarity(offsets, d_model, base) / (d_model / 2)
        draw_similarity(offsets, similarity, ax=ax).set_ylabel("")
        named = ", ".join(f"{similarity[offset - 1]:z.2f} at {offset}" for offset in _NAMED)
        rise = 2 + np.argmax(np.diff(similarity) > 0)
        below = offsets[similarity < 0]
        zero = f"first below 0 at {below[0]}" if len(below) else "nowhere below 0"
        return (
            f"Width {d_model}, base {base}: {named}. It rises for the first time on the way to "
            f"offset {rise}, and is {zero}."
        )

    def law(ax, base):
        zero = base * np.exp(-np.euler_gamma)
        ends = np.array([1, min(_FARTHEST, zero)])
        line = 1 - (np.log(ends) + np.euler_gamma) / np.log(base)
        ax.plot(ends, line, "--", color=ROLE_COLOURS["position"], linewidth=1.2)
        if zero > _FARTHEST:
            return "At all these offsets the law is above 0."
        return f"The law is drawn down to 0, at offset {zero:.0f}."

    return Explorer(
        "The similarity of two rows over the offset between them, from 1 to 10000 on a "
        "logarithmic axis, and the logarithmic law for wide rows as a dashed line.",
        canvas,
        [curve, law],
        size=(4.8, 2.8),
        d_model=Control(
            [4, 16, 64, 512], 512, live=[4, 8, 16, 32, 64, 128, 256, 512, 1024], label="width"
        ),
        base=Control([100, 1000, 10_000, 100_000, 1_000_000], 10_000),
    )
