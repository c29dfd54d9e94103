"""Grading again: nothing runs twice, nothing is lost, and what was graded by hand stays."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from coursework.classroom import ROOT
from tests.grading.classroom import LIMITS, NAME, PUPILS, answered, raw
from tools.grading import grade


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def results(output):
    return {path.name: path.stat().st_mtime_ns for path in (output / "results").glob("*.json")}


@pytest.fixture
def api(graded, tmp_path):
    """Return nbgrader, as formgrader uses it, on a copy of the course."""
    shutil.copytree(graded.output, tmp_path / "grades")
    course = tmp_path / "grades" / "course"
    config = Config()
    config.merge(PyFileConfigLoader("nbgrader_config.py", str(course)).load_config())
    config.CourseDirectory.root = str(course)
    config.NbGrader.logfile = ""
    return NbGraderAPI(config=config)


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own queries
def test_grades_by_hand_stay_and_only_what_changed_runs(api, sets, handed_in, tmp_path):
    output, again = tmp_path / "grades", tmp_path / "class"
    with api.gradebook as gradebook:
        for cell, points in [("mirror-meaning", 3), ("near-and-far", 1.5)]:
            given = gradebook.find_grade(cell, NAME, NAME, "right")
            given.manual_score, given.needs_manual_grade = points, False
            comment = gradebook.find_comment(cell, NAME, NAME, "right")
            comment.manual_comment = "well <b>said</b>"
        gradebook.db.commit()
    shutil.copytree(handed_in, again, symlinks=True)
    mended = "def mirror(place, d_model):\n    return -np.eye(d_model)"
    (again / "wrong" / f"{NAME}.ipynb").write_bytes(raw(answered(mirror=mended)))
    before = results(output)
    grade.grade(again, sets, output, limits=LIMITS)
    after = results(output)
    assert {name: after[name] for name in before} == before
    assert len(after) == len(before) + 1
    found = rows(output / "grades.csv")
    assert (found["right"]["points"], found["right"]["waiting"]) == ("18.5", "")
    assert found["right"]["by hand"] == "4.5"
    assert "right,,,18.5\n" in (output / "canvas.csv").read_text("utf-8")
    page = (output / "feedback" / "right.html").read_text("utf-8")
    assert "well &lt;b&gt;said&lt;/b&gt;" in page
    assert found["deleted"]["points"] == "10"


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_formgrader_finds_the_class(api):
    found = {each["student"]: each for each in api.get_submissions(NAME)}
    assert set(found) == {name for name, pupil in PUPILS.items() if pupil.points is not None}
    assert found["right"]["autograded"]
    assert found["right"]["needs_manual_grade"]
    assert (found["right"]["code_score"], found["right"]["max_score"]) == (14, 20)


def test_formgrader_runs_nothing_without_a_box(api, tmp_path):
    place = tmp_path / "grades/course/submitted/right" / NAME / f"{NAME}.ipynb"
    touched = tmp_path / "ran"
    place.write_bytes(raw(answered(mirror=f"open({str(touched)!r}, 'w')")))
    assert not api.autograde(NAME, "right")["success"]
    assert not touched.exists()


def test_killed_midway_it_goes_on(box, sets, tmp_path):
    names, output = ["right", "untouched"], tmp_path / "grades"
    for name in names:
        path = tmp_path / "class" / name / f"{NAME}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(PUPILS[name].content)
    command = [sys.executable, "-m", "tools.grading", str(tmp_path / "class")]
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
    assert ended.stdout.startswith("2 notebooks graded, 0 not; 1 with explanations")
    assert "running: 100%" in ended.stderr
