"""Similarity over the offset."""

from sinpe_lib.explorers.explorer import Explorer, Range

__all__ = ["SimilarityCurve"]


class SimilarityCurve(Explorer):
    """The similarity of two rows over their offset, for a width, a base and the pairs that are on.

    Examples
    --------
    >>> SimilarityCurve(base=100).state
    {'width': 512, 'base': 100, 'offset': 100, 'fast_off': 0, 'slow_off': 0}
    """

    description = (
        "The mean cosine of the pairs that are on, over the offset from 1 to 10000 on a "
        "logarithmic axis, with the logarithmic law for wide rows as a dashed line, and a strip of "
        "pairs of which the fast ones and the slow ones can be switched off."
    )
    width = Range(512, 2, 1024, "width", step=1.02, page=2, grid=2, log=True)
    base = Range(10_000, 2, 1_000_000, "base", step=1.1, page=10, grid=1, log=True)
    offset = Range(100, 1, 10_000, "offset", step=1.05, page=2, grid=1, log=True)
    fast_off = Range(0, 0, 100, "fast pairs off, %", grid=1)
    slow_off = Range(0, 0, 100, "slow pairs off, %", grid=1)
    presets = {
        "as published": {"width": 512, "base": 10_000, "fast_off": 0, "slow_off": 0},
        "narrow": {"width": 4, "fast_off": 0, "slow_off": 0},
        "a small base": {"base": 100, "fast_off": 0, "slow_off": 0},
        "fast half only": {"fast_off": 0, "slow_off": 50},
        "slow half only": {"fast_off": 50, "slow_off": 0},
    }
    play = {"control": "base", "seconds": 12}
