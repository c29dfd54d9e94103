"""Pictures are not compared by nbval: these tests read the data in the Axes."""

import matplotlib.pyplot as plt
import pytest


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def texts():
    """texts(ax): what is written in an Axes, and where."""
    return lambda ax: {text.get_text(): text.get_position() for text in ax.texts if text.get_text()}
