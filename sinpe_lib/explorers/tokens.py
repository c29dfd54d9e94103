"""Tokens that change places in a layer of attention."""

import itertools

import numpy as np

from sinpe_lib.attention import self_attention
from sinpe_lib.encoding import sinusoidal_encoding
from sinpe_lib.explorers.explorer import Choice, Explorer, Switch

__all__ = ["ShuffledTokens"]

_DECIMALS = 6
# Three words and weights, made up.
_WORDS = ("dog", "bites", "man")
_X = [[1, 0, 2, 0], [0, 2, 0, 1], [1, 0, 0, 2]]
_QUERY = [[1, -1, 1, 0], [0, 0, -1, -1], [0, 1, 0, 1], [1, 1, 1, 1]]
_KEY = [[0, 1, 1, 0], [0, -1, 1, 0], [0, 0, -1, 1], [0, 0, -1, 0]]
_VALUE = [[0, 0, 0, -1], [1, -1, 1, -1], [-1, 0, -1, 1], [1, -1, -1, 0]]


class ShuffledTokens(Explorer):
    """A sequence in all its orders, with and without positions.

    Parameters
    ----------
    tokens : sequence of n str, optional
        Different words without spaces, in the order of `x`; without them it is "dog bites man",
        with made-up vectors and weights.
    x : array_like, shape (n, d_model), optional
        Their vectors.
    w_query, w_key, w_value : array_like, shape (d_model, ...), optional
        As in `self_attention`.
    **values
        The `order` of the words as one text, and `positions`, at the start.

    Raises
    ------
    ValueError
        If `tokens` are not different single words, as many as the rows of `x`, or `d_model` is odd.

    Examples
    --------
    >>> ShuffledTokens(["dog", "barks"], np.eye(2), *[np.eye(2)] * 3).state
    {'positions': False, 'order': 'dog barks'}
    """

    description = (
        "Words that can be dragged to other places, and below each the output of attention as "
        "bars; outlines show what the same word had in the first order."
    )
    positions = Switch(False, "add positions")

    def __init__(self, tokens=_WORDS, x=_X, w_query=_QUERY, w_key=_KEY, w_value=_VALUE, **values):
        x, *maps = (np.asarray(given, dtype=np.float64) for given in (x, w_query, w_key, w_value))
        if any(len(str(token).split()) != 1 for token in tokens) or len(set(tokens)) < len(tokens):
            raise ValueError(f"tokens must be different words without spaces; got {tokens!r}")
        if x.ndim != 2 or len(x) != len(tokens):
            raise ValueError(f"x must have a row for each of {tokens!r}; got shape {x.shape}")
        orders = list(itertools.permutations(range(len(tokens))))
        encoding = sinusoidal_encoding(*x.shape)
        largest = max(
            np.abs(self_attention(x[list(order)] + added, *maps)[0]).max()
            for order in orders
            for added in (0, encoding)
        )
        arrays = dict(zip(("x", "query", "key", "value"), (x, *maps), strict=True))
        self.data = {name: np.round(array, _DECIMALS).tolist() for name, array in arrays.items()}
        self.data |= {"tokens": list(tokens), "largest": round(float(largest), _DECIMALS)}
        words = [" ".join(tokens[token] for token in order) for order in orders]
        self.add_traits(order=Choice(words, "order"))
        super().__init__(**values)
