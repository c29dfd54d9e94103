"""One class, graded once, by the command that an instructor types."""

import os
import shutil
from types import SimpleNamespace

import pytest

from coursework.classroom import ROOT
from tests.grading.classroom import LIMITS, NAME, PUPILS, picture_of
from tools.grading import bubblewrap, grade


@pytest.fixture(scope="session")
def box():
    """Nothing here can be graded without a box."""
    if problem := bubblewrap.problem():
        if os.environ.get("CI") == "true":
            pytest.fail(problem, pytrace=False)
        pytest.skip(problem)


@pytest.fixture(scope="session")
def sets(tmp_path_factory):
    """Return a folder with the one set that the class works on."""
    folder = tmp_path_factory.mktemp("sets")
    shutil.copytree(ROOT / "problem_sets" / NAME, folder / NAME)
    return folder


@pytest.fixture(scope="session")
def handed_in(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    for name, pupil in PUPILS.items():
        path = folder / name / f"{NAME}.ipynb"
        path.parent.mkdir()
        path.write_bytes(pupil.content)
    (folder / "right" / "notes.py").write_text("print(1)\n", "utf-8")
    (folder / "broken" / "link.ipynb").symlink_to("/etc/passwd")
    return folder


@pytest.fixture(scope="session")
def graded(box, sets, handed_in, tmp_path_factory):
    """Return what became of the class: {pupil: submission}, all notes, and the folder."""
    output = tmp_path_factory.mktemp("out") / "grades"
    before = picture_of(handed_in)
    submissions, notes = grade.grade(handed_in, sets, output, limits=LIMITS, workers=2)
    return SimpleNamespace(
        by_name={each.student.key: each for each in submissions},
        notes=notes,
        output=output,
        before=before,
    )
