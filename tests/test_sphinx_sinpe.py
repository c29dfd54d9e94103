"""The Sphinx extension refuses a page that would not move."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import ExtensionError

APP = SimpleNamespace(env=SimpleNamespace(docname="book/page"))


@pytest.fixture
def sphinx_sinpe(sphinx_extension):
    return sphinx_extension("sphinx_sinpe")


def page(html, *classes):
    document = new_document("page")
    document += nodes.container("", nodes.raw("", html, format="html"), classes=["cell", *classes])
    return document


@pytest.mark.parametrize(
    "html", ['<figure class="sinpe-explorer">{"frames":[["",""]]}', '<div class="sinpe-sounds">']
)
def test_frames_and_sounds_are_built(sphinx_sinpe, html):
    sphinx_sinpe.demand_frames(APP, page(html, "tag_nbval-ignore-output"))


def test_an_explorer_without_frames_is_refused(sphinx_sinpe):
    document = page('<figure class="sinpe-explorer"><img>', "tag_nbval-ignore-output")
    with pytest.raises(ExtensionError, match="book/page: an explorer without frames"):
        sphinx_sinpe.demand_frames(APP, document)


def test_other_cells_need_no_frames(sphinx_sinpe):
    sphinx_sinpe.demand_frames(APP, page("<p>1</p>"))
