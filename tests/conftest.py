"""What every test needs: a Matplotlib without a window, and kernels that draw into notebooks."""

import os

import matplotlib as mpl
import matplotlib.font_manager  # builds its cache here: a kernel would say so on stderr
import pytest

mpl.use("agg")
os.environ.pop("MPLBACKEND", None)  # kernels inherit it, and would draw no figure


def skip_but_fail_in_ci(problem):
    """Skip a test that lacks what it needs; where CI is true, nothing may be lacking."""
    if os.environ.get("CI") == "true":
        pytest.fail(problem, pytrace=False)
    pytest.skip(problem)
