"""What is made of a notebook that ran: points, tripwires, feedback, tables."""

import csv

import pytest
from nbformat.v4 import new_output
from nbgrader import utils

from coursework.grading import feedback, spreadsheets
from coursework.grading.course import Grade, disarm_html, keep_test_errors
from coursework.grading.intake import Note, Student
from coursework.grading.outputs import make_error
from coursework.grading.pages import summarise
from coursework.grading.repair import repair_submission
from coursework.grading.submissions import Submission
from coursework.grading.tripwires import add_tripwires, remove_tripwires
from coursework.grading.untrusted import read_cells
from tests.coursework.grading.sample_class import FULL, NAME, TEXTS, answered, cell, own, raw

FAILS = [make_error("AssertionError", "no")]


@pytest.fixture
def notebook(rotation):
    corrected = answered()
    corrected.cells.append(own("mine = 1"))
    return repair_submission(read_cells(raw(corrected)), rotation)[0]


def added(notebook):
    (mine,) = (each for each in notebook.cells if each.source == "mine = 1")
    return mine


def points(notebook, forged=False):
    graded = keep_test_errors(notebook, forged).items()
    return {n: utils.determine_grade(c)[0] for n, c in graded if utils.is_grade(c)}


def test_only_an_error_costs_points(notebook):
    cell(notebook, "mirror-tests").outputs = [
        new_output("stream", name="stderr", text="a warning"),
        new_output("execute_result", {"text/plain": "0.5"}),
    ]
    cell(notebook, "falls-until-tests").outputs = FAILS
    right = FULL | {"canary": 0} | dict.fromkeys(TEXTS)
    assert points(notebook) == right | {"falls-until-tests": 0}
    assert points(notebook, forged=True) == right | dict.fromkeys(FULL, 0)


def test_a_test_that_can_fail_trips_nothing(notebook, rotation):
    """It may fail for the student's answer alone."""
    wired = add_tripwires(notebook, rotation)
    for each in wired.cells:
        if each.metadata.get("tripwire", [""])[-1] == "fails":
            each.outputs = FAILS
    last = next(each for each in reversed(wired.cells) if each.get("outputs"))
    last.outputs = []
    name = last.metadata.tripwire[1]
    passes = "the test passes with a wrong answer too"
    assert remove_tripwires(wired)[1] == [(name, passes)]
    cell(wired, name).outputs = FAILS
    assert remove_tripwires(wired)[1] == []


@pytest.fixture
def submission(notebook, rotation):
    most = FULL | dict.fromkeys(TEXTS, 3)
    grades = [Grade(name, n, n, name in TEXTS, False) for name, n in most.items()]
    student = Student("ann", "<b>Ann</b>", moodle="7")
    return Submission(student, rotation, "ann/x", "{}", [], notebook=notebook, grades=grades)


def page(submission, folder):
    feedback.write_feedback([submission], [], folder)
    return (folder / "ann.html").read_text("utf-8")


def test_what_a_student_wrote_is_never_html(submission, tmp_path):
    evil = "<script>x</script>"
    mine = added(submission.notebook)
    mine.source = f"# {evil}"
    mine.outputs = [
        new_output("stream", name="stdout", text=evil),
        new_output("display_data", {"text/html": evil, "text/plain": evil}),
        new_output("display_data", {"image/png": '"><script>x</script>'}),
        make_error(evil, evil, [evil]),
    ]
    submission.comments = {"near-and-far": evil}
    submission.note(evil, evil)
    shown = page(submission, tmp_path)
    assert "<script" not in shown
    assert "<b>Ann" not in shown
    assert "default-src 'none'" in shown
    assert shown.count("&lt;script&gt;x&lt;/script&gt;") == 6


def test_outputs_of_hidden_tests_are_left_out(submission, tmp_path):
    cell(submission.notebook, "mirror-more-tests").outputs = [
        make_error("AssertionError", "told 42")
    ]
    cell(submission.notebook, "mirror-tests").outputs = [make_error("AssertionError", "shown 43")]
    shown = page(submission, tmp_path)
    assert "told 42" not in shown
    assert "shown 43" in shown


def test_a_hidden_test_that_is_printed_is_redacted_and_noted(submission, rotation, tmp_path):
    secret = rotation.graded["mirror-more-tests"][1].source
    line = next(line for line in secret.splitlines() if "math.cos" in line)
    mine = added(submission.notebook)
    mine.outputs = [new_output("stream", name="stdout", text=f"x\n{line.strip()}\n")]
    assert list(feedback.find_revealing_cells(submission)) == [mine.id]
    assert line.strip() not in page(submission, tmp_path)
    mine.outputs = [new_output("stream", name="stdout", text="import numpy as np\nmatrix.shape")]
    assert list(feedback.find_revealing_cells(submission)) == []


def test_pictures_are_embedded_in_the_page(submission, tmp_path):
    mine = added(submission.notebook)
    mine.outputs = [new_output("display_data", {"image/png": "iVBO\nRw0K", "text/plain": "fig"})]
    assert 'src="data:image/png;base64,iVBORw0K"' in page(submission, tmp_path)


def test_formgrader_shows_pasted_pictures_only(notebook):
    text = cell(notebook, "near-and-far")
    text.source = "![a](attachment:a.png) ![b](attachment:b.png) [c](javascript:x) <b>"
    text.attachments = {"a.png": {"image/png": "AA=="}}
    shown = cell(disarm_html(notebook), "near-and-far").source
    assert shown == "![a](attachment:a.png) ![b] (attachment:b.png) [c] (javascript:x) < b>"
    assert text.source != shown


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_each_platform_gets_only_its_students(submission, rotation, tmp_path):
    late = Submission(Student("bob_5", "=1+1", canvas="5"), rotation, "b", cells=None, late=True)
    plain = Submission(Student("cyd", "cyd"), rotation, "c", "{}", [], grades=submission.grades)
    spreadsheets.write_spreadsheets(
        [submission, late, plain], [Note(submission.student, "x", "y")], tmp_path
    )
    assert rows(tmp_path / "canvas.csv") == [
        ["Student", "ID", "Section", NAME],
        ["    Points Possible", "", "", "20"],
        ["'=1+1", "5", "", ""],
        ["cyd", "", "", "20"],
    ]
    assert rows(tmp_path / f"moodle_{NAME}.csv") == [
        ["Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)"],
        ["Participant 7", "<b>Ann</b>", "20", "20", ""],
        ["", "cyd", "20", "20", ""],
    ]
    assert rows(tmp_path / "grades.csv")[1:] == [
        ["ann", "<b>Ann</b>", NAME, "20", "20", "14", "6", "", "", "1"],
        ["bob_5", "'=1+1", NAME, "", "20", "", "", "not graded", "late", "0"],
        ["cyd", "cyd", NAME, "20", "20", "14", "6", "", "", "0"],
    ]


def test_stale_tables_are_deleted(submission, tmp_path):
    for name in ("canvas.csv", "moodle_other.csv", "mine.csv"):
        (tmp_path / name).write_text("of an earlier run")
    spreadsheets.write_spreadsheets([submission], [], tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"grades.csv", f"moodle_{NAME}.csv", "mine.csv"}


def test_a_set_that_a_student_did_not_hand_in_is_empty_for_canvas(sets, rotation, tmp_path):
    other = sets["order_and_attention"]
    grades = [Grade("one", 10.0, 12, False, False), Grade("two", 0.5, 1, False, False)]
    submissions = [
        Submission(Student(key, key, canvas=key), problem_set, "x", "{}", [], grades=grades)
        for key, problem_set in (("1", rotation), ("2", other))
    ]
    spreadsheets.write_spreadsheets(submissions, [], tmp_path)
    first, _, *students = rows(tmp_path / "canvas.csv")
    assert first[3:] == ["order_and_attention", NAME]
    assert students == [["1", "1", "", "", "10.5"], ["2", "2", "", "10.5", ""]]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_is_a_formula_and_a_table_is_for_its_owner_alone(sign, tmp_path):
    path = tmp_path / "grades.csv"
    spreadsheets.write_csv(path, [(f"{sign}1", 2), (f"b{sign}1", "")])
    assert rows(path) == [[f"'{sign}1", "2"], [f"b{sign}1", ""]]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("waiting", "by_hand"),
    [({"near-and-far"}, "3"), ({"near-and-far", "mirror-meaning"}, "")],
)
def test_cells_to_grade_by_hand_have_no_points_yet(submission, tmp_path, waiting, by_hand):
    submission.grades = [
        grade._replace(points=0.0, waits=True) if grade.cell in waiting else grade
        for grade in submission.grades
    ]
    spreadsheets.write_spreadsheets([submission], [], tmp_path)
    (row,) = rows(tmp_path / "grades.csv")[1:]
    assert row[5:7] == ["14", by_hand]
    assert rows(tmp_path / f"moodle_{NAME}.csv")[1][2] == ""  # not final
    assert set(row[7].split()) == waiting


def test_stale_feedback_is_deleted(submission, tmp_path):
    (tmp_path / "bob.html").write_text("of an earlier run")
    page(submission, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["ann.html"]


def test_a_student_with_nothing_to_grade_is_counted_listed_and_gets_feedback(submission, tmp_path):
    ann, bob = submission.student, Student("bob_8", "Bob", canvas="8")
    of_ann = Note(ann, "x", "y")
    notes = [Note(bob, "<b>.docx", "not graded: no notebook"), Note(None, "y", "z"), of_ann, of_ann]
    said = summarise([submission], notes)
    assert said.endswith("Students with nothing that could be graded: 1.")
    assert "nothing" not in summarise([submission], [of_ann, Note(None, "y", "z")])
    spreadsheets.write_spreadsheets([submission], notes, tmp_path)
    first, row = rows(tmp_path / "grades.csv")[1:]
    assert first[-1] == "2"
    assert row == ["bob_8", "Bob", "", "", "", "", "", "not graded", "", "1"]
    feedback.write_feedback([submission], notes, tmp_path)
    shown = (tmp_path / "bob_8.html").read_text("utf-8")
    assert "Feedback for Bob" in shown
    assert "None of the files that came could be graded" in shown
    assert "<li>&lt;b&gt;.docx: no notebook</li>" in shown
    assert "None of" not in (tmp_path / "ann.html").read_text("utf-8")


def test_feedback_on_a_broken_file_says_what_to_do(submission, tmp_path):
    submission.cells = None
    submission.note("set.ipynb", "not graded: not JSON, so not a notebook: the file is broken")
    shown = page(submission, tmp_path)
    assert "<strong>Not graded.</strong> The file that came could not be read" in shown
    assert "<li>set.ipynb: not JSON, so not a notebook: the file is broken</li>" in shown
