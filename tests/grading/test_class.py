"""A whole class in one run: each gets the fair score and the right message."""

import csv

import nbformat
import pytest
from nbconvert.filters import markdown2html

from coursework.classroom import source
from tests.grading.classroom import FULL, NAME, PUPILS, TEXTS, picture_of

EVERYBODY = pytest.mark.parametrize("name", PUPILS)


@EVERYBODY
def test_points(graded, name):
    pupil, submission = PUPILS[name], graded.by_name[name]
    points = {grade.cell: grade.points for grade in submission.grades}
    if pupil.points is None:
        assert points == {}
    else:
        assert points == {**pupil.points, "canary": 0, **dict.fromkeys(TEXTS, 0)}


@EVERYBODY
def test_the_maximum_never_changes(graded, name):
    grades = graded.by_name[name].grades
    if PUPILS[name].points is not None:
        most = {grade.cell: grade.most for grade in grades}
        assert most == {**FULL, "canary": 0, **dict.fromkeys(TEXTS, 3)}
    assert graded.by_name[name].most == 20


@EVERYBODY
def test_words(graded, name):
    notes = [(note.where, note.text) for note in graded.notes if note.student == name]
    for where, text in PUPILS[name].words:
        assert any(where in w and text in t for w, t in notes), notes
    report = (graded.output / "report.html").read_text("utf-8")
    assert f"<td>{name}</td>" in report


@pytest.mark.parametrize(
    "name", ["wrong", "untouched", "equal", "warns", "warns_in_tests", "scripts"]
)
def test_nobody_is_accused_without_a_reason(graded, name):
    assert [note for note in graded.notes if note.student == name] == []


@EVERYBODY
def test_explanations_wait_for_somebody(graded, name):
    assert set(graded.by_name[name].waits) == PUPILS[name].waits


def test_what_is_no_notebook_is_told(graded):
    told = {(note.where, note.text) for note in graded.notes}
    assert ("right/notes.py", "not a notebook (.ipynb): not graded") in told
    assert ("broken/link.ipynb", "a link: not followed") in told


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


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_grades_as_a_table(graded):
    found = {row["student"]: row for row in rows(graded.output / "grades.csv")}
    assert set(found) == set(PUPILS)
    assert found["wrong"]["points"] == "10"
    assert found["right"]["code"] == "14"
    assert found["right"]["of"] == "20"
    assert found["right"]["waiting"].split() == ["mirror-meaning", "near-and-far"]
    assert (found["broken"]["points"], found["broken"]["waiting"]) == ("", "not graded")


def test_canvas_and_moodle_get_final_grades_only(graded):
    canvas = {row["Student"]: row for row in rows(graded.output / "canvas.csv")}
    assert canvas["    Points Possible"][NAME] == "20"
    assert canvas["untouched"][NAME] == "0"
    assert canvas["right"][NAME] == ""  # its explanations wait
    moodle = {row["Full name"]: row for row in rows(graded.output / f"moodle_{NAME}.csv")}
    assert (moodle["untouched"]["Grade"], moodle["untouched"]["Maximum grade"]) == ("0", "20")
    assert moodle["right"]["Grade"] == ""


def test_files_are_private(graded):
    for path in [graded.output, *graded.output.rglob("*")]:
        if not path.is_relative_to(graded.output / "course"):
            assert path.stat().st_mode & 0o077 == 0, path
    assert graded.output.stat().st_mode & 0o777 == 0o700


@EVERYBODY
def test_feedback_asks_no_other_host_and_runs_nothing(graded, name):
    page = (graded.output / "feedback" / f"{name}.html").read_text("utf-8")
    assert "<script" not in page
    assert "<img src=x" not in page
    assert "default-src 'none'" in page
    assert 'src="http' not in page
    assert "href" not in page


def test_feedback_shows_what_a_student_wrote_as_text(graded):
    page = (graded.output / "feedback" / "scripts.html").read_text("utf-8")
    assert "My answer &lt;script&gt;alert(1)&lt;/script&gt;" in page


@EVERYBODY
def test_feedback_holds_no_hidden_test(graded, name):
    page = (graded.output / "feedback" / f"{name}.html").read_text("utf-8")
    hidden = [
        line.strip()
        for cell in source(NAME).cells
        if cell.id.endswith("-more-tests")
        for line in cell.source.split("### BEGIN HIDDEN TESTS")[1].splitlines()
        if len(line) > 40
    ]
    assert len(hidden) > 15
    shown = [line for line in hidden if line.replace("<", "&lt;").replace(">", "&gt;") in page]
    assert shown == []


def test_feedback_tells_points_and_errors_of_tests_that_are_shown(graded):
    page = (graded.output / "feedback" / "wrong.html").read_text("utf-8")
    assert "10 of 20 points so far" in page
    assert "<h4>mirror-tests: 0 of 2, failed</h4>" in page
    assert "<h4>mirror-more-tests: 0 of 2, failed</h4>" in page
    assert page.count("AssertionError: ") == 1  # of the visible test
