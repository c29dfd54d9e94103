"""Refresh stores one fixed form or nothing, and --check sees every difference."""

import base64
import copy
import io
import json

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output
from PIL import Image

from tools import pictures, refresh
from tools.notebooks import METADATA, parse_notebook, serialise

FIGURE = "ax = plt.subplots(figsize=(1, 1))[1]"


def code(source, **more):
    return {
        "cell_type": "code",
        "source": source,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        **more,
    }


def write(path, *cells, metadata=None):
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata or {}, "cells": cells}
    path.write_text(json.dumps(content), "utf-8")
    return path


def run(*arguments):
    """Return the exit code of refresh and what it prints."""
    return refresh.main([str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("refresh")


@pytest.fixture(scope="module")
def untidy(folder):
    """A notebook as editors leave it, refreshed once."""
    path = write(
        folder / "untidy.ipynb",
        code("import sys, matplotlib.pyplot as plt, ipywidgets, numpy as np", id="a"),
        {"cell_type": "markdown", "source": "text", "metadata": {"editable": True}, "id": "a"},
        code("print(1)\nsys.stdout.flush()\nprint(2)", execution_count=7, id="not valid!"),
        code("np.array([0.841, 0.54])", metadata={"collapsed": True, "tags": ["hide-input"]}),
        code(FIGURE, id="kept-1", metadata={"jupyter": {"source_hidden": True, "other": 1}}),
        code("ipywidgets.IntSlider()", id="cell-3"),
        code("x = 3", id="open", metadata={"tags": ["solution"], "cellView": "code"}),
        metadata={
            "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}},
            "kernelspec": {"name": "conda", "display_name": "mine", "language": "python"},
            "authors": [],
        },
    )
    assert run(path) == 0
    return path


@pytest.fixture
def stored(untidy):
    return parse_notebook(untidy.read_text("utf-8"))


def test_metadata_and_ids_are_normalised(stored):
    assert stored.metadata == METADATA
    ids = [cell.id for cell in stored.cells]
    assert ids == ["a", "cell-2", "cell-3x", "cell-4", "kept-1", "cell-3", "open"]
    assert [dict(cell.metadata) for cell in stored.cells] == [
        {},
        {},
        {},
        {"tags": ["hide-input"]},
        {"jupyter": {"source_hidden": True}},
        {},
        {
            "tags": ["solution"],
            "jupyter": {"source_hidden": True, "outputs_hidden": True},
            "cellView": "form",
        },
    ]


def test_outputs_are_normalised(stored):
    counts = [cell.execution_count for cell in stored.cells if cell.cell_type == "code"]
    assert counts == [1, 2, 3, 4, 5, 6]
    (printed,) = stored.cells[2].outputs
    assert printed.text == "1\n2\n"
    (figure,) = stored.cells[4].outputs
    # nbval compares the text beside a picture: it has to stay.
    assert figure.data["text/plain"] == "<Figure size 100x100 with 1 Axes>"
    assert list(figure.metadata["image/png"]) == ["dark"]
    assert "widget-view" not in json.dumps(stored)
    assert "widgets" not in stored.metadata


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        (new_output("stream", name="stderr", text="old\n"), "writes to stderr: old"),
        (new_output("error", ename="E", evalue="1", traceback=[]), "E: 1"),  # raises-exception
        (new_output("display_data", data={"image/svg+xml": ""}), "shows image/svg.xml: use PNG"),
    ],
)
def test_an_output_that_cannot_be_compared_is_refused(output, problem):
    with pytest.raises(refresh.RefreshError, match=f"^cell 2: {problem}$"):
        refresh.normalise_outputs(new_code_cell("", outputs=[output]), "cell 2")


def test_failures_leave_the_file_and_name_the_cell(folder, capsys):
    bad = {
        "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
        "dies": ("import os\nos._exit(1)", "DeadKernelError"),
        "widget": (
            "import ipywidgets\nipywidgets.interact(lambda x: print(x), x=3)",
            "a widget prints or draws inside itself",
        ),
    }
    paths = {
        name: write(folder / f"{name}.ipynb", code("1", id="fine"), code(source, id=f"bad-{name}"))
        for name, (source, _) in bad.items()
    }
    before = {name: path.read_bytes() for name, path in paths.items()}
    invalid = write(folder / "invalid.ipynb", code("1", id="one", extra=1))
    good = write(folder / "good.ipynb", code("1", id="one"))
    assert run(*paths.values(), folder / "absent.ipynb", invalid, good) == 1
    printed = capsys.readouterr()
    assert f"{good}: refreshed" in printed.out
    assert "absent.ipynb: FAILED\n  FileNotFoundError" in printed.out
    assert f"{invalid}: FAILED\n  not a valid notebook" in printed.out
    assert "5 of 6 notebooks failed" in printed.err
    for name, path in paths.items():
        assert path.read_bytes() == before[name]
        message = printed.out.split(f"{path}: FAILED\n")[1].splitlines()[0]
        assert message.startswith(f"  cell 2 (id bad-{name}): ")
        assert bad[name][1] in message
    assert not list(folder.glob("*.tmp"))


@pytest.mark.parametrize(
    ("tag", "said", "problem"),
    [
        ("solution", "not yet:\nno", "the solution of one must say 'passed'; got: not yet: no"),
        ("check", "passed: one", "the check of one must say 'not attempted yet'; got: passed: one"),
        ("solution", "passed: one_solution", None),
    ],
)
def test_a_wrong_verdict_is_not_stored(tag, said, problem, tmp_path, monkeypatch, capsys):
    output = new_output("execute_result", data={"text/plain": said}, execution_count=1)
    cell = code('# Why\ncheck("one", one)', id="last", outputs=[output], execution_count=1)
    path = write(tmp_path / "page.ipynb", {**cell, "metadata": {"tags": [tag]}})
    before = path.read_bytes()
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: notebook)
    assert run(path) == (1 if problem else 0)
    assert (path.read_bytes() == before) == bool(problem)
    if not problem:
        assert "refreshed" in capsys.readouterr().out
        assert run(path) == 0
        assert "unchanged" in capsys.readouterr().out
    else:
        assert f"FAILED\n  cell 1 (id last): {problem}\n" in capsys.readouterr().out


def test_a_file_is_never_half_written(tmp_path, monkeypatch, capsys):
    path = write(tmp_path / "whole.ipynb", code("1", id="one"))
    before = path.read_bytes()

    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr(refresh.os, "replace", full)
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: notebook)
    assert run(path) == 1
    assert "no space left" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_check_runs_the_notebook_and_writes_nothing(untidy, folder, capsys):
    changed = folder / "changed.ipynb"
    changed.write_text(untidy.read_text("utf-8").replace("0.841, 0.54 ", "0.842, 0.54 "), "utf-8")
    before = changed.read_bytes()
    assert run("--check", changed) == 1
    said = capsys.readouterr().out
    # Nothing before it, but with other versions than the pinned ones that images are not compared.
    assert f"{changed}: FAILED\n  cell 4 (id cell-4): output differs" in said
    assert changed.read_bytes() == before


def digit(notebook):
    notebook.cells[3].outputs[0].data["text/plain"] = "array([0.842, 0.54 ])"


def stripped(notebook):
    notebook.cells[3].outputs = []


def other_text(notebook):
    notebook.cells[2].outputs[0].text = "1\n"


def not_run(notebook):
    notebook.cells[3].execution_count = None


def no_png(notebook):
    notebook.cells[4].outputs[0].data["image/png"] = "aGVsbG8="


def no_base64(notebook):
    notebook.cells[4].outputs[0].data["image/png"] = "a"


def identity(notebook):
    del notebook.cells[3]["id"]


def cell_metadata(notebook):
    notebook.cells[3].metadata["collapsed"] = True


def kernel(notebook):
    notebook.metadata["kernelspec"]["name"] = "conda"


def repainted(amount):
    def change(notebook):
        data = notebook.cells[4].outputs[0].data
        pixels = np.array(pictures.decode(data["image/png"]).convert("RGB"))
        pixels[5, 5, 0] -= amount  # of white paper
        data["image/png"] = encoded(pixels)

    return change


def cropped(notebook):
    data = notebook.cells[4].outputs[0].data
    data["image/png"] = encoded(np.array(pictures.decode(data["image/png"]).convert("RGB"))[1:])
    no_dark(notebook)


def no_dark(notebook):
    notebook.cells[4].outputs[0].metadata = {}


def dark_moved(notebook):
    """Show the light picture, upside down, in the dark theme."""
    output = notebook.cells[4].outputs[0]
    pixels = np.array(pictures.decode(output.data["image/png"]).convert("RGB"))
    output.metadata["image/png"]["dark"] = encoded(pixels[::-1])


def encoded(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def checked(stored, change, monkeypatch, tmp_path, *, pinned=True):
    """Check a changed notebook against the right one, without a kernel."""
    path = tmp_path / "changed.ipynb"
    changed = copy.deepcopy(stored)
    change(changed)
    path.write_text(serialise(changed), "utf-8")
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: copy.deepcopy(stored))
    return refresh.check(path, pinned)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (digit, r"cell 4 \(id cell-4\): output differs"),
        (stripped, r"cell 4 \(id cell-4\): 0 outputs stored, 1 made"),
        (other_text, r"cell 3 \(id cell-3x\): output differs"),
        (not_run, r"cell 4 \(id cell-4\): stored without a run"),
        (no_png, r"cell 5 \(id kept-1\): the stored picture is no PNG"),
        (no_base64, r"cell 5 \(id kept-1\): the stored picture is no PNG"),
        (identity, r"cell 4 \(id cell-4\): id is None"),
        (cell_metadata, r"cell 4 \(id cell-4\): metadata is"),
        (kernel, "notebook metadata"),
        (repainted(refresh.LEVELS_OF_GREY + 1), r"light picture differs in 1 pix"),
        (cropped, r"cell 5 \(id kept-1\): light picture is"),
        (no_dark, r"cell 5 \(id kept-1\): no dark picture is stored"),
        (dark_moved, r"cell 5 \(id kept-1\): dark picture differs in \d+ pixels"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_check_names_the_difference(change, message, stored, monkeypatch, tmp_path):
    with pytest.raises(refresh.RefreshError, match=message):
        checked(stored, change, monkeypatch, tmp_path)


def test_of_two_long_outputs_check_shows_where_they_part():
    cells = [new_output("stream", text="7 " * 999 + last + " 7" * 999) for last in "34"]
    stored, fresh = (new_code_cell("", outputs=[output]) for output in cells)
    (line,) = refresh.compare_outputs(stored, fresh, pinned=True)
    assert "from character 1999\n" in line  # after the quotation mark
    assert "7 3 7" in line
    assert "7 4 7" in line
    assert len(line) < 600


def test_check_accepts_the_counts_of_another_session(stored, monkeypatch, tmp_path):
    def count(notebook):
        notebook.cells[3].execution_count = 9
        notebook.cells[3].outputs[0].execution_count = 9

    assert checked(stored, count, monkeypatch, tmp_path) == "as stored"


def test_check_forgives_the_last_levels_of_grey(stored, monkeypatch, tmp_path):
    change = repainted(refresh.LEVELS_OF_GREY)
    assert checked(stored, change, monkeypatch, tmp_path) == "as stored"


def test_check_compares_no_images_with_other_versions(
    untidy, stored, monkeypatch, tmp_path, capsys
):
    assert checked(stored, cropped, monkeypatch, tmp_path, pinned=False) == "as stored"
    with pytest.raises(refresh.RefreshError):
        checked(stored, digit, monkeypatch, tmp_path, pinned=False)
    monkeypatch.setattr(refresh, "matches_pins", lambda: False)
    assert run("--check", untidy) == 0  # `checked` has put the stored one in place of a run
    assert capsys.readouterr().out.startswith("images not compared")


def test_check_sees_the_end_of_the_file(stored, untidy, monkeypatch, tmp_path):
    path = tmp_path / "short.ipynb"
    path.write_text(untidy.read_text("utf-8").rstrip("\n"), "utf-8")
    monkeypatch.setattr(refresh, "execute", lambda notebook, folder: copy.deepcopy(stored))
    with pytest.raises(refresh.RefreshError, match="not in the form"):
        refresh.check(path, pinned=True)


def test_pins_are_read(monkeypatch):
    versions = dict.fromkeys(("matplotlib", "numpy"), "0.0")
    monkeypatch.setattr(refresh.metadata, "version", versions.get)
    assert not refresh.matches_pins()
