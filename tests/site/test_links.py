"""Every link of the built site leads somewhere, and no page asks another host for anything."""

import functools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
import yaml

from sinpe_lib.encoding import encode_positions
from tests.site.conftest import parse
from tools.notebooks import NOTEBOOKS, ROOT

# What a browser fetches by itself, as against <a href>, which waits for a click.
FETCHED = [(name, "src") for name in ("script", "img", "source", "iframe")] + [("link", "href")]


@functools.cache
def ids_of(path):
    return re.findall(r'<[^<>]*\sid="([^"]*)"', path.read_text("utf-8"))


def is_external(url):
    return url.startswith("//") or urlsplit(url).scheme in ("http", "https", "mailto")


def links_of(path):
    for tag in parse(path).find_all(["a", "link", "script", "img", "source", "iframe", "form"]):
        for attribute in ("href", "src", "action"):
            if tag.get(attribute):
                yield tag[attribute]


def test_every_chapter_is_built(site):
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [entry["file"] for part in toc["parts"] for entry in part["chapters"]]
    expected = {f"{name}.html" for name in [toc["root"], *chapters]}
    assert {path.relative_to(site).as_posix() for path in site.glob("book/**/*.html")} == expected


def test_internal_links_resolve(site, page_path):
    page = site / page_path
    broken = []
    for link in links_of(page):
        if is_external(link) or link.startswith("data:"):
            continue
        address, fragment = urldefrag(link)
        target = (page.parent / unquote(urlsplit(address).path)).resolve() if address else page
        if not target.is_file():
            broken.append(f"{link}: no such file")
        elif fragment and fragment.partition("?")[0] not in ids_of(target):
            broken.append(f"{link}: no such anchor")
    assert not broken


def test_ids_of_a_page_are_unique(site, page_path):
    assert [name for name, count in Counter(ids_of(site / page_path)).items() if count > 1] == []


def test_no_page_fetches_from_another_host(site, page_path):
    soup = parse(site / page_path)
    fetched = [tag[attr] for name, attr in FETCHED for tag in soup.find_all(name) if tag.get(attr)]
    styles = " ".join(tag.get_text() for tag in soup.find_all("style"))
    assert fetched
    assert not [url for url in fetched if is_external(url)]
    assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//[^)]*|@import[^;]*//[^;]*", styles)


def test_no_stylesheet_fetches_from_another_host(site):
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        found = re.findall(r"url\(\s*['\"]?(?:https?:)?//[^)]*|@import[^;]*//[^;]*", text)
        assert not found, sheet


def test_the_licence_of_mathjax_goes_with_it(site):
    assert "Apache License" in (site / "_static/formulas-licence.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "d_model"), [("logo.svg", 8), ("favicon.svg", 4)])
def test_the_lamps_show_position_5(name, d_model):
    circles = ET.parse(ROOT / "book" / "_static" / name).iter("{http://www.w3.org/2000/svg}circle")
    brightness = [float(circle.get("fill-opacity")) for circle in circles]
    expected = (encode_positions(5, d_model) + 1) / 2
    assert brightness == pytest.approx(expected, abs=0.005)


def test_the_archive_holds_what_the_notebooks_need(site, tmp_path):
    with zipfile.ZipFile(site / "_static" / "notebooks.zip") as archive:
        archive.extractall(tmp_path)
    [folder] = tmp_path.iterdir()
    for path in NOTEBOOKS:
        assert (folder / "book" / path.name).read_bytes() == path.read_bytes()
    assert not list(folder.rglob("coursework"))
    code = "from sinpe_lib import explorers as e; print(e.SameTurn().tell_words(), e.__file__)"
    isolated = {"cwd": folder, "env": os.environ | {"PYTHONPATH": str(folder)}}
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, **isolated, check=True, capture_output=True, text=True).stdout
    assert str(folder) in said
