"""tools/experiment.py: the table it stores. What the models learn is tested by thresholds."""

from types import SimpleNamespace

import numpy as np
import pytest

from sinpe_lib.alternatives import SCHEMES
from sinpe_lib.data import load_table
from sinpe_lib.training import Model, accuracy, roc_auc, train
from tools import experiment

SEEDS = [f"seed {seed}" for seed in range(10)]


def value(row, seed):
    return float(row[f"seed {seed}"])


@pytest.fixture(scope="module")
def rows():
    """Return the rows by (model, test, length, shift, measure), all texts."""
    found = load_table("experiment")[1]
    by_key = {tuple(row.values())[:5]: row for row in found}
    assert len(by_key) == len(found)
    return by_key


def test_the_stored_table_has_every_model_case_and_seed(rows):
    notes, (first, *_) = load_table("experiment")
    assert [*first] == ["model", "test", "length", "shift", "measure", *SEEDS]
    assert "made by make experiment" in notes[0]
    wanted = [
        (name, *map(str, case)) for name in experiment.MODELS for case in experiment.cases(name)
    ]
    assert [*rows] == wanted
    assert set(SCHEMES) < set(experiment.MODELS)
    for (model, _, length, shift, _), row in rows.items():
        missing = model.startswith("learned") and int(length) + int(shift) > 64
        assert [not row[seed] for seed in SEEDS] == [missing] * 10
        assert missing or all(0 <= float(row[seed]) <= 1 for seed in SEEDS)


def test_every_pair_every_shift_and_each_control_is_in_the_table(rows):
    keys = [*rows]
    assert {key[1] for key in keys if key[0] == "sinusoidal" and key[3] == "50"} == {
        "consecutive",
        *(f"moved pair {pair}" for pair in range(8)),
    }
    for width in ("sinusoidal", "sinusoidal (width 32)", "sinusoidal (width 64)"):
        shifts = {int(key[3]) for key in keys if key[:3] == (width, "consecutive", "8")}
        assert shifts == {*range(61), 100}
    for name in SCHEMES:
        lengths = {key[2] for key in keys if key[0] == name and key[4] == "AUC"}
        assert lengths == {"8", "12", "16", "24", "32", "128"}


def test_the_stored_table_is_what_the_code_gives(rows):
    """Two cheap models, to a hundredth: other machines round a step of training differently."""
    model = train("causal mask alone", 3)
    for length, shift in [(8, 0), (8, 50), (12, 0)]:
        row = rows["causal mask alone", "consecutive", str(length), str(shift), "accuracy"]
        found = accuracy(model, shift + np.arange(length))
        assert value(row, 3) == pytest.approx(found, abs=0.01)
    row = rows["causal mask alone", "consecutive", "24", "0", "AUC"]
    assert value(row, 3) == pytest.approx(roc_auc(model, range(24)), abs=0.01)


@pytest.fixture(scope="module")
def sinusoidal():
    return train("sinusoidal", 3, steps=150)


def test_a_pair_is_moved_alone(sinusoidal):
    """The model that reads rows turned by hand: pair 2 from 50 on, the others from 0 on."""

    class Turned:
        def scores(self, tokens, positions):
            rows = [
                [
                    f((p + 50 * (pair == 2)) * 10000 ** (-pair / 8))
                    for pair in range(8)
                    for f in (np.sin, np.cos)
                ]
                for p in range(8)
            ]
            return Model("learned", sinusoidal.weights | {"table": rows}).scores(tokens, positions)

    found = experiment.measured(sinusoidal, "moved pair 2", 8, 50, "accuracy")
    assert found == pytest.approx(accuracy(Turned(), range(8)), abs=6e-4)
    assert found != pytest.approx(accuracy(sinusoidal, range(50, 58)), abs=6e-4)


def test_squeezed_positions_lie_in_the_range_of_training(monkeypatch):
    asked = []

    def noting(model, positions):
        asked.append(list(positions))
        return 0.25

    monkeypatch.setattr(experiment, "accuracy", noting)
    model = SimpleNamespace(scheme=SCHEMES["rotary"], weights={})
    assert experiment.measured(model, "squeezed", 32, 0, "accuracy") == 0.25
    assert asked == [[p / 4 for p in range(32)]]


def test_random_positions_are_in_order_and_from_the_range_of_training(monkeypatch):
    asked = []

    def noting(model, positions, **options):
        asked.append(list(positions))
        return len(asked) / 100

    monkeypatch.setattr(experiment, "accuracy", noting)
    assert experiment.measured(None, "random positions", 8, 0, "accuracy") == 0.255
    assert len(asked) == len(set(map(tuple, asked))) == 50
    assert all(sorted(set(row)) == row and len(row) == 8 for row in asked)
    assert {min(map(min, asked)), max(map(max, asked))} == {0, 63}


def test_without_the_value_map_attention_adds_nothing(sinusoidal):
    tokens = np.array([[0, 5, 1], [1, 5, 0]])
    w = sinusoidal.weights
    seen = []

    def scores(model, positions, **options):
        seen.append(model.scores(tokens, np.arange(3)))
        return 0.5

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiment, "accuracy", scores)
        experiment.measured(sinusoidal, "value map zeroed", 8, 0, "accuracy")
    for row, got in zip(tokens, seen[0], strict=True):
        x = w["tokens"][row] + [
            [f(p * 10000 ** (-i / 8)) for i in range(8) for f in (np.sin, np.cos)] for p in range(3)
        ]
        mean = np.maximum(x @ w["hidden"] + w["hidden bias"], 0).mean(axis=0)
        assert got == pytest.approx(mean @ w["out"] + w["out bias"][0])
    assert w["value"].any()  # the trained model is left as it was


def test_a_table_without_a_row_measures_nothing():
    model = Model.at_random("learned", seed=0)
    assert experiment.measured(model, "consecutive", 8, 57, "accuracy") is None
    assert experiment.measured(model, "consecutive", 8, 56, "accuracy") is not None


def test_a_share_without_a_row_is_an_empty_entry(monkeypatch):
    monkeypatch.setattr(experiment.bench, "machine", lambda: ["a machine"])
    monkeypatch.setattr(experiment, "SEEDS", range(2))
    cases = [("consecutive", 8, 0, "accuracy"), ("consecutive", 8, 100, "accuracy")]
    monkeypatch.setattr(experiment, "cases", lambda name: cases)
    text = experiment.table({"learned": [[1.0, None], [0.98765, None]]})
    assert text.splitlines()[-3:] == [
        "model,test,length,shift,measure,seed 0,seed 1",
        "learned,consecutive,8,0,accuracy,1.000,0.988",
        "learned,consecutive,8,100,accuracy,,",
    ]
    assert text.splitlines()[1] == "# a machine"


def test_a_trial_trains_as_its_name_says_and_is_kept(monkeypatch, tmp_path):
    asked = []

    def noting(scheme, seed, **options):
        asked.append((getattr(scheme, "name", scheme), seed, options))

    monkeypatch.setattr(experiment, "ROOT", tmp_path)
    monkeypatch.setattr(experiment, "train", noting)
    monkeypatch.setattr(experiment, "measured", lambda model, *case: case[2])
    for _ in range(2):
        found = experiment.kept("learned (random positions)", 4)
        assert found == [case[2] for case in experiment.cases("learned (random positions)")]
    assert asked == [("learned", 4, {"steps": 3000, "random_positions": True})]
    experiment.trial("sinusoidal (queries and keys)", 0)
    experiment.trial("sinusoidal (width 64)", 1)
    experiment.trial("learned (no attention)", 2)
    assert asked[1:] == [
        ("sinusoidal", 0, {}),
        ("sinusoidal", 1, {"d_model": 64}),
        ("learned", 2, {"without": ("value",)}),
    ]
    assert experiment.MODELS["sinusoidal (queries and keys)"][0].scores_only
