"""Grading that was killed continues where it stopped."""

import os
import signal
import subprocess
import sys
import time

from tests.coursework.grading.sample_class import NAME, PUPILS, one_set, results, rows
from tests.coursework.problem_sets.scoring import ROOT


def test_grading_that_was_killed_continues(box, tmp_path):
    sets = one_set(tmp_path / "sets")
    output, path = tmp_path / "grades", tmp_path / "class" / "right" / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(PUPILS["right"].content)
    command = [sys.executable, "-m", "coursework.grading", str(tmp_path / "class")]
    command += ["--sets", str(sets), "--output", str(output), "--workers", "1"]
    first = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stderr=subprocess.DEVNULL)
    while not list(output.glob("results/*.json")):
        assert first.poll() is None, "it ended before it had a result"
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = results(output)
    assert not (output / "grades.csv").exists()
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    after = results(output)
    assert {name: after[name] for name in before} == before
    assert len(after) == 2  # with the model answers
    assert rows(output / "grades.csv")["right"]["code"] == "14"
    assert ended.stdout.startswith("Code graded: 1 of 1. With explanations to grade by hand: 1.")
    assert "running: 100%" in ended.stderr
