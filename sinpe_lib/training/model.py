"""The model: embeddings, one head of attention, a hidden layer on each token, a mean."""

from dataclasses import dataclass, field

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.alternatives.schemes import SCHEMES, Scheme, find_scheme, gather
from sinpe_lib.attention import softmax
from sinpe_lib.training.task import N_TOKENS

__all__ = ["N_POSITIONS", "Model"]

#: Rows of the learned table, and the range of random positions in training.
N_POSITIONS = SCHEMES["learned"].n_positions
D_MODEL = 16


@dataclass
class Model:
    """The toy model of one scheme.

    Parameters
    ----------
    scheme : str or Scheme
        A key of `sinpe_lib.alternatives.SCHEMES`, or a scheme.
    weights : dict of str to numpy.ndarray
        What training changes.

    Notes
    -----
    With X the embeddings of the tokens, plus encodings or rows of a table: H = X + attention(X),
    as Vaswani et al. (2017), section 3.2.1; score = u . mean over tokens of relu(H V + v) + w,
    and the model says "A first" where the score is above 0. The mean makes the readout free of
    order, so that order has to come from the scheme.

    ALiBi uses the steepest of the slopes for eight heads, 1/2.

    Examples
    --------
    >>> model = Model.at_random("rotary", seed=0)
    >>> model.scores(np.array([[0, 7, 1], [1, 7, 0]]), np.arange(3)).shape
    (2,)
    """

    scheme: Scheme
    weights: dict = field(repr=False)

    def __post_init__(self):
        self.scheme = find_scheme(self.scheme)

    @classmethod
    def at_random(cls, scheme, seed, d_model=D_MODEL):
        """Return an untrained model.

        Parameters
        ----------
        scheme : str or Scheme
            As in `Model`.
        seed : int or numpy.random.Generator
            Where the random weights come from.
        d_model : int, optional
            Width of every vector; even.

        Raises
        ------
        TypeError
            If `d_model` is not an integer.
        ValueError
            If no scheme has this name, or `d_model` is odd or below 2.
        """
        scheme, rng = find_scheme(scheme), np.random.default_rng(seed)
        d = arguments.check_integer("d_model", d_model)
        if d < 2 or d % 2:
            raise ValueError(f"d_model must be even and at least 2; got {d}")
        weights = {"tokens": rng.normal(size=(N_TOKENS, d))}
        for name in ("query", "key", "value", "hidden"):
            weights[name] = rng.normal(size=(d, d)) / np.sqrt(d)
        weights |= {"hidden bias": np.zeros(d), "out": rng.normal(size=d) / np.sqrt(d)}
        weights["out bias"] = np.zeros(1)
        weights |= scheme.draw_weights(rng, d)
        return cls(scheme, weights)

    def scores(self, tokens, positions):
        """Return the score of each sequence: above 0 it says that A comes first.

        Parameters
        ----------
        tokens : numpy.ndarray, shape (m, n), int
            Sequences of equal length.
        positions : array_like of int, shape (n,)
            Position of every token.

        Returns
        -------
        numpy.ndarray, shape (m,)
        """
        return self._forward(tokens, positions)["scores"]

    def loss(self, tokens, positions, is_first):
        """Return the mean logistic loss, and its gradient for every weight.

        Parameters
        ----------
        tokens, positions
            As in `scores`.
        is_first : numpy.ndarray, shape (m,), bool
            The right answers.

        Returns
        -------
        loss : float
            Mean of log(1 + exp(-score)) where A comes first, of log(1 + exp(score)) elsewhere.
        gradients : dict of str to numpy.ndarray
            Its derivatives, with the names and shapes of `weights`.
        """
        w, f = self.weights, self._forward(tokens, positions)
        signs = np.where(is_first, 1.0, -1.0)
        loss = np.logaddexp(0, -signs * f["scores"]).mean()
        # d log(1 + exp(-s)) / ds = -1 / (1 + exp(s))
        of_score = -signs * np.exp(-np.logaddexp(0, signs * f["scores"])) / len(tokens)
        g = {"out": of_score @ f["mean"], "out bias": np.array([of_score.sum()])}
        of_active = of_score[:, None, None] * w["out"] / tokens.shape[1]
        of_hidden = of_active * (f["hidden"] > 0)
        g["hidden"], g["hidden bias"] = _product(f["h"], of_hidden), of_hidden.sum(axis=(0, 1))
        of_h = of_hidden @ w["hidden"].T
        of_attention = of_h @ f["value"].swapaxes(1, 2)
        of_value = f["attention"].swapaxes(1, 2) @ of_h
        added, gradients = self.scheme.output_gradients(of_h, f["attention"], positions, w)
        of_attention += added
        g |= gradients
        inner = (of_attention * f["attention"]).sum(axis=2, keepdims=True)
        of_scores = f["attention"] * (of_attention - inner)
        added, gradients = self.scheme.bias_gradients(of_scores, f["query"], positions, w)
        g |= gradients
        of_scores = of_scores / np.sqrt(of_h.shape[-1])
        of_query = of_scores @ f["key"] + added
        of_key = of_scores.swapaxes(1, 2) @ f["query"]
        back = -np.asarray(positions)
        of_query, of_key = self.scheme.turn(of_query, back), self.scheme.turn(of_key, back)
        g["query"], g["key"] = _product(f["placed"], of_query), _product(f["placed"], of_key)
        g["value"] = _product(f["x"], of_value)
        of_placed = of_query @ w["query"].T + of_key @ w["key"].T
        of_x = of_h + of_value @ w["value"].T
        of_rows = of_placed if self.scheme.scores_only else of_placed + of_x
        g |= self.scheme.row_gradients(of_rows.sum(axis=0), positions)
        g["tokens"] = gather(of_placed + of_x, tokens, N_TOKENS)
        return loss, g

    def _forward(self, tokens, positions):
        """Return everything that is computed on the way to the scores."""
        w, scheme = self.weights, self.scheme
        x = w["tokens"][tokens]
        d = x.shape[-1]
        placed = x + scheme.rows(positions, d, w)
        if not scheme.scores_only:
            x = placed
        value = x @ w["value"]
        query = scheme.turn(placed @ w["query"], positions)
        key = scheme.turn(placed @ w["key"], positions)
        bias = scheme.bias(query, positions, w)
        attention = softmax(query @ key.swapaxes(1, 2) / np.sqrt(d) + bias)
        h = x + attention @ value + scheme.output(attention, positions, w)
        hidden = h @ w["hidden"] + w["hidden bias"]
        mean = np.maximum(hidden, 0).mean(axis=1)
        return {
            "x": x, "placed": placed, "query": query, "key": key, "value": value,
            "attention": attention, "h": h, "hidden": hidden, "mean": mean,
            "scores": mean @ w["out"] + w["out bias"][0],
        }  # fmt: skip


def _product(inputs, of_outputs):
    """Return the gradient of a map from that of its outputs, summed over all tokens."""
    return inputs.reshape(-1, inputs.shape[-1]).T @ of_outputs.reshape(-1, of_outputs.shape[-1])
