"""Training with Adam, and how well a trained model tells the two answers apart."""

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.training.model import D_MODEL, N_POSITIONS, Model
from sinpe_lib.training.task import closed, sequences

__all__ = ["accuracy", "roc_auc", "train"]

LENGTH, BATCH, RATE = 8, 64, 0.01


def train(
    scheme, seed, *, steps=600, length=LENGTH, random_positions=False, d_model=D_MODEL, without=()
):
    """Return a model that was trained on short sequences.

    Parameters
    ----------
    scheme : str or Scheme
        As in `Model`.
    seed : int
        Decides the first weights and all sequences.
    steps : int, optional
        Number of steps, each on 64 new sequences.
    length : int, optional
        Tokens in a sequence of training, 2 to 64.
    random_positions : bool, optional
        False: positions 0, 1, ..., length - 1. True: at each step as many different positions,
        in order, drawn from 0 to 63.
    d_model : int, optional
        Width of every vector; even.
    without : sequence of str, optional
        Names of weights that are 0 from the start and stay 0.

    Returns
    -------
    Model

    Raises
    ------
    TypeError
        If `steps`, `length` or `d_model` is not an integer.
    ValueError
        If no scheme or no weight has this name, `steps` is negative, `length` is not from 2 to
        64, or `d_model` is odd or below 2.

    Notes
    -----
    Adam as in Kingma and Ba (2015), arXiv:1412.6980, algorithm 1, at rate 0.01. Random
    positions as in Ruoss et al. (2023), arXiv:2305.16843, section 3.

    Examples
    --------
    >>> accuracy(train("none", seed=0, steps=2), range(8))
    0.5
    """
    steps = arguments.check_integer("steps", steps)
    if steps < 0:
        raise ValueError(f"steps must be 0 or more; got {steps}")
    length = arguments.check_integer("length", length)
    if not 2 <= length <= N_POSITIONS:
        raise ValueError(f"length must be from 2 to {N_POSITIONS}; got {length}")
    rng = np.random.default_rng(seed)
    model = Model.at_random(scheme, rng, d_model)
    for name in without:
        if name not in model.weights:
            raise ValueError(f"without must name weights among {[*model.weights]}; got {name!r}")
        model.weights[name][:] = 0
    learned = [name for name in model.weights if name not in without]
    mean = {name: np.zeros_like(model.weights[name]) for name in learned}
    square = {name: np.zeros_like(model.weights[name]) for name in learned}
    for step in range(1, steps + 1):
        tokens, is_first = sequences(BATCH, length, rng)
        positions = np.arange(length)
        if random_positions:
            positions = np.sort(rng.choice(N_POSITIONS, size=length, replace=False))
        _, gradients = model.loss(tokens, positions, is_first)
        for name in learned:
            mean[name] += 0.1 * (gradients[name] - mean[name])
            square[name] += 0.001 * (gradients[name] ** 2 - square[name])
            size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
            model.weights[name] -= RATE * mean[name] / (1 - 0.9**step) / size
    return model


def accuracy(model, positions, *, n_sequences=250, seed=12345):
    """Return the share of right answers on a closed set of new sequences.

    Parameters
    ----------
    model : Model
    positions : array_like, shape (n,)
        Position of every token, and so the length of the sequences. Sinusoidal and rotary models
        read fractions too.
    n_sequences : int, optional
        Sequences drawn; with A and B exchanged and read backwards they become four times as many.
    seed : int, optional
        Decides the sequences.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    TypeError
        If the scheme reads integer positions only.
    ValueError
        If the scheme has no row for a position, or an argument of `sequences` does not fit.

    Examples
    --------
    >>> accuracy(Model.at_random("symmetric ALiBi", seed=1), range(5, 17))
    0.5
    """
    scores, is_first = _answer(model, positions, n_sequences, seed)
    return float(np.mean((scores > 0) == is_first))


def roc_auc(model, positions, *, n_sequences=250, seed=12345):
    """Return the area under the ROC curve on the set that `accuracy` uses.

    Parameters
    ----------
    model, positions, n_sequences, seed
        As in `accuracy`.

    Returns
    -------
    float
        How often a sequence with A first has the higher score of two, one for each answer; equal
        scores count one half. 1 means that some threshold separates the answers, be it 0 or not.

    Raises
    ------
    TypeError, ValueError
        As in `accuracy`.

    Examples
    --------
    >>> model = train("rotary", seed=0, steps=200)
    >>> before = roc_auc(model, range(8))
    >>> model.weights["out bias"] += 100  # now it always says "A first"
    >>> accuracy(model, range(8)), roc_auc(model, range(8)) == before > 0.9
    (0.5, True)
    """
    scores, is_first = _answer(model, positions, n_sequences, seed)
    yes, no = scores[is_first], np.sort(scores[~is_first])
    below, up_to = (np.searchsorted(no, yes, side) for side in ("left", "right"))
    return float((below + up_to).mean() / (2 * len(no)))


def _answer(model, positions, n_sequences, seed):
    """Return the scores of a closed set of sequences, and the right answers."""
    positions = np.asarray(positions)
    tokens, is_first = closed(sequences(n_sequences, len(positions), seed)[0])
    # In parts, since the attention weights of all long sequences would fill the memory.
    n_parts = -(-len(tokens) * len(positions) ** 2 // 2**20)
    parts = np.array_split(tokens, n_parts)
    return np.concatenate([model.scores(part, positions) for part in parts]), is_first
