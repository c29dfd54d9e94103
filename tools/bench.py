"""Time the encoding against the speed of memory, NumPy's usual two lines, and what is installed.

Every time is a ratio to `out.fill`, which writes as much and computes nothing. All are timed in
turn, in a new order each round, and the median over the rounds of the ratio within a round is kept.
It is the time of the processor, which other programs on the machine disturb little; each program
has one thread, or the time of all its threads would be added.
The columns are tables of n_positions x d_model in float32: 512 x 512 with nothing kept from a call
before; three sizes; ten million rows in chunks. The last two hold the peak of what NumPy allocates
besides the output, as a share of the output, for the largest table and for all the chunks.
"""

import functools
import importlib.metadata
import itertools
import operator
import os
import platform
import random
import re
import statistics
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np

import sinpe_lib
from tools.files import write_atomically

STORED = Path(sinpe_lib.__file__).with_name("data") / "bench.csv"
FILL, OURS, TWO_LINES = "out.fill", "sinpe_lib", "two lines of NumPy"
D_MODEL = 512
CHUNK, CHUNKS = (65536, 64), 153  # ten million rows, through an output of 16 MiB


def limit(out, **_):
    out.fill(1)


def ours(out, **options):
    sinpe_lib.sinusoidal_encoding(*out.shape, dtype=out.dtype, out=out, **options)


def two_lines(out, base=10000):
    n_positions, d_model = out.shape
    angles = np.arange(n_positions)[:, None] / base ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((n_positions, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


# A peer takes n_positions and d_model and returns what makes its table. None has to be installed,
# so the imports stand inside.
def whisper(n_positions, d_model):
    from whisper.model import sinusoids

    return lambda: sinusoids(n_positions, d_model)


def m2m_100(n_positions, d_model):
    from transformers.models.m2m_100 import modeling_m2m_100 as model

    return lambda: model.M2M100SinusoidalPositionalEmbedding.get_embedding(n_positions, d_model)


def diffusers(n_positions, d_model):
    import torch
    from diffusers.models.embeddings import get_timestep_embedding

    positions = torch.arange(n_positions)
    return lambda: get_timestep_embedding(positions, d_model)


def x_transformers(n_positions, d_model):
    import torch
    from x_transformers.x_transformers import ScaledSinusoidalEmbedding

    embedding, tokens = ScaledSinusoidalEmbedding(d_model), torch.zeros(1, n_positions, d_model)
    return lambda: embedding(tokens)


def positional_encodings(n_positions, d_model):
    import torch
    from positional_encodings.torch_encodings import PositionalEncoding1D

    tokens = torch.zeros(1, n_positions, d_model)
    return lambda: PositionalEncoding1D(d_model)(tokens)  # one that is used again keeps its table


def keras_hub(n_positions, d_model):
    os.environ.setdefault("KERAS_BACKEND", "torch")
    import keras
    from keras_hub.layers import SinePositionEncoding

    encoding, tokens = SinePositionEncoding(), keras.ops.zeros((1, n_positions, d_model))
    return lambda: encoding(tokens)


def tf_models(n_positions, d_model):
    from official.nlp.modeling.layers.position_embedding import RelativePositionEmbedding

    encoding = RelativePositionEmbedding(hidden_size=d_model)
    return lambda: encoding(None, length=n_positions)


PEERS = {
    "openai-whisper": whisper,
    "transformers": m2m_100,
    "diffusers": diffusers,
    "x-transformers": x_transformers,
    "positional-encodings": positional_encodings,
    "keras-hub": keras_hub,
    "tf-models-official": tf_models,
}


def main():
    peers = installed(PEERS)
    versions = {FILL: np.__version__, OURS: sinpe_lib.__version__, TWO_LINES: np.__version__}
    versions |= {name: importlib.metadata.version(name) for name in peers}
    columns, spreads = {"version": versions}, []
    for name, calls, rounds in contests(peers):
        times = timed(calls, rounds)
        columns[name] = ratios(times)
        spreads.append(spread(times))
    large, chunk = np.zeros((65536, D_MODEL), np.float32), np.zeros(CHUNK, np.float32)
    columns["memory"] = {
        OURS: extra_memory(lambda: ours(large), large),
        TWO_LINES: extra_memory(lambda: two_lines(large), large),
    }
    columns["memory in chunks"] = {OURS: extra_memory(lambda: in_chunks(ours, chunk), chunk)}
    about = (
        f"processor times relative to {FILL}, made by make bench",
        *machine(),
        f"threads for each program: {os.environ.get('OMP_NUM_THREADS', 'as many as it takes')}",
        f"in the least steady row, half of the times lie within {max(spreads):.0%} of their median",
    )
    text = table(columns, about)
    write_atomically(STORED, text)
    print(text, end="")


def installed(peers):
    """Return those of the peers that can be imported."""
    found = {}
    for name, peer in peers.items():
        try:
            peer(1, 2)
            found[name] = peer
        except ImportError as error:
            print(f"not measured: {name} ({error})", file=sys.stderr)
    return found


def contests(peers):
    """Yield what is timed for each column: its name, the calls by name, and how many rounds."""
    small, bases = np.zeros((512, D_MODEL), np.float32), itertools.count(10000)
    yield (
        f"512 x {D_MODEL} once",
        {  # a base that never came before, so that nothing is kept
            FILL: lambda: limit(small),
            OURS: lambda: ours(small, base=next(bases)),
            TWO_LINES: lambda: two_lines(small, base=next(bases)),
        },
        51,
    )
    for n_positions, rounds in ((512, 101), (5000, 31), (65536, 7)):
        out = np.zeros((n_positions, D_MODEL), np.float32)
        known = {FILL: limit, OURS: ours, TWO_LINES: two_lines}
        calls = {name: functools.partial(fill, out) for name, fill in known.items()}
        calls |= {name: peer(n_positions, D_MODEL) for name, peer in peers.items()}
        yield f"{n_positions} x {D_MODEL}", calls, rounds
    chunk = np.zeros(CHUNK, np.float32)
    known = {FILL: limit, OURS: ours}
    calls = {name: functools.partial(in_chunks, fill, chunk) for name, fill in known.items()}
    yield "10000000 x 64", calls, 3


def in_chunks(fill, chunk):
    for number in range(CHUNKS):
        fill(chunk, start=number * len(chunk))


def timed(calls, rounds):
    """Return the processor's seconds of each call in each round, after one that does not count."""
    times, order = {name: [] for name in calls}, random.Random(1)
    for number in range(rounds + 1):
        for name in order.sample(list(calls), len(calls)):
            begin = time.process_time()
            calls[name]()
            if number:
                times[name].append(time.process_time() - begin)
    return times


def ratios(times):
    """Return the median of each one's ratio to `out.fill` in the same round.

    >>> ratios({"out.fill": [1, 2, 4], "slow": [10, 20, 80]})
    {'out.fill': 1.0, 'slow': 10.0}
    """
    return {
        name: statistics.median(map(operator.truediv, seconds, times[FILL]))
        for name, seconds in times.items()
    }


def spread(times):
    """Return how far half of the rounds are from their median, where that is worst.

    >>> spread({"out.fill": [10, 10, 10], "slow": [7, 9, 10, 10, 12]})
    0.1
    """
    worst = 0
    for seconds in times.values():
        middle = statistics.median(seconds)
        worst = max(worst, statistics.median(abs(s - middle) for s in seconds) / middle)
    return worst


def extra_memory(call, out):
    """Return the peak of what NumPy allocates during a call, as a share of `out`."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / out.nbytes
    finally:
        tracemalloc.stop()


def machine():
    """Return the kind of machine and what runs on it, nothing that names this very one."""
    try:
        found = re.search("model name\\s*: (.*)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        found = None
    processor = found[1] if found else platform.machine()
    return (
        f"{processor}, {os.cpu_count()} cores",
        f"{platform.system()}, Python {platform.python_version()}, NumPy {np.__version__}",
    )


def table(columns, about):
    """Return the table as text with commas, under lines that say what it is.

    >>> columns = {"version": {"slow": "1.0.0"}, "5 x 2": {"slow": 20.06, "out.fill": 1.0}}
    >>> print(table(columns, ["made by hand"]), end="")
    # made by hand
    name,version,5 x 2
    slow,1.0.0,20.1
    out.fill,,1
    """
    rows = [["name", *columns]]
    for name in dict.fromkeys(itertools.chain.from_iterable(columns.values())):
        values = [column.get(name, "") for column in columns.values()]
        rows.append([name, *(v if isinstance(v, str) else f"{v:.3g}" for v in values)])
    lines = [*(f"# {line}" for line in about), *(",".join(row) for row in rows)]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
