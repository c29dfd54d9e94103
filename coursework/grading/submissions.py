"""Of everything that was handed in: what is graded, and by which set."""

from collections import defaultdict
from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursework.grading.intake import Note, Student
from coursework.grading.known_sets import ProblemSet, which
from coursework.grading.untrusted import BrokenError, cells_of


@dataclass
class Submission:
    """What one student handed in for one set, and what became of it.

    Attributes
    ----------
    student : Student
    problem_set : ProblemSet
    path : str
        Where it was found.
    text : str
        As it came, or "" if it is broken.
    cells : list of NotebookNode or None
        None if it is broken.
    late : bool
    key : str
        Of its result.
    notebook : NotebookNode or None
        What was run, with outputs and without tripwires.
    forged : bool
        A test of it could not fail, so that no test counts.
    grades : list of Grade
    comments : dict of str to str
    notes : list of Note
        What was unusual.
    """

    student: Student
    problem_set: ProblemSet
    path: str
    text: str = ""
    cells: list | None = None
    late: bool = False
    key: str = ""
    notebook: NotebookNode | None = None
    forged: bool = False
    grades: list = field(default_factory=list)
    comments: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)

    def note(self, where, text):
        self.notes.append(Note(self.student, where, text))

    @property
    def score(self):
        """Points so far, without those that wait for another look."""
        return sum(grade.points for grade in self.grades if not grade.waits)

    @property
    def most(self):
        return sum(self.problem_set.points.values())

    @property
    def waits(self):
        """Names of the cells that somebody has to look at."""
        return [grade.cell for grade in self.grades if grade.waits]


def sorted_out(files, sets):
    """Return one submission for each student and set, and notes on what is none.

    Of several notebooks for one set the last that is not broken counts.
    """
    found, notes = defaultdict(list), []
    for file in sorted(files, key=lambda file: file.order):
        try:
            cells, text = cells_of(file.content), file.content.decode("utf-8")
            problem_set, odd = which(cells, file.name, sets)
        except BrokenError as error:
            cells, text, odd = None, "", str(error)
            problem_set, _ = which([], file.name, sets)
        if problem_set is None:
            notes.append(Note(file.student, file.path, f"not graded: {odd}"))
            continue
        submission = Submission(file.student, problem_set, file.path, text, cells, file.late)
        if odd:
            submission.note(file.path, odd if cells is not None else f"not graded: {odd}")
        if file.late:
            submission.note(file.path, "late, as Canvas says")
        found[file.student.key, problem_set.name].append(submission)
    return [last(each) for _, each in sorted(found.items())], notes


def last(submissions):
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


def same_files(submissions):
    """Yield a note for each student whose notebook is, byte for byte, that of another."""
    by_text = defaultdict(list)
    for each in submissions:
        if each.text:
            by_text[each.text].append(each)
    for alike in by_text.values():
        names = [each.student.key for each in alike]
        for each in alike:
            others = ", ".join(name for name in names if name != each.student.key)
            if others:
                yield Note(each.student, each.path, f"byte for byte the same as of {others}")


def left_out(submissions, notes):
    """Return, in order, the students of whom there are notes and nothing that belongs to a set."""
    found = {None, *(each.student for each in submissions)}
    return sorted({note.student for note in notes} - found)
