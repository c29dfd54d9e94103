"""Grades as tables: for people, for Canvas and for Moodle.

Nobody who came from one platform is in a table for the other. Who came in a plain folder is in
both, without the number that the platform knows them by.

What still waits for somebody to grade it by hand is left empty for Canvas and Moodle, which leave
the grade of such a student alone.
"""

import csv
import io
from collections import Counter

from coursework.grading.submissions import left_out
from tools.files import write_atomically

_COLUMNS = ("student", "name", "set", "points", "of", "code", "by hand", "waiting", "late", "notes")


def write(submissions, notes, folder):
    """Write grades.csv, canvas.csv, and a table for Moodle for each set.

    A table of nobody is not written, and removed if a former run wrote one.
    """
    unusual = Counter(note.student for note in notes)
    rows = [row_of(each, unusual[each.student]) for each in submissions]
    rows += [row_of_nothing(each, unusual[each]) for each in left_out(submissions, notes)]
    tables = {"grades.csv": [_COLUMNS, *rows]}
    if for_canvas := [each for each in submissions if not each.student.moodle]:
        tables["canvas.csv"] = canvas(for_canvas)
    of_sets = {}
    for each in submissions:
        if not each.student.canvas:
            of_sets.setdefault(each.problem_set.name, []).append(each)
    tables |= {f"moodle_{name}.csv": moodle(of_sets[name]) for name in of_sets}
    for name in tables:
        write_table(folder / name, tables[name])
    for path in {*folder.glob("canvas.csv"), *folder.glob("moodle_*.csv")}:
        if path.name not in tables:
            path.unlink()


def row_of(submission, n_notes):
    read = submission.cells is not None
    code = sum(grade.points for grade in submission.grades if not grade.by_hand)
    waiting = submission.waits
    by_hand = [each for each in submission.grades if each.by_hand and not each.waits]
    return (
        submission.student.key,
        submission.student.name,
        submission.problem_set.name,
        number(submission.score) if read else "",
        number(submission.most),
        number(code) if read else "",
        number(sum(each.points for each in by_hand)) if by_hand or (read and not waiting) else "",
        " ".join(waiting) if read else "not graded",
        "late" if submission.late else "",
        n_notes,
    )


def row_of_nothing(student, n_notes):
    known = {"student": student.key, "name": student.name}
    known |= {"waiting": "not graded", "notes": n_notes}
    return tuple(known.get(column, "") for column in _COLUMNS)


def canvas(submissions):
    """Return the rows that Canvas imports: a column for each assignment of the name of a set.

    https://github.com/instructure/canvas-lms, lib/gradebook_importer.rb: the columns Student, ID
    and Section come first, and a row "Points Possible" follows.
    """
    most = {each.problem_set.name: number(each.most) for each in submissions}
    names = sorted(most)
    yield ("Student", "ID", "Section", *names)
    yield ("    Points Possible", "", "", *(most[name] for name in names))
    by_student = {}
    for each in submissions:
        by_student.setdefault(each.student, {})[each.problem_set.name] = final(each)
    for student, scores in by_student.items():
        yield (student.name, student.canvas, "", *(scores.get(name, "") for name in names))


def moodle(submissions):
    """Return the rows of an offline grading worksheet of one assignment.

    https://github.com/moodle/moodle, mod/assign/feedback/offline/importgradeslib.php: these
    columns must be there, and the number of the participant ends the first.
    """
    yield ("Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)")
    for each in submissions:
        identifier = f"Participant {each.student.moodle}" if each.student.moodle else ""
        yield (identifier, each.student.name, final(each), number(each.most), "")


def final(submission):
    if submission.cells is None or submission.waits:
        return ""
    return number(submission.score)


def number(points):
    """Return points without needless zeros.

    >>> number(3.0), number(2.5)
    ('3', '2.5')
    """
    return f"{points:.4f}".rstrip("0").rstrip(".")


def write_table(path, rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([*map(harmless, row)] for row in rows)
    write_atomically(path, text.getvalue(), mode=0o600)


def harmless(value):
    """Return a value that no spreadsheet takes for a formula."""
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
