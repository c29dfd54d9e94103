"""The built site, and one browser with the network closed."""

import functools
import http.server
import re
import shutil
import threading

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tests.conftest import skip_but_fail_in_ci
from tools.notebooks import ROOT

pytest.register_assert_rewrite("tests.site.reader")

SITE = ROOT / "_build" / "html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
# The resolver rule closes the network to the browser itself too, not only to what pages ask for.
# Chromium 156 also prepares two pages for the address bar of each window: half of the time
# that opening one of ours takes. This list replaces Playwright's own, which no test needs.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
HEIGHT = 800
OF_THIS_MACHINE = ("http://127.0.0.1:", "file:", "data:", "blob:", "about:")


def built_pages():
    """The pages that readers see, as paths below the site."""
    pages = sorted(path.relative_to(SITE).as_posix() for path in SITE.glob("book/**/*.html"))
    return [*pages, "search.html"]


def page_of(nodeid):
    """Return the page that a test looks at, or an empty text."""
    found = re.search(r"[\w/]+\.html", nodeid)
    return found[0] if found else ""


def pytest_collection_modifyitems(items):
    """Run the tests of a page one after the other, so that it is opened once."""
    items.sort(key=lambda item: page_of(item.nodeid))


class PageScheduling(LoadScopeScheduling):
    """Send all tests of a page to one worker; of the other tests, all of a module."""

    def _split_scope(self, nodeid):
        return page_of(nodeid) or super()._split_scope(nodeid)


# The option --dist loadgroup of xdist 3.8 does nothing with pytest 9.2.
def pytest_xdist_make_scheduler(config, log):
    return PageScheduling(config, log)


@pytest.fixture(params=built_pages())
def page_path(request):
    return request.param


@pytest.fixture(scope="session", autouse=True)
def site():
    if not (SITE / "book" / "index.html").is_file():
        pytest.fail("no built site in _build/html: build it first (make book)", pytrace=False)
    return SITE


@functools.cache
def parse(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        """Print no line for each request."""


@pytest.fixture(scope="session")
def base_url(site):
    handler = functools.partial(QuietHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def find_browser(names, untried):
    """Return the first of these programs that is there; without one, say what was not tried."""
    executable = next(filter(None, map(shutil.which, names)), None)
    if executable is None:
        skip_but_fail_in_ci(f"no browser found ({', '.join(names)}): {untried}")
    return executable


@pytest.fixture(scope="session")
def browser(site):
    executable = find_browser(BROWSERS, "the pages were not tried in one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """A browser page, and what went wrong while it was open."""

    def __init__(self, context, url):
        self.url, self.troubles = url, []
        self.page = context.new_page()
        self.page.on("request", self._check_request)
        self.page.on("response", self._check_response)
        self.page.on("console", self._check_message)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.goto(url)

    def _check_request(self, request):
        if not request.url.startswith(OF_THIS_MACHINE):
            self.troubles.append(f"request to another host: {request.url}")

    def _check_response(self, response):
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")

    def _check_message(self, message):
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")


@pytest.fixture
def visit(browser, base_url):
    """visit(path) opens a page of the site afresh, with nothing remembered."""
    contexts = []

    def visit(path, width=1280, root=base_url, **options):
        viewport = {"width": width, "height": HEIGHT}
        contexts.append(browser.new_context(viewport=viewport, **options))
        return Visit(contexts[-1], f"{root}/{path}")

    yield visit
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def visits(browser):
    """The one visit that is under way."""
    visits = []
    yield visits
    for visit in visits:
        visit.page.context.close()


@pytest.fixture
def lasting_visit(browser, visits, page_path):
    """One visit for all tests of a page: loading it takes longer than most of them.

    The page comes from a folder, which forbids scripts more than a server does.
    """
    url = f"{SITE.as_uri()}/{page_path}"
    if not visits or visits[0].url != url:
        if visits:
            visits.pop().page.context.close()
        visits.append(Visit(browser.new_context(), url))
    return visits[0]


SHOW_ANSWERS = "document.querySelectorAll('.no-guess').forEach(button => { button.click() })"


@pytest.fixture
def page(lasting_visit):
    """The page of the lasting visit, as it was when it had just been opened, with all answers."""
    page = lasting_visit.page
    page.set_viewport_size({"width": 1280, "height": HEIGHT})
    page.emulate_media(color_scheme="light", media="screen")
    page.evaluate("document.querySelectorAll('details').forEach(box => { box.open = false })")
    page.evaluate(SHOW_ANSWERS)
    return page


def on_page(*paths):
    """Let a test run on some pages only."""
    return pytest.mark.parametrize("page_path", paths, indirect=True)
