"""Decide which of the notebooks that were handed in are graded, and by which problem set."""

from collections import defaultdict
from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursework.grading.intake import Note, Student
from coursework.grading.known_problem_sets import ProblemSet, identify_problem_set
from coursework.grading.untrusted import BrokenError, read_cells


@dataclass
class Submission:
    """What one student handed in for one problem set, and its results."""

    student: Student
    problem_set: ProblemSet
    path: str  # where the notebook was found
    text: str = ""  # the file as it was handed in, "" if it is broken
    cells: list | None = None  # None if it is broken
    late: bool = False
    key: str = ""  # of the result of running it
    notebook: NotebookNode | None = None  # as it ran, without tripwires
    forged: bool = False  # a test could not fail, so that no test counts
    grades: list = field(default_factory=list)
    comments: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)  # on what was unusual

    def note(self, where, text):
        self.notes.append(Note(self.student, where, text))

    @property
    def score(self):
        """Points so far, without those that are still to be graded by hand."""
        return sum(grade.points for grade in self.grades if not grade.waits)

    @property
    def most(self):
        return sum(self.problem_set.points.values())

    @property
    def waits(self):
        """Names of the cells that are still to be graded by hand."""
        return [grade.cell for grade in self.grades if grade.waits]


def sort_submissions(files, sets):
    """Return a submission for each student and problem set, and notes on all other files.

    If there are several notebooks for one problem set, the last one that is not broken counts.
    """
    found, notes = defaultdict(list), []
    for file in sorted(files, key=lambda file: file.order):
        try:
            cells, text = read_cells(file.content), file.content.decode("utf-8")
            problem_set, odd = identify_problem_set(cells, file.name, sets)
        except BrokenError as error:
            cells, text, odd = None, "", str(error)
            problem_set, _ = identify_problem_set([], file.name, sets)
        if problem_set is None:
            notes.append(Note(file.student, file.path, f"not graded: {odd}"))
            continue
        submission = Submission(file.student, problem_set, file.path, text, cells, file.late)
        if odd:
            submission.note(file.path, odd if cells is not None else f"not graded: {odd}")
        if file.late:
            submission.note(file.path, "late, according to Canvas")
        found[file.student.key, problem_set.name].append(submission)
    return [choose_last(each) for _, each in sorted(found.items())], notes


def choose_last(submissions):
    whole = [each for each in submissions if each.cells is not None]
    counts = (whole or submissions)[-1]
    for each in submissions:
        if each is counts:
            continue
        counts.notes += each.notes
        same = each.text and each.text == counts.text
        why = "is the same" if same else "counts instead"
        counts.note(each.path, f"not graded: {counts.path} {why}")
    return counts


def find_identical_files(submissions):
    """Yield a note on each notebook that is byte for byte the same as another student's."""
    by_text = defaultdict(list)
    for each in submissions:
        if each.text:
            by_text[each.text].append(each)
    for alike in by_text.values():
        names = [each.student.key for each in alike]
        for each in alike:
            others = ", ".join(name for name in names if name != each.student.key)
            if others:
                yield Note(each.student, each.path, f"byte for byte the same as that of {others}")


def find_ungraded_students(submissions, notes):
    """Return, in order, the students who have notes but no submission."""
    found = {None, *(each.student for each in submissions)}
    return sorted({note.student for note in notes} - found)
