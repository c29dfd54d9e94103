"""The editions of the book and the wheel of its library, written once."""

import contextlib

import pytest
from flit_core.buildapi import build_wheel

from coursework.editions.__main__ import write_editions
from coursework.editions.options import PROBLEM_SETS
from tools.notebooks import ROOT


@pytest.fixture(scope="session")
def editions(tmp_path_factory):
    output = tmp_path_factory.mktemp("editions") / "editions"
    assert write_editions(ROOT, ROOT / PROBLEM_SETS, output) == []
    return output


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    with contextlib.chdir(ROOT):
        return folder / build_wheel(str(folder))
