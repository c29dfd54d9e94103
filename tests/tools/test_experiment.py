"""tools/experiment.py: the table it stores. What the models learn is tested by thresholds."""

import numpy as np

from sinpe_lib.alternatives import SCHEMES, find_scheme
from sinpe_lib.training import accuracy, train
from tools import experiment


def stored():
    lines = experiment.STORED.read_text("utf-8").splitlines()
    rows = [line.split(",") for line in lines if not line.startswith("#")]
    return lines, rows[0], rows[1:]


def test_the_stored_table_has_every_scheme_case_and_seed():
    lines, names, rows = stored()
    assert names == ["scheme", "length", "shift", *(f"seed {seed}" for seed in range(10))]
    assert [row[0] for row in rows[:: len(experiment.CASES)]] == list(experiment.NAMES)
    assert set(SCHEMES) < set(experiment.NAMES)
    wanted = [(n, str(length), str(s)) for n in experiment.NAMES for length, s in experiment.CASES]
    assert [tuple(row[:3]) for row in rows] == wanted
    assert {(8, 0), (8, 20), (8, 50)} < set(experiment.CASES)
    assert "made by make experiment" in lines[0]
    for row in rows:
        missing = row[0].startswith("learned") and int(row[1]) + int(row[2]) > 64
        assert [not share for share in row[3:]] == [missing] * 10
        assert all(0 <= float(share) <= 1 for share in row[3:] if share)


def test_the_stored_table_is_what_the_code_gives():
    """One cheap row, to two thousandths: other machines round a step of training differently."""
    _, _, rows = stored()
    model = train("causal mask alone", 3)
    for length, shift in [(8, 0), (8, 50), (12, 0)]:
        [row] = (r for r in rows if r[:3] == ["causal mask alone", str(length), str(shift)])
        assert abs(float(row[3 + 3]) - accuracy(model, length, shift=shift)) < 0.01


def test_a_share_without_a_row_is_an_empty_entry(monkeypatch):
    monkeypatch.setattr(experiment, "machine", lambda: ["a machine"])
    monkeypatch.setattr(experiment, "SEEDS", range(2))
    monkeypatch.setattr(experiment, "CASES", ((8, 0), (8, 100)))
    text = experiment.table({"learned": [[1.0, None], [0.98765, None]]})
    assert text.splitlines()[-3:] == [
        "scheme,length,shift,seed 0,seed 1",
        "learned,8,0,1.000,0.988",
        "learned,8,100,,",
    ]
    assert text.splitlines()[1] == "# a machine"


def test_a_trial_trains_as_its_name_says(monkeypatch):
    asked = []

    def noting(scheme, seed, **options):
        asked.append((scheme, seed, options))
        return type("Model", (), {"scheme": find_scheme(scheme)})()

    monkeypatch.setattr(experiment, "train", noting)
    monkeypatch.setattr(experiment, "accuracy", lambda model, length, shift: length + shift)
    shares = experiment.trial("learned at random", 4)
    assert asked == [("learned", 4, {"steps": 3000, "random_positions": True})]
    assert shares == [sum(c) if sum(c) <= 64 else None for c in experiment.CASES]
    assert np.isfinite(experiment.trial("rotary", 4)).all()
    assert asked[1] == ("rotary", 4, {"steps": 600, "random_positions": False})
