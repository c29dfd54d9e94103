"""Ways to tell attention about order: what each adds to the scores, and how far it carries."""

import functools

import numpy as np

from sinpe_lib.alternatives.schemes import CLIP, N_BUCKETS, SCHEMES
from sinpe_lib.explorers.control import Control
from sinpe_lib.explorers.explorer import Explorer
from sinpe_lib.plots import draw_scores
from sinpe_lib.style import ROLE_COLOURS

__all__ = ["accuracy_by_shift", "position_scores"]

_N = 12
_D = 8
_LAST = 60


def position_scores():
    """Return the explorer of what each scheme adds to the scores of twelve equal tokens.

    Examples
    --------
    >>> position_scores().text({"scheme": "rotary", "first_position": 20})
    'rotary, positions 20 to 31: the scores are those of 0 to 11. The sides of the diagonal differ.'
    """
    # The last bits of a product of matrices differ between CPUs, and with them the picture.
    schemes = {
        name: lambda positions, part=part: np.round(part(positions), 9) + 0.0
        for name, part in _position_parts(np.random.default_rng(5)).items()
    }
    first_positions = Control([0, 3, 20], live=range(_LAST - _N + 1))
    before = {name: part(np.arange(_N)) for name, part in schemes.items()}
    largest = {
        name: max(np.abs(_finite(part(start + np.arange(_N)))).max() for start in (0, 3, 20))
        for name, part in schemes.items()
    }

    def canvas(figure):
        ax = figure.subplots()
        ax.set(xlim=(-0.5, _N - 0.5), ylim=(_N - 0.5, -0.5), xticks=[], yticks=[], aspect="equal")
        ax.set_xlabel("key", labelpad=18)
        ax.set_ylabel("query", rotation=0, ha="right", va="center", labelpad=22)
        ax.spines[:].set_visible(False)
        return ax

    def squares(ax, scheme, first_position):
        scores = schemes[scheme](first_position + np.arange(_N))
        draw_scores(scores, largest=largest[scheme] or None, ax=ax)
        same = "are" if np.allclose(scores, before[scheme]) else "are not"
        shifted = f"the scores {same} those of 0 to {_N - 1}"
        if first_position == 0:
            shifted = "move the first position to see whether the scores change"
        sides = "agree" if np.allclose(scores, scores.T) else "differ"
        return (
            f"{scheme}, positions {first_position} to {first_position + _N - 1}: {shifted}. "
            f"The sides of the diagonal {sides}."
        )

    def ends(ax, first_position):
        for place in (0, _N - 1):
            text = {"text": first_position + place, "textcoords": "offset points", "fontsize": 9}
            ax.annotate(xy=(place, _N - 0.5), xytext=(0, -4), ha="center", va="top", **text)
            ax.annotate(xy=(-0.5, place), xytext=(-5, 0), ha="right", va="center", **text)

    return Explorer(
        "A square of coloured squares, one row for each query and one column for each key: what "
        "the position adds to the score, red above zero, blue below, grey for hidden keys. The "
        "first and the last position are written beside them.",
        canvas,
        [squares, ends],
        size=(4.2, 2.9),
        scheme=Control(list(schemes), "rotary"),
        first_position=first_positions,
    )


def _position_parts(rng):
    """Return functions from positions to what they add to the scores of equal tokens, by name."""
    token, table = rng.normal(size=_D), rng.normal(size=(_LAST, _D))
    w_query, w_key = rng.normal(size=(2, _D, _D)) / np.sqrt(_D)
    weights = {
        "table": table,
        "key vectors": rng.normal(size=(2 * CLIP + 1, _D)),
        "bias": rng.normal(size=N_BUCKETS),
    }

    def part(scheme, positions):
        tokens = token + scheme.rows(positions, _D, weights)
        query, key = (
            scheme.turn(tokens @ w_query, positions),
            scheme.turn(tokens @ w_key, positions),
        )
        added = query @ key.T - (token @ w_query) @ (token @ w_key)
        return added / np.sqrt(_D) + scheme.bias(query[None], positions, weights).reshape(_N, _N)

    return {name: functools.partial(part, scheme) for name, scheme in SCHEMES.items()}


def _finite(scores):
    return scores[np.isfinite(scores)]


def accuracy_by_shift(names, shifts, shares):
    """Return the explorer of how often trained models are right as all positions shift.

    Parameters
    ----------
    names : sequence of m str
        The schemes.
    shifts : array_like, shape (n,)
        Position of the first token, increasing.
    shares : array_like, shape (m, n_seeds, n)
        Share of right answers of each model, from 0 to 1.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Examples
    --------
    >>> accuracy_by_shift(["rotary"], [0, 20], [[[1, 1], [1, 0.9]]]).text({"scheme": "rotary"})
    'rotary: 1.00 at shift 0; median 0.95, from 0.90 to 1.00, at shift 20.'
    """
    shifts, shares = np.asarray(shifts), np.asarray(shares, dtype=np.float64)
    if shares.ndim != 3 or (len(names), len(shifts)) != (shares.shape[0], shares.shape[2]):
        raise ValueError(
            f"shares must have shape ({len(names)}, n_seeds, {len(shifts)}); got {shares.shape}"
        )

    def canvas(figure):
        ax = figure.subplots()
        ax.axhline(0.5, color=ROLE_COLOURS["position"], linewidth=0.8, linestyle=":")
        ax.set(xlim=(shifts[0] - 1, shifts[-1] + 1), ylim=(-0.04, 1.04))
        ax.set(xlabel="position of the first token")
        ax.set_title("share of right answers", loc="left")
        return ax

    def curves(ax, scheme):
        of_scheme = shares[list(names).index(scheme)]
        for of_seed in of_scheme:
            ax.plot(shifts, of_seed, color=ROLE_COLOURS["sine"], linewidth=0.9, alpha=0.6)
        median, colour = np.median(of_scheme, axis=0), ROLE_COLOURS["cosine"]
        ax.plot(shifts, median, "o-", color=colour, linewidth=2, markersize=5)
        marked = [number for number, shift in enumerate(shifts) if shift in (0, 20, 50)]
        said = [f"{_spread(of_scheme[:, number])} at shift {shifts[number]}" for number in marked]
        return f"{scheme}: {'; '.join(said)}."

    return Explorer(
        "Share of right answers over the position of the first token: a thin line for each trained "
        "model, a thick one for their median with a dot at each measured position, and a dotted "
        "line at one half.",
        canvas,
        [curves],
        size=(4.8, 2.6),
        scheme=Control(list(names)),
    )


def _spread(shares):
    low, middle, high = (f"{share:.2f}" for share in np.quantile(shares, [0, 0.5, 1]))
    return high if low == high else f"median {middle}, from {low} to {high},"
