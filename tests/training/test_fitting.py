"""Training and accuracy."""

import math

import numpy as np
import pytest

from sinpe_lib.training import Model, accuracy, closed, fitting, sequences, train


def test_steps_are_those_of_adam_in_scalars(monkeypatch):
    """One weight, gradients 1, -2 and 0.5, against the algorithm of Kingma and Ba."""
    slopes = [1.0, -2.0, 0.5]
    given = iter(slopes)

    class Line:
        weights = {"w": np.array([0.0])}  # noqa: RUF012

        @classmethod
        def at_random(cls, scheme, rng):
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
def test_positions_of_training(monkeypatch, random_positions):
    seen = []
    loss = Model.loss

    def noting(self, tokens, positions, is_first):
        seen.append(list(positions))
        return loss(self, tokens, positions, is_first)

    monkeypatch.setattr(Model, "loss", noting)
    train("none", 0, steps=40, length=5, random_positions=random_positions)
    if random_positions:
        assert all(sorted(set(row)) == row and len(row) == 5 for row in seen)
        assert len(set(map(tuple, seen))) > 30
        assert {min(min(row) for row in seen), max(max(row) for row in seen)} == {0, 63}
    else:
        assert seen == [[0, 1, 2, 3, 4]] * 40


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
    assert accuracy(Teller(), 5, shift=20) == pytest.approx(expected)
    assert 0.7 < expected < 0.9


def test_relative_schemes_learn_and_blind_ones_cannot():
    """Thresholds, not digits: training rounds differently on other machines."""
    assert accuracy(train("causal mask alone", 0), 8, shift=50) > 0.95
    rotary = train("rotary", 1)
    assert accuracy(rotary, 8) > 0.95
    assert accuracy(rotary, 8, shift=500) == accuracy(rotary, 8)
    assert accuracy(train("symmetric ALiBi", 0, steps=100), 8) == 0.5


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: train("none", 0, steps=-1), ValueError, "steps must be 0 or more; got -1"),
        (lambda: train("none", 0, steps=1.5), TypeError, "steps must be an integer; got 1.5"),
        (lambda: train("none", 0, length=1), ValueError, "length must be from 2 to 64; got 1"),
        (lambda: train("none", 0, length=65), ValueError, "length must be from 2 to 64; got 65"),
        (lambda: train("rope", 0), ValueError, "scheme must be one of .*; got 'rope'"),
    ],
)
def test_bad_input_is_refused_by_name_and_value(call, error, text):
    with pytest.raises(error, match=f"^{text}"):
        call()
