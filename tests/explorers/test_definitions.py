"""What holds for every explorer of the book."""

import itertools
import re

import numpy as np
import pytest

from sinpe_lib import explorers
from sinpe_lib.explorers.vector import extent
from tests.explorers.drawing import box, elements, marks, paths, place

TOKENS = (["dog", "bites", "man"], np.eye(3, 4), *np.ones((3, 4, 4)))
MADE = {
    name: getattr(explorers, name)
    for name in explorers.__all__
    if name not in {"Control", "Explorer", "shuffled_tokens", "accuracy_by_shift"}
} | {
    "shuffled_tokens": lambda: explorers.shuffled_tokens(*TOKENS),
    "accuracy_by_shift": lambda: explorers.accuracy_by_shift(["a"], [0, 20], [[[0, 1], [1, 0]]]),
}


def corners(explorer):
    """Return the combinations of the first and the last live value of every control."""
    ends = [(control.live[0], control.live[-1]) for control in explorer.controls.values()]
    return [
        dict(zip(explorer.controls, chosen, strict=True)) for chosen in itertools.product(*ends)
    ]


@pytest.mark.parametrize("name", MADE)
def test_nothing_is_drawn_outside_the_picture_which_does_not_clip(name):
    explorer = MADE[name]()
    width, height = extent(explorer.size)
    for values in [explorer.start, *corners(explorer)]:
        for drawing, _ in explorer.parts(values):
            assert not re.search(r"\bid=|clip|url\(", drawing)
            for left, top, right, bottom in map(box, paths(drawing)):
                assert 0 <= left <= right <= width
                assert 0 <= top <= bottom <= height
            for x, y in marks(drawing) + [
                place(part) for part in elements(drawing) if part.tag == "text"
            ]:
                assert 0 < x < width
                assert 0 < y < height
        assert explorer.text(values).endswith(".")
    assert explorer.description.endswith(".")


@pytest.mark.parametrize("name", MADE)
def test_the_values_of_the_page_are_in_their_order_in_the_live_face(name):
    for control in MADE[name]().controls.values():
        assert [value for value in control.live if value in control.values] == control.values
