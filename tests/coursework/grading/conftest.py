"""The box that tests of grading run notebooks in."""

import os

import pytest

from coursework.grading import bubblewrap


@pytest.fixture(scope="session")
def box():
    if problem := bubblewrap.find_problem():
        if os.environ.get("CI") == "true":
            pytest.fail(problem, pytrace=False)
        pytest.skip(problem)
