"""Exports of Canvas and Moodle, folders and archives are read, and what is refused."""

import hashlib
import io
import os
import warnings
import zipfile
from pathlib import Path

import pytest

from coursework.grading import intake
from coursework.grading.intake import (
    NOTEBOOK_BYTES,
    IntakeError,
    PathInfo,
    Student,
    collect_notebooks,
    make_key,
    name_student,
    parse_path,
)

CANVAS = {
    "doejane_12345_67890_set-1.ipynb": ("doejane_12345", "set-1.ipynb", "12345", False),
    "roejohn_LATE_222_333_my set.ipynb": ("roejohn_222", "my set.ipynb", "222", True),
    "vanderberg_4_5_a_6_7_b.ipynb": ("vanderberg_4", "a_6_7_b.ipynb", "4", False),
}
MOODLE = {
    "Jane Doe_815_assignsubmission_file_/set.ipynb": ("Jane_Doe_815", "set.ipynb", "815"),
    "Zoë O'Neill_7_assignsubmission_file/sub/set.ipynb": ("Zoë_O_Neill_7", "set.ipynb", "7"),
    "Max Roe_9_assignsubmission_file_set.ipynb": ("Max_Roe_9", "set.ipynb", "9"),
}


def zipped(path, files):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the same name twice
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files:
                archive.writestr(name, content)
    return path


def bytes_of(files):
    """Return the bytes of an archive."""
    archive = io.BytesIO()
    zipped(archive, files)
    return archive.getvalue()


def unpacked(folder, files):
    for name, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


FORMS = pytest.mark.parametrize("form", ["folder", "archive", "archive in a folder"])


def taken(form, tmp_path, names):
    files = [(name, name.encode()) for name in names]
    if form == "folder":
        return collect_notebooks(unpacked(tmp_path, files))
    archive = zipped(tmp_path / "submissions.zip", files)
    return collect_notebooks(archive if form == "archive" else tmp_path)


@FORMS
def test_canvas(form, tmp_path):
    files, notes = taken(form, tmp_path, CANVAS)
    assert notes == []
    found = {f.content.decode(): (f.student.key, f.name, f.student.canvas, f.late) for f in files}
    assert found == CANVAS


@FORMS
def test_moodle(form, tmp_path):
    files, notes = taken(form, tmp_path, MOODLE)
    assert notes == []
    found = {f.content.decode(): (f.student.key, f.name, f.student.moodle) for f in files}
    assert found == MOODLE
    assert {f.student.name for f in files} == {"Jane Doe", "Zoë O'Neill", "Max Roe"}


@FORMS
def test_a_folder_for_each_student(form, tmp_path):
    files, notes = taken(form, tmp_path, ["ann/set.ipynb", "bob/deep/er/set.ipynb"])
    assert notes == []
    assert {(f.student.key, f.name) for f in files} == {("ann", "set.ipynb"), ("bob", "set.ipynb")}


def test_one_student_in_two_exports_is_one(tmp_path):
    zipped(tmp_path / "set-1.zip", [("ann_7_20_b.ipynb", b"later")])
    zipped(tmp_path / "set-2.zip", [("ann_7_9_c.ipynb", b"first")])
    files, notes = collect_notebooks(tmp_path)
    assert notes == []
    assert {file.student.key for file in files} == {"ann_7"}
    assert [f.content for f in sorted(files, key=lambda f: f.order)] == [b"first", b"later"]


@pytest.mark.parametrize("folder", ["submissions (1)", "course-set-1_submissions"])
def test_an_export_of_canvas_is_known_in_its_own_folder(tmp_path, folder):
    files, _ = collect_notebooks(unpacked(tmp_path, [(f"{folder}/{name}", b"") for name in CANVAS]))
    assert {file.student.key for file in files} == {key for key, *_ in CANVAS.values()}


@pytest.mark.parametrize("kind", ["text", "link"])
def test_a_student_who_typed_into_canvas_is_noted(tmp_path, kind):
    files, (note,) = collect_notebooks(unpacked(tmp_path, [(f"roejohn_LATE_7_{kind}.html", b"x")]))
    assert files == []
    assert (note.student.key, note.student.canvas) == ("roejohn_7", "7")
    assert "not a notebook" in note.text


def test_an_export_in_a_folder_may_be_larger_than_what_a_student_hands_in(tmp_path, monkeypatch):
    monkeypatch.setattr(intake, "ARCHIVE_BYTES", 50)
    files, notes = taken("archive in a folder", tmp_path, CANVAS)
    assert (len(files), notes) == (len(CANVAS), [])
    monkeypatch.setattr(intake, "EXPORT_BYTES", 50)
    assert "larger than" in collect_notebooks(tmp_path)[1][0].text


def test_a_moodle_text_is_no_notebook(tmp_path):
    name = "Jane Doe_815_assignsubmission_onlinetext_/onlinetext.html"
    files, notes = collect_notebooks(unpacked(tmp_path, [(name, b"hello")]))
    assert files == []
    assert "typed into Moodle" in notes[0].text


def test_two_folders_never_share_a_key(tmp_path):
    files, _ = collect_notebooks(unpacked(tmp_path, [("a b/s.ipynb", b"1"), ("a_b/s.ipynb", b"2")]))
    assert len({f.student.key for f in files}) == 2


def test_files_of_operating_systems_are_ignored(tmp_path):
    names = ["__MACOSX/ann/._set.ipynb", "ann/.DS_Store", "ann/.ipynb_checkpoints/set.ipynb"]
    assert collect_notebooks(unpacked(tmp_path, [(name, b"") for name in names])) == ([], [])


def refused(tmp_path, name):
    files, notes = collect_notebooks(tmp_path)
    assert [f.student.key for f in files] == ["good"]  # the rest is taken
    return {note.where: note.text for note in notes}[name]


@pytest.fixture
def good(tmp_path):
    return unpacked(tmp_path, [("good/set.ipynb", b"{}")])


def link(path):
    """Link to a notebook, or to a folder with one."""
    path.symlink_to(path.parents[1] / "good" / ("set.ipynb" if path.suffix else ""))


def write_too_much(path):
    with path.open("wb") as file:
        file.truncate(NOTEBOOK_BYTES + 1)


@pytest.mark.parametrize(
    ("name", "make", "text"),
    [
        ("ann/set.ipynb", link, "a link"),
        ("ann/bob", link, "not a notebook"),
        ("ann/set.ipynb", os.mkfifo, "not a regular file"),  # nor waited for
        ("ann/set.ipynb", write_too_much, "larger than 20 MB"),
        ("ann/answers.py", Path.touch, "not a notebook"),
        ("set.ipynb", Path.touch, "cannot tell whose"),
    ],
)
def test_what_is_no_notebook_of_a_student_is_noted(good, name, make, text):
    (good / "ann").mkdir()
    make(good / name)
    assert text in refused(good, name)


@pytest.mark.parametrize(
    "name", ["../evil.ipynb", "/etc/evil.ipynb", "ann/../../evil.ipynb", "C:\\ann\\evil.ipynb"]
)
def test_no_name_leads_out_of_an_archive(tmp_path, name):
    archive = zipped(tmp_path / "a.zip", [(name, b"x"), ("good/set.ipynb", b"{}")])
    files, notes = collect_notebooks(archive)
    assert [f.student.key for f in files] == ["good"]
    assert "leads out" in notes[0].text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.zip"]  # nothing is unpacked


def test_a_colon_in_a_name_is_no_drive(tmp_path):
    archive = zipped(tmp_path / "a.zip", [("Group 1: Ann/set.ipynb", b"{}")])
    files, notes = collect_notebooks(archive)
    assert ([file.student.name for file in files], notes) == (["Group 1: Ann"], [])


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    bomb = zipped(tmp_path / "a.zip", [("ann/set.ipynb", bytes(NOTEBOOK_BYTES + 1))])
    assert bomb.stat().st_size < 100_000
    files, notes = collect_notebooks(bomb)
    assert files == []
    assert "larger than 20 MB" in notes[0].text


def test_an_archive_of_a_student_is_opened_once(good):
    work = bytes_of([("work/set.ipynb", b"mine"), ("more.zip", b"x")])
    unpacked(good, [("ann/work.zip", work), ("bob/work.zip", b"broken")])
    files, notes = collect_notebooks(good)
    assert {(f.student.key, f.content) for f in files} == {("good", b"{}"), ("ann", b"mine")}
    noted = {note.where: note.text for note in notes}
    assert "not a notebook" in noted["ann/work.zip/more.zip"]
    assert "not a zip file" in noted["bob/work.zip"]


def test_a_late_archive_makes_its_notebooks_late(tmp_path):
    for number, content in (("20", b"second"), ("9", b"first")):
        work = bytes_of([("work/set.ipynb", content)])
        unpacked(tmp_path, [(f"ann_LATE_7_{number}_work.zip", work)])
    files, notes = collect_notebooks(tmp_path)
    assert notes == []
    noted = [(f.content, f.student.canvas, f.late) for f in sorted(files, key=lambda f: f.order)]
    assert noted == [(b"first", "7", True), (b"second", "7", True)]
    assert len({file.path for file in files}) == 2


def test_an_archive_of_a_student_is_opened_in_an_export_in_a_folder(tmp_path):
    export = [("ann_7_9_work.zip", bytes_of([("set.ipynb", b"{}")])), ("more.zip", b"x")]
    files, notes = collect_notebooks(unpacked(tmp_path, [("submissions.zip", bytes_of(export))]))
    assert [file.student.key for file in files] == ["ann_7"]
    assert [note[1:] for note in notes] == [("more.zip", "not a notebook (.ipynb): not graded")]


@pytest.mark.parametrize("name", [None, "__MACOSX/set.ipynb", ".ipynb_checkpoints/set.ipynb"])
def test_an_archive_without_a_notebook_is_noted(good, name):
    unpacked(good, [("ann/work.zip", bytes_of([(name, b"{}")] if name else []))])
    assert "without a notebook" in refused(good, "ann/work.zip")


def test_a_broken_archive_does_not_affect_other_students(tmp_path):
    work = bytes_of([("é.ipynb", b"{}")])
    unpacked(tmp_path, [("bob/set.ipynb", b"{}")])
    for place in range(len(work)):
        for byte in (b"\0", b"\x80", b"\xff"):
            broken = work[:place] + byte + work[place + 1 :]
            files, notes = collect_notebooks(unpacked(tmp_path, [("ann/work.zip", broken)]))
            keys = {each.student.key for each in [*files, *notes]}
            assert keys == {"ann", "bob"}, (place, byte)


@pytest.mark.parametrize(
    ("bound", "most", "text"),
    [("ARCHIVE_FILES", 3, "more than 3 files"), ("ARCHIVE_BYTES", 2**20, "more than 1 MB")],
)
def test_what_is_read_from_the_archive_of_a_student_is_limited(
    good, monkeypatch, bound, most, text
):
    monkeypatch.setattr(intake, bound, most)
    many = [(f"{number}.ipynb", bytes(2**18)) for number in range(9)]
    unpacked(good, [("ann/work.zip", bytes_of(many))])
    files, notes = collect_notebooks(good)
    assert 0 < sum(file.student.key == "ann" for file in files) < 6
    assert [(note.where, text in note.text) for note in notes] == [("ann/work.zip", True)]


@pytest.mark.parametrize("form", ["{}/set.ipynb", "{}_7_assignsubmission_file_/set.ipynb"])
def test_a_key_is_never_too_long_for_a_file_name(tmp_path, form):
    names = ["\U00020000" * 300 + end for end in "ab"]
    archive = zipped(tmp_path / "a.zip", [(form.format(name), b"{}") for name in names])
    files, _ = collect_notebooks(archive)
    assert all(len(f"{file.student.key}.html".encode()) <= 255 for file in files)
    assert {file.student.name for file in files} == set(names)
    assert len({file.student.key for file in files}) == 2 - ("_7_" in form)  # one participant 7


def test_links_in_archives_are_not_followed(tmp_path):
    info = zipfile.ZipInfo("ann/set.ipynb")
    info.external_attr = 0o120777 << 16
    files, notes = collect_notebooks(zipped(tmp_path / "a.zip", [(info, b"/etc/passwd")]))
    assert files == []
    assert "a link" in notes[0].text


def test_neither_folder_nor_zip_file_is_refused(tmp_path):
    with pytest.raises(IntakeError, match="no such folder or zip file"):
        collect_notebooks(tmp_path / "missing")
    (tmp_path / "note.txt").write_text("no archive")
    with pytest.raises(IntakeError, match="neither a folder nor a zip file"):
        collect_notebooks(tmp_path / "note.txt")


@pytest.mark.parametrize("archive", ["ann_7_9_work.zip", "Ann_7_assignsubmission_file_/work.zip"])
def test_an_archive_from_a_platform_belongs_to_one_student(tmp_path, archive):
    work = bytes_of([("a/set.ipynb", b"{}"), ("b/set.ipynb", b"{}")])
    files, notes = collect_notebooks(unpacked(tmp_path, [(archive, work)]))
    assert ([file.student.key.lower() for file in files], notes) == (["ann_7"] * 2, [])


def test_a_class_inside_one_folder_is_noted(tmp_path):
    for student in ("ada", "emmy"):
        path = tmp_path / "up" / "class" / student / "set.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text("{}")
    files, notes = collect_notebooks(tmp_path / "up")
    assert {file.student.key for file in files} == {"class"}
    assert ["taken for one student" in note.text for note in notes] == [True]
    files, notes = collect_notebooks(tmp_path / "up" / "class")
    assert [file.student.key for file in files] == ["ada", "emmy"]
    assert notes == []


@pytest.mark.parametrize(
    ("path", "student", "name", "late", "number"),
    [
        (
            "doejane_12_67_set-1.ipynb",
            ("doejane_12", "doejane", "12", ""),
            "set-1.ipynb",
            False,
            67,
        ),
        ("roejohn_LATE_2_text.html", ("roejohn_2", "roejohn", "2", ""), "text.html", True, 0),
        (
            "Jo Doe_8_assignsubmission_file_a.ipynb",
            ("Jo_Doe_8", "Jo Doe", "", "8"),
            "a.ipynb",
            0,
            0,
        ),
        (
            "Jo Doe_8_assignsubmission_file_/b/c.ipynb",
            ("Jo_Doe_8", "Jo Doe", "", "8"),
            "c.ipynb",
            0,
            0,
        ),
        ("Jo Doe_8_assignsubmission_onlinetext", ("Jo_Doe_8", "Jo Doe", "", "8"), "", 0, 0),
        ("ann/set.ipynb", ("ann", "ann", "", ""), "set.ipynb", False, 0),
    ],
)
def test_what_a_path_says(path, student, name, late, number):
    found = parse_path(tuple(path.split("/")))
    assert found == PathInfo(Student(*student), name, late, number)
    of = found.student
    assert (of.key, of.name, of.canvas, of.moodle) == student


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("_ann_", "ann"),
        ("XaverX", "XaverX"),
        ("../a  b", "a_b"),
        ("a@b-c", "a@b-c"),
        ("...", "unnamed"),
        ("\udce9b", "b"),
        ("A\u0301", "\u00c1"),
        ("a" * 60, "a" * 50),
    ],
)
def test_a_key_is_valid_as_the_name_of_a_file(name, key):
    assert make_key(name) == key


@pytest.mark.parametrize(
    ("folder", "key", "raw", "name"),
    [("a b", "a_b", b"a b", "a b"), ("a\udce9", "a", b"a\xe9", "a?")],
)
def test_a_folder_whose_name_is_no_key_has_one_of_its_own(folder, key, raw, name):
    assert name_student("ann") == ("ann", "ann")
    assert name_student(folder) == (f"{key}_{hashlib.sha256(raw).hexdigest()[:6]}", name)


@pytest.mark.parametrize(("n_files", "refused"), [(3, False), (4, True)])
@pytest.mark.parametrize("bound", ["ARCHIVE_FILES", "ARCHIVE_BYTES"])
def test_of_the_archive_of_a_student_as_much_is_read_as_is_allowed(
    good, monkeypatch, bound, n_files, refused
):
    monkeypatch.setattr(intake, bound, {"ARCHIVE_FILES": 3, "ARCHIVE_BYTES": 3 * 2**18}[bound])
    many = [(f"{number}.ipynb", bytes(2**18)) for number in range(n_files)]
    unpacked(good, [("bob/x.txt", b""), ("bob/y.txt", b""), ("zoe/work.zip", bytes_of(many))])
    _, notes = collect_notebooks(good)
    assert [note.where for note in notes[2:]] == ["zoe/work.zip"] * refused


def test_a_large_archive_of_a_student_is_not_read(good, monkeypatch):
    monkeypatch.setattr(intake, "ARCHIVE_BYTES", 50)
    unpacked(good, [("ann/work.zip", bytes_of([("set.ipynb", b"{}")]))])
    assert "larger than" in refused(good, "ann/work.zip")


def test_the_reasons_for_not_grading_a_file(good):
    typed = "Jo Doe_8_assignsubmission_onlinetext_/onlinetext.html"
    unpacked(good, [(typed, b"x"), ("ann/work.zip", bytes_of([])), ("bob/a.py", b"")])
    assert {note.where: note.text for note in collect_notebooks(good)[1]} == {
        typed: "a text that was typed into Moodle: not graded",
        "ann/work.zip": "an archive without a notebook: not graded",
        "bob/a.py": "not a notebook (.ipynb): not graded",
    }
