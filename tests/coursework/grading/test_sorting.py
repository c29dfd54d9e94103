"""Which problem set a notebook belongs to, and which of several notebooks counts."""

import copy

import pytest

from coursework.editions import problem_sets
from coursework.editions.options import ProblemSetError
from coursework.grading.intake import File, Note, Student
from coursework.grading.known_problem_sets import identify_problem_set, load_problem_sets
from coursework.grading.submissions import (
    find_identical_files,
    find_ungraded_students,
    sort_submissions,
)
from coursework.grading.untrusted import BrokenError, read_cells
from tests.coursework.grading.sample_class import NAME, answered, cell, raw
from tests.coursework.problem_sets.scoring import source

ANN, BOB = Student("ann", "Ann"), Student("bob", "Bob")
OTHER = "order_and_attention"


def file(content, student=ANN, name=f"{NAME}.ipynb", order=1, late=False):
    return File(student, f"{student.key}/{order}/{name}", name, content, late, (order,))


def other():
    return raw(problem_sets.make_student_edition(source(OTHER)))


@pytest.mark.parametrize(
    "name",
    [
        f"{NAME}.ipynb",
        f"{NAME}-2.ipynb",
        f"Copy of {NAME} (1).ipynb",
        "Rotation and Similarity FINAL.ipynb",
        "homework.ipynb",
    ],
)
def test_a_set_is_known_by_its_cells(sets, name):
    found, odd = identify_problem_set(read_cells(raw(answered())), name, sets)
    assert found.name == NAME
    assert (odd is None) == (name != "homework.ipynb")


def test_cells_count_more_than_the_name(sets):
    found, odd = identify_problem_set(read_cells(other()), f"{NAME}.ipynb", sets)
    assert found.name == OTHER
    assert f"name of {NAME}, but the cells of {OTHER}" in odd


def test_a_notebook_without_cells_is_graded_by_its_name(sets):
    (submission,), _ = sort_submissions([file(b'{"cells": []}')], sets)
    noted = f"it has the name of {NAME}, but none of its cells"
    assert [note.text for note in submission.notes] == [noted]


def test_a_notebook_of_no_problem_set_is_noted(sets):
    submissions, notes = sort_submissions([file(b'{"cells": []}', name="x.ipynb")], sets)
    assert submissions == []
    assert "neither its name nor its cells" in notes[0].text


def test_the_last_that_is_not_broken_counts(sets):
    files = [
        file(raw(answered()), order=2),
        file(raw(problem_sets.make_student_edition(source(NAME))), order=1),
        file(b"{", order=3),
        file(raw(answered()), BOB, order=9),
        file(other(), name=f"{OTHER}.ipynb"),
    ]
    submissions, _ = sort_submissions(files, sets)
    found = {(each.student.key, each.problem_set.name): each for each in submissions}
    assert set(found) == {("ann", NAME), ("bob", NAME), ("ann", OTHER)}
    ann = found["ann", NAME]
    assert ann.text.encode() == raw(answered())
    noted = {note.where: note.text for note in ann.notes}
    assert "counts instead" in noted[f"ann/1/{NAME}.ipynb"]
    assert set(noted) == {f"ann/1/{NAME}.ipynb", f"ann/3/{NAME}.ipynb"}
    twins = {note.student.key: note.text for note in find_identical_files(submissions)}
    assert twins == {
        "ann": "byte for byte the same as that of bob",
        "bob": "byte for byte the same as that of ann",
    }


def test_a_student_with_two_forms_of_a_name_is_not_ungraded(sets):
    submissions, _ = sort_submissions([file(raw(answered()))], sets)
    decomposed = Student("ann", "A\u0301nn", canvas="3")
    assert find_ungraded_students(
        submissions, [Note(decomposed, "x.pdf", "y"), Note(BOB, "x.pdf", "y")]
    ) == [BOB]


def test_late_work_is_noted(sets):
    submissions, _ = sort_submissions([file(raw(answered()), late=True)], sets)
    assert submissions[0].late
    where = f"ann/1/{NAME}.ipynb"
    assert submissions[0].notes == [Note(ANN, where, "late, according to Canvas")]


def test_a_file_of_no_set_is_named_and_the_others_are_sorted(sets):
    files = [file(b'{"cells": []}', name="x.ipynb", order=1), file(raw(answered()), order=2)]
    (submission,), (note,) = sort_submissions(files, sets)
    assert submission.path == f"ann/2/{NAME}.ipynb"
    assert note[:2] == (ANN, "ann/1/x.ipynb")
    assert note.text.startswith("not graded: neither its name nor its cells")


def test_a_broken_notebook_is_kept_without_text_and_named(sets):
    (submission,), notes = sort_submissions([file(b"{")], sets)
    assert (submission.text, submission.cells, notes) == ("", None, [])
    with pytest.raises(BrokenError) as error:
        read_cells(b"{")
    noted = f"not graded: {error.value}"
    assert submission.notes == [Note(ANN, f"ann/1/{NAME}.ipynb", noted)]


def test_of_two_files_the_later_counts_and_says_why(sets):
    stub = raw(problem_sets.make_student_edition(source(NAME)))
    files = [file(stub, order=1), file(raw(answered()), order=2), file(raw(answered()), order=3)]
    (submission,), _ = sort_submissions(files, sets)
    first, second, third = (f"ann/{order}/{NAME}.ipynb" for order in (1, 2, 3))
    assert submission.path == third
    assert submission.notes == [
        Note(ANN, first, f"not graded: {third} counts instead"),
        Note(ANN, second, f"not graded: {third} is the same"),
    ]


def test_the_same_file_of_three_students_is_named_for_each(sets):
    cyd = Student("cyd", "Cyd")
    files = [file(raw(answered()), student) for student in (ANN, BOB, cyd)]
    submissions, _ = sort_submissions([*files, file(other(), Student("dan", "Dan"))], sets)
    same = "byte for byte the same as that of"
    assert list(find_identical_files(submissions)) == [
        Note(ANN, f"ann/1/{NAME}.ipynb", f"{same} bob, cyd"),
        Note(BOB, f"bob/1/{NAME}.ipynb", f"{same} ann, cyd"),
        Note(cyd, f"cyd/1/{NAME}.ipynb", f"{same} ann, bob"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n",
        b"{",
        b"[1]",
        b"null",
        b'{"cells": 3}',
        b'{"cells": [3]}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"worksheets": [3]}',
        b'{"nbformat": 4}',
    ],
)
def test_a_file_that_is_not_a_notebook_is_refused(content):
    with pytest.raises(BrokenError):
        read_cells(content)


def test_an_old_notebook_is_read():
    old = b"""{"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"metadata": {},
        "cells": [{"cell_type": "code", "input": ["x = 1"], "outputs": [], "metadata": {},
        "language": "python", "collapsed": false, "prompt_number": 1}]}]}"""
    assert [cell.source for cell in read_cells(old)] == ["x = 1"]


def test_odd_cells_are_read():
    odd = b"""{"cells": [{}, {"cell_type": 7, "source": {}, "metadata": []},
        {"cell_type": "markdown", "source": ["a", 3, "\\ud800"], "metadata": {"nbgrader": 5},
         "attachments": {"p": {"image/png": "AA==", "text/html": "<b>"}, "q": 3}}]}"""
    cells = read_cells(odd)
    assert [(cell.cell_type, cell.source) for cell in cells] == [
        ("raw", ""),
        ("raw", ""),
        ("markdown", "a?"),
    ]
    assert cells[2].attachments == {"p": {"image/png": "AA=="}}


def test_names_and_pictures_can_be_written_to_a_file():
    odd = rb"""{"cells": [{"metadata": {"nbgrader": {"grade_id": "\ud800"}},
        "attachments": {"\ud800": {"image/png": "AA=="}, "q": {"image/png": "\ud800"}}}]}"""
    (found,) = read_cells(odd)
    assert found.metadata.nbgrader == {"grade_id": "?"}
    assert found.attachments == {"?": {"image/png": "AA=="}}


def written(folder, notebook, name="a"):
    path = folder / name / f"{NAME}.ipynb"
    path.parent.mkdir()
    path.write_bytes(raw(notebook))
    return folder


def test_a_set_that_cannot_be_used_is_refused(tmp_path):
    with pytest.raises(ProblemSetError, match="no problem sets"):
        load_problem_sets(tmp_path)
    notebook = copy.deepcopy(source(NAME))
    cell(notebook, "mirror-tests").metadata.nbgrader.grade_id = "imports"
    with pytest.raises(ProblemSetError, match="'imports' is the name of another cell too"):
        load_problem_sets(written(tmp_path, notebook))


def test_two_sets_of_one_name_are_refused(tmp_path):
    written(tmp_path, source(NAME))
    with pytest.raises(ProblemSetError, match="another problem set has this name"):
        load_problem_sets(written(tmp_path, source(NAME), "b"))
