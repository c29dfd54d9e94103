"""tools/bench.py: what it makes of times. How long they are is not tested."""

import os
import re
import socket

import numpy as np
import pytest

from tools import bench

TIMES = {bench.FILL: [1.0, 2.0, 4.0], "steady": [3.0, 6.0, 12.0], "uneven": [4.0, 2.0, 12.0]}


def test_a_ratio_is_taken_within_its_round():
    assert bench.ratios(TIMES) == {bench.FILL: 1, "steady": 3, "uneven": 3}


def test_calls_are_timed_in_turn_and_the_first_round_does_not_count():
    calls = []
    times = bench.timed({name: lambda name=name: calls.append(name) for name in "abc"}, 5)
    assert {name: len(seconds) for name, seconds in times.items()} == {"a": 5, "b": 5, "c": 5}
    rounds = [calls[begin : begin + 3] for begin in range(0, 18, 3)]
    assert all(sorted(names) == ["a", "b", "c"] for names in rounds)
    assert len(set(map(tuple, rounds))) > 1


def test_extra_memory_is_a_share_of_the_output():
    out = np.zeros(10**6)
    assert bench.extra_memory(lambda: np.zeros(10**6 // 2), out) == pytest.approx(0.5, abs=0.01)


def test_a_peer_that_is_not_installed_is_named_and_left_out(capsys):
    def absent(n_positions, d_model):
        raise ImportError("no such package")

    def present(n_positions, d_model):
        return None

    found = bench.installed({"absent": absent, "numpy": present})
    assert found == {"numpy": present}
    assert capsys.readouterr().err == "not measured: absent (no such package)\n"


def test_the_machine_is_a_kind_and_no_name():
    found = "\n".join(bench.machine())
    assert f"{os.cpu_count()} cores" in found
    assert np.__version__ in found
    assert socket.gethostname() not in found
    assert not re.search(r"/|\bhome\b", found)


def test_the_usual_lines_are_the_table():
    out = np.zeros((7, 6))
    expected = out.copy()
    bench.ours(expected)
    np.testing.assert_allclose(bench.two_lines(out), expected, atol=1e-14)


def test_chunks_follow_one_another(monkeypatch):
    monkeypatch.setattr(bench, "CHUNKS", 3)
    starts = []
    bench.in_chunks(lambda out, start: starts.append((len(out), start)), np.zeros((5, 2)))
    assert starts == [(5, 0), (5, 5), (5, 10)]


def test_the_table_is_stored_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "data" / "bench.csv"
    bench.write_atomically(path, "old\n")
    bench.write_atomically(path, "new\n")
    assert path.read_text("utf-8") == "new\n"
    monkeypatch.setattr(os, "replace", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bench.write_atomically(path, "half")
    assert path.read_text("utf-8") == "new\n"


def test_the_stored_table_reads_as_numbers():
    names, _, *columns = np.genfromtxt(bench.STORED, str, delimiter=",").T
    assert names[:4].tolist() == ["name", bench.FILL, bench.OURS, bench.TWO_LINES]
    for column in columns:
        assert column[0]
        assert float(column[1] or 1) == 1
        assert float(column[2]) > 0
