"""What every test needs: a Matplotlib without a window, and kernels that draw into notebooks."""

import importlib
import os
from pathlib import Path

import matplotlib as mpl
import matplotlib.font_manager  # builds its cache here: a kernel would say so on stderr
import pytest

mpl.use("agg")
os.environ.pop("MPLBACKEND", None)  # kernels inherit it, and would draw no figure


@pytest.fixture
def sphinx_extension(monkeypatch):
    """sphinx_extension(name) imports a module of tools/ as Sphinx finds it."""
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[1] / "tools")
    return importlib.import_module
