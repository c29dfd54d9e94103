"""Promises of single pages that no general rule covers."""

from guards.reading import BOOK, load, numbered, texts

SLIP = "0.262"  # the sine of 50, printed for that of 500 by the article the book follows


def test_the_slip_stands_only_where_it_is_told():
    worked = load(BOOK / "worked_examples.ipynb")
    written = {cell.id for _, cell in numbered(worked) if SLIP in cell.source}
    printed = {cell.id for _, cell in numbered(worked, "code") if SLIP in "".join(texts(cell))}
    assert (written, printed) == ({"slip-question"}, {"sine-50"})


def test_the_sine_of_500_is_computed_by_the_library():
    worked = load(BOOK / "worked_examples.ipynb")
    (cell,) = (cell for _, cell in numbered(worked, "code") if cell.id == "sine-500")
    assert "sinusoidal_encoding(501, 4)[500, 0]" in cell.source
    assert texts(cell) == ["-0.468\n"]
