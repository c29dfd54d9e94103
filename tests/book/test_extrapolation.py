"""The model that does_it_extrapolate builds by hand, at every place of A and B."""

import itertools

import numpy as np
import pytest

from sinpe_lib.training import Model
from tools.notebooks import BOOK, load_notebook


@pytest.fixture(scope="module")
def by_hand():
    cells = {
        cell.id: cell.source for cell in load_notebook(BOOK / "does_it_extrapolate.ipynb").cells
    }
    names = {"np": np, "Model": Model}
    exec(cells["by-hand-built"], names)
    return names["by_hand"]


@pytest.mark.parametrize("start", [0, 7, 333, 100_003])
@pytest.mark.parametrize("length", [2, 8, 50])
def test_the_model_built_by_hand_is_right_at_every_start(by_hand, start, length):
    places = list(itertools.permutations(range(length), 2))
    tokens = np.random.default_rng(0).integers(2, 10, size=(len(places), length))
    for row, (a, b) in zip(tokens, places, strict=True):
        row[a], row[b] = 0, 1
    scores = by_hand.scores(tokens, start + np.arange(length))
    assert (scores > 0).tolist() == [a < b for a, b in places]
