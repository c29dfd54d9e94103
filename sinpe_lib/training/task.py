"""The task: does A come before B?"""

import numpy as np

from sinpe_lib import arguments

__all__ = ["closed", "sequences"]

A, B, N_TOKENS = 0, 1, 10  # the others are fillers


def sequences(n_sequences, length, seed):
    """Return random sequences that hold A and B once each, and whether A comes first.

    Parameters
    ----------
    n_sequences : int
        Number of sequences, 1 or more.
    length : int
        Tokens in each, 2 or more.
    seed : int or numpy.random.Generator
        Where the random numbers come from.

    Returns
    -------
    tokens : numpy.ndarray, shape (n_sequences, length), int64
        0 is A, 1 is B, 2 to 9 are fillers.
    is_first : numpy.ndarray, shape (n_sequences,), bool
        True where A comes before B.

    Raises
    ------
    TypeError
        If `n_sequences` or `length` is not an integer.
    ValueError
        If `n_sequences` is below 1 or `length` below 2.

    Examples
    --------
    >>> tokens, is_first = sequences(3, 5, seed=0)
    >>> [int(sum(row == 0)) for row in tokens], len(is_first)
    ([1, 1, 1], 3)
    """
    n_sequences = arguments.check_integer("n_sequences", n_sequences)
    if n_sequences < 1:
        raise ValueError(f"n_sequences must be at least 1; got {n_sequences}")
    length = arguments.check_integer("length", length)
    if length < 2:
        raise ValueError(f"length must be at least 2; got {length}")
    rng = np.random.default_rng(seed)
    tokens = rng.integers(B + 1, N_TOKENS, size=(n_sequences, length))
    first = rng.integers(length, size=n_sequences)
    second = (first + rng.integers(1, length, size=n_sequences)) % length
    rows = np.arange(n_sequences)
    tokens[rows, first], tokens[rows, second] = A, B
    return tokens, first < second


def closed(tokens):
    """Return sequences with A and B exchanged, read backwards, and both, beside the given ones.

    Parameters
    ----------
    tokens : numpy.ndarray, shape (n_sequences, length)
        As `sequences` returns them.

    Returns
    -------
    tokens : numpy.ndarray, shape (4 * n_sequences, length)
        A set that is closed under exchanging A and B and under reversal.
    is_first : numpy.ndarray, shape (4 * n_sequences,), bool
        True where A comes before B: half of them.

    Examples
    --------
    >>> closed(np.array([[0, 7, 1]]))
    (array([[0, 7, 1],
           [1, 7, 0],
           [1, 7, 0],
           [0, 7, 1]]), array([ True, False, False,  True]))
    """
    exchanged = np.where(tokens <= B, B - tokens, tokens)
    tokens = np.concatenate([tokens, exchanged, tokens[:, ::-1], exchanged[:, ::-1]])
    return tokens, np.argmax(tokens == A, axis=1) < np.argmax(tokens == B, axis=1)
