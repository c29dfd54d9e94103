"""The model: embeddings, one head of attention, a hidden layer on each token, a mean."""

from dataclasses import dataclass, field

import numpy as np

from sinpe_lib.alternatives import alibi_bias, key_offsets, look_up, rotate, t5_buckets
from sinpe_lib.attention import causal_mask, softmax
from sinpe_lib.encoding import encode_positions
from sinpe_lib.training.task import N_TOKENS

__all__ = ["N_POSITIONS", "SCHEMES", "Model"]

#: Rows of the learned table, and the range of random positions in training.
N_POSITIONS = 64
D_MODEL = 16
CLIP = 4  # largest offset with relative vectors of its own
#: How position enters, by name: what is added to the tokens or done inside attention.
SCHEMES = (
    "none",
    "causal mask alone",
    "sinusoidal",
    "learned",
    "Shaw",
    "T5",
    "rotary",
    "symmetric ALiBi",
    "causal ALiBi",
)


@dataclass
class Model:
    """The toy model of one scheme.

    Parameters
    ----------
    scheme : str
        One of `SCHEMES`.
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

    scheme: str
    weights: dict = field(repr=False)

    @classmethod
    def at_random(cls, scheme, seed):
        """Return an untrained model.

        Parameters
        ----------
        scheme : str
            One of `SCHEMES`.
        seed : int or numpy.random.Generator
            Where the random weights come from.

        Raises
        ------
        ValueError
            If no scheme has this name.
        """
        if scheme not in SCHEMES:
            raise ValueError(
                f"scheme must be one of {', '.join(map(repr, SCHEMES))}; got {scheme!r}"
            )
        rng, d = np.random.default_rng(seed), D_MODEL
        weights = {"tokens": rng.normal(size=(N_TOKENS, d))}
        for name in ("query", "key", "value", "hidden"):
            weights[name] = rng.normal(size=(d, d)) / np.sqrt(d)
        weights |= {"hidden bias": np.zeros(d), "out": rng.normal(size=d) / np.sqrt(d)}
        weights["out bias"] = np.zeros(1)
        if scheme == "learned":  # as long as the rows of the encoding
            weights["table"] = rng.normal(size=(N_POSITIONS, d)) / np.sqrt(2)
        if scheme == "T5":
            weights["bias"] = np.zeros(32)
        if scheme == "Shaw":
            for name in ("key vectors", "value vectors"):
                weights[name] = rng.normal(size=(2 * CLIP + 1, d)) / np.sqrt(d)
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
        rows = f["rows"]
        if self.scheme == "Shaw":
            of_attention += np.einsum("bqd,qkd->bqk", of_h, w["value vectors"][rows])
            g["value vectors"] = _gathered(
                np.einsum("bqk,bqd->qkd", f["attention"], of_h), rows, 2 * CLIP + 1
            )
        inner = (of_attention * f["attention"]).sum(axis=2, keepdims=True)
        of_scores = f["attention"] * (of_attention - inner)
        if self.scheme == "T5":
            g["bias"] = _gathered(of_scores.sum(axis=0)[..., None], rows, 32)[:, 0]
        of_scores = of_scores / np.sqrt(D_MODEL)
        of_query, of_key = of_scores @ f["key"], of_scores.swapaxes(1, 2) @ f["query"]
        if self.scheme == "Shaw":
            of_query += np.einsum("bqk,qkd->bqd", of_scores, w["key vectors"][rows])
            g["key vectors"] = _gathered(
                np.einsum("bqk,bqd->qkd", of_scores, f["query"]), rows, 2 * CLIP + 1
            )
        if self.scheme == "rotary":  # the transpose of a rotation turns back
            back = -np.asarray(positions)
            of_query, of_key = rotate(of_query, back), rotate(of_key, back)
        parts = {"query": of_query, "key": of_key, "value": of_value}
        g |= {name: _product(f["x"], part) for name, part in parts.items()}
        of_x = of_h + sum(part @ w[name].T for name, part in parts.items())
        if self.scheme == "learned":
            g["table"] = _gathered(of_x.sum(axis=0), np.asarray(positions), N_POSITIONS)
        g["tokens"] = _gathered(of_x, tokens, N_TOKENS)
        return loss, g

    def _forward(self, tokens, positions):
        """Return everything that is computed on the way to the scores."""
        w, scheme = self.weights, self.scheme
        x = w["tokens"][tokens]
        if scheme == "sinusoidal":
            x = x + encode_positions(positions, D_MODEL)
        if scheme == "learned":
            x = x + look_up(w["table"], positions)
        query, key, value = x @ w["query"], x @ w["key"], x @ w["value"]
        if scheme == "rotary":
            query, key = rotate(query, positions), rotate(key, positions)
        scores, rows = query @ key.swapaxes(1, 2) / np.sqrt(D_MODEL), None
        if scheme == "Shaw":
            rows = np.clip(key_offsets(positions), -CLIP, CLIP) + CLIP
            scores += np.einsum("bqd,qkd->bqk", query, w["key vectors"][rows]) / np.sqrt(D_MODEL)
        if scheme == "T5":
            rows = t5_buckets(key_offsets(positions))
            scores += w["bias"][rows]
        if scheme.endswith("ALiBi"):
            scores += alibi_bias(8, positions, causal=scheme == "causal ALiBi")[0]
        if scheme == "causal mask alone":
            scores = np.where(causal_mask(tokens.shape[1]), scores, -np.inf)
        attention = softmax(scores)
        h = x + attention @ value
        if scheme == "Shaw":
            h += np.einsum("bqk,qkd->bqd", attention, w["value vectors"][rows])
        hidden = h @ w["hidden"] + w["hidden bias"]
        mean = np.maximum(hidden, 0).mean(axis=1)
        return {
            "x": x, "query": query, "key": key, "value": value, "rows": rows,
            "attention": attention, "h": h, "hidden": hidden, "mean": mean,
            "scores": mean @ w["out"] + w["out bias"][0],
        }  # fmt: skip


def _product(inputs, of_outputs):
    """Return the gradient of a map from that of its outputs, summed over all tokens."""
    return inputs.reshape(-1, inputs.shape[-1]).T @ of_outputs.reshape(-1, of_outputs.shape[-1])


def _gathered(of_copies, rows, n_rows):
    """Return the gradient of a table from those of the copies of its rows."""
    chosen = rows.ravel() == np.arange(n_rows)[:, None]
    return chosen.astype(float) @ of_copies.reshape(rows.size, -1)
