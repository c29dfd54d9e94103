"""Training and accuracy."""

import math

import numpy as np
import pytest

from sinpe_lib.training import Model, accuracy, closed, fitting, roc_auc, sequences, train


def test_steps_are_those_of_adam_in_scalars(monkeypatch):
    """One weight, gradients 1, -2 and 0.5, against the algorithm of Kingma and Ba."""
    slopes = [1.0, -2.0, 0.5]
    given = iter(slopes)

    class Line:
        weights = {"w": np.array([0.0])}  # noqa: RUF012

        @classmethod
        def at_random(cls, scheme, rng, d_model):
            return cls()

        def loss(self, tokens, positions, is_first):
            return 0.0, {"w": np.array([next(given)])}

    monkeypatch.setattr(fitting, "Model", Line)
    w = m = v = 0.0
    for t, slope in enumerate(slopes, 1):
        m, v = 0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope**2
        w -= 0.01 * (m / (1 - 0.9**t)) / (math.sqrt(v / (1 - 0.999**t)) + 1e-8)
    assert train("any", 0, steps=3).weights["w"][0] == pytest.approx(w, rel=1e-12)


@pytest.mark.parametrize("random_positions", [False, True])
def test_positions_and_answers_of_training(monkeypatch, random_positions):
    seen = []
    loss = Model.loss

    def noting(self, tokens, positions, is_first):
        seen.append(list(positions))
        rows = zip(tokens.tolist(), is_first.tolist(), strict=True)
        assert all(first == (row.index(0) < row.index(1)) for row, first in rows)
        return loss(self, tokens, positions, is_first)

    monkeypatch.setattr(Model, "loss", noting)
    train("none", 0, steps=40, length=5, **{"random_positions": True} if random_positions else {})
    if random_positions:
        assert all(sorted(set(row)) == row and len(row) == 5 for row in seen)
        assert len(set(map(tuple, seen))) > 30
        assert {min(min(row) for row in seen), max(max(row) for row in seen)} == {0, 63}
    else:
        assert seen == [[0, 1, 2, 3, 4]] * 40


@pytest.mark.parametrize("length", [2, 64])
def test_training_takes_the_shortest_and_the_longest_sequences(length):
    before, after = (train("none", 0, steps=steps, length=length).weights for steps in (0, 1))
    assert np.array_equal(before["out"], Model.at_random("none", 0).weights["out"])
    assert not np.array_equal(before["out"], after["out"])


def test_the_same_seed_gives_the_same_model():
    one, same, other = (train("T5", seed, steps=3).weights for seed in (1, 1, 2))
    assert all(np.array_equal(one[name], same[name]) for name in one)
    assert not np.array_equal(one["out"], other["out"])


def test_accuracy_counts_right_answers_at_the_shifted_positions():
    class Teller:
        def scores(self, tokens, positions):
            assert positions.tolist() == [20, 21, 22, 23, 24]
            first = np.argmax(tokens == 0, axis=1) < np.argmax(tokens == 1, axis=1)
            wrong = tokens[:, 0] == 0  # where A opens the sequence, it errs
            return np.where(first != wrong, 1.0, -1.0)

    tokens, _ = closed(sequences(250, 5, 12345)[0])
    expected = 1 - sum(row[0] == 0 for row in tokens.tolist()) / 1000
    assert accuracy(Teller(), range(20, 25)) == pytest.approx(expected)
    assert 0.7 < expected < 0.9


class Guesser:
    """Scores that know a little, drift far from 0, and are often equal."""

    def scores(self, tokens, positions):
        first = np.argmax(tokens == 0, axis=1) < np.argmax(tokens == 1, axis=1)
        return tokens[:, 2] % 4 + 1.0 * first + 70


def test_the_area_under_the_curve_is_a_double_loop_over_the_pairs_of_answers():
    tokens, is_first = closed(sequences(20, 6, 3)[0])
    scores = Guesser().scores(tokens, None).tolist()
    pairs = [
        (yes, no)
        for yes, a in zip(scores, is_first, strict=True)
        for no, b in zip(scores, is_first, strict=True)
        if a and not b
    ]
    won = sum(1.0 if yes > no else 0.5 if yes == no else 0.0 for yes, no in pairs)
    assert any(yes == no for yes, no in pairs)
    found = roc_auc(Guesser(), range(6), n_sequences=20, seed=3)
    assert found == pytest.approx(won / len(pairs), rel=1e-12)
    assert accuracy(Guesser(), range(6)) == 0.5  # it always says yes


@pytest.mark.parametrize("scheme", ["sinusoidal", "rotary"])
def test_positions_may_be_fractions_where_a_formula_reads_them(scheme):
    model = train(scheme, 0, steps=1)
    halves = np.arange(6) / 2
    tokens, is_first = closed(sequences(250, 6, 12345)[0])
    right = (model.scores(tokens, halves) > 0) == is_first
    assert accuracy(model, halves) == pytest.approx(sum(right.tolist()) / 1000)
    with pytest.raises(TypeError, match="positions must"):
        accuracy(train("T5", 0, steps=1), halves)


def test_weights_that_a_model_does_without_stay_zero_and_the_others_learn():
    model, whole = (
        train("learned", 0, steps=5, without=("value", "table")),
        Model.at_random("none", 0),
    )
    assert not model.weights["value"].any()
    assert not model.weights["table"].any()
    assert all(
        model.weights[name].any() for name in model.weights if name not in ("value", "table")
    )
    assert not np.array_equal(model.weights["hidden"], whole.weights["hidden"])


def test_a_model_is_as_wide_as_it_is_told():
    weights = train("Shaw", 0, steps=1, d_model=6).weights
    assert weights["query"].shape == (6, 6)
    assert weights["key vectors"].shape == (9, 6)


def test_relative_schemes_learn_and_blind_ones_cannot():
    """Thresholds, not digits: training rounds differently on other machines."""
    assert accuracy(train("causal mask alone", 0), range(50, 58)) > 0.95
    rotary = train("rotary", 1)
    assert accuracy(rotary, range(8)) > 0.95
    assert accuracy(rotary, range(500, 508)) == accuracy(rotary, range(8))
    assert accuracy(train("symmetric ALiBi", 0, steps=100), range(8)) == 0.5


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: train("none", 0, steps=-1), ValueError, "steps must be 0 or more; got -1"),
        (lambda: train("none", 0, steps=1.5), TypeError, "steps must be an integer; got 1.5"),
        (lambda: train("none", 0, length=8.0), TypeError, "length must be an integer; got 8.0"),
        (lambda: train("none", 0, length=1), ValueError, "length must be from 2 to 64; got 1"),
        (lambda: train("none", 0, length=65), ValueError, "length must be from 2 to 64; got 65"),
        (
            lambda: train("T5", 0, without=("table",)),
            ValueError,
            r"without must name weights among \['tokens', .*\]; got 'table'",
        ),
        (lambda: train("rope", 0), ValueError, "scheme must be one of .*; got 'rope'"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()


def test_long_sequences_are_read_in_parts_and_none_is_lost(monkeypatch):
    read = []
    scores = Model.scores

    def noting(self, tokens, positions):
        read.append(len(tokens))
        return scores(self, tokens, positions)

    monkeypatch.setattr(Model, "scores", noting)
    model = Model.at_random("rotary", seed=0)
    found = accuracy(model, range(40), n_sequences=200)
    assert len(read) > 1
    assert sum(read) == 800
    tokens, is_first = closed(sequences(200, 40, 12345)[0])
    right = (scores(model, tokens, np.arange(40)) > 0) == is_first
    assert found == pytest.approx(sum(right.tolist()) / 800)
