"""The page for whoever grades: what was unusual, by student and cell."""

from coursework.grading.pages import write_page
from coursework.grading.submissions import left_out


def write(submissions, notes, path):
    listed = sorted((whose.key if whose else "", where, text) for whose, where, text in notes)
    summary = summarise(submissions, notes)
    write_page(path, "report.html", summary=summary, notes=listed, submissions=submissions)


def summarise(submissions, notes):
    """Return one line on a whole run."""
    graded = sum(each.cells is not None for each in submissions)
    waiting = sum(bool(each.waits) for each in submissions)
    nothing = left_out(submissions, notes)
    return (
        f"Code graded: {graded} of {len(submissions)}. With explanations to grade by hand: "
        f"{waiting}. Notes on what was unusual: {len(notes)}."
        + f" Students with nothing that could be graded: {len(nothing)}."
        * bool(nothing)
    )
