"""Killed midway and started again, grading goes on and loses nothing."""

import os
import signal
import subprocess
import sys
import time

from tests.coursework.grading.sample_class import NAME, PUPILS, one_set, results, rows
from tests.coursework.problem_sets.scoring import ROOT


def test_killed_midway_it_goes_on(box, tmp_path):
    sets = one_set(tmp_path / "sets")
    names, output = ["right", "untouched"], tmp_path / "grades"
    for name in names:
        path = tmp_path / "class" / name / f"{NAME}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(PUPILS[name].content)
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
    assert len(after) == 3  # and the set's own answers
    assert {name: row["code"] for name, row in rows(output / "grades.csv").items()} == {
        "right": "14",
        "untouched": "0",
    }
    assert ended.stdout.startswith("Code graded: 2 of 2. With explanations to grade by hand: 1.")
    assert "running: 100%" in ended.stderr
