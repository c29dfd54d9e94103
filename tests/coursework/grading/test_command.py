"""What the command refuses, each in one line."""

import pytest

from coursework.grading import bubblewrap
from coursework.grading.__main__ import main
from tests.coursework.grading.sample_class import NAME, PUPILS


@pytest.fixture
def handed_in(tmp_path, monkeypatch):
    """Return a class of one; there is a box, or so it is said."""
    monkeypatch.setattr(bubblewrap, "find_problem", lambda: "")
    path = tmp_path / "class" / "ann" / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(PUPILS["right"].content)
    return tmp_path / "class"


def said(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def test_without_a_box_nothing_runs(handed_in, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(bubblewrap, "find_problem", lambda: "no box: install bubblewrap; --unsafe")
    output = tmp_path / "out"
    assert said(capsys, handed_in, "--output", output) == "no box: install bubblewrap; --unsafe\n"
    assert not output.exists()


def test_nothing_is_written_into_submissions(handed_in, capsys):
    output = handed_in / "grades"
    assert "never changed" in said(capsys, handed_in, "--output", output)
    assert not output.exists()


def test_missing_folders_are_named(handed_in, tmp_path, capsys):
    missing = tmp_path / "missing"
    assert "there is no such folder" in said(capsys, missing, "--output", tmp_path / "out")
    note = handed_in / "ann" / "note.txt"
    note.write_text("no archive")
    assert "neither a folder nor a zip" in said(capsys, note, "--output", tmp_path / "out")
    missing.mkdir()
    assert "nothing was handed in" in said(capsys, missing, "--output", tmp_path / "out")
    sets = ["--sets", missing, "--output", tmp_path / "out"]
    assert "no problem sets; each is" in said(capsys, handed_in, *sets)
    missing.rmdir()
    assert "no such folder" in said(capsys, handed_in, *sets)
    missing.write_text("a file")
    assert "a file, not a folder" in said(capsys, handed_in, *sets)


def test_a_file_where_results_would_go_is_left_alone(handed_in, tmp_path, capsys):
    output = tmp_path / "out"
    output.write_text("mine")
    assert said(capsys, handed_in, "--output", output) == (
        f"{output}: a file, but results need a folder\n"
    )
    assert output.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([""], "is empty"),
        (["x", "--output="], "is empty: name a folder"),
        (["x", "--sets="], "is empty: name a folder"),
        (["x", "--workers=0"], "0"),
        (["x", "--scheduler=nonsense"], "like tcp://host:port, not 'nonsense'"),
    ],
)
def test_invalid_arguments_are_refused(arguments, text, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert text in capsys.readouterr().err.splitlines()[-1]
