"""The Sphinx extension refuses a page that would not move."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import ExtensionError

from tools.site.pages import demand_frames

APP = SimpleNamespace(env=SimpleNamespace(docname="book/page"))


def page(html, *classes):
    document = new_document("page")
    document += nodes.container("", nodes.raw("", html, format="html"), classes=["cell", *classes])
    return document


@pytest.mark.parametrize(
    "html", ['<figure class="sinpe-explorer">{"frames":[["",""]]}', '<div class="sinpe-sounds">']
)
def test_frames_and_sounds_are_built(html):
    demand_frames(APP, page(html, "tag_nbval-ignore-output"))


def test_an_explorer_without_frames_is_refused():
    document = page('<figure class="sinpe-explorer"><img>', "tag_nbval-ignore-output")
    with pytest.raises(ExtensionError, match="book/page: an explorer without frames"):
        demand_frames(APP, document)


def test_other_cells_need_no_frames():
    demand_frames(APP, page("<p>1</p>"))
