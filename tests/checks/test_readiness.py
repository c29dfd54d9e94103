"""The look at a set before it is handed in: each way to spoil a notebook is named."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sinpe_lib.checks import ready
from sinpe_lib.checks.readiness import format_entry

NAME = "first.ipynb"
STUB = "def double(number):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
CODE = "def double(number):\n    return 2 * number"
TEXT = "YOUR ANSWER HERE"
CELLS = [  # (name, kind, type, as handed out, as answered)
    ("imports", "given", "code", "import math", "import math"),
    ("double", "answer", "code", STUB, CODE),
    ("double-tests", "test", "code", "assert double(2) == 4", "assert double(2) == 4"),
    ("measured", "answer", "code", "# YOUR CODE HERE", "print(double(7))"),
    ("explained", "answer", "markdown", TEXT, "Because it is so."),
]
ENTRIES = [
    f"# cell {name} {kind} {cell_type} {hashlib.sha256(source.encode()).hexdigest()[:8]}"
    for name, kind, cell_type, source, _ in CELLS
]


def cell(name, cell_type, source, **metadata):
    lines = source.splitlines(keepends=True)  # as programs store it
    found = {"cell_type": cell_type, "id": name, "metadata": metadata, "source": lines}
    return found | ({"outputs": [], "execution_count": None} if cell_type == "code" else {})


def answered():
    """Return a set with an answer in each cell that asks for one."""
    cells = [cell("title", "markdown", "# A set")]
    cells += [
        cell(name, cell_type, source, nbgrader={"grade_id": name})
        for name, _, cell_type, _, source in CELLS
    ]
    cells.append(cell("ready", "code", "\n".join([f'ready("{NAME}")', "", *ENTRIES])))
    metadata = {"kernelspec": {"name": "python3", "language": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def seen(tmp_path):
    """seen(mutate) returns the lines about a set that was answered, spoilt and saved."""

    def seen(mutate):
        notebook = answered()
        mutate(notebook, {cell["id"]: cell for cell in notebook["cells"]})
        path = tmp_path / NAME
        path.write_text(json.dumps(notebook), "utf-8")
        first, *lines = repr(ready(path)).split("\n- ")
        assert first.startswith(f"{NAME}, as it was saved ")
        return first.rpartition(": ")[2], lines

    return seen


def put(name, **new):
    return lambda notebook, cells: cells[name].update(new)


def called(grade_id):
    return {"nbgrader": {"grade_id": grade_id}}


def delete(name):
    return lambda notebook, cells: notebook["cells"].remove(cells[name])


def repeat(name, place, **new):
    return lambda notebook, cells: notebook["cells"].insert(place, cells[name] | new)


def describe(**metadata):
    return lambda notebook, cells: notebook.update(metadata=metadata)


MEND = "to repair cells, paste your answers into a fresh copy of the set"
LOST = "is missing: it was deleted, or has lost its name"
RETYPED = "`{}` (your answer), cell {}, was a {} cell and is a {} cell now: turn it back"
EMPTY = "`{}` has no answer yet"
SPOILT = {
    "deleted": (delete("double"), f"`double` (your answer) {LOST}", MEND),
    "a test deleted": (delete("double-tests"), f"`double-tests` (a test) {LOST}", MEND),
    "copied": (
        repeat("double", 7, id="a1b2"),
        "`double` is there 2 times, as cells 3 and 8: delete the copies",
        MEND,
    ),
    "copied whole": (
        repeat("imports", 1),
        "`imports` is there 2 times, as cells 2 and 3: delete the copies",
        MEND,
    ),
    "renamed": (
        put("double", metadata=called("twice")),
        "`double` (your answer), cell 3, is called `twice` now",
        MEND,
    ),
    "a test renamed": (
        put("double-tests", id="c3d4", metadata=called("other")),
        "`double-tests` (a test), cell 4, is called `other` now",
        MEND,
    ),
    "nameless": (
        put("explained", metadata={}),
        "`explained` (your answer), cell 6, has lost its name",
        MEND,
    ),
    "retyped": (
        put("double", cell_type="markdown"),
        RETYPED.format("double", 3, "code", "markdown"),
        MEND,
    ),
    "raw": (
        put("explained", cell_type="raw"),
        RETYPED.format("explained", 6, "markdown", "raw"),
        MEND,
    ),
    "a test changed": (
        put("double-tests", source=["assert True"]),
        "`double-tests` (a test), cell 4, was changed",
        MEND,
    ),
    "left": (put("double", source=STUB.splitlines(keepends=True)), EMPTY.format("double")),
    "left in part": (
        put("double", source=CODE + "\n    # YOUR CODE HERE\n    raise NotImplementedError()"),
        EMPTY.format("double"),
    ),
    "emptied": (put("explained", source=["  \n"]), EMPTY.format("explained")),
    "text left": (put("explained", source=TEXT + "\n"), EMPTY.format("explained")),
    "measure left": (put("measured", source="# YOUR CODE HERE"), EMPTY.format("measured")),
    "other kernel": (
        describe(kernelspec={"name": "ir", "language": "R"}),
        "the kernel is one for r: choose one for Python",
    ),
    "other language": (
        describe(language_info={"name": "julia"}),
        "the kernel is one for julia: choose one for Python",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_spoilt_is_named(seen, what):
    mutate, *lines = SPOILT[what]
    assert seen(mutate) == ("not ready", lines)


def moved_on(notebook, cells):
    """What Colab and others do: ids and metadata of the notebook go, cells are added."""
    for each in notebook["cells"]:
        del each["id"]
        each["metadata"]["id"] = "x7Yq"
        each["source"] = "".join(each["source"])
    notebook["metadata"] = {}
    notebook["nbformat_minor"] = 0
    notebook["cells"].insert(3, {"cell_type": "code", "metadata": {}, "source": [], "outputs": []})


@pytest.mark.parametrize("mutate", [lambda *_: None, moved_on])
def test_a_set_that_is_answered_is_ready(seen, mutate):
    assert seen(mutate) == (
        "ready to hand in",
        [
            "all 5 named cells are there, and 3 answers are filled in",
            "whether they are right is not checked",
            "if you have changed anything since, save and run this again",
        ],
    )


def test_metadata_may_be_gone_altogether(seen):
    def strip(notebook, cells):
        for each in notebook["cells"]:
            each["metadata"] = {}

    assert seen(strip) == ("not ready", ["no cell has its name any more", MEND])


def test_metadata_that_other_programs_leave_out_are_not_missed(seen):
    def strip(notebook, cells):
        del notebook["metadata"], cells["title"]["metadata"]

    assert seen(strip)[0] == "ready to hand in"


def test_an_answer_is_not_known_by_what_its_stub_says(seen):
    def lost(notebook, cells):
        cells["double"] |= {"source": STUB, "metadata": {}, "id": "a1b2"}

    assert seen(lost) == ("not ready", [f"`double` (your answer) {LOST}", MEND])


def test_a_cell_with_another_name_of_the_list_does_not_fill_in_for_a_missing_one(seen):
    def overwritten(notebook, cells):
        notebook["cells"].remove(cells["imports"])
        cells["double-tests"]["source"] = "import math"

    assert seen(overwritten) == (
        "not ready",
        [f"`imports` (given) {LOST}", "`double-tests` (a test), cell 3, was changed", MEND],
    )


def test_without_names_and_ids_the_given_cells_are_still_known(seen):
    def strip(notebook, cells):
        for number, each in enumerate(notebook["cells"]):
            each["metadata"], each["id"] = {}, f"new-{number}"

    _, lines = seen(strip)
    assert [line.split("`")[1] for line in lines if "missing" in line] == [
        "double",
        "measured",
        "explained",
    ]


def test_a_set_as_it_came_may_not_have_been_saved(seen):
    def untouched(notebook, cells):
        for name, _, _, source, _ in CELLS:
            cells[name]["source"] = source

    assert seen(untouched) == (
        "not ready",
        ["not one answer is in the file: have you saved the notebook?"],
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (20, "less than a minute"),
        (80, "1 minute"),
        (150, "2 minutes"),
        (2.5 * 3600, "2 hours"),
        (73 * 3600, "3 days"),
    ],
)
def test_the_age_of_the_file_is_told(tmp_path, monkeypatch, seconds, words):
    path = tmp_path / NAME
    path.write_text(json.dumps(answered()), "utf-8")
    os.utime(path, (1000, 1000))
    monkeypatch.setattr("time.time", lambda: 1000 + seconds)
    assert repr(ready(path)).startswith(f"{NAME}, as it was saved {words} ago: ready")


def test_no_such_file(tmp_path, monkeypatch):
    Path(tmp_path, "other.ipynb").touch()
    Path(tmp_path, "another.ipynb").touch()
    assert repr(ready(tmp_path / NAME)).split("\n- ") == [
        f"cannot open {NAME}: the folder {tmp_path} has no such file",
        "save the notebook first, and use its exact name",
        "notebooks in that folder: another.ipynb, other.ipynb",
        "in Colab the notebook is not among your files: download it, and upload it there",
    ]
    monkeypatch.chdir(tmp_path)
    assert repr(ready(NAME)).startswith(f"cannot open {NAME}: this folder has no such file\n")


def test_a_folder(tmp_path):
    assert re.match(r"cannot open \S+: .*\w", repr(ready(tmp_path)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"cells": [',
        b"<<<<<<< HEAD\n{}",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"cells": 3}',
        b'{"cells": ["x"]}',
        b'{"cells": [{"cell_type": "code", "source": 1}]}',
        b'{"cells": [{"cell_type": "code", "source": "", "metadata": 4}]}',
        b'{"worksheets": []}',
    ],
)
def test_a_damaged_file(tmp_path, content):
    Path(tmp_path, NAME).write_bytes(content)
    found = ready(tmp_path / NAME)
    assert re.fullmatch(
        rf"{NAME} is damaged( near line 1)?: no program can open it as a notebook", found.seen
    )
    assert found.problems == ("save it again, or go back to an earlier version of it",)


def test_the_line_of_a_fault_is_told(tmp_path):
    text = json.dumps(answered(), indent=1).replace('"nbformat": 4,', '"nbformat": 4')
    Path(tmp_path, NAME).write_text(text, "utf-8")
    line = text[: text.index('"nbformat_minor"')].count("\n") + 1
    assert f"damaged near line {line}:" in ready(tmp_path / NAME).seen


def test_a_notebook_without_a_list(tmp_path):
    notebook = answered()
    del notebook["cells"][-1]
    Path(tmp_path, NAME).write_text(json.dumps(notebook), "utf-8")
    assert repr(ready(tmp_path / NAME)).split("\n- ") == [
        f"{NAME} carries no list of its cells, so none can be missed",
        "a student edition has the list in its last cell: take it from a fresh copy",
    ]


def test_a_line_of_the_list_ignores_space_at_the_ends_of_lines():
    digest = hashlib.sha256(b"def f():\n    return 1").hexdigest()[:8]
    line = format_entry("f", "given", "code", "\n  \ndef f(): \t\n    return 1\n\n")
    assert line == f"# cell f given code {digest}"


@pytest.mark.parametrize("path", [5, None, ["first.ipynb"]])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(TypeError, match=rf"^path must be .*{re.escape(repr(path))}$"):
        ready(path)


def test_numpy_is_enough():
    """Colab and others have no nbgrader, and a plain Python has no Jupyter."""
    code = (
        "import sys, sinpe_lib.checks as c; print(c.ready('nowhere.ipynb'));"
        "bad = {'nbformat', 'nbgrader', 'IPython', 'matplotlib'} & set(sys.modules); assert not bad"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("cannot open nowhere.ipynb")
