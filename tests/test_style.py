"""The look: colours that can be read, and print options that fix the decimals."""

import matplotlib as mpl
import numpy as np
import pytest

from sinpe_lib import style


@pytest.fixture(autouse=True)
def book_style():
    with mpl.rc_context(), np.printoptions():
        style.use()
        yield


def test_arrays_print_with_three_fixed_decimals():
    assert str(np.array([0.5, -0.46777, 1e-9])) == "[ 0.500 -0.468  0.000]"


def test_the_figure_has_opaque_paper():
    assert mpl.colors.to_rgba(mpl.rcParams["figure.facecolor"])[3] == 1
    assert mpl.rcParams["figure.facecolor"] == mpl.rcParams["savefig.facecolor"]


def contrast(first, second):
    """Return the contrast ratio of two colours (WCAG 2.2, "contrast ratio")."""

    def luminance(colour):
        channels = np.array(mpl.colors.to_rgb(colour))
        linear = np.where(
            channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
        )
        return linear @ [0.2126, 0.7152, 0.0722]

    lighter, darker = sorted([luminance(first), luminance(second)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("role", sorted(style.ROLE_COLOURS))
def test_role_colours_can_be_read_on_the_paper_of_the_figures(role):
    assert contrast(style.ROLE_COLOURS[role], mpl.rcParams["figure.facecolor"]) >= 4.5
