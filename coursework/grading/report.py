"""The report for instructors: what was unusual, by student and cell."""

from coursework.grading.pages import write_page
from coursework.grading.submissions import find_ungraded_students


def write_report(submissions, notes, path):
    listed = sorted((whose.key if whose else "", where, text) for whose, where, text in notes)
    summary = summarise(submissions, notes)
    write_page(path, "report.html", summary=summary, notes=listed, submissions=submissions)


def summarise(submissions, notes):
    """Return one line about the whole class."""
    graded = sum(each.cells is not None for each in submissions)
    waiting = sum(bool(each.waits) for each in submissions)
    nothing = find_ungraded_students(submissions, notes)
    return (
        f"Code graded: {graded} of {len(submissions)}. With explanations to grade by hand: "
        f"{waiting}. Notes on what was unusual: {len(notes)}."
        + f" Students with nothing that could be graded: {len(nothing)}."
        * bool(nothing)
    )
