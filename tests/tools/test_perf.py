"""tools/perf: what is counted, what is served, and that a missed bar is named."""

import gzip
import itertools
import json
import random
import urllib.error
import urllib.request

import pytest

from tools.perf import __main__ as perf
from tools.perf import bars, explorers, host

PAGE = """<html><link rel="stylesheet" href="../_static/sinpe.css?v=1">
<link rel="stylesheet" href="../_static/theme.css"><link rel="icon" href="../_static/logo.svg">
<script src="../_static/sinpe.js"></script><script>let inline = 1;</script></html>"""
FULL = {"kB": 200, "step ms": 50, "performance": 90, "accessibility": 100, "best-practices": 100}


def noise(n_bytes):
    """Bytes that gzip cannot make fewer."""
    return random.Random(0).randbytes(n_bytes)


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A built site of one page, with styles and scripts of ours and of a theme."""
    for folder in ("site/book", "site/_static", "ours"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "site/book/index.html").write_text(PAGE, "utf-8")
    (tmp_path / "site/search.html").write_text("<html></html>", "utf-8")
    for name, content in {
        "sinpe.css": noise(20_000),
        "sinpe.js": b"a" * 100_000,
        "logo.svg": noise(30_000),
    }.items():
        (tmp_path / "site/_static" / name).write_bytes(content)
        (tmp_path / "ours" / name).write_bytes(content)
    (tmp_path / "site/_static/theme.css").write_bytes(noise(50_000))
    monkeypatch.setattr(perf, "SITE", tmp_path / "site")
    monkeypatch.setattr(perf, "OURS", tmp_path / "ours")
    monkeypatch.setattr(perf, "RESULTS", tmp_path / "perf" / "results.json")
    return tmp_path / "site"


def test_size_counts_the_page_and_what_is_ours_compressed(site):
    # 20,000 bytes of noise stay, 100,000 equal letters vanish, logo and theme are not counted.
    assert 20_000 < host.own_size(site / "book" / "index.html", perf.OURS) < 20_600


def test_size_counts_a_file_once(site):
    page = site / "book" / "index.html"
    once = host.own_size(page, perf.OURS)
    page.write_text(PAGE.replace("<script>", '<script src="../_static/sinpe.js"></script><script>'))
    host.gzipped.cache_clear()
    assert host.own_size(page, perf.OURS) - once < 100


def test_texts_are_served_compressed_and_pictures_as_they_are(site):
    (site / "picture.png").write_bytes(noise(100))
    with host.served(site) as address:
        with urllib.request.urlopen(f"{address}/book/index.html?q=1") as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Cache-Control"].startswith("max-age=")
            assert answer.headers["Content-Type"].startswith("text/html")
            assert gzip.decompress(answer.read()).decode() == PAGE
        with urllib.request.urlopen(f"{address}/picture.png") as answer:
            assert answer.headers["Content-Encoding"] is None
            assert answer.read() == noise(100)
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/missing.html")


@pytest.mark.parametrize("n_values", [2, 3, 40, 101, 500])
def test_every_key_moves_the_slider(n_values):
    moves = [{"ArrowRight": 1, "ArrowLeft": -1}[key] for key in explorers.there_and_back(n_values)]
    values = list(itertools.accumulate(moves))
    assert len(values) == 100
    assert min(values) >= 0
    assert max(values) == min(n_values - 1, 100)


@pytest.mark.parametrize(
    ("durations", "expected"),
    [([], 16), ([24] * 96 + [200] * 4, 24), ([24] * 90 + [200] * 10, 200), ([80] * 4, 16)],
)
def test_five_steps_in_a_hundred_may_be_slower(durations, expected):
    assert explorers.percentile_95(durations) == expected


def test_what_keeps_its_bars_or_was_not_measured_misses_none():
    assert bars.missed({"a.html": FULL, "b.html": {"kB": 1}}) == []


@pytest.mark.parametrize("name", FULL)
def test_a_missed_bar_is_named_with_page_value_and_bar(name):
    worse = FULL[name] + (1 if name in bars.MOST else -1)
    (miss,) = bars.missed({"a.html": FULL | {name: worse}})
    for part in ("a.html", name, str(worse), str(FULL[name])):
        assert part in miss


def test_run_without_tools_says_so_and_still_weighs_the_pages(site, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert perf.main() == 0
    output, errors = capsys.readouterr()
    assert "SKIPPED explorers: no browser found" in errors
    assert "SKIPPED Lighthouse: node is not installed" in errors
    assert [line.split()[0] for line in output.splitlines()] == [
        "page",
        "book/index.html",
        "search.html",
        "bar",
    ]
    stored = json.loads(perf.RESULTS.read_text("utf-8"))
    assert 20 < stored["pages"]["book/index.html"]["kB"] < 20.6
    assert stored["missed"] == []


def test_run_with_a_heavy_page_fails(site, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    (site / "search.html").write_bytes(noise(201_000))
    assert perf.main() == 1
    assert "MISSED search.html: kB 201" in capsys.readouterr().out


def test_no_site_no_measurement(site, monkeypatch):
    monkeypatch.setattr(perf, "SITE", site / "elsewhere")
    with pytest.raises(SystemExit, match="make book"):
        perf.main()
