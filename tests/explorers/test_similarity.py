"""The explorer of similarity: every number from a scalar sum of cosines."""

import math
import re

import pytest

from sinpe_lib.explorers import similarity_curve
from tests.explorers.drawing import colour, numbers, paths, points, texts, written


@pytest.fixture(scope="module")
def explorer():
    return similarity_curve()


def similarity(offset, d_model, base):
    pairs = range(d_model // 2)
    return sum(math.cos(offset * base ** (-2 * i / d_model)) for i in pairs) / len(pairs)


def test_the_sentence_by_scalar_sums(explorer):
    for d_model, base in [(4, 10_000), (16, 1000), (64, 100)]:
        values = [similarity(offset, d_model, base) for offset in range(10_001)]
        rise = next(k for k in range(1, 10_001) if values[k] > values[k - 1])
        zero = next(k for k in range(1, 10_001) if values[k] < 0)
        named = ", ".join(f"{written(values[k], 'z.2f')} at {k}" for k in (1, 10, 100, 1000))
        assert explorer.text({"d_model": d_model, "base": base}) == (
            f"Width {d_model}, base {base}: {named}. It rises for the first time on the way to "
            f"offset {rise}, and is first below 0 at {zero}. "
            f"The law is drawn down to 0, at offset {base / math.e**0.5772156649:.0f}."
        )


def test_a_similarity_that_stays_above_zero_is_said_to_do_so(explorer):
    for base in (100_000, 1_000_000):
        text = explorer.text({"d_model": 512, "base": base})
        assert "offset 25, and is nowhere below 0. " in text
        assert text.endswith(" At all these offsets the law is above 0.")
        assert min(similarity(offset, 512, base) for offset in range(5000, 10_001, 7)) > 0
        assert 1 - (math.log(10_000) + 0.5772) / math.log(base) > 0


def test_the_line_is_the_law_down_to_its_zero(explorer):
    """It starts at offset 1 and falls by 1 / log10(base) for each factor of ten."""
    for base in (100, 1000, 10_000):
        parts = explorer.parts({"d_model": 512, "base": base})
        [line] = paths(parts[2][0], stroke=colour("position"))
        (left, top), (right, bottom) = points(line)
        [zero] = heights_of_zero(parts)
        assert bottom == pytest.approx(zero, abs=0.05)
        per_decade = decade(parts[0][0])
        decades = math.log10(base) - 0.5772 / math.log(10)
        assert right - left == pytest.approx(per_decade * decades, abs=0.1)
        start = 1 - 0.5772 / math.log(base)
        assert zero - top == pytest.approx(start * unit(parts[0][0]), abs=0.1)


def test_the_band_passes_through_the_similarity(explorer):
    parts = explorer.parts({"d_model": 16, "base": 1000})
    [band] = paths(parts[1][0], fill=colour("offset"))
    [zero] = heights_of_zero(parts)
    corners = points(band)
    left = min(x for x, _ in corners)
    for offset in (1, 2, 3, 4, 5):  # each of them has a place of its own
        place = left + math.log10(offset) * decade(parts[0][0])
        found = {y for x, y in corners if abs(x - place) < 0.03}
        expected = zero - similarity(offset, 16, 1000) * unit(parts[0][0])
        assert found
        assert all(y == pytest.approx(expected, abs=0.05) for y in found)


def decade(canvas):
    places = {text: x for text, x, _ in texts(canvas)}
    return places["1000"] - places["100"]


def unit(canvas):
    heights = sorted(y for text, _, y in texts(canvas) if re.fullmatch(r".?[01]", text))
    # Of the labels 1, 0, -1 and the 1 of the other axis, the last is the lowest.
    return heights[1] - heights[0]


def heights_of_zero(parts):
    return {
        numbers(line.get("d"))[1]
        for line in paths(parts[1][0], stroke="var(--sinpe-line, #b9bcc2)")
    }
