"""Grade a class, from what was handed in to the files that go back."""

import os
import re
from collections import Counter, defaultdict
from contextlib import contextmanager

from coursework.editions.options import ProblemSetError, check_output_folder
from coursework.grading import bubblewrap, feedback, intake, report, spreadsheets
from coursework.grading.course import Course
from coursework.grading.intake import Note
from coursework.grading.known_sets import load
from coursework.grading.limits import Limits
from coursework.grading.repair import repaired
from coursework.grading.results import Results
from coursework.grading.submissions import same_files, sorted_out
from coursework.grading.tripwires import errors, without_tripwires
from coursework.grading.untrusted import cells_of


def grade(submissions, sets, output, limits=Limits(), boxed=True, workers=1, scheduler=None):  # noqa: B008
    """Grade what is in a folder or archive, and write the results.

    Parameters
    ----------
    submissions : Path
        What Canvas or Moodle exported, or a folder with a folder for each student. Never changed.
    sets : Path
        Problem sets as FOLDER/set/notebook.ipynb.
    output : Path
        Where results go. What a former run left there is used again.
    limits : Limits
        How much each notebook may use.
    boxed : bool
        Whether notebooks run in a box; without one they can do all that you can.
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
        There is no box here.
    ProblemSetError
        A problem set by which nothing can be graded.
    IntakeError
        The folder or archive cannot be read.
    OSError
        Results cannot be written there, or no dask worker can be reached.
    """
    if boxed and not scheduler and (problem := bubblewrap.problem()):
        raise bubblewrap.NoBoxError(problem)
    check_output_folder(output)
    if output.resolve().is_relative_to(submissions.resolve()):
        raise intake.IntakeError(f"{output}: lies in the submissions, which are never changed")
    known = load(sets)
    files, notes = intake.collect(submissions)
    if not files and not notes:
        raise intake.IntakeError(f"{submissions}: nothing was handed in here")
    found, more = sorted_out(files, known)
    notes += more
    with private():
        output.mkdir(parents=True, exist_ok=True)
        notes += run(found, Results(output / "results", limits, boxed), workers, scheduler)
        course = Course(output / "course")
        course.take_sets({each.problem_set.name: each.problem_set for each in found})
        course.enter(each for each in found if each.cells is not None)
        for each in found:
            notes += each.notes
        notes += same_files(found)
        spreadsheets.write(found, notes, output)
        feedback.write(found, notes, output / "feedback")
        report.write(found, notes, output / "report.html")
    return found, notes


@contextmanager
def private():
    """Keep what is written from everybody else: grades are their business only."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def run(submissions, results, workers, scheduler):
    """Run repaired submissions, and the sets' own answers, and take the outputs in.

    Returns notes that are of no submission alone.
    """
    waiting, own_keys, departures, n_of_set = {}, {}, defaultdict(list), Counter()
    for each in submissions:
        own = each.problem_set
        if own.name not in own_keys:
            notebook = repaired(cells_of(own.text.encode()), own).notebook
            own_keys[own.name] = results.key(notebook)
            waiting[own_keys[own.name]] = notebook, own
        if each.cells is not None:
            mended = repaired(each.cells, own)
            for cell, text in mended.notes:
                each.note(cell, text)
            n_of_set[own.name] += 1
            for departure in dict.fromkeys(mended.departures):
                departures[own.name, *departure].append(each)
            each.key = results.key(mended.notebook)
            waiting[each.key] = mended.notebook, own
    notes = tell_departures(departures, n_of_set)
    results.run(waiting, workers, scheduler)
    weak = {name: weak_tests(name, *results.read(key)) for name, key in own_keys.items()}
    for each in submissions:
        if each.cells is not None:
            take_outputs(each, *results.read(each.key), weak[each.problem_set.name])
    return notes


def tell_departures(departures, n_of_set):
    """Note where submissions depart from their set: to each, or once if most have the same.

    Whoever edits a set after it was handed out would else find a note for each student.

    Parameters
    ----------
    departures : dict of tuple to list
        (set, cell, how it departs, its text or None) -> submissions.
    n_of_set : dict of str to int
        Submissions of each set that could be read.

    Returns
    -------
    list of Note
        Of those that most have.
    """
    notes = []
    for (name, cell, why, _), submissions in departures.items():
        if len(submissions) > max(2, n_of_set[name] / 2):
            text = f"{why}; the same in {len(submissions)} of {n_of_set[name]}: was the set edited"
            notes.append(Note(None, f"{name}: {cell}", f"{text} after it was handed out?"))
        else:
            for each in submissions:
                each.note(cell, why)
    return notes


def weak_tests(name, notebook, events):
    """Return what tripwires say of a set's own answers, which must pass all tests.

    Raises
    ------
    ProblemSetError
        They do not.
    """
    notebook, found = without_tripwires(notebook)
    failed = [
        f"{name}: the set's own answers fail in the cell {cell.id!r} "
        f"({output.ename}: {output.evalue.splitlines()[0] if output.evalue else ''})"
        for cell in notebook.cells
        for output in errors(cell)
    ]
    if failed:
        raise ProblemSetError("\n".join([*failed, *events]))
    return found


def take_outputs(submission, notebook, events, weak):
    """Take the outputs of a notebook that was run, and note what happened in it."""
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
    submission.notebook, found = without_tripwires(notebook)
    told = [each for each in found if each not in weak]
    submission.forged = bool(told)
    for cell in feedback.find_revealing_cells(submission):
        submission.note(cell, "shows lines of a hidden test: left out of the feedback")
    for text in dict.fromkeys(text for _, text in told):
        cells = ", ".join(cell for cell, other in told if other == text)
        submission.note(cells, f"{text}: the code of this notebook earns no points; look at it")
