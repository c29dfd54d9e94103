"""Training with Adam, and how often the trained model is right."""

import numpy as np

from sinpe_lib import arguments
from sinpe_lib.training.model import N_POSITIONS, Model
from sinpe_lib.training.task import closed, sequences

__all__ = ["accuracy", "train"]

LENGTH, BATCH, RATE = 8, 64, 0.01


def train(scheme, seed, *, steps=600, length=LENGTH, random_positions=False):
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

    Returns
    -------
    Model

    Raises
    ------
    TypeError
        If `steps` or `length` is not an integer.
    ValueError
        If no scheme has this name, `steps` is negative, or `length` is not from 2 to 64.

    Notes
    -----
    Adam as in Kingma and Ba (2015), arXiv:1412.6980, algorithm 1, at rate 0.01. Random
    positions as in Ruoss et al. (2023), arXiv:2305.16843, section 3.

    Examples
    --------
    >>> accuracy(train("none", seed=0, steps=2), 8)
    0.5
    """
    steps = arguments.check_integer("steps", steps)
    if steps < 0:
        raise ValueError(f"steps must be 0 or more; got {steps}")
    length = arguments.check_integer("length", length)
    if not 2 <= length <= N_POSITIONS:
        raise ValueError(f"length must be from 2 to {N_POSITIONS}; got {length}")
    rng = np.random.default_rng(seed)
    model = Model.at_random(scheme, rng)
    mean = {name: np.zeros_like(weight) for name, weight in model.weights.items()}
    square = {name: np.zeros_like(weight) for name, weight in model.weights.items()}
    for step in range(1, steps + 1):
        tokens, is_first = sequences(BATCH, length, rng)
        positions = np.arange(length)
        if random_positions:
            positions = np.sort(rng.choice(N_POSITIONS, size=length, replace=False))
        _, gradients = model.loss(tokens, positions, is_first)
        for name, gradient in gradients.items():
            mean[name] += 0.1 * (gradient - mean[name])
            square[name] += 0.001 * (gradient**2 - square[name])
            size = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
            model.weights[name] -= RATE * mean[name] / (1 - 0.9**step) / size
    return model


def accuracy(model, length, *, shift=0, n_sequences=250, seed=12345):
    """Return the share of right answers on a closed set of new sequences.

    Parameters
    ----------
    model : Model
    length : int
        Tokens in a sequence.
    shift : int, optional
        Position of the first token.
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
    ValueError
        If the scheme has no row for a position, or an argument of `sequences` does not fit.

    Examples
    --------
    >>> accuracy(Model.at_random("symmetric ALiBi", seed=1), 12, shift=5)
    0.5
    """
    tokens, is_first = closed(sequences(n_sequences, length, seed)[0])
    scores = model.scores(tokens, shift + np.arange(length))
    return float(np.mean((scores > 0) == is_first))
