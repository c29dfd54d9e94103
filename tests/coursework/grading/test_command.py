"""What the command refuses, each in one line, and what it does if it was interrupted."""

import pytest

from coursework.grading import bubblewrap
from coursework.grading import results as results_module
from coursework.grading.__main__ import main
from coursework.grading.box import Result
from tests.coursework.grading.sample_class import NAME, PUPILS, one_set, results, rows


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


def test_grading_that_was_interrupted_continues(handed_in, tmp_path, capsys, monkeypatch):
    asked = []

    def run_until_the_second(notebooks, *settings, **options):
        for name, text in notebooks.items():
            asked.append(name)
            if len(asked) == 2:
                raise KeyboardInterrupt
            yield name, Result(text)

    monkeypatch.setattr(results_module, "run_notebooks", run_until_the_second)
    sets, output = one_set(tmp_path / "sets"), tmp_path / "grades"
    command = [str(handed_in), "--sets", str(sets), "--output", str(output)]
    with pytest.raises(KeyboardInterrupt):
        main(command)
    before = results(output)
    assert len(before) == 1
    assert not (output / "grades.csv").exists()
    assert main(command) == 0
    after = results(output)
    assert {name: after[name] for name in before} == before
    assert (asked[1], len(after), len(asked)) == (asked[2], 2, 3)  # with the model answers
    assert rows(output / "grades.csv")["ann"]["code"] == "14"
    printed = capsys.readouterr()
    assert printed.out.startswith("Code graded: 1 of 1. With explanations to grade by hand: 1.")
    assert "running: 100%" in printed.err
