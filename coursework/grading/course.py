"""nbgrader's course folder: its grade book, and what its formgrader needs for grading by hand."""

import copy
import os
import re
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbgrader import utils
from nbgrader.apps import NbGraderAPI
from sqlalchemy.exc import SAWarning
from traitlets.config import Config

from coursework.editions.options import ProblemSetError
from coursework.editions.problem_sets import get_grade_id
from coursework.grading.outputs import error
from coursework.grading.tripwires import errors
from tools.files import write_atomically

_CONFIG = """\
# Written by `make grade`. Formgrader takes this folder as the course if JupyterLab starts here.
c = get_config()
# Its button "autograde" would run submissions without a box. A step that does not exist stops it.
c.Autograde.sanitize_preprocessors = ["use_make_grade_instead.Autograde"]
"""


class Grade(NamedTuple):
    """What the grade book knows of one cell."""

    cell: str
    points: float
    most: float
    by_hand: bool
    waits: bool


class Course:
    """A course folder of nbgrader."""

    def __init__(self, root):
        self.root = root
        config = Config()
        config.CourseDirectory.root = str(root.resolve())
        config.NbGrader.logfile = ""
        self._api = NbGraderAPI(config=config)
        self._api.log.setLevel("ERROR")

    def take_sets(self, sets):
        """Enter problem sets into the grade book and release them, if they are new or changed.

        Raises
        ------
        ProblemSetError
            nbgrader refuses: the cells of a set for which there are grades must stay the same.
        """
        write_atomically(self.root / "nbgrader_config.py", _CONFIG, mode=0o600)
        # nbgrader calls alembic by its bare name.
        scripts = str(Path(sys.executable).parent)
        if scripts not in os.environ["PATH"].split(os.pathsep):
            os.environ["PATH"] = f"{scripts}{os.pathsep}{os.environ['PATH']}"
        for name, each in sets.items():
            source = self.root / "source" / name / f"{name}.ipynb"
            release = self.root / "release" / name / f"{name}.ipynb"
            if release.exists() and source.exists() and source.read_text("utf-8") == each.text:
                continue
            write_atomically(source, each.text, mode=0o600)
            result = self._api.generate_assignment(name)
            if not result["success"]:
                source.unlink()
                said = result.get("error") or result.get("log") or "nbgrader gave no reason"
                if "Cannot add or remove cells" in said:
                    said = "its cells changed after grades were entered; take another OUTPUT"
                raise ProblemSetError(f"{name}: {said.strip().splitlines()[-1]}")

    def enter(self, submissions):
        """Enter the points of notebooks that were run, and read all grades and comments.

        A result that was entered before is left alone. Points that somebody gave by hand stay;
        if the answer is another one, they are marked for another look.
        """
        with self._api.gradebook as gradebook, quiet():
            for each in submissions:
                self._enter(gradebook, each)
                name = each.problem_set.name
                found = gradebook.find_submission_notebook(name, name, each.student.key)
                each.grades = [grade_of(grade) for grade in found.grades]
                each.comments = {one.name: one.comment for one in found.comments if one.comment}

    def _enter(self, gradebook, submission):
        student, name = submission.student.key, submission.problem_set.name
        place = self.root / "autograded" / student / name / f"{name}.ipynb"
        former = sources(nbformat.v4.reads(place.read_text("utf-8"))) if place.exists() else {}
        submitted = self.root / "submitted" / student / name / f"{name}.ipynb"
        stored = harmless(submission.notebook)
        stored.metadata["result"] = f"{submission.key}{'-forged' * submission.forged}"
        text = nbformat.v4.writes(stored) + "\n"
        if place.exists() and place.read_text("utf-8") == text:
            return
        place.unlink(missing_ok=True)
        gradebook.update_or_create_student(student, last_name=submission.student.name)
        gradebook.update_or_create_submission(name, student)
        found = gradebook.find_submission_notebook(name, name, student)
        cells = judged(submission.notebook, submission.forged)
        # What nbgrader's SaveAutoGrades does, in one transaction instead of one for each cell.
        now = sources(stored)
        for grade in found.grades:
            grade.auto_score, _ = utils.determine_grade(cells[grade.name])
            if grade.manual_score is None:
                grade.needs_manual_grade = grade.auto_score is None
            elif former.get(grade.name) != now[grade.name]:
                grade.needs_manual_grade = True
                submission.note(grade.name, "another answer than the one that was graded by hand")
        for comment in found.comments:
            cell = cells[comment.name]
            same = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
            comment.auto_comment = "No response." if same else None
        gradebook.db.commit()
        write_atomically(submitted, submission.text, mode=0o600)
        write_atomically(place, text, mode=0o600)  # last: from now on it counts as entered


def sources(notebook):
    """Return {name: text} of the graded cells of a notebook."""
    return {name: cell.source for cell in notebook.cells if (name := get_grade_id(cell))}


def grade_of(grade):
    by_hand = grade.auto_score is None or grade.manual_score is not None
    return Grade(grade.name, grade.score, grade.max_score, by_hand, grade.needs_manual_grade)


def harmless(notebook):
    """Return a copy that formgrader can show: it renders text, with any HTML that is in it.

    A blank keeps tags and links from being any; pictures that were pasted in stay.
    """
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if cell.cell_type != "code":
            cell.source = re.sub(r"<(?=[A-Za-z/!?])", "< ", cell.source)
            pasted = "|".join(map(re.escape, cell.get("attachments", {}))) or "(?!)"
            link = rf"\](?=[(\[:])(?!\(attachment:({pasted})\))"
            cell.source = re.sub(link, "] ", cell.source)
    return copied


def judged(notebook, forged):
    """Return {name: cell} by which nbgrader gives points: only errors of a test count.

    A warning on stderr costs nothing, and no output earns a part of the points.
    """
    cells = {}
    for cell in notebook.cells:
        if name := get_grade_id(cell):
            cells[name] = cell = copy.deepcopy(cell)
            if cell.cell_type == "code" and utils.is_grade(cell) and not utils.is_solution(cell):
                cell.outputs = errors(cell)
                if forged:
                    cell.outputs = [error("Forged", "a test in this notebook cannot fail")]
    return cells


@contextmanager
def quiet():
    """Silence a warning of SQLAlchemy about nbgrader's own queries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)
        yield
