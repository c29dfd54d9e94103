"""The clinic: its rounding is right, and its claim about speed is what the stored table shows."""

import csv
import math

import numpy as np

from tools.bench import STORED
from tools.notebooks import BOOK, load_notebook, number_cells

CELLS = {
    cell.id: cell.source
    for _, cell in number_cells(load_notebook(BOOK / "implementation_clinic.ipynb"))
}


def rounded_to_even(value):
    """Round one float to eight binary digits by its mantissa, ties to even."""
    mantissa, exponent = math.frexp(value)
    return math.ldexp(round(mantissa * 2**8), exponent - 8)


def test_bfloat16_rounds_to_the_nearest_and_ties_to_even():
    names = {"np": np}
    exec(CELLS["bfloat16"], names)
    bfloat16 = names["bfloat16"]
    rng = np.random.default_rng(5)
    values = (rng.normal(size=2000) * 10.0 ** rng.integers(-20, 20, size=2000)).astype(np.float32)
    ties = (257 + 2 * np.arange(128.0)).astype(np.float32) * np.float32(2.0**-9)
    values = np.concatenate([values, ties, -ties, [0, -0.0, 1, 255.5, 256, 257, 259, 1001]])
    expected = [rounded_to_even(value) for value in values.tolist()]
    assert bfloat16(values).dtype == np.float32
    assert bfloat16(values).tolist() == expected
    assert bfloat16(0.3) == 0.30078125  # 77 / 256


def test_the_page_says_where_other_libraries_are_faster():
    """Who is faster where, counted in the table: when it is measured anew, the text may change."""
    lines = [line for line in STORED.read_text("utf-8").splitlines() if line[0] != "#"]
    _, ours, _, *others = csv.DictReader(lines)
    faster = {
        ours_at: sum(float(other[size]) < float(ours[ours_at]) for other in others)
        for ours_at, size in [
            ("512 x 512 once", "512 x 512"),
            *((size, size) for size in ("512 x 512", "5000 x 512", "65536 x 512")),
        ]
    }
    assert list(faster.values()) == [5, 0, 0, 0]
    text = CELLS["bench-read"]
    assert "ahead of every other library in the list at 512, 5000 and 65536 rows" in text
    assert "a first call of ours takes longer than a call of five of them" in text
