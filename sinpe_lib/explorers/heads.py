"""A head of attention that looks a fixed number of positions back."""

from sinpe_lib.explorers.explorer import Explorer, Range

__all__ = ["HeadThatLooksBack"]


class HeadThatLooksBack(Explorer):
    """One query's weights over a hundred keys, in a head made of a shift matrix and a gain.

    Notes
    -----
    The head sees the encodings alone, at width 64. Its W_Q is the gain times M_k, its W_K the
    identity.

    Examples
    --------
    >>> HeadThatLooksBack(back=-4).state
    {'query': 50, 'back': -4, 'gain': 1.0}
    """

    description = (
        "The weights that one query gives to a hundred keys, as a curve, with a solid line at the "
        "query and a dashed one at the key that the head is built to find."
    )
    query = Range(50, 0, 99, "query", grid=1)
    back = Range(3, -30, 30, "positions back", page=5, grid=1)
    gain = Range(1, 1, 128, "gain", step=1.1, page=2, log=True)
    presets = {
        "gain 1": {"gain": 1},
        "gain 8": {"gain": 8},
        "gain 32": {"gain": 32},
        "nothing there": {"query": 2, "back": 5},
    }
    play = {"control": "query", "seconds": 10}
