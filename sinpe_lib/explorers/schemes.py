"""Ways to tell attention about order: what each adds to the scores, and how far it carries."""

import functools

import numpy as np

from sinpe_lib.alternatives.offsets import key_offsets
from sinpe_lib.alternatives.schemes import CLIP, N_BUCKETS, SCHEMES
from sinpe_lib.encoding import frequencies
from sinpe_lib.explorers.explorer import Choice, Explorer, Range

__all__ = ["AccuracyByShift", "PositionScores"]

_N, _D, _LAST = 12, 8, 48
_DECIMALS = 3
# These change tokens, queries or keys. In all others the offset alone decides what is added.
_BY_POSITION = ("sinusoidal", "learned", "rotary")


def draw_score_weights():
    """Return a token, W_Q, W_K and what the schemes learn, drawn at random and rounded."""
    rng = np.random.default_rng(5)
    token, table = rng.normal(size=_D), rng.normal(size=(_LAST + _N, _D))
    query, key = rng.normal(size=(2, _D, _D)) / np.sqrt(_D)
    vectors, bias = rng.normal(size=(2 * CLIP + 1, _D)), rng.normal(size=N_BUCKETS)
    token, query, key, table, vectors, bias = (
        np.round(drawn, _DECIMALS) for drawn in (token, query, key, table, vectors, bias)
    )
    return token, query, key, {"table": table, "key vectors": vectors, "bias": bias}


def make_score_data():
    """Return the numbers from which the scores of all schemes are computed, rounded."""
    token, query, key, weights = draw_score_weights()
    positions = np.arange(_N)
    queries = np.tile(token @ query, (1, _N, 1))
    by_offset = {}
    for name, scheme in SCHEMES.items():
        if name not in _BY_POSITION:
            bias = scheme.bias(queries, positions, weights).reshape(_N, _N)
            # From the key eleven places before the query to the one eleven behind.
            values = np.round([*bias[-1], *bias[0][1:]], _DECIMALS) + 0.0
            by_offset[name] = [value if np.isfinite(value) else None for value in values.tolist()]
    return {
        "names": list(SCHEMES),
        "token": token.tolist(),
        "table": weights["table"].tolist(),
        "query": query.tolist(),
        "key": key.tolist(),
        "by_offset": by_offset,
        "largest": {
            name: find_largest(scheme, token, query, key, weights)
            for name, scheme in SCHEMES.items()
        },
    }


def find_largest(scheme, token, query, key, weights):
    """Return the largest finite score, up to its sign, at any first position."""
    positions = np.arange(_LAST + _N)
    tokens = token + scheme.rows(positions, _D, weights)
    q, k = (scheme.turn(tokens @ matrix, positions) for matrix in (query, key))
    plain = (token @ query) @ (token @ key)
    scores = (q @ k.T - plain) / np.sqrt(_D) + scheme.bias(q[None], positions, weights)
    scores = scores.reshape(len(positions), -1)
    shown = np.isfinite(scores) & (np.abs(key_offsets(positions)) < _N)
    return round(float(np.abs(scores[shown]).max()), _DECIMALS)


class PositionScores(Explorer):
    """What each scheme adds to the scores of twelve equal tokens.

    Notes
    -----
    The token, the learned table and the matrices W_Q and W_K are drawn at random, as are the
    vectors of Shaw and the numbers of T5.

    Examples
    --------
    >>> PositionScores(first=20).state
    {'first': 20, 'scheme': 'rotary'}
    """

    description = (
        "Nine squares of coloured cells, one for each scheme, a row for each query and a column "
        "for each key: what the position adds to the score, red above zero, blue below, grey for "
        "hidden keys. Each square has the full colour at its own largest score over all first "
        "positions; the colour scale is that of the chosen one."
    )
    first = Range(0, 0, _LAST, "first position", grid=1)
    scheme = Choice(list(SCHEMES), "scheme", "rotary")
    presets = {"positions 0 to 11": {"first": 0}, "positions 20 to 31": {"first": 20}}
    play = {"control": "first", "seconds": 10}

    @functools.cached_property
    def data(self):
        """The numbers from which the scores are computed."""
        return make_score_data()


def make_clock(width, trained):
    """Return the frequency of pair 1, and the last position of training."""
    if width < 4:
        raise ValueError(f"the width of a clock must be at least 4; got {width}")
    return {"frequency": float(f"{frequencies(width)[1]:.12g}"), "trained": trained}


class AccuracyByShift(Explorer):
    """How often trained models are right as all positions shift.

    Parameters
    ----------
    names : sequence of m str
        The schemes.
    shifts : array_like, shape (n,)
        Position of the first token, increasing.
    shares : array_like, shape (m, n_seeds, n)
        Share of right answers of each model, from 0 to 1.
    clocks : sequence of m (tuple of int or None), optional
        Width of the encoding, at least 4, and last position of training. None, also the default
        for all: the scheme has no pairs, and so no clock.
    n_tokens : int, optional
        Tokens in a sequence.
    **values
        The `scheme` and the `shift` at the start.

    Raises
    ------
    ValueError
        If the shapes do not fit, or a width is odd or below 4.

    Examples
    --------
    >>> AccuracyByShift(["rotary"], [0, 20], [[[1, 1], [1, 0.9]]]).state
    {'scheme': 'rotary', 'shift': 0}
    """

    description = (
        "Share of right answers over the position of the first token: a line for the median of "
        "each scheme, thin lines for the models of the chosen one, a dotted line at one half, and "
        "the clock of pair 1 with two arcs: that of training and that of the tokens."
    )
    play = {"control": "shift", "seconds": 14}

    def __init__(self, names, shifts, shares, *, clocks=None, n_tokens=8, **values):
        names, shifts = list(names), np.asarray(shifts)
        shares = np.asarray(shares, dtype=np.float64)
        if shares.ndim != 3 or (len(names), len(shifts)) != (shares.shape[0], shares.shape[2]):
            raise ValueError(
                f"shares must have shape ({len(names)}, n_seeds, {len(shifts)}); got {shares.shape}"
            )
        clocks = [None] * len(names) if clocks is None else list(clocks)
        if len(clocks) != len(names):
            raise ValueError(f"clocks must have {len(names)} entries; got {len(clocks)}")
        self.data = {
            "names": names,
            "shifts": shifts.tolist(),
            "shares": np.round(shares, _DECIMALS).tolist(),
            "clocks": [clock and make_clock(*clock) for clock in clocks],
            "tokens": n_tokens,
        }
        first, last = (int(shifts[at]) for at in (0, -1))
        self.add_traits(
            scheme=Choice(names, "scheme"),
            shift=Range(first, first, last, "first token at", grid=1),
        )
        super().__init__(**values)
