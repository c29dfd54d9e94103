"""A whole class is graded: each student gets the fair score and the right note; then again."""

import html
import shutil
from types import SimpleNamespace

import nbformat
import pytest
from nbconvert.filters import markdown2html
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from coursework.grading import grade
from tests.coursework.grading.sample_class import (
    FULL,
    LIMITS,
    NAME,
    PUPILS,
    TEXTS,
    answered,
    one_set,
    picture_of,
    raw,
    results,
    rows,
)
from tests.coursework.problem_sets.scoring import source


@pytest.fixture(scope="module")
def set_folder(tmp_path_factory):
    return one_set(tmp_path_factory.mktemp("sets"))


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    for name, pupil in PUPILS.items():
        path = folder / name / f"{NAME}.ipynb"
        path.parent.mkdir()
        path.write_bytes(pupil.content)
    (folder / "broken" / "link.ipynb").symlink_to("/etc/passwd")
    return folder


@pytest.fixture(scope="module")
def graded(box, set_folder, handed_in, tmp_path_factory):
    """Return what became of the class: {pupil: submission}, all notes, and the folder."""
    output = tmp_path_factory.mktemp("out") / "grades"
    before = picture_of(handed_in)
    submissions, notes = grade.grade_class(handed_in, set_folder, output, limits=LIMITS, workers=2)
    return SimpleNamespace(
        by_name={each.student.key: each for each in submissions},
        notes=notes,
        output=output,
        before=before,
    )


@pytest.mark.parametrize("name", PUPILS)
def test_points_are_fair_and_what_was_unusual_is_noted(graded, name):
    """The maximum never changes."""
    pupil, submission = PUPILS[name], graded.by_name[name]
    points = {grade.cell: grade.points for grade in submission.grades}
    if pupil.points is None:
        assert points == {}
    else:
        assert points == {**pupil.points, "canary": 0, **dict.fromkeys(TEXTS, 0)}
        most = {grade.cell: grade.most for grade in submission.grades}
        assert most == {**FULL, "canary": 0, **dict.fromkeys(TEXTS, 3)}
    assert submission.most == 20
    assert set(submission.waits) == pupil.waits
    notes = [note[1:] for note in graded.notes if note.student == submission.student]
    for where, text in pupil.words:
        assert any(where in w and text in t for w, t in notes), notes
    report = (graded.output / "report.html").read_text("utf-8")
    assert f"<td>{name}</td>" in report


def test_nobody_gets_a_note_without_a_reason(graded):
    noted = {note.student.key for note in graded.notes if note.student}
    assert noted == {name for name in PUPILS if PUPILS[name].words}


def test_no_submission_is_changed(graded, handed_in):
    assert picture_of(handed_in) == graded.before


def test_formgrader_renders_no_html_of_a_student(graded):
    path = graded.output / "course/autograded/scripts" / NAME / f"{NAME}.ipynb"
    cells = nbformat.read(path, 4).cells
    shown = "".join(markdown2html(each.source) for each in cells if each.cell_type == "markdown")
    shown += "".join(each.source for each in cells if each.cell_type == "raw")
    assert "My answer &lt; script&gt;alert(1)" in shown
    for tag in ("<script", "<img", "<svg", 'href="javascript'):
        assert tag not in shown


def test_files_are_private(graded):
    for path in [graded.output, *graded.output.rglob("*")]:
        if not path.is_relative_to(graded.output / "course"):
            assert path.stat().st_mode & 0o077 == 0, path
    assert graded.output.stat().st_mode & 0o777 == 0o700


def test_feedback_holds_no_hidden_test(graded):
    pages = [path.read_text("utf-8") for path in (graded.output / "feedback").iterdir()]
    assert len(pages) == len(PUPILS)
    hidden = [
        line.strip()
        for cell in source(NAME).cells
        if cell.id.endswith("-more-tests")
        for line in cell.source.split("### BEGIN HIDDEN TESTS")[1].splitlines()
        if len(line) > 40
    ]
    assert len(hidden) > 15
    for line in hidden:
        assert not any(html.escape(line, quote=False) in page for page in pages)


def test_feedback_tells_points_and_errors_of_tests_that_are_shown(graded):
    page = (graded.output / "feedback" / "wrong.html").read_text("utf-8")
    assert "10 of 20 points so far" in page
    assert "<h4>mirror-tests: 0 of 2, failed</h4>" in page
    assert "<h4>mirror-more-tests: 0 of 2, failed</h4>" in page
    assert page.count("AssertionError: ") == 1  # of the visible test


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
def test_grades_by_hand_stay_and_only_what_changed_runs(api, set_folder, handed_in, tmp_path):
    output, again = tmp_path / "grades", tmp_path / "class"
    with api.gradebook as gradebook:
        for cell, points in [("mirror-meaning", 3), ("near-and-far", 1.5)]:
            given = gradebook.find_grade(cell, NAME, NAME, "right")
            given.manual_score, given.needs_manual_grade = points, False
            comment = gradebook.find_comment(cell, NAME, NAME, "right")
            comment.manual_comment = "well <b>said</b>"
        gradebook.db.commit()
    shutil.copytree(handed_in, again, symlinks=True)
    corrected = "def mirror(place, d_model):\n    return -np.eye(d_model)"
    (again / "wrong" / f"{NAME}.ipynb").write_bytes(raw(answered(mirror=corrected)))
    before = results(output)
    grade.grade_class(again, set_folder, output, limits=LIMITS)
    after = results(output)
    assert {name: after[name] for name in before} == before
    assert len(after) == len(before) + 1
    found = rows(output / "grades.csv")
    assert (found["right"]["points"], found["right"]["waiting"]) == ("18.5", "")
    assert found["right"]["by hand"] == "4.5"
    assert "right,,,18.5\n" in (output / "canvas.csv").read_text("utf-8")
    page = (output / "feedback" / "right.html").read_text("utf-8")
    assert "well &lt;b&gt;said&lt;/b&gt;" in page
    assert found["changed"]["points"] == "10"

    right = again / "right" / f"{NAME}.ipynb"
    right.write_bytes(raw(answered(mirror=corrected)))
    grade.grade_class(again, set_folder, output, limits=LIMITS)
    row = rows(output / "grades.csv")["right"]
    assert (row["by hand"], row["waiting"]) == ("4.5", "")  # other code, the same explanations

    right.write_bytes(raw(answered(mirror=corrected, near_and_far="Something else.")))
    _, notes = grade.grade_class(again, set_folder, output, limits=LIMITS)
    row = rows(output / "grades.csv")["right"]
    assert (row["by hand"], row["waiting"]) == ("3", "near-and-far")
    assert float(row["points"]) == float(row["code"]) + 3
    noted = [note.where for note in notes if "graded by hand" in note.text]
    assert noted == ["near-and-far"]


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
