"""Tokens that change places in a layer of attention."""

import itertools

import numpy as np

from sinpe_lib.attention import self_attention
from sinpe_lib.encoding import sinusoidal_encoding
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_moves, draw_outputs

__all__ = ["shuffled_tokens"]


def shuffled_tokens(tokens, x, w_query, w_key, w_value):
    """Return the explorer of a sequence in all its orders, with and without an encoding.

    Parameters
    ----------
    tokens : sequence of n str
        Different words, in the order of `x`.
    x : array_like, shape (n, d_model)
        Their vectors.
    w_query, w_key, w_value : array_like, shape (d_model, ...)
        As in `self_attention`.

    Raises
    ------
    ValueError
        If `tokens` are not different, or not as many as the rows of `x`, or `d_model` is odd.

    Examples
    --------
    >>> maps = [np.eye(2)] * 3
    >>> explorer = shuffled_tokens(["dog", "barks"], np.eye(2), *maps)
    >>> explorer.text({"order": "barks dog", "added": "no"})
    'Without an encoding, in the order barks dog: every token keeps its output.'
    """
    x = np.asarray(x)
    if len(set(tokens)) < len(tokens) or x.ndim != 2 or len(x) != len(tokens):
        raise ValueError(
            f"tokens must be different, one for each row of x; got {tokens!r} for shape {x.shape}"
        )
    orders = {
        " ".join(tokens[token] for token in order): list(order)
        for order in itertools.permutations(range(len(tokens)))
    }
    n, d_model = x.shape
    encodings = {"no": np.zeros((n, d_model)), "yes": sinusoidal_encoding(n, d_model)}
    outputs = {
        (order, added): self_attention(x[numbers] + encoding, w_query, w_key, w_value)[0]
        for order, numbers in orders.items()
        for added, encoding in encodings.items()
    }
    largest = max(np.abs(output).max() for output in outputs.values())
    before = " ".join(tokens)
    d_value = outputs[before, "no"].shape[1]

    def canvas(figure):
        left, right = figure.subplots(1, 2)
        left.set(title="tokens change places", xlim=(-0.6, 1.6))
        right.set(title="output at each place", xlim=(-0.6, d_value - 0.4))
        for ax in (left, right):
            ax.set(ylim=(n - 0.5, -0.5), xticks=[], yticks=[])
            ax.spines[:].set_visible(False)
        return left, right

    def moves(axes, order):
        draw_moves(orders[order], tokens, ax=axes[0])

    def bars(axes, order, added):
        new, old = outputs[order, added], outputs[before, added][orders[order]]
        draw_outputs(new, before=old, largest=largest, ax=axes[1])
        same = [np.allclose(*rows) for rows in zip(new, old, strict=True)]
        kept = [
            tokens[token] for token, is_same in zip(orders[order], same, strict=True) if is_same
        ]
        who = {n: "every token", 0: "no token"}.get(len(kept), "only " + ", ".join(kept))
        how = "With" if added == "yes" else "Without"
        return f"{how} an encoding, in the order {order}: {who} keeps its output."

    return Explorer(
        "On the left the tokens before and after they change places, joined by lines. On the right "
        "the output at each place as bars; outlines show what the same token had before.",
        canvas,
        [moves, bars],
        size=(4.8, 2.1),
        order=Control(list(orders)),
        added=Control(list(encodings), label="encoding added"),
    )
