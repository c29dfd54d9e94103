"""A good course is written, every leak of an answer is refused, and links work in editions."""

import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from coursework.editions import archives
from coursework.editions.__main__ import main
from coursework.editions.options import PROBLEM_SETS, ProblemSetError
from coursework.editions.release import release_problem_sets
from tools.notebooks import METADATA, ROOT, parse_inlines, serialise

LESSON, SET = "book/lesson.ipynb", "problem_sets/first/first.ipynb"


def code(identity, source, *printed, tags=(), **nbgrader):
    metadata = {"tags": list(tags)} if tags else {}
    outputs = [new_output("stream", text=text) for text in printed]
    cell = new_code_cell(source, id=identity, metadata=metadata, outputs=outputs)
    return with_nbgrader(cell, nbgrader)


def text(identity, source, *tags, **nbgrader):
    metadata = {"tags": list(tags)} if tags else {}
    return with_nbgrader(new_markdown_cell(source, id=identity, metadata=metadata), nbgrader)


def with_nbgrader(cell, given):
    if given:
        base = dict.fromkeys(("grade", "solution", "locked", "task"), False)
        cell.metadata["nbgrader"] = {**base, "grade_id": cell.id, "schema_version": 3, **given}
    return cell


def lesson():
    return [
        text("title", "# A lesson\n\nIt shows `total = sum(parts)`."),
        code("shown", "total = sum(parts)\nprint(total)", "a number: 17\n"),
        text("task", "## Exercise 1\n\nWrite it."),
        code("stub", "def halve(number):\n    ...", tags=["exercise"]),
        code("check", 'check("halve", halve)', "not attempted yet", tags=["check"]),
        text("hint", "<details><summary>Hint</summary>\n\nDivide.\n\n</details>", "hint"),
        code(
            "solved",
            "# @title Solution of exercise 1\n"
            "def halve_solution(number):\n    total = sum(parts)\n"
            "    return number / 2 + 0 * total",
            "half of seven is 3.500\n",
            tags=["solution", "hide-cell"],
        ),
        text("asked", "## Exercise 2\n\nWhy?"),
        text("why", "*Your answer:*", "exercise"),
        text("hint-2", "<details><summary>Hint</summary>\n\nThink.\n\n</details>", "hint"),
        text(
            "model",
            "<details><summary>Model answer</summary>\n\nBecause two halves make a whole.\n\n"
            "</details>\n\n<details><summary>Rubric (1 point)</summary>\n\n- 1 point: it says so."
            "\n\n</details>",
            "solution",
        ),
        code("after", "print('the end')", "the end\n"),
    ]


def problem_set():
    return [
        text("title", "# A set"),
        code("imports", "import math", locked=True),
        text("task", "## Problem 1\n\nWrite it."),
        code(
            "double",
            'def double(number):\n    """Return it twice."""\n    ### BEGIN SOLUTION\n'
            "    twice_the_number = number + number\n    return twice_the_number\n"
            "    ### END SOLUTION",
            solution=True,
        ),
        code(
            "double-tests",
            "# Tests (2 points).\nfor number in (3, 0.5):\n    got = double(number)\n"
            "    assert got - number == number, f'you gave {got}'\n"
            "### BEGIN HIDDEN TESTS\nassert double(-21.5) == -43.0\n### END HIDDEN TESTS",
            grade=True,
            locked=True,
            points=2,
        ),
        text("asked", "## Problem 2\n\nMeasure it and explain it."),
        code(
            "measured",
            "# Measure.\n### BEGIN SOLUTION\nprint(f'{math.tau:.5f} in one turn')\n"
            "### END SOLUTION",
            "6.28319 in one turn\n",
            solution=True,
        ),
        text(
            "explained",
            "<!-- BEGIN SOLUTION -->\n**Model answer.** A whole turn is twice pi. It is odd.\n\n"
            "**Rubric (1 point)**\n\n- 1 point: twice pi is named.\n<!-- END SOLUTION -->",
            grade=True,
            solution=True,
            points=1,
        ),
    ]


class Course:
    """A book of one lesson and a folder of one set, before and after they are spoilt."""

    def __init__(self, folder):
        self.folder = folder
        self.output = folder / "_build" / "editions"
        self.cells = {LESSON: lesson(), SET: problem_set()}
        self.pages = {"book/page.md": "# A page\n"}

    def cell(self, identity, name=SET):
        return next(cell for cell in self.cells[name] if cell.id == identity)

    def write(self, *options):
        """Write the sources, then the editions; return the exit code."""
        for name, cells in self.cells.items():
            # new_notebook would give cells with the same id new ones.
            notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA}
            self.pages[name] = serialise(nbformat.from_dict(notebook | {"cells": cells}))
        for name, content in self.pages.items():
            wing = "coursework" if name.startswith("problem_sets") else ""
            path = self.folder / wing / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
        folders = ["--root", self.folder, "--sets", self.folder / PROBLEM_SETS]
        return main([str(part) for part in [*folders, "--output", self.output, *options]])

    def read(self, edition, name):
        return nbformat.v4.reads((self.output / edition / name).read_text("utf-8"))


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path)


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_good_course_is_written(course, capsys):
    assert course.write() == 0
    names = {LESSON, SET, "book/page.md"}
    archives = {f"{edition}.zip" for edition in ("student", "blank", "solution")}
    inside = {f"{edition}/{name}" for edition in ("student", "blank", "solution") for name in names}
    assert set(files(course.output)) == archives | inside
    assert "student and student.zip" in capsys.readouterr().out


def test_a_lesson_only_loses_its_solutions(course):
    course.write()
    kept = [cell for cell in lesson() if cell.id not in ("solved", "model")]
    assert course.read("student", LESSON).cells == kept
    blank = course.read("blank", LESSON).cells
    assert [cell.source for cell in blank] == [cell.source for cell in kept]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in blank)


def test_a_set_lists_its_cells_where_it_asks_whether_it_is_ready(course):
    added(SET, code("ready", 'ready("first.ipynb")'))(course)
    course.write()
    source = course.read("student", SET).cells[-1].source
    call, _, heading, *entries = source.splitlines()
    assert call == 'ready("first.ipynb")'
    assert heading.startswith("# ")
    assert [entry.split()[2:5] for entry in entries] == [
        ["imports", "given", "code"],
        ["double", "answer", "code"],
        ["double-tests", "test", "code"],
        ["measured", "answer", "code"],
        ["explained", "answer", "markdown"],
    ]
    assert entries[-1].split()[5] == hashlib.sha256(b"YOUR ANSWER HERE").hexdigest()[:8]
    assert course.read("solution", SET).cells[-1].source == call


def test_the_solution_edition_is_the_source(course):
    course.write()
    for name, source in ((LESSON, LESSON), (SET, f"coursework/{SET}")):
        source, edition = course.folder / source, course.output / "solution" / name
        assert edition.read_bytes() == source.read_bytes()


def test_archives_hold_the_same_files_and_have_the_same_bytes_each_time(course):
    course.write()
    first = files(course.output)
    for edition in ("student", "blank", "solution"):
        with zipfile.ZipFile(course.output / f"{edition}.zip") as archive:
            packed = {name: archive.read(name) for name in archive.namelist()}
            assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        assert packed == {name: first[name] for name in first if name.startswith(f"{edition}/")}
    assert course.write() == 0
    assert files(course.output) == first


def test_an_edition_that_is_gone_from_the_book_goes(course):
    course.write()
    (course.output / "student" / "old.ipynb").write_text("old")
    course.write()
    assert not (course.output / "student" / "old.ipynb").exists()


def test_a_folder_with_other_things_in_it_is_not_replaced(course, capsys):
    course.output.mkdir(parents=True)
    (course.output / "thesis.txt").write_text("mine")
    assert course.write() == 1
    assert "holds thesis.txt" in capsys.readouterr().out
    assert set(files(course.output)) == {"thesis.txt"}


def test_private_sets_join_those_of_the_book_and_replace_one_of_the_same_name(course, tmp_path):
    assert course.write() == 0
    public = course.read("student", SET)
    course.cells["private/mine/mine.ipynb"] = problem_set()
    course.cells["private/first/first.ipynb"] = [*problem_set(), text("more", "Mine.")]
    course.cells["private/.ipynb_checkpoints/notes-checkpoint.ipynb"] = [text("notes", "Secret.")]
    assert course.write("--sets", tmp_path / "private") == 0
    assert not [name for name in files(course.output) if "checkpoint" in name]
    assert course.read("student", "problem_sets/mine/mine.ipynb").cells == public.cells
    assert [cell.id for cell in course.read("student", SET).cells][-1] == "more"


def test_a_file_where_editions_would_go_is_left_alone(course, capsys):
    course.output.parent.mkdir(parents=True)
    course.output.write_text("mine")
    assert course.write() == 1
    assert f"{course.output}: a file, but results need a folder" in capsys.readouterr().out
    assert course.output.read_text() == "mine"


def replaced(identity, old, new, name=SET):
    """Return the mutation that replaces a text in the source of a cell."""

    def mutate(course):
        cell = course.cell(identity, name)
        assert cell.source.count(old) >= 1
        cell.source = cell.source.replace(old, new)

    return mutate


def nbgrader(identity, **changes):
    """Return the mutation that changes the nbgrader metadata of a cell; None removes a key."""

    def mutate(course):
        metadata = course.cell(identity).metadata.nbgrader
        metadata.update(changes)
        for key in [key for key, value in changes.items() if value is None]:
            del metadata[key]

    return mutate


def without_nbgrader(identity, *marker_lines):
    """Return the mutation that strips a cell of its metadata, and of marker lines."""

    def mutate(course):
        cell = course.cell(identity)
        del cell.metadata["nbgrader"]
        for line in marker_lines:
            assert line in cell.source
            cell.source = cell.source.replace(line, "")

    return mutate


def tagged(identity, *tags):
    def mutate(course):
        course.cell(identity, LESSON).metadata["tags"] = list(tags)

    return mutate


def printing(identity, output):
    def mutate(course):
        course.cell(identity, LESSON).outputs = [new_output("stream", text=output)]

    return mutate


def added(name, cell):
    return lambda course: course.cells[name].append(cell)


def with_id(identity, other, name):
    def mutate(course):
        course.cell(other, name).id = identity

    return mutate


def described(identity, alt):
    def mutate(course):
        course.cell(identity, LESSON).metadata["mystnb"] = {"image": {"alt": alt}}

    return mutate


def page(content):
    return lambda course: course.pages.update({"book/page.md": content})


SOLUTION_LINES = "    ### BEGIN SOLUTION\n", "    ### END SOLUTION"
TEXT_LINES = "<!-- BEGIN SOLUTION -->\n", "\n<!-- END SOLUTION -->"
# A cell, a text in it, and what makes a leak of it.
MARKERS = {
    "like a marker": [
        ("double", "BEGIN SOL", "BEGIN SOOL"),
        ("double-tests", "### BEGIN", "# BEGIN"),
        ("double-tests", "### BEGIN HIDDEN", "# BEGIN HIDEN"),
        ("double-tests", "# Tests", "# What follows BEGIN HIDDEN TESTS is hidden. Tests"),
        ("double-tests", "# Tests", "### AUTOTEST double(3)\n# Tests"),
        ("explained", "<!-- BEGIN SOLUTION -->", "### BEGIN SOLUTION"),
        ("task", "Write it.", "Write it. <!-- number + number -->"),
    ],
    "BEGIN SOLUTION without its partner": [
        ("double", "\n    ### END SOLUTION", ""),
        ("double", "    return twice", "    ### BEGIN SOLUTION\n    return twice"),
    ],
    "END HIDDEN TESTS without its partner": [("double-tests", "### BEGIN HIDDEN TESTS\n", "")],
    "END SOLUTION without its partner": [
        ("double-tests", "END HIDDEN TESTS", "END SOLUTION"),
        ("explained", TEXT_LINES[0], ""),
    ],
    "BEGIN SOLUTION and END SOLUTION are missing": [
        ("measured", "### BEGIN SOLUTION\nprint", "print")
    ],
    "compares with 6": [("double-tests", "got - number == number", "double(3) == 6")],
    "says 10.5 in its message": [
        ("double-tests", "f'you gave {got}'", "'twice 10.5 is 21.0'"),
    ],
}
# The mutation, the cell that is named, and the message.
LEAKS = [
    *((replaced(*each), each[0], message) for message, found in MARKERS.items() for each in found),
    (without_nbgrader("double"), "double", "do not say 'solution'"),
    (without_nbgrader("explained"), "explained", "do not say 'solution'"),
    (without_nbgrader("double-tests"), "double-tests", "do not say 'grade'"),
    (
        without_nbgrader("double", *SOLUTION_LINES),
        "double-tests",
        "tests nothing that a solution defines",
    ),
    (
        without_nbgrader("explained", *TEXT_LINES),
        "explained",
        "'Model answer' is outside the markers",
    ),
    (with_id("double", "asked", SET), "double", "name of another cell"),
    (nbgrader("measured", grade_id="double"), "measured", "name of another cell"),
    (nbgrader("double-tests", points=None), "double-tests", "does not have points"),
    (nbgrader("double", schema_version=2), "double", "Outdated schema version"),
    (
        added(SET, code("ready", 'ready("second.ipynb")')),
        "ready",
        "ready looks at 'second.ipynb', which is not this notebook",
    ),
    (added(LESSON, text("copy", "Look for BEGIN SOLUTION.")), None, "the marker 'BEGIN SOLUTION'"),
]
# The mutation, the cell whose answer is shown, and the file that shows it.
SHOWN = [
    (added(SET, code("copy", "n = 2\ntwice_the_number  =  number+number")), "double", SET),
    (added(LESSON, code("copy", "assert  double(-21.5) == -43.0")), "double-tests", LESSON),
    (
        added(LESSON, text("copy", "As you know: A *whole turn* is\ntwice pi. And so on.")),
        "explained",
        LESSON,
    ),
    (printing("after", "6.28319 in one turn\n"), "measured", LESSON),
    (described("after", "A clock. A whole turn is twice pi. It ticks."), "explained", LESSON),
    (page("A whole turn is twice pi."), "explained", "book/page.md"),
]
LESSON_LEAKS = [
    (tagged("solved", "soluton"), "solved", "the tag 'soluton'"),
    (tagged("solved", "Solution"), "solved", "the tag 'Solution'"),
    (tagged("solved"), "solved", "'# @title Solution' belongs"),
    (tagged("model"), "model", "belongs in a cell tagged 'solution'"),
    (printing("stub", "3.5\n"), "stub", "has an output"),
    (printing("check", "passed: halve"), "check", "is not 'not attempted yet'"),
    (
        replaced("check", ", halve)", ", halve)\nassert halve(7) == 3.5", LESSON),
        "check",
        "alone: more may give",
    ),
    (
        replaced("after", "'the end'", "halve_solution(7)", LESSON),
        "after",
        "'halve_solution' belongs",
    ),
    (with_id("stub", "task", LESSON), "stub", "name of another cell"),
]
LESSON_SHOWN = [
    (printing("after", "half of seven is 3.500"), "solved"),
    (replaced("hint", "Divide.", "Write `return number / 2 + 0 * total`.", LESSON), "solved"),
    (replaced("hint-2", "Think.", "Because two halves  make a whole.", LESSON), "model"),
]
CASES = [
    *((SET, *case) for case in LEAKS),
    *((SET, mutate, cell, f"student/{file} shows a line") for mutate, cell, file in SHOWN),
    *((LESSON, *case) for case in LESSON_LEAKS),
    *((LESSON, *case, f"student/{LESSON} shows a line") for case in LESSON_SHOWN),
]


@pytest.mark.parametrize(("name", "mutate", "identity", "message"), CASES)
def test_a_leak_is_refused_by_name(course, capsys, name, mutate, identity, message):
    mutate(course)
    assert course.write() == 1
    printed = capsys.readouterr()
    where = rf"{re.escape(name)}: cell \d+ \(id {identity}\): " if identity else ""
    assert re.search(where + ".*" + re.escape(message), printed.out), printed.out
    assert "nothing was written" in printed.err
    assert not course.output.exists()


def test_a_leak_leaves_earlier_editions_as_they_were(course):
    assert course.write() == 0
    before = files(course.output)
    tagged("solved")(course)
    assert course.write() == 1
    assert files(course.output) == before


def test_a_line_that_was_shown_before_the_task_is_no_answer(course):
    """The line `total = sum(parts)` is in the solution and before its task."""
    assert course.write() == 0
    moved = course.cells[LESSON].pop(1)
    course.cells[LESSON][0].source = "# A lesson"
    course.cells[LESSON].append(moved)
    assert course.write() == 1


@pytest.mark.parametrize("content", ["{", "[]", '{"nbformat": 3}', '{"nbformat": 4, "cells": [1]}'])
def test_a_file_that_is_no_notebook_is_named(course, capsys, content):
    course.pages["book/broken.ipynb"] = content
    assert course.write() == 1
    assert "book/broken.ipynb: " in capsys.readouterr().out


def test_every_problem_is_reported_at_once(course, capsys):
    tagged("solved")(course)
    nbgrader("double-tests", points=None)(course)
    assert course.write() == 1
    printed = capsys.readouterr()
    assert "(id solved)" in printed.out
    assert "(id double-tests)" in printed.out
    assert printed.err == f"{len(printed.out.splitlines())} problems: nothing was written\n"


def test_a_swap_that_fails_restores_the_earlier_editions(tmp_path):
    target, old = tmp_path / "editions", tmp_path / "old"
    target.mkdir()
    (target / "page").write_text("earlier")
    with pytest.raises(FileNotFoundError):
        archives.swap_folders(tmp_path / "missing", target, old)
    assert (target / "page").read_text() == "earlier"


def test_student_editions_are_released_unless_they_would_leak(course):
    course.write()
    release_problem_sets(course.folder)
    assert (course.folder / SET).read_bytes() == (course.output / "student" / SET).read_bytes()
    nbgrader("double", solution=False)(course)
    course.write()
    with pytest.raises(ProblemSetError, match=rf"^{SET}: cell 4 \(id double\): "):
        release_problem_sets(course.folder)
    (course.folder / "coursework" / SET).write_text("{", "utf-8")
    with pytest.raises(ProblemSetError, match=rf"^{SET}: not a notebook"):
        release_problem_sets(course.folder)


def test_the_problem_sets_of_the_book_are_released(editions):
    released = files(ROOT / "problem_sets")
    assert released == files(editions / "student" / "problem_sets"), "run make problem-sets"
    assert len(released) == 3


def test_each_lesson_and_each_set_has_its_editions(editions):
    notebooks = {f"book/{path.name}" for path in (ROOT / "book").glob("*.ipynb")}
    notebooks |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("problem_sets/*/*.ipynb")}
    for edition in ("student", "blank", "solution"):
        written = {name for name in files(editions / edition) if name.endswith(".ipynb")}
        assert written == notebooks


def find_links(path):
    """Yield the targets of the links and pictures in a page or notebook."""
    texts = [path.read_text("utf-8")]
    if path.suffix == ".ipynb":
        cells = nbformat.v4.reads(texts[0]).cells
        texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    for text in texts:
        for token in parse_inlines(text):
            if token.type in ("link_open", "image"):
                yield token.attrs.get("href") or token.attrs["src"]
            elif token.type in ("html_inline", "html_block"):
                yield from re.findall(r'\b(?:href|src)="([^"]+)"', token.content)


def test_every_relative_link_resolves_in_an_edition_and_in_the_repository(editions):
    folders = [editions / edition for edition in ("student", "blank", "solution")]
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    paths += [*ROOT.glob("book/**/*"), *ROOT.glob("problem_sets/*/*")]
    n_found = 0
    for path in paths:
        if path.suffix in (".md", ".ipynb"):
            root = next((folder for folder in folders if path.is_relative_to(folder)), ROOT)
            for link in find_links(path):
                if not re.match(r"https?://|#|attachment:|data:", link):
                    target = (path.parent / link.split("#")[0]).resolve()
                    assert target.is_file(), f"{path}: {link}"
                    assert target.is_relative_to(root.resolve()), f"{path}: {link}"
                    n_found += 1
    assert n_found > 500


def test_every_edition_is_a_valid_notebook(editions):
    for path in editions.rglob("*.ipynb"):
        nbformat.validate(json.loads(path.read_text("utf-8")))


READ_TABLES = """\
import ast, json, sys
import sinpe_lib
print(sinpe_lib.__file__)
for name in sys.argv[1:]:
    cells = json.load(open(name, encoding="utf-8"))["cells"]
    code = "\\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    for statement in ast.parse(code).body:
        line = ast.unparse(statement)
        if isinstance(statement, ast.Import | ast.ImportFrom) or "load_table(" in line:
            exec(line)
"""


def test_chapters_read_measured_data_with_the_wheel_alone(editions, wheel, tmp_path):
    for archive in (editions / "student.zip", wheel):
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(tmp_path)
    book = tmp_path / "student" / "book"
    chapters = [p.name for p in book.glob("*.ipynb") if "load_table(" in p.read_text("utf-8")]
    assert chapters
    ran = subprocess.run(
        [sys.executable, "-c", READ_TABLES, *chapters],
        cwd=book,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(f"{tmp_path}{os.sep}sinpe_lib{os.sep}")
