"""nbgrader's course folder: the grade book, and what formgrader needs for grading by hand."""

import copy
import os
import re
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbgrader import utils
from nbgrader.apps import NbGraderAPI
from sqlalchemy.exc import SAWarning
from traitlets.config import Config

from coursework.editions.options import ProblemSetError
from coursework.editions.problem_sets import get_grade_id
from coursework.grading.outputs import make_error
from coursework.grading.tripwires import get_errors
from tools.files import write_atomically

_CONFIG = """\
# Written by `make grade`. Formgrader takes this folder as the course if JupyterLab starts here.
c = get_config()
# Its button "autograde" would run submissions without a box. A missing preprocessor stops it.
c.Autograde.sanitize_preprocessors = ["use_make_grade_instead.Autograde"]
"""


class Grade(NamedTuple):
    """The entry of one cell in the grade book."""

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

    def register_problem_sets(self, sets):
        """Enter new and changed problem sets into the grade book, and release them.

        Raises
        ------
        ProblemSetError
            nbgrader refuses: once there are grades, no cell may be added or removed.
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

    def enter_submissions(self, submissions):
        """Enter the points of notebooks that were run, and read all grades and comments.

        Results that were entered before are not changed. Points that were given by hand are kept;
        if the answer has changed since, they are marked to be graded again.
        """
        with self._api.gradebook as gradebook, warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # of nbgrader's own queries
            for each in submissions:
                self._enter_one(gradebook, each)
                name = each.problem_set.name
                found = gradebook.find_submission_notebook(name, name, each.student.key)
                each.grades = [make_grade(grade) for grade in found.grades]
                each.comments = {one.name: one.comment for one in found.comments if one.comment}

    def _enter_one(self, gradebook, submission):
        student, name = submission.student.key, submission.problem_set.name
        place = self.root / "autograded" / student / name / f"{name}.ipynb"
        earlier = get_sources(nbformat.v4.reads(place.read_text("utf-8"))) if place.exists() else {}
        submitted = self.root / "submitted" / student / name / f"{name}.ipynb"
        stored = disarm_html(submission.notebook)
        stored.metadata["result"] = f"{submission.key}{'-forged' * submission.forged}"
        text = nbformat.v4.writes(stored) + "\n"
        if place.exists() and place.read_text("utf-8") == text:
            return
        place.unlink(missing_ok=True)
        gradebook.update_or_create_student(student, last_name=submission.student.name)
        gradebook.update_or_create_submission(name, student)
        found = gradebook.find_submission_notebook(name, name, student)
        cells = keep_test_errors(submission.notebook, submission.forged)
        # As nbgrader's SaveAutoGrades, but in one transaction instead of one for each cell.
        now = get_sources(stored)
        for grade in found.grades:
            grade.auto_score, _ = utils.determine_grade(cells[grade.name])
            if grade.manual_score is None:
                grade.needs_manual_grade = grade.auto_score is None
            elif earlier.get(grade.name) != now[grade.name]:
                grade.needs_manual_grade = True
                submission.note(grade.name, "the answer has changed since it was graded by hand")
        for comment in found.comments:
            cell = cells[comment.name]
            same = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
            comment.auto_comment = "No response." if same else None
        gradebook.db.commit()
        write_atomically(submitted, submission.text, mode=0o600)
        write_atomically(place, text, mode=0o600)  # last, because it marks the result as entered


def get_sources(notebook):
    """Return {name: text} of the graded cells of a notebook."""
    return {name: cell.source for cell in notebook.cells if (name := get_grade_id(cell))}


def make_grade(grade):
    by_hand = grade.auto_score is None or grade.manual_score is not None
    return Grade(grade.name, grade.score, grade.max_score, by_hand, grade.needs_manual_grade)


def disarm_html(notebook):
    """Return a copy that is safe in formgrader, which renders the HTML in Markdown cells.

    A space breaks tags and links; pictures that were pasted in are kept.
    """
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if cell.cell_type != "code":
            cell.source = re.sub(r"<(?=[A-Za-z/!?])", "< ", cell.source)
            pasted = "|".join(map(re.escape, cell.get("attachments", {}))) or "(?!)"
            link = rf"\](?=[(\[:])(?!\(attachment:({pasted})\))"
            cell.source = re.sub(link, "] ", cell.source)
    return copied


def keep_test_errors(notebook, forged):
    """Return {name: cell} for nbgrader to score: of a test only its errors are kept.

    So a warning on stderr costs nothing, and no output earns partial credit.
    """
    cells = {}
    for cell in notebook.cells:
        if name := get_grade_id(cell):
            cells[name] = cell = copy.deepcopy(cell)
            if cell.cell_type == "code" and utils.is_grade(cell) and not utils.is_solution(cell):
                cell.outputs = get_errors(cell)
                if forged:
                    cell.outputs = [make_error("Forged", "a test in this notebook cannot fail")]
    return cells
