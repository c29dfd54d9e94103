"""One page of feedback for each student: points, comments, and the notebook as it ran.

Everything that a student wrote or printed is shown as text. Hidden tests and what they said are
left out, also where code of the student printed them.
"""

import re
from html import escape
from pathlib import Path
from string import Template

from nbgrader import utils

from coursework.editions.problem_sets import grade_id
from coursework.editions.search import lines_of, normalised
from coursework.grading.outputs import PICTURES
from coursework.grading.submissions import left_out
from coursework.grading.tables import number
from coursework.grading.tripwires import errors
from tools.files import write_atomically

_PAGE = Template((Path(__file__).parent / "feedback.html").read_text("utf-8"))
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_LEFT_OUT = "[left out: it shows a hidden test]"
_FORGED = (
    "A test in this notebook cannot fail, so its tests earn no points. If you cannot tell why, "
    "ask whoever grades."
)
_NOTHING = (
    "Nothing of what came could be graded. Ask whoever grades how to hand in your notebook, the "
    "file whose name ends in .ipynb."
)
_AGAIN = (
    "The file that came could not be read as a notebook. Open yours in JupyterLab, save it, see "
    "that it opens again, and ask whoever grades how to hand it in once more."
)


def write(submissions, notes, folder):
    """Write a page for each student, as FOLDER/student.html; remove those of former runs."""
    sections = {}
    for each in submissions:
        sections.setdefault(each.student, []).append(section(each))
    for student in left_out(submissions, notes):
        own = [note for note in notes if note.student == student]
        sections[student] = [f"<p><strong>Not graded.</strong> {_NOTHING}</p>", reasons(own)]
    for student, own in sections.items():
        page = _PAGE.substitute(student=escape(student.name), sets="\n".join(own))
        write_atomically(folder / f"{student.key}.html", page, mode=0o600)
    written = {f"{student.key}.html" for student in sections}
    for path in folder.glob("*.html"):
        if path.name not in written:
            path.unlink()


def section(submission):
    """Return what is said of one problem set."""
    head = [f"<h2>{escape(submission.problem_set.title)}</h2>"]
    if submission.cells is None:
        head += [f"<p><strong>Not graded.</strong> {_AGAIN}</p>", reasons(submission.notes)]
        return "\n".join(head)
    waits = " so far; the rest is graded by hand" if submission.waits else ""
    score = f"{number(submission.score)} of {number(submission.most)} points{waits}"
    head.append(f"<p><strong>{score}</strong></p>")
    if submission.forged:
        head.append(f"<p>{_FORGED}</p>")
    grades = {grade.cell: grade for grade in submission.grades}
    hidden = submission.problem_set.hidden
    secret = secrets_of(submission.problem_set)
    released = submission.problem_set.graded
    given = {cell.source for cell in submission.problem_set.release.cells if not grade_id(cell)}
    head.append(table(grades, released))
    for cell in submission.notebook.cells:
        name = grade_id(cell)
        if name is None and cell.source in given:
            heading = cell.source.splitlines()[0]
            head += [f"<h3>{escape(heading.lstrip('# '))}</h3>"] if heading[:3] == "## " else []
            continue
        own = name is None or utils.is_solution(cell)
        source = cell.source if own else released[name][0].source
        outputs = [] if name in hidden else cell.get("outputs", [])
        head.append(cell_of(cell, name, source, outputs, grades.get(name), secret))
        if comment := submission.comments.get(name):
            head.append(f'<p class="comment"><strong>Comment</strong> {escape(comment)}</p>')
    return "\n".join(head)


def reasons(notes):
    """Return a list of what could not be graded and why."""
    lines = [
        f"<li>{escape(note.where)}: {escape(note.text.removeprefix('not graded: '))}</li>"
        for note in notes
    ]
    return "\n".join(["<ul>", *lines, "</ul>"])


def told_by(submission):
    """Yield the names of cells that show a hidden test, or whose outputs do."""
    problem_set = submission.problem_set
    secret = secrets_of(problem_set)
    for cell in submission.notebook.cells:
        if grade_id(cell) not in problem_set.hidden:
            texts = [cell.source, *map(text_of, cell.get("outputs", []))]
            if any(told(text, secret) == _LEFT_OUT for text in texts):
                yield grade_id(cell) or cell.id


def secrets_of(problem_set):
    """Return the lines that hidden tests have and no released cell has, without blanks."""
    shown = normalised("".join(cell.source for cell in problem_set.release.cells))
    lines = (
        normalised(line)
        for name in problem_set.hidden
        for line in lines_of(problem_set.graded[name][1].source)
    )
    return [line for line in lines if line not in shown]


def table(grades, released):
    rows = []
    for name in released:
        if (grade := grades.get(name)) and grade.most:
            points = "waits" if grade.waits else number(grade.points)
            rows.append(
                f"<tr><th scope='row'>{escape(name)}</th><td>{points}</td>"
                f"<td>{number(grade.most)}</td></tr>"
            )
    return (
        "<table><thead><tr><th scope='col'>cell</th><th scope='col'>points</th>"
        f"<th scope='col'>of</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def cell_of(cell, name, source, outputs, grade, secret):
    parts = [f'<section class="{cell.cell_type}">']
    if name:
        result = ""
        if grade and grade.most:
            failed = "" if grade.by_hand else (", failed" if errors(cell) else ", passed")
            points = "waits" if grade.waits else number(grade.points)
            result = f": {points} of {number(grade.most)}{failed}"
        parts.append(f"<h4>{escape(name)}{result}</h4>")
    parts.append(f"<pre>{told(source, secret)}</pre>")
    for bundle in cell.get("attachments", {}).values():
        parts.append(picture(bundle))
    parts += [output_of(output, secret) for output in outputs]
    return "\n".join([*parts, "</section>"])


def output_of(output, secret):
    if shown := picture(output.get("data", {})):
        return shown
    text = text_of(output)
    return f'<pre class="output">{told(text, secret)}</pre>' if text else ""


def text_of(output):
    if output.output_type == "error":
        return "\n".join(output.traceback) or f"{output.ename}: {output.evalue}"
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def told(text, secret):
    """Return a text escaped, or a remark in its place if it holds a line of a hidden test."""
    text = _ESCAPES.sub("", text if isinstance(text, str) else "".join(text))
    plain = normalised(text)
    if any(line in plain for line in secret):
        return _LEFT_OUT
    return escape(text)


def picture(bundle):
    for kind in PICTURES:
        data = bundle.get(kind)
        if isinstance(data, str) and _BASE64.fullmatch(data):
            address = f"data:{kind};base64,{''.join(data.split())}"
            return f'<img alt="A picture in this cell" src="{address}">'
    return ""
