"""The box that tests of grading run notebooks in, and the problem sets, loaded once."""

import pytest

from coursework.editions.options import PROBLEM_SETS, ROOT
from coursework.grading import bubblewrap
from coursework.grading.known_problem_sets import load_problem_sets
from tests.conftest import skip_but_fail_in_ci
from tests.coursework.grading.sample_class import NAME


@pytest.fixture(scope="session")
def box():
    if problem := bubblewrap.find_problem():
        skip_but_fail_in_ci(problem)


@pytest.fixture(scope="session")
def sets():
    return load_problem_sets(ROOT / PROBLEM_SETS)


@pytest.fixture(scope="session")
def rotation(sets):
    return sets[NAME]
