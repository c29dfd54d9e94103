"""Grade a class, from what was handed in to the files that are returned."""

import os
import re
from collections import Counter, defaultdict
from contextlib import contextmanager

from coursework.editions.options import ProblemSetError, check_output_folder
from coursework.grading import bubblewrap
from coursework.grading.course import Course
from coursework.grading.feedback import find_revealing_cells, write_feedback
from coursework.grading.intake import IntakeError, Note, collect_notebooks
from coursework.grading.known_problem_sets import load_problem_sets
from coursework.grading.limits import Limits
from coursework.grading.pages import write_report
from coursework.grading.repair import repair_submission
from coursework.grading.results import Results
from coursework.grading.spreadsheets import write_spreadsheets
from coursework.grading.submissions import find_identical_files, sort_submissions
from coursework.grading.tripwires import get_errors, remove_tripwires
from coursework.grading.untrusted import read_cells


def grade_class(submissions, sets, output, limits=Limits(), boxed=True, workers=1, scheduler=None):  # noqa: B008
    """Grade the notebooks in a folder or archive, and write the results.

    Parameters
    ----------
    submissions : Path
        What Canvas or Moodle exported, or a folder with a folder for each student. Never changed.
    sets : Path
        Problem sets as FOLDER/set/notebook.ipynb.
    output : Path
        Where results go. Notebooks with results there do not run again.
    limits : Limits
        How much each notebook may use.
    boxed : bool
        Whether notebooks run in a box. Without one they can do whatever you can.
    workers : int
        Notebooks that run at the same time here.
    scheduler : str, optional
        The address of a dask scheduler whose workers are used instead.

    Returns
    -------
    tuple of list
        The submissions with their grades, and notes on everything unusual.

    Raises
    ------
    NoBoxError
        No box can be made on this machine.
    ProblemSetError
        A problem set cannot be used for grading.
    IntakeError
        The folder or archive cannot be read.
    OSError
        Results cannot be written, or no dask worker can be reached.
    """
    if boxed and not scheduler and (problem := bubblewrap.find_problem()):
        raise bubblewrap.NoBoxError(problem)
    check_output_folder(output)
    if output.resolve().is_relative_to(submissions.resolve()):
        raise IntakeError(f"{output}: is inside the submissions, which are never changed")
    known = load_problem_sets(sets)
    files, notes = collect_notebooks(submissions)
    if not files and not notes:
        raise IntakeError(f"{submissions}: nothing was handed in here")
    found, more = sort_submissions(files, known)
    notes += more
    with restrict_permissions():
        output.mkdir(parents=True, exist_ok=True)
        notes += run_submissions(
            found, Results(output / "results", limits, boxed), workers, scheduler
        )
        course = Course(output / "course")
        course.register_problem_sets({each.problem_set.name: each.problem_set for each in found})
        course.enter_submissions(each for each in found if each.cells is not None)
        for each in found:
            notes += each.notes
        notes += find_identical_files(found)
        write_spreadsheets(found, notes, output)
        write_feedback(found, notes, output / "feedback")
        write_report(found, notes, output / "report.html")
    return found, notes


@contextmanager
def restrict_permissions():
    """Make new files readable by their owner only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def run_submissions(submissions, results, workers, scheduler):
    """Repair and run the submissions, and the model answers of their problem sets.

    Returns the notes that concern more than one submission.
    """
    waiting, own_keys, departures, n_of_set = {}, {}, defaultdict(list), Counter()
    for each in submissions:
        own = each.problem_set
        if own.name not in own_keys:
            notebook = repair_submission(read_cells(own.text.encode()), own).notebook
            own_keys[own.name] = results.make_key(notebook)
            waiting[own_keys[own.name]] = notebook, own
        if each.cells is not None:
            repaired = repair_submission(each.cells, own)
            for cell, text in repaired.notes:
                each.note(cell, text)
            n_of_set[own.name] += 1
            for departure in dict.fromkeys(repaired.departures):
                departures[own.name, *departure].append(each)
            each.key = results.make_key(repaired.notebook)
            waiting[each.key] = repaired.notebook, own
    notes = report_departures(departures, n_of_set)
    results.run_missing(waiting, workers, scheduler)
    weak = {name: find_weak_tests(name, *results.read(key)) for name, key in own_keys.items()}
    for each in submissions:
        if each.cells is not None:
            take_outputs(each, *results.read(each.key), weak[each.problem_set.name])
    return notes


def report_departures(departures, n_of_set):
    """Note where submissions differ from their problem set; return one note if most differ alike.

    Otherwise a problem set that was edited after it was handed out would give every student a note.
    `departures` is {(problem set, cell, difference, text of the cell or None): submissions}, and
    `n_of_set` counts the readable submissions of each problem set.
    """
    notes = []
    for (name, cell, why, _), submissions in departures.items():
        if len(submissions) > max(2, n_of_set[name] / 2):
            text = f"{why}; the same in {len(submissions)} of {n_of_set[name]}: was the problem set"
            notes.append(Note(None, f"{name}: {cell}", f"{text} edited after it was handed out?"))
        else:
            for each in submissions:
                each.note(cell, why)
    return notes


def find_weak_tests(name, notebook, events):
    """Return what tripwires report for the model answers, which must pass all tests.

    Raises
    ------
    ProblemSetError
        They fail a test.
    """
    notebook, found = remove_tripwires(notebook)
    failed = [
        f"{name}: the model answers fail in the cell {cell.id!r} "
        f"({output.ename}: {output.evalue.splitlines()[0] if output.evalue else ''})"
        for cell in notebook.cells
        for output in get_errors(cell)
    ]
    if failed:
        raise ProblemSetError("\n".join([*failed, *events]))
    return found


def take_outputs(submission, notebook, events, weak):
    """Give a submission its executed notebook, and note what happened in it."""
    names = {
        cell.id: f"{cell.metadata.tripwire[1]} (the check of it)"
        for cell in notebook.cells
        if "tripwire" in cell.metadata
    }
    for event in events:
        where = re.match(r"cell '([^']*)': ", event)
        text = event[where.end() :] if where else event
        text = re.sub(r"wire-[0-9a-f]+", lambda wire: names.get(wire[0], wire[0]), text)
        submission.note(names.get(where[1], where[1]) if where else "", text)
    submission.notebook, found = remove_tripwires(notebook)
    forged = [each for each in found if each not in weak]
    submission.forged = bool(forged)
    for cell in find_revealing_cells(submission):
        submission.note(cell, "shows lines of a hidden test: left out of the feedback")
    for text in dict.fromkeys(text for _, text in forged):
        cells = ", ".join(cell for cell, other in forged if other == text)
        submission.note(cells, f"{text}: the code of this notebook earns no points; look at it")
