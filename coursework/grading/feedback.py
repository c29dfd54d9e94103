"""One page of feedback for each student: points, comments, and the notebook as it ran.

Hidden tests and what they printed are left out, also where a student's code printed them.
"""

import re
from collections import defaultdict

from nbgrader import utils

from coursework.editions.leaks import normalise, split_lines
from coursework.editions.problem_sets import get_grade_id
from coursework.grading.outputs import PICTURES
from coursework.grading.pages import write_page
from coursework.grading.submissions import find_ungraded_students
from coursework.grading.tripwires import get_errors

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_REDACTED = "[left out: it shows a hidden test]"


def write_feedback(submissions, notes, folder):
    """Write FOLDER/student.html for each student, and delete the pages of anybody else."""
    pages = defaultdict(
        list, {student: [] for student in find_ungraded_students(submissions, notes)}
    )
    for each in submissions:
        pages[each.student].append((each, *describe_submission(each)))
    for student, graded in pages.items():
        own = [note for note in notes if note.student == student]
        path = folder / f"{student.key}.html"
        write_page(path, "feedback.html", student=student, graded=graded, notes=own)
    written = {f"{student.key}.html" for student in pages}
    for path in folder.glob("*.html"):
        if path.name not in written:
            path.unlink()


def describe_submission(submission):
    """Return the grades in the order of the problem set, and what is shown of each cell."""
    if submission.cells is None:
        return [], []
    problem_set = submission.problem_set
    grades = {grade.cell: grade for grade in submission.grades}
    secret = find_secret_lines(problem_set)
    given = {cell.source for cell in problem_set.release.cells if not get_grade_id(cell)}
    cells = []
    for cell in submission.notebook.cells:
        name = get_grade_id(cell)
        if name is None and cell.source in given:
            heading = cell.source.splitlines()[0]
            cells += [{"heading": heading.lstrip("# ")}] if heading.startswith("## ") else []
            continue
        own = name is None or utils.is_solution(cell)
        source = cell.source if own else problem_set.graded[name][0].source
        outputs = [] if name in problem_set.hidden else cell.get("outputs", [])
        pasted = [{"data": bundle} for bundle in cell.get("attachments", {}).values()]
        cells.append(
            {
                "kind": cell.cell_type,
                "name": name,
                "grade": grades.get(name),
                "failed": bool(get_errors(cell)),
                "source": redact(source, secret),
                "shown": [
                    {
                        "picture": find_picture(output.get("data", {})),
                        "text": redact(read_text(output), secret),
                    }
                    for output in [*pasted, *outputs]
                ],
                "comment": submission.comments.get(name),
            }
        )
    return [grades[name] for name in problem_set.graded if name in grades], cells


def find_revealing_cells(submission):
    """Yield the names of cells that show a hidden test, or whose outputs do."""
    problem_set = submission.problem_set
    secret = find_secret_lines(problem_set)
    for cell in submission.notebook.cells:
        if get_grade_id(cell) not in problem_set.hidden:
            texts = [cell.source, *map(read_text, cell.get("outputs", []))]
            if any(redact(text, secret) == _REDACTED for text in texts):
                yield get_grade_id(cell) or cell.id


def find_secret_lines(problem_set):
    """Return the lines of hidden tests that no released cell has, without white space."""
    shown = normalise("".join(cell.source for cell in problem_set.release.cells))
    lines = (
        normalise(line)
        for name in problem_set.hidden
        for line in split_lines(problem_set.graded[name][1].source)
    )
    return [line for line in lines if line not in shown]


def read_text(output):
    if output.get("output_type") == "error":
        return "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def redact(text, secret):
    """Return a text without terminal colours, or a remark if it holds a line of a hidden test."""
    text = _ESCAPES.sub("", text)
    plain = normalise(text)
    return _REDACTED if any(line in plain for line in secret) else text


def find_picture(bundle):
    """Return the data URL of the first picture in a bundle, or None."""
    found = (
        f"data:{kind};base64,{''.join(bundle[kind].split())}" for kind in PICTURES if kind in bundle
    )
    return next(found, None)
