"""Files for the browser's Python, and the code that runs cells there."""

import hashlib
import json
import zipfile

import pytest

from tools.live import __main__ as lay
from tools.live import pack
from tools.live.page import session

CONTENT = {"a.bin": b"first", "b.bin": b"second"}


@pytest.fixture
def wanted(monkeypatch):
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}
    monkeypatch.setattr(lay, "FILES", digests)


def names_in(folder):
    return {path.name for path in folder.iterdir()}


def test_files_are_laid_once(wanted, tmp_path):
    asked = []
    lay.lay(tmp_path, lambda name: asked.append(name) or CONTENT[name])
    assert {name: (tmp_path / name).read_bytes() for name in CONTENT} == CONTENT
    (tmp_path / "b.bin").write_bytes(b"sec")  # interrupted
    lay.lay(tmp_path, lambda name: asked.append(name) or CONTENT[name])
    assert asked == ["a.bin", "b.bin", "b.bin"]
    assert lay.find_missing(tmp_path) == []


def test_a_changed_byte_is_refused(wanted, tmp_path):
    with pytest.raises(lay.LiveError, match=r"b\.bin: its sha256 should be"):
        lay.lay(tmp_path, lambda name: CONTENT[name].replace(b"second", b"Second"))
    assert names_in(tmp_path) == {"a.bin"}


def test_files_come_from_an_address_too(wanted, tmp_path, capsys):
    source, folder = tmp_path / "source", tmp_path / "folder"
    source.mkdir()
    for name, content in CONTENT.items():
        (source / name).write_bytes(content)
    lay.main(["--source", source.as_uri(), "--folder", str(folder)])
    assert "Now run make book" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="make live: "):
        lay.main(["--source", (tmp_path / "none").as_uri(), "--folder", str(tmp_path / "new")])


def test_the_library_is_packed_alike_each_time(tmp_path):
    content = pack.zip_library()
    assert content == pack.zip_library()
    (tmp_path / "library.zip").write_bytes(content)
    names = zipfile.ZipFile(tmp_path / "library.zip").namelist()
    assert {"session.py", "darkening.py", "sinpe_lib/__init__.py"} <= set(names)
    assert not [name for name in names if "coursework" in name or "__pycache__" in name]


def run(cells, *shown):
    return json.loads(session.run(json.dumps(cells), json.dumps(shown)))


def text_of(found):
    return [
        show.get("stream", show.get("text/plain")) for o in found["outputs"] for show in o["shows"]
    ]


def test_a_cell_runs_after_those_that_it_needs():
    cells = [
        "import math\nimport nowhere",
        "x = 2",
        "rows = []",
        "raise ValueError",
        "rows.append(x)",
        "y = math.pi",
        "print(rows)\nlen(rows)",
    ]
    found = run(cells, 6)
    assert found["ran"] == [1, 2, 4, 6]  # what is appended to counts as changed
    assert text_of(found) == ["[2]\n", "1"]
    assert run(cells, 5)["ran"] == [0, 5]  # of the imports only what is used
    assert text_of(run([*cells[:6], "y > 3"], 6)) == ["True"]


def test_names_are_fresh_each_time():
    assert text_of(run(["x = 1", "x"], 1)) == ["1"]
    [output] = run(["x"], 0)["outputs"]
    assert output["shows"][0]["error"] == "NameError"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("1 +", "SyntaxError"),
        ("input()", "RuntimeError"),
        ("raise SystemExit", "SystemExit"),
        ("def f():\n    return g\n\n\nf()", "NameError"),
    ],
)
def test_an_error_is_told_with_the_readers_code(code, error):
    [output] = run(["y = 1", code], 1)["outputs"]
    shown = output["shows"][-1]
    assert (output["cell"], shown["error"]) == (1, error)
    assert "execute" not in shown["text"]


def test_an_error_above_names_its_cell():
    [output] = run(["x = 1 / 0", "print('here')\nx"], 1)["outputs"]
    assert output["cell"] == 0
    assert output["shows"][0]["text"].startswith("In cell 1 of this page, which is needed:")


def test_what_is_printed_is_kept_up_to_a_length():
    [text, *_] = text_of(run(["for i in range(9_000):\n    print('word')"], 0))
    assert text.startswith("word\n" * 4_000)
    assert text.endswith("[cut here: 20000 characters]")
    assert len(text) < 20_100


@pytest.mark.parametrize(
    ("imports", "draws"),
    [
        ("from sinpe_lib import style\nfrom sinpe_lib.plots import draw_dial", False),
        ("from sinpe_lib.plots import draw_dial as use", True),
        ("import matplotlib.pyplot as use", True),
    ],
)
def test_what_draws_is_known_before_it_runs(imports, draws):
    assert session.needs_drawing(json.dumps([imports, "use()"]), "[1]") == draws


def test_an_explorer_that_is_on_the_page_has_its_state():
    cells = ["from sinpe_lib import explorers", "hands = explorers.SameTurn()", "hands.offset"]
    states = json.dumps({"same_turn": {"offset": 31}, "row_of_table": {"position": 2}})
    found = json.loads(session.run(json.dumps(cells), "[2]", states))
    assert text_of(found) == ["31.0"]
    shown = json.loads(
        session.run(json.dumps([*cells[:2], "explorers.SameTurn().offset"]), "[2]", states)
    )
    assert text_of(shown) == ["3.0"]  # what is shown anew is as its code says
