"""The schemes that the book compares: an object for each, with its name, weights and gradients.

A scheme enters an attention head in up to four places: rows added to the tokens, a turn of queries
and keys, a bias on the scores, an addition to the output. `Scheme` leaves all four alone, and each
subclass fills in its own. Gradients are written by hand, beside what they belong to.
"""

from dataclasses import dataclass

import numpy as np

from sinpe_lib.alternatives.biases import alibi_bias, t5_bias, t5_buckets
from sinpe_lib.alternatives.offsets import key_offsets
from sinpe_lib.alternatives.rotary import rotate
from sinpe_lib.alternatives.table import look_up
from sinpe_lib.attention import causal_mask
from sinpe_lib.encoding import encode_positions

__all__ = ["SCHEMES", "Scheme", "find_scheme"]

CLIP = 4  # largest offset with relative vectors of its own
N_BUCKETS = 32


@dataclass(frozen=True)
class Scheme:
    """How attention learns about order; this one tells it nothing.

    Parameters
    ----------
    name : str
        What tables and figures call it.
    n_positions : int, optional
        Positions 0, 1, ..., n_positions - 1 have a row. None: every position can be read.
    scores_only : bool, optional
        True: what is added to the tokens enters queries and keys, and neither the values nor what
        passes attention by.

    Notes
    -----
    Everywhere n is the number of tokens, m the number of sequences, and the scores are
    query . key / sqrt(d_model) plus the bias. Arguments of a gradient that start with `of` are
    derivatives of the loss, and so is what it returns.

    Examples
    --------
    >>> SCHEMES["T5"].bias(np.zeros((1, 2, 4)), [3, 4], {"bias": np.arange(32.0)})
    array([[ 0., 17.],
           [ 1.,  0.]])
    """

    name: str
    n_positions: int | None = None
    scores_only: bool = False

    def draw_weights(self, rng, d_model):
        """Return what the scheme learns, by name, before training."""
        return {}

    def rows(self, positions, d_model, weights):
        """Return what is added to the tokens, shape (n, d_model)."""
        return np.zeros((len(positions), d_model))

    def row_gradients(self, of_rows, positions):
        """Return the gradients of the weights behind `rows`, by name."""
        return {}

    def turn(self, vectors, positions):
        """Return queries or keys, shape (m, n, d_model), as they enter the scores.

        A turn is a rotation: gradients go back through it by the turn of minus the positions.
        """
        return vectors

    def bias(self, query, positions, weights):
        """Return what is added to the scores, shape (n, n) or (m, n, n)."""
        return np.zeros((len(positions), len(positions)))

    def bias_gradients(self, of_scores, query, positions, weights):
        """Return what the bias adds to the gradient of the queries, and those of its weights."""
        return 0.0, {}

    def output(self, attention, positions, weights):
        """Return what is added to attention @ value, from the attention weights (m, n, n)."""
        return 0.0

    def output_gradients(self, of_output, attention, positions, weights):
        """Return the gradient of the attention weights, and those behind `output`."""
        return 0.0, {}


class Sinusoidal(Scheme):
    """Rows by the formula of Vaswani et al. (2017), section 3.5."""

    def rows(self, positions, d_model, weights):
        return encode_positions(positions, d_model)


class Learned(Scheme):
    """A row for each position, as `look_up`."""

    def draw_weights(self, rng, d_model):
        # as long as the rows of the encoding
        return {"table": rng.normal(size=(self.n_positions, d_model)) / np.sqrt(2)}

    def rows(self, positions, d_model, weights):
        return look_up(weights["table"], positions)

    def row_gradients(self, of_rows, positions):
        return {"table": gather(of_rows, positions, self.n_positions)}


class Masked(Scheme):
    """Keys after the query are hidden, and nothing else is known."""

    def bias(self, query, positions, weights):
        return np.where(causal_mask(len(positions)), 0.0, -np.inf)


class Shaw(Scheme):
    """Vectors for clipped offsets that join keys and values, as in `relative_attention`."""

    def draw_weights(self, rng, d_model):
        shape = (2 * CLIP + 1, d_model)
        names = ("key vectors", "value vectors")
        return {name: rng.normal(size=shape) / np.sqrt(d_model) for name in names}

    def bias(self, query, positions, weights):
        vectors = weights["key vectors"][self._vectors(positions)]
        return np.einsum("bqd,qkd->bqk", query, vectors) / np.sqrt(query.shape[-1])

    def bias_gradients(self, of_scores, query, positions, weights):
        of_scores, chosen = of_scores / np.sqrt(query.shape[-1]), self._vectors(positions)
        of_query = np.einsum("bqk,qkd->bqd", of_scores, weights["key vectors"][chosen])
        of_vectors = np.einsum("bqk,bqd->qkd", of_scores, query)
        return of_query, {"key vectors": gather(of_vectors, chosen, 2 * CLIP + 1)}

    def output(self, attention, positions, weights):
        vectors = weights["value vectors"][self._vectors(positions)]
        return np.einsum("bqk,qkd->bqd", attention, vectors)

    def output_gradients(self, of_output, attention, positions, weights):
        chosen = self._vectors(positions)
        of_attention = np.einsum("bqd,qkd->bqk", of_output, weights["value vectors"][chosen])
        of_vectors = np.einsum("bqk,bqd->qkd", attention, of_output)
        return of_attention, {"value vectors": gather(of_vectors, chosen, 2 * CLIP + 1)}

    @staticmethod
    def _vectors(positions):
        return np.clip(key_offsets(positions), -CLIP, CLIP) + CLIP


class T5(Scheme):
    """A learned number for each bucket of offsets, as `t5_bias`."""

    def draw_weights(self, rng, d_model):
        return {"bias": np.zeros(N_BUCKETS)}

    def bias(self, query, positions, weights):
        return t5_bias(weights["bias"][None], positions)[0]

    def bias_gradients(self, of_scores, query, positions, weights):
        buckets = t5_buckets(key_offsets(positions), N_BUCKETS)
        return 0.0, {"bias": gather(of_scores.sum(axis=0)[..., None], buckets, N_BUCKETS)[:, 0]}


class CausalALiBi(Scheme):
    """`alibi_bias` with 1/2, the steepest slope of eight heads."""

    def bias(self, query, positions, weights):
        return alibi_bias(8, positions)[0]


class SymmetricALiBi(Scheme):
    """The same slope to both sides, without a mask."""

    def bias(self, query, positions, weights):
        return alibi_bias(8, positions, causal=False)[0]


class Rotary(Scheme):
    """Queries and keys turned by their positions, as `rotate`."""

    def turn(self, vectors, positions):
        return rotate(vectors, positions)


def gather(of_copies, rows, n_rows):
    """Return the gradient of a table from those of the copies of its rows."""
    rows = np.asarray(rows)
    chosen = rows.ravel() == np.arange(n_rows)[:, None]
    return chosen.astype(float) @ of_copies.reshape(rows.size, -1)


#: The schemes by name, in the order in which tables and figures list them.
SCHEMES = {
    scheme.name: scheme
    for scheme in (
        Scheme("none"),
        Masked("causal mask alone"),
        Sinusoidal("sinusoidal"),
        Learned("learned", n_positions=64),
        Shaw("Shaw"),
        T5("T5"),
        CausalALiBi("causal ALiBi"),
        SymmetricALiBi("symmetric ALiBi"),
        Rotary("rotary"),
    )
}


def find_scheme(name):
    """Return the scheme of a name.

    Parameters
    ----------
    name : str or Scheme
        A key of `SCHEMES`; a scheme is returned as it is.

    Returns
    -------
    Scheme

    Raises
    ------
    ValueError
        If no scheme has this name.

    Examples
    --------
    >>> find_scheme("learned").n_positions
    64
    """
    if isinstance(name, Scheme):
        return name
    if name not in SCHEMES:
        raise ValueError(f"scheme must be one of {', '.join(map(repr, SCHEMES))}; got {name!r}")
    return SCHEMES[name]
