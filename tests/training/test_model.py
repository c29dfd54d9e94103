"""The model against loops, and its gradients against differences."""

import math
from dataclasses import replace

import numpy as np
import pytest

from sinpe_lib import causal_mask, relative_attention, self_attention, sinusoidal_encoding
from sinpe_lib.alternatives import SCHEMES
from sinpe_lib.training import Model, sequences

TOKENS, IS_FIRST = sequences(3, 7, seed=4)
POSITIONS = np.array([2, 3, 5, 8, 9, 20, 33])  # repeated, clipped and shared offsets


# The nine, and the encoding in queries and keys only.
ADDED = [replace(SCHEMES[name], scores_only=True) for name in ("sinusoidal", "learned")]
EVERY = [*SCHEMES.values(), *ADDED]
every_scheme = pytest.mark.parametrize(
    "scheme", EVERY, ids=lambda scheme: scheme.name + " in scores only" * scheme.scores_only
)


def model_of(scheme):
    """Return a model whose weights are all away from zero."""
    model, rng = Model.at_random(scheme, seed=6), np.random.default_rng(5)
    for weight in model.weights.values():
        weight += 0.1 * rng.normal(size=weight.shape)
    return model


def attended(scheme, x, w):
    """Return weights times values of one sequence, by the library's functions and loops."""
    scheme = scheme.name
    maps = w["query"], w["key"], w["value"]
    if scheme == "Shaw":
        vectors = w["key vectors"], w["value vectors"]
        return relative_attention(x, *maps, *vectors, positions=POSITIONS)[0]
    offsets = [[int(k - q) for k in POSITIONS] for q in POSITIONS]
    if scheme == "rotary":
        query, key = (turned(x @ w[name]) for name in ("query", "key"))
        powers = np.exp(np.real(query @ key.conj().T) / 4)
        return powers / powers.sum(axis=1, keepdims=True) @ (x @ w["value"])
    bias = [[0.0] * 7] * 7
    if scheme == "T5":
        bias = [[w["bias"][t5_bucket(offset)] for offset in row] for row in offsets]
    if "ALiBi" in scheme:
        bias = [[-abs(offset) / 2 for offset in row] for row in offsets]
    causal = scheme in ("causal mask alone", "causal ALiBi")
    return self_attention(x, *maps, bias=bias, mask=causal_mask(7) if causal else None)[0]


def turned(rows):
    angles = POSITIONS[:, None] * 10000 ** (-np.arange(8) / 8)
    return (rows[:, 0::2] + 1j * rows[:, 1::2]) * np.exp(1j * angles)


def t5_bucket(offset):
    distance = abs(offset)
    if distance >= 8:
        distance = min(15, 8 + math.floor(2 * math.log2(distance / 8) + 1e-9))
    return distance + 16 * (offset > 0)


@every_scheme
def test_a_score_is_what_the_docstring_says(scheme):
    model = model_of(scheme)
    w = model.weights
    for tokens, got in zip(TOKENS, model.scores(TOKENS, POSITIONS), strict=True):
        x = np.array([w["tokens"][token] for token in tokens])
        rows = np.zeros((7, 16))
        if scheme.name == "sinusoidal":
            rows = [sinusoidal_encoding(34, 16)[position] for position in POSITIONS]
        if scheme.name == "learned":
            rows = [w["table"][position] for position in POSITIONS]
        if scheme.scores_only:
            scores = (x + rows) @ w["query"] @ ((x + rows) @ w["key"]).T / 4
            powers = np.exp(scores)
            attention = powers / powers.sum(axis=1, keepdims=True)
        else:
            x = x + rows
        h = x + (attention @ x @ w["value"] if scheme.scores_only else attended(scheme, x, w))
        total = 0.0
        for row in h:
            hidden = row @ w["hidden"] + w["hidden bias"]
            total += sum(max(0, a) * b for a, b in zip(hidden, w["out"], strict=True))
        assert got == pytest.approx(total / 7 + w["out bias"][0])


@every_scheme
def test_gradients_are_those_of_differences(scheme):
    model = model_of(scheme)
    _, gradients = model.loss(TOKENS, POSITIONS, IS_FIRST)
    assert gradients.keys() == model.weights.keys()
    rng, step = np.random.default_rng(0), 1e-6
    for name, weight in model.weights.items():
        assert gradients[name].shape == weight.shape
        # two directions for each weight, and every entry of the small ones
        for direction in [*rng.normal(size=(2, *weight.shape)), *unit_vectors(weight)]:
            before = weight.copy()
            weight += step * direction
            above = model.loss(TOKENS, POSITIONS, IS_FIRST)[0]
            weight[:] = before - step * direction
            below = model.loss(TOKENS, POSITIONS, IS_FIRST)[0]
            weight[:] = before
            slope = (above - below) / (2 * step)
            assert (gradients[name] * direction).sum() == pytest.approx(slope, rel=1e-5, abs=1e-8)


def unit_vectors(weight):
    return np.eye(weight.size) if weight.ndim == 1 and weight.size <= 32 else []


def test_the_loss_by_hand():
    model = Model.at_random("none", seed=0)
    scores = model.scores(TOKENS, POSITIONS)
    expected = [
        math.log(1 + math.exp(-s if a else s)) for s, a in zip(scores, IS_FIRST, strict=True)
    ]
    assert model.loss(TOKENS, POSITIONS, IS_FIRST)[0] == pytest.approx(sum(expected) / 3)


def test_far_scores_overflow_nothing():
    model = Model.at_random("none", seed=0)
    model.weights["out bias"][:] = 5000
    with np.errstate(over="raise", invalid="raise"):
        loss, gradients = model.loss(TOKENS, POSITIONS, np.array([True, True, True]))
        assert loss == pytest.approx(0)
        assert np.abs(gradients["out bias"]).max() == pytest.approx(0)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_shift_changes_scores_of_what_is_added_to_the_tokens_alone(scheme):
    model = model_of(scheme)
    scores = [model.scores(TOKENS, np.arange(7) + shift) for shift in (0, 40)]
    assert np.allclose(*scores, atol=1e-9) == (scheme not in ("sinusoidal", "learned"))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_only_blind_schemes_give_a_sequence_the_score_of_its_reverse(scheme):
    model = model_of(scheme)
    scores = [model.scores(tokens, np.arange(7)) for tokens in (TOKENS, TOKENS[:, ::-1])]
    assert np.allclose(*scores, atol=1e-9) == (scheme in ("none", "symmetric ALiBi"))


def test_the_seed_decides_the_weights():
    one, same, other = (Model.at_random("T5", seed=seed).weights for seed in (1, 1, 2))
    assert all(np.array_equal(one[name], same[name]) for name in one)
    assert not np.array_equal(one["tokens"], other["tokens"])


def test_an_unknown_scheme_is_refused():
    with pytest.raises(ValueError, match=r"^scheme must be one of 'none', .*; got 'alibi'"):
        Model.at_random("alibi", seed=0)


@pytest.mark.parametrize(
    ("d_model", "error", "text"),
    [
        (7, ValueError, "even and at least 2; got 7"),
        (0, ValueError, "even and at least 2; got 0"),
        (8.0, TypeError, "an integer; got 8.0"),
    ],
)
def test_a_width_without_pairs_is_refused(d_model, error, text):
    with pytest.raises(error, match=f"^d_model must be {text}"):
        Model.at_random("none", 0, d_model=d_model)


def test_a_table_without_a_row_is_refused():
    with pytest.raises(ValueError, match="positions must have a row in a table of 64; got 64"):
        Model.at_random("learned", seed=0).scores(TOKENS, np.arange(7) + 58)
