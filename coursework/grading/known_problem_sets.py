"""The problem sets by which submissions are graded."""

import copy
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from nbformat import NotebookNode
from nbgrader import utils

from coursework.editions import problem_sets
from coursework.editions.options import ProblemSetError, find_problem_sets
from tools.notebooks import find_defined_names, find_loaded_names, parse_code, parse_notebook


@dataclass(frozen=True)
class ProblemSet:
    """One problem set."""

    name: str  # of its notebook, without .ipynb
    text: str  # of its source file
    source: NotebookNode  # with answers and hidden tests
    release: NotebookNode  # as it is handed out
    marks: frozenset  # names and texts of cells that no other problem set has

    @property
    def title(self):
        return self.source.cells[0].source.splitlines()[0].lstrip("# ")

    @cached_property
    def graded(self):
        """{name: (released cell, source cell)} of the cells that nbgrader names."""
        pairs = zip(self.release.cells, self.source.cells, strict=True)
        return {name: pair for pair in pairs if (name := problem_sets.get_grade_id(pair[0]))}

    @cached_property
    def hidden(self):
        """Names of the cells with hidden tests."""
        return {
            name
            for name, (released, source) in self.graded.items()
            if utils.is_locked(source) and released.source != source.source
        }

    @cached_property
    def tested(self):
        """{test cell: names that answers define and the test uses}, in order."""
        answers = set()
        found = {}
        for name, (released, source) in self.graded.items():
            if source.cell_type != "code":
                continue
            if utils.is_solution(released):
                answers |= find_defined_names(source.source)
            elif utils.is_grade(released) and released.metadata.nbgrader.points:
                found[name] = sorted(find_loaded_names(parse_code(source.source)) & answers)
        return found

    @cached_property
    def points(self):
        """{cell: points} of all graded cells."""
        return {
            name: released.metadata.nbgrader.points
            for name, (released, _) in self.graded.items()
            if utils.is_grade(released)
        }


def load_problem_sets(folder):
    """Return {name: ProblemSet} of the notebooks FOLDER/set/notebook.ipynb."""
    found, marks = {}, {}
    for path in find_problem_sets(folder):
        if path.stem in found:
            raise ProblemSetError(f"{path}: another problem set has this name too")
        try:
            text = path.read_text("utf-8")
            source = parse_notebook(text)
        except ValueError as error:
            raise ProblemSetError(f"{path}: {error}") from None
        if wrong := list(problem_sets.find_problems(source, path.stem)):
            raise ProblemSetError("\n".join(wrong))
        release = problem_sets.make_student_edition(source)
        found[path.stem] = text, source, release
        marks[path.stem] = find_marks(release.cells)
    counts = Counter(mark for each in marks.values() for mark in each)
    return {
        name: ProblemSet(name, *found[name], frozenset(m for m in marks[name] if counts[m] == 1))
        for name in found
    }


def find_marks(cells):
    """Return the names, identifiers and texts by which cells can be recognised."""
    names = {name for cell in cells for name in (problem_sets.get_grade_id(cell), cell.get("id"))}
    return (names | {cell.source.strip() for cell in cells}) - {None, ""}


def identify_problem_set(cells, file, sets):
    """Return a notebook's problem set, or None, and a remark if file name and cells disagree."""
    shared = {name: len(each.marks & find_marks(cells)) for name, each in sets.items()}
    best = max(shared, key=shared.get)
    named = [name for name in sets if simplify_name(name) in simplify_name(file)]
    by_name = max(named, key=len, default=None)
    if not shared[best]:
        if by_name is None:
            return None, "neither its name nor its cells are those of a problem set"
        return sets[by_name], f"it has the name of {by_name}, but none of its cells"
    if by_name is None:
        return sets[best], f"its name does not say so, but it has the cells of {best}"
    if by_name != best and shared[best] > shared[by_name]:
        return sets[best], f"it has the name of {by_name}, but the cells of {best}"
    return sets[by_name], None


def simplify_name(name):
    return "".join(letter for letter in name.lower() if letter.isalnum())


def make_graded_cells(problem_set):
    """Return {name: cell} of the graded cells, with hidden tests and without answers."""
    cells = {}
    for name, (released, source) in problem_set.graded.items():
        cells[name] = cell = copy.deepcopy(released)
        if utils.is_locked(cell):
            cell.source = source.source
    return cells
