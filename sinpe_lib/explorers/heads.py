"""A head of attention that looks a fixed number of positions back."""

import numpy as np

from sinpe_lib.attention import self_attention
from sinpe_lib.encoding import shift_matrix, sinusoidal_encoding
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["head_that_looks_back"]

_TOKENS, _WIDTH, _QUERY = 100, 64, 50


def head_that_looks_back():
    """Return the explorer of one query's weights, in a head made of a shift matrix and a gain.

    Notes
    -----
    The head sees the encodings alone, at width 64. Its W_Q is the gain times M_k, its W_K the
    identity.

    Examples
    --------
    >>> explorer = head_that_looks_back()
    >>> explorer.text({"back": 3, "gain": 32})
    'Query 50 looks 3 back: weight 0.97 on key 47, and the largest weight is there.'
    """
    table = sinusoidal_encoding(_TOKENS, _WIDTH)
    identity = np.eye(_WIDTH)

    def canvas(figure):
        ax = figure.subplots()
        ax.set(xlim=(-1, _TOKENS), ylim=(0, 1.05), xlabel="key", yticks=[0, 0.5, 1])
        ax.set_title("weight", loc="left")
        ax.axvline(_QUERY, color=ROLE_COLOURS["position"], linewidth=1.2)
        return ax

    def target(ax, back):
        dashes = {"linewidth": 1.5, "linestyle": (0, (5, 3))}
        ax.axvline(_QUERY - back, color=ROLE_COLOURS["position"], **dashes)

    def weights(ax, back, gain):
        w_query = gain * shift_matrix(back, _WIDTH)
        given = self_attention(table, w_query, identity, identity)[1][_QUERY]
        ax.plot(given, color=ROLE_COLOURS["offset"], linewidth=1.4)
        key = _QUERY - back
        largest = np.argmax(given)
        where = "there" if largest == key else f"on key {largest}"
        way = "at itself" if back == 0 else f"{abs(back)} {'back' if back > 0 else 'ahead'}"
        return (
            f"Query {_QUERY} looks {way}: weight {given[key]:.2f} on key {key}, "
            f"and the largest weight is {where}."
        )

    return Explorer(
        "The weights that the query at position 50 gives to a hundred keys, as a curve, a solid "
        "line at the query and a dashed one at the key that the head is built to find.",
        canvas,
        [target, weights],
        size=(4.8, 2.4),
        back=Control(range(-4, 9), 3, live=range(-30, 31), label="positions back"),
        gain=Control([1, 2, 4, 8, 16, 32, 64], 1, live=[1, 2, 4, 8, 16, 32, 64, 128]),
    )
