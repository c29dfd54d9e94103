"""Train the toy models with several seeds, and store how well each tells the answers apart.

A row is a model, a test and a measure; a column is a seed. A learned table has no row for some
positions: those entries stay empty. Each trial is kept below _build/, so a run that was stopped
goes on where it was; a change of the code begins anew.
"""

import functools
import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

import sinpe_lib
from sinpe_lib import sinusoidal_encoding
from sinpe_lib.alternatives import SCHEMES, find_scheme
from sinpe_lib.training import N_POSITIONS, Model, accuracy, roc_auc, train
from tools import bench
from tools.files import write_atomically
from tools.notebooks import ROOT

STORED = bench.STORED.with_name("experiment.csv")
SEEDS = range(10)
LENGTH, FAR = 8, 50  # tokens in training; where single pairs are moved to
# Positions that are drawn anew at each step take longer to learn.
LONG, AT_RANDOM = {"steps": 3000}, {"steps": 3000, "random_positions": True}
NO_ATTENTION = {"without": ("value",)}
QUERIES_AND_KEYS = replace(SCHEMES["sinusoidal"], scores_only=True)
#: What is trained, by name: a scheme, and what differs from the usual training.
MODELS = {name: (name, {}) for name in SCHEMES} | {
    "sinusoidal (width 32)": ("sinusoidal", {"d_model": 32}),
    "sinusoidal (width 64)": ("sinusoidal", {"d_model": 64}),
    "sinusoidal (queries and keys)": (QUERIES_AND_KEYS, {}),
    "sinusoidal (no attention)": ("sinusoidal", NO_ATTENTION),
    "learned (no attention)": ("learned", NO_ATTENTION),
    "sinusoidal (3000 steps)": ("sinusoidal", LONG),
    "sinusoidal (random positions)": ("sinusoidal", AT_RANDOM),
    "learned (random positions)": ("learned", AT_RANDOM),
}
PLAIN, RANDOM, SQUEEZED = "consecutive", "random positions", "squeezed"
NO_VALUES, MOVED = "value map zeroed", "moved pair "
LENGTHS = (12, 16, 24, 32)
N_PAIRS = 8


def main():
    trials = [(name, seed) for name in MODELS for seed in SEEDS]
    with ProcessPoolExecutor() as pool:
        found = dict(zip(trials, pool.map(kept, *zip(*trials, strict=True)), strict=True))
    text = table({name: [found[name, seed] for seed in SEEDS] for name in MODELS})
    write_atomically(STORED, text)
    print(f"{STORED.name}: {len(text.splitlines())} lines", file=sys.stderr)


def kept(name, seed):
    """Return what `trial` finds, from the file of an earlier run if there is one."""
    path = ROOT / "_build" / "experiment" / version() / f"{name}, seed {seed}.json"
    if not path.exists():
        write_atomically(path, json.dumps(trial(name, seed)))
    return json.loads(path.read_text("utf-8"))


@functools.cache
def version():
    """Return a digest of the code and of the version of NumPy that it runs on."""
    package = Path(sinpe_lib.__file__).parent
    sources = [Path(__file__), *sorted(package.glob("*.py"))]
    sources += sorted([*package.glob("alternatives/*.py"), *package.glob("training/*.py")])
    text = np.__version__.encode() + b"".join(path.read_bytes() for path in sources)
    return hashlib.sha256(text).hexdigest()[:16]


def cases(name):
    """Return what is measured of a model: (test, length, position of the first token, measure)."""
    absolute = name.startswith(("sinusoidal", "learned"))
    shifts = (*range(61), 100) if absolute else (0, 20, FAR, 100)
    tests = [(PLAIN, LENGTH, shift) for shift in shifts]
    tests += [(PLAIN, length, 0) for length in LENGTHS]
    if name in SCHEMES:
        tests.append((PLAIN, 128, 0))
    if RANDOM in name:
        tests.append((RANDOM, LENGTH, 0))
    if name in ("sinusoidal", "rotary"):
        tests += [(SQUEEZED, length, 0) for length in (24, 32)]
    if name in ("sinusoidal", "learned"):
        tests.append((NO_VALUES, LENGTH, 0))
    if name == "sinusoidal":
        tests += [(f"{MOVED}{pair}", LENGTH, FAR) for pair in range(N_PAIRS)]
    return [
        (*test, measure)
        for test in tests
        for measure in (("accuracy",) if test[2] or test[0] == RANDOM else ("accuracy", "AUC"))
    ]


def trial(name, seed):
    """Return the measures of one trained model, one for each of `cases`."""
    scheme, options = MODELS[name]
    model = train(scheme, seed, **options)
    return [measured(model, *case) for case in cases(name)]


def measured(model, test, length, shift, measure):
    """Return one measure of a model, to three digits; None where it has no row."""
    measure = {"accuracy": accuracy, "AUC": roc_auc}[measure]
    if test == RANDOM:
        rng = np.random.default_rng(12345)
        draws = [np.sort(rng.choice(N_POSITIONS, length, replace=False)) for _ in range(50)]
        shares = [measure(model, drawn, n_sequences=5, seed=n) for n, drawn in enumerate(draws)]
        return round(float(np.mean(shares)), 3)
    positions = shift + np.arange(length)
    if test == SQUEEZED:  # Chen et al. (2023), equation 4
        positions = positions * LENGTH / length
    if test == NO_VALUES:
        zeroed = np.zeros_like(model.weights["value"])
        model = Model(model.scheme, model.weights | {"value": zeroed})
    if test.startswith(MOVED):
        pair, rows = int(test.removeprefix(MOVED)), sinusoidal_encoding(FAR + length, 2 * N_PAIRS)
        columns = slice(2 * pair, 2 * pair + 2)
        rows[:length, columns] = rows[FAR:, columns]
        positions = np.arange(length)
        model = Model(find_scheme("learned"), model.weights | {"table": rows})
    if positions[-1] >= (model.scheme.n_positions or np.inf):
        return None
    return round(measure(model, positions), 3)


def table(found):
    """Return the text of the table, from what was measured by name, seed and case."""
    lines = [
        "# accuracy and AUC of the toy model, made by make experiment",
        *(f"# {line}" for line in bench.machine()),
        f"# length {LENGTH}, width 16, 600 steps, or as the name says",
        f"# {AT_RANDOM['steps']} steps with random positions",
        ",".join(["model", "test", "length", "shift", "measure", *(f"seed {n}" for n in SEEDS)]),
    ]
    for name, by_seed in found.items():
        for case, *values in zip(cases(name), *by_seed, strict=True):
            shown = ("" if value is None else f"{value:.3f}" for value in values)
            lines.append(",".join([name, *map(str, case), *shown]))
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
