"""Editions of a problem set: what nbgrader releases, with a list of its cells."""

import ast
import copy
import re
from pathlib import PurePosixPath

from nbgrader import utils
from nbgrader.nbgraderformat import (
    MetadataValidator,
    SchemaTooNewError,
    SchemaTooOldError,
    ValidationError,
)
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)

from coursework.editions import markers
from coursework.editions.leaks import Answer, split_lines, split_sentences
from coursework.editions.typed_answers import find_typed_answers
from sinpe_lib.checks.readiness import format_entry
from tools.notebooks import (
    find_defined_names,
    find_loaded_names,
    find_repeated_ids,
    number_cells,
    parse_code,
    read_outputs,
)

# The steps of `nbgrader generate_assignment`, in its order, without those for the grade book.
_STEPS = (
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    ClearHiddenTests,
    ClearMarkScheme,
    ComputeChecksums,
    CheckCellMetadata,
)
_BELONGS = {
    "SOLUTION": (utils.is_solution, "solution"),
    "HIDDEN TESTS": (utils.is_grade, "grade"),
    "MARK SCHEME": (utils.is_task, "task"),
}


def make_student_edition(notebook):
    """Return what nbgrader releases, with a list of the cells below each call of `ready`."""
    edition = release_notebook(notebook)
    entries = [
        format_entry(get_grade_id(cell), name_role(cell), cell.cell_type, cell.source)
        for cell in edition.cells
        if get_grade_id(cell)
    ]
    for cell in edition.cells:
        if find_checked_files(cell):
            heading = "# What `ready` compares with, one line for each cell. Please leave it here."
            cell.source = "\n".join([cell.source, "", heading, *entries])
    return edition


def release_notebook(notebook):
    edition = copy.deepcopy(notebook)
    for step in _STEPS:
        edition, _ = step().preprocess(edition, {})
    return edition


def name_role(cell):
    if utils.is_solution(cell):
        return "answer"
    return "test" if utils.is_grade(cell) else "given"


def find_checked_files(cell):
    """Return the names of the files that a cell passes to `ready`."""
    return [
        node.args[0].value
        for node in ast.walk(parse_code(cell.source if cell.cell_type == "code" else ""))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "ready"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]


def find_answers(notebook, name):
    """Yield what is between markers, and what the cells of answers and hidden tests print.

    They are looked for in every file: no lesson may show a graded answer either.
    """
    for where, cell in number_cells(notebook, name=name):
        found, _ = markers.find_regions(cell)
        if found:
            hidden = "\n".join(line for lines in found.values() for line in lines)
            source = split_lines(hidden) if cell.cell_type == "code" else split_sentences(hidden)
            yield Answer(where, (*source, *split_lines("\n".join(read_outputs(cell)))))


def find_problems(notebook, name):
    """Yield every reason why nbgrader would refuse the source or release an answer."""
    yield from find_repeated_ids(notebook, name, lambda cell: cell.get("id"))
    yield from find_repeated_ids(notebook, name, get_grade_id)
    answer_names = {
        defined
        for cell in notebook.cells
        if cell.cell_type == "code" and utils.is_solution(cell)
        for defined in find_defined_names(cell.source)
    }
    for where, cell in number_cells(notebook, name=name):
        found = [
            *check_metadata(cell),
            *check_markers(cell),
            *check_tests(cell, answer_names),
        ]
        own = f"{PurePosixPath(name).name.removesuffix('.ipynb')}.ipynb"
        other = [file for file in find_checked_files(cell) if file != own]
        found += [f"ready looks at {file!r}, which is not this notebook" for file in other]
        yield from (f"{where}: {problem}" for problem in found)


def get_grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def check_metadata(cell):
    if cell.get("id") is None:
        yield "the cell has no id"
    try:
        MetadataValidator().validate_cell(cell)
    except (ValidationError, SchemaTooNewError, SchemaTooOldError) as error:
        yield f"nbgrader refuses the metadata: {getattr(error, 'message', error)}"


def check_markers(cell):
    found, mistyped = markers.find_regions(cell)
    yield from mistyped
    for kind in found:
        belongs, key = _BELONGS[kind]
        if not belongs(cell):
            yield f"{kind} in a cell whose nbgrader metadata do not say {key!r}"
    if utils.is_solution(cell) and "SOLUTION" not in found:
        yield "nbgrader takes this for a solution, but BEGIN SOLUTION and END SOLUTION are missing"
    if not found and (word := re.search(r"(?i)\b(rubric|model answer)\b", cell.source)):
        yield f"{word[0]!r} is outside the markers of a solution"


def check_tests(cell, answer_names):
    if cell.cell_type != "code" or not utils.is_grade(cell) or utils.is_solution(cell):
        return
    points = cell.metadata.nbgrader.get("points", 0)
    if points and not find_loaded_names(parse_code(cell.source)) & answer_names:
        yield "tests nothing that a solution defines: has the solution lost its metadata?"
    if markers.find_regions(cell)[1]:
        return
    visible, _ = ClearHiddenTests().preprocess_cell(copy.deepcopy(cell), {}, 0)
    for found in find_typed_answers(visible.source, answer_names):
        yield f"the test holds the answer: {found}"
