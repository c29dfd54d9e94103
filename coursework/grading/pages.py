"""The HTML pages that grading writes, from the templates beside this module: the report is one."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from coursework.grading.spreadsheets import format_points
from coursework.grading.submissions import find_ungraded_students
from tools.files import write_atomically

# Pages hold what students wrote: every value is escaped.
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["points"] = format_points


def write_page(path, template, **values):
    """Fill in a template and write the page, readable by its owner only."""
    page = _TEMPLATES.get_template(template).render(values)
    write_atomically(path, page + "\n", mode=0o600)


def write_report(submissions, notes, path):
    """Write the report for instructors: what was unusual, by student and cell."""
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
