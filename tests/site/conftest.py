"""The built site, served on a free local port, and one browser with the network closed."""

import os
import re

import pytest
from playwright.sync_api import sync_playwright

from tools.notebooks import ROOT
from tools.perf.browser import CLOSED_NETWORK, CannotMeasureError, find_browser
from tools.perf.host import served

pytest.register_assert_rewrite("tests.site.reader")


SITE = ROOT / "_build" / "html"
# The resolver rule closes the network to the browser itself too, not only to what pages ask for.
# Chromium 156 prepares two pages of its own for the address bar of each window: half of the time
# that opening one of ours takes. This list replaces Playwright's own, which no test needs.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    CLOSED_NETWORK,
]
HEIGHT = 800
OUTSIDE = re.compile(r"^(?!http://127\.0\.0\.1:|file:|data:|blob:|about:)")


def built_pages():
    """The pages that readers see, as paths below the site."""
    pages = sorted(path.relative_to(SITE).as_posix() for path in SITE.glob("book/**/*.html"))
    return [*pages, "search.html"]


@pytest.fixture(scope="session", params=built_pages())
def page_path(request):
    return request.param


@pytest.fixture(scope="session", autouse=True)
def site():
    if not (SITE / "book" / "index.html").is_file():
        pytest.fail("no built site in _build/html: build it first (make book)", pytrace=False)
    return SITE


@pytest.fixture(scope="session")
def base_url(site):
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser(site):
    try:
        executable = find_browser()
    except CannotMeasureError as reason:
        message = f"{reason}: the pages were not tried in one"
        if os.environ.get("CI") == "true":
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """A browser page, and what went wrong while it was open."""

    def __init__(self, context, url):
        self.troubles = []
        context.route(OUTSIDE, self._refuse)
        self.page = context.new_page()
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("response", self._check)
        self.page.goto(url)

    def _refuse(self, route):
        self.troubles.append(f"request to another host: {route.request.url}")
        route.abort()

    def _listen(self, message):
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")

    def _check(self, response):
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")


@pytest.fixture(scope="session")
def open_visit(browser, base_url):
    def open_visit(context, path, scheme):
        root = base_url if scheme == "http" else SITE.as_uri()
        return Visit(context, f"{root}/{path}")

    return open_visit


@pytest.fixture
def visit(browser, open_visit):
    """visit(path) opens a page of the site afresh, with nothing remembered."""
    contexts = []

    def visit(path, width=1280, scheme="http"):
        contexts.append(browser.new_context(viewport={"width": width, "height": HEIGHT}))
        return open_visit(contexts[-1], path, scheme)

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def lasting_visit(browser, open_visit, page_path):
    """One visit for all tests of a page: loading it takes longer than most of them."""
    context = browser.new_context()
    yield open_visit(context, page_path, "http")
    context.close()


@pytest.fixture
def page(lasting_visit):
    """The page of the lasting visit, as it was when it had just been opened."""
    page = lasting_visit.page
    page.set_viewport_size({"width": 1280, "height": HEIGHT})
    page.emulate_media(color_scheme="light", media="screen")
    page.evaluate("document.querySelectorAll('details').forEach(box => { box.open = false })")
    return page
