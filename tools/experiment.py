"""Train the toy model with every scheme and several seeds, and store how often each is right.

A row is a scheme, the length of the test sequences and the position of their first token; a
column is a seed. A learned table has no row for some positions: those entries stay empty.
"""

import math
import sys
from concurrent.futures import ProcessPoolExecutor

from sinpe_lib.alternatives import SCHEMES
from sinpe_lib.training import accuracy, train
from tools import bench
from tools.bench import machine
from tools.files import write_atomically

STORED = bench.STORED.with_name("experiment.csv")
SEEDS = range(10)
AT_RANDOM = " at random"
STEPS, STEPS_AT_RANDOM = 600, 3000  # positions drawn anew at each step take longer to learn
NAMES = (*SCHEMES, "sinusoidal" + AT_RANDOM, "learned" + AT_RANDOM)
SHIFTS = (*range(0, 60, 5), 100)
LENGTHS = (12, 16, 24, 32)
CASES = (*((8, shift) for shift in SHIFTS), *((length, 0) for length in LENGTHS))


def main():
    trials = [(name, seed) for name in NAMES for seed in SEEDS]
    with ProcessPoolExecutor() as pool:
        found = dict(zip(trials, pool.map(trial, *zip(*trials, strict=True)), strict=True))
    text = table({name: [found[name, seed] for seed in SEEDS] for name in NAMES})
    write_atomically(STORED, text)
    print(f"{STORED.name}: {len(text.splitlines())} lines", file=sys.stderr)


def trial(name, seed):
    """Return the accuracy of one trained model in every case; None where it has no row."""
    at_random = name.endswith(AT_RANDOM)
    model = train(
        name.removesuffix(AT_RANDOM),
        seed,
        steps=STEPS_AT_RANDOM if at_random else STEPS,
        random_positions=at_random,
    )
    last = model.scheme.n_positions or math.inf
    return [
        accuracy(model, length, shift=shift) if length + shift <= last else None
        for length, shift in CASES
    ]


def table(found):
    """Return the text of the table, from the accuracies by name, seed and case."""
    lines = [
        "# accuracy of the toy model, made by make experiment",
        *(f"# {line}" for line in machine()),
        f"# trained at length 8, {STEPS} steps, or {STEPS_AT_RANDOM} at random positions",
        ",".join(["scheme", "length", "shift", *(f"seed {seed}" for seed in SEEDS)]),
    ]
    for name, by_seed in found.items():
        for (length, shift), *shares in zip(CASES, *by_seed, strict=True):
            shown = ("" if share is None else f"{share:.3f}" for share in shares)
            lines.append(",".join([name, str(length), str(shift), *shown]))
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
