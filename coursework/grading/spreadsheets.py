"""Grades as CSV files: for people, for Canvas and for Moodle.

Students from one platform are not in the file for the other. Students from plain folders are in
both, without the number by which the platform knows them.

Grades that are not final are left empty for Canvas and Moodle, which then do not change the grade.
"""

import csv
import io
from collections import Counter

from coursework.grading.submissions import find_ungraded_students
from tools.files import write_atomically

_COLUMNS = ("student", "name", "set", "points", "of", "code", "by hand", "waiting", "late", "notes")


def write_spreadsheets(submissions, notes, folder):
    """Write grades.csv, canvas.csv, and a table for Moodle for each problem set.

    Empty tables are not written; stale ones are deleted.
    """
    unusual = Counter(note.student for note in notes)
    rows = [make_row(each, unusual[each.student]) for each in submissions]
    for each in find_ungraded_students(submissions, notes):
        rows.append((each.key, each.name, *[""] * 5, "not graded", "", unusual[each]))
    tables = {"grades.csv": [_COLUMNS, *rows]}
    if for_canvas := [each for each in submissions if not each.student.moodle]:
        tables["canvas.csv"] = make_canvas_rows(for_canvas)
    of_sets = {}
    for each in submissions:
        if not each.student.canvas:
            of_sets.setdefault(each.problem_set.name, []).append(each)
    tables |= {f"moodle_{name}.csv": make_moodle_rows(of_sets[name]) for name in of_sets}
    for name in tables:
        write_csv(folder / name, tables[name])
    for path in {*folder.glob("canvas.csv"), *folder.glob("moodle_*.csv")}:
        if path.name not in tables:
            path.unlink()


def make_row(submission, n_notes):
    read = submission.cells is not None
    code = sum(grade.points for grade in submission.grades if not grade.by_hand)
    waiting = submission.waits
    by_hand = [each for each in submission.grades if each.by_hand and not each.waits]
    return (
        submission.student.key,
        submission.student.name,
        submission.problem_set.name,
        format_points(submission.score) if read else "",
        format_points(submission.most),
        format_points(code) if read else "",
        format_points(sum(each.points for each in by_hand))
        if by_hand or (read and not waiting)
        else "",
        " ".join(waiting) if read else "not graded",
        "late" if submission.late else "",
        n_notes,
    )


def make_canvas_rows(submissions):
    """Yield the rows that Canvas imports: a column for each problem set, named like its assignment.

    https://github.com/instructure/canvas-lms, lib/gradebook_importer.rb: the columns Student, ID
    and Section come first, and a row "Points Possible" follows.
    """
    most = {each.problem_set.name: format_points(each.most) for each in submissions}
    names = sorted(most)
    yield ("Student", "ID", "Section", *names)
    yield ("    Points Possible", "", "", *(most[name] for name in names))
    by_student = {}
    for each in submissions:
        by_student.setdefault(each.student, {})[each.problem_set.name] = get_final_points(each)
    for student, scores in by_student.items():
        yield (student.name, student.canvas, "", *(scores.get(name, "") for name in names))


def make_moodle_rows(submissions):
    """Yield the rows of an offline grading worksheet of one assignment.

    https://github.com/moodle/moodle, mod/assign/feedback/offline/importgradeslib.php: these
    columns must be there, and the first ends in the number of the participant.
    """
    yield ("Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)")
    for each in submissions:
        identifier = f"Participant {each.student.moodle}" if each.student.moodle else ""
        yield (identifier, each.student.name, get_final_points(each), format_points(each.most), "")


def get_final_points(submission):
    if submission.cells is None or submission.waits:
        return ""
    return format_points(submission.score)


def format_points(points):
    """Return points without trailing zeros.

    >>> format_points(3.0), format_points(2.5)
    ('3', '2.5')
    """
    return f"{points:.4f}".rstrip("0").rstrip(".")


def write_csv(path, rows):
    text = io.StringIO(newline="")
    # Lines end in "\r\n", so that a "\r" in a name is quoted and starts no row.
    csv.writer(text).writerows([*map(escape_formula, row)] for row in rows)
    write_atomically(path, text.getvalue(), mode=0o600)


def escape_formula(value):
    """Return a value that no spreadsheet reads as a formula."""
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
