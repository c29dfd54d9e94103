"""Hand a problem set in and score its code, in this process and without nbgrader."""

import copy

from nbgrader import utils

from coursework.editions import problem_sets
from tools.notebooks import ROOT, load_notebook

SETS = sorted((ROOT / "coursework" / "problem_sets").glob("*/*.ipynb"))


def source(name):
    """Return the source of a set, with its answers and hidden tests."""
    return load_notebook(ROOT / "coursework" / "problem_sets" / name / f"{name}.ipynb")


def handed_in(notebook, answers):
    """Return what is graded: {cell: code} instead of answers, hidden tests put back."""
    submission = copy.deepcopy(notebook)
    cells = {cell.id: cell for cell in submission.cells}
    for name, code in answers.items():
        assert utils.is_solution(cells[name])
        cells[name].source = code
    return submission


def untouched(notebook):
    """Return what is graded if a student hands the student edition in as it came."""
    edition = problem_sets.make_student_edition(notebook)
    return handed_in(notebook, {c.id: c.source for c in edition.cells if utils.is_solution(c)})


def graded_code(notebook):
    """Return the cells that grade code, the canary left out."""
    return [
        cell
        for cell in notebook.cells
        if utils.is_grade(cell) and not utils.is_solution(cell) and cell.metadata.nbgrader.points
    ]


def scores(notebook, answer=None):
    """Return {test cell: points}; with `answer`, run only that answer and its own tests."""
    namespace, earned = {}, {}
    for cell in notebook.cells:
        asked = answer is None or cell.id.startswith(answer) or is_given(cell)
        if cell.cell_type != "code" or not asked:
            continue
        raised = error_of(cell.source, namespace)
        if is_test(cell):
            earned[cell.id] = 0 if raised else cell.metadata.nbgrader.points
    return earned


def is_test(cell):
    return utils.is_grade(cell) and not utils.is_solution(cell)


def is_given(cell):
    return utils.is_locked(cell) and not is_test(cell)


def error_of(code, namespace):
    """Run code and return the error that it raises, if any."""
    try:
        exec(compile(code, "cell", "exec"), namespace)
    except Exception as error:
        return error
    return None


def defined_by(name, *answers):
    """Return what the given cells of a set and some of its answers define."""
    namespace = {}
    for cell in source(name).cells:
        if cell.id in answers or is_given(cell):
            assert error_of(cell.source, namespace) is None
    return namespace


def find_lost(name, answer, code):
    """Say which of its two test cells a submission with this answer loses: none, more or both."""
    earned = scores(handed_in(source(name), {answer: code}), answer)
    visible, more = (earned.pop(f"{answer}-{tests}") for tests in ("tests", "more-tests"))
    assert not earned
    return {(False, False): "both", (True, False): "more", (True, True): "none"}[
        visible > 0, more > 0
    ]
