"""What a reader meets: every page in a real browser, with the network closed."""

import re

import pytest
import yaml
from axe_playwright_python.base import AXE_SCRIPT

from tests.site.conftest import SITE, on_page
from tools.notebooks import ROOT

OPEN_ALL = "document.querySelectorAll('details').forEach(box => { box.open = true })"
ARE_OPEN = "[...document.querySelectorAll('details')].map(box => box.open)"
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
# Everything but code (which may hold dollars) and MathJax's copy for screen readers.
PROSE = """() => {
    const copy = document.querySelector('main').cloneNode(true);
    copy.querySelectorAll('code, pre, script, style, mjx-container').forEach(e => e.remove());
    return copy.textContent;
}"""
# Of a page axe would look at thousands of parts that tell it nothing. Formulas are paths, hidden
# from a screen reader and without text. Text of one kind, of one colour, size and ground, has one
# contrast: of each kind the longest is marked, and code is left with no other parts than those.
THIN_OUT = """() => {
    const drawings = [...document.querySelectorAll('mjx-container > svg[aria-hidden=true]')];
    const codes = [...document.querySelectorAll('.highlight pre')];
    window.whole = [...drawings, ...codes].map(part => [part, ...part.childNodes]);
    drawings.forEach(drawing => drawing.replaceChildren());
    codes.forEach(code => code.replaceChildren(...code.cloneNode(true).childNodes));

    const grounds = new Map([[null, '']]);
    const ground = part => {
        if (!grounds.has(part)) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(part);
            const own = [backgroundColor, backgroundImage, opacity];
            grounds.set(part, [...own, ground(part.parentElement)].join());
        }
        return grounds.get(part);
    };
    const kinds = new Map(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const part = texts.currentNode.parentElement, {length} = texts.currentNode.data.trim();
        if (!length || !part.checkVisibility()) continue;
        const {color, fontSize, fontWeight} = getComputedStyle(part);
        const names = [part.tagName, part.className, part.parentElement.className];
        const kind = [...names, color, fontSize, fontWeight, ground(part)].join();
        if (length > (kinds.get(kind)?.length ?? 0)) kinds.set(kind, {part, length});
    }
    kinds.forEach(({part}) => { part.dataset.kind = ''; });
    document.querySelectorAll('.highlight pre span:not([data-kind])').forEach(
        word => word.replaceWith(...word.childNodes));
}"""
MAKE_WHOLE = """() => {
    whole.forEach(([part, ...children]) => part.replaceChildren(...children));
    document.querySelectorAll('[data-kind]').forEach(part => delete part.dataset.kind);
}"""
CONTRAST = "axe.configure({rules: [{id: 'color-contrast', selector: '[data-kind]'}]})"
RUN_AXE = """async rules => {
    const options = rules ? {runOnly: rules} : {};
    const {violations} = await axe.run({...options, reporter: "no-passes", preload: false});
    return violations.map(({id, nodes}) => [id, ...nodes.slice(0, 3).map(node => node.target)]);
}"""
# The theme gives what overflows a tab stop some time after a change of size.
WITHIN_REACH = """() => [...document.querySelectorAll(
    "pre, mjx-container, .cell_output > .output, .pst-scrollable-table-container")].every(
    box => box.tabIndex === 0 || box.scrollWidth <= box.clientWidth)"""
# WCAG 2.2, 1.4.12: a reader may set text this far apart.
TEXT_SPACING = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
# The other rules see nothing of the theme, and of the width no more than on any other page.
RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
SOLUTIONS = ".tag_solution :is(.cell_input, .cell_output)"


# This test comes first: it also sees that nothing was open when the page was.
def test_page_opens_without_trouble(lasting_visit):
    page = lasting_visit.page
    formulas = page.locator(".math").count()
    assert page.locator(".math mjx-container > svg").count() == formulas
    assert page.locator("[data-mml-node=merror]").count() == 0
    for raw in ("$", r"\(", r"\["):
        assert raw not in page.evaluate(PROSE)
    assert not any(page.evaluate(ARE_OPEN))
    assert lasting_visit.troubles == []


def test_page_fits_a_phone(page):
    page.set_viewport_size({"width": 375, "height": 800})
    assert page.evaluate(OVERFLOW) <= 0
    page.evaluate(OPEN_ALL)
    page.set_viewport_size({"width": 320, "height": 800})
    spacing = page.add_style_tag(content=TEXT_SPACING)
    overflow = page.evaluate(OVERFLOW)
    spacing.evaluate("style => style.remove()")
    assert overflow <= 0


def axe_findings(page, theme, width, rules=None):
    page.evaluate(OPEN_ALL)
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
    page.wait_for_function(WITHIN_REACH)
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{AXE_SCRIPT}\n{CONTRAST}")
    page.evaluate(THIN_OUT)
    findings = page.evaluate(RUN_AXE, rules)
    page.evaluate(MAKE_WHOLE)
    return [(theme, width, *finding) for finding in findings]


def test_page_is_accessible(page):
    findings = axe_findings(page, "light", 1280)
    assert findings + axe_findings(page, "dark", 375, RULES_OF_LOOKS) == []


@on_page("book/index.html")
@pytest.mark.parametrize(("theme", "width"), [("dark", 1280), ("dark", 375), ("light", 375)])
def test_what_all_pages_share_is_accessible(page, theme, width):
    assert axe_findings(page, theme, width) == []


@on_page("book/practice.html")  # it has boxes of all kinds
def test_answers_open_by_keyboard(page):
    # The first and the last of each kind: a key costs a page of a hundred boxes a new layout.
    boxes = [(box.get_attribute("class"), box) for box in page.locator("details").all()]
    for box in [*dict(boxes).values(), *dict(reversed(boxes)).values()]:
        box.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert box.evaluate("box => box.open")
        page.keyboard.press("Space")
        assert not box.evaluate("box => box.open")


def test_claims_carry_their_label(page):
    quotes = page.locator("blockquote").evaluate_all(
        "quotes => quotes.map(quote => [quote.innerText, quote.className])"
    )
    for text, classes in quotes:
        label = re.match(r"(Proved|Measured|Hypothesised)\.", text)
        expected = f"claim claim-{label[1].lower()}" if label else ""
        assert classes == expected, text


def test_no_button_without_a_target(page):
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    dead = ["[class*='launch']", "[class*='thebe']"]
    if not config["repository"]["url"]:
        dead += ["[class*='btn-source-']", "[class*='dropdown-source-']"]
    assert page.locator(", ".join(dead)).count() == 0


@on_page("book/practice.html")
def test_practice_has_hints_and_solutions(page):
    assert page.locator("details:not(.hide)").count() > 5
    assert page.locator(SOLUTIONS).count() > 2


@on_page("book/a_shift_is_a_rotation.html")
def test_a_chapter_has_formulas_claims_and_captions(page):
    assert page.locator("mjx-container").count() > 20
    assert page.locator("blockquote.claim").count() > 2
    assert page.locator("p.figure-caption").count() > 0


@on_page("book/practice.html")
def test_print_keeps_answers_closed(page):
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert not any(page.evaluate(ARE_OPEN))
    for part in page.locator(SOLUTIONS).all():
        assert not part.is_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")


@on_page("book/practice.html")
def test_print_is_dark_on_light(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    for event, theme in [("beforeprint", "light"), ("afterprint", "dark")]:
        page.evaluate(f"window.dispatchEvent(new Event('{event}'))")
        assert page.locator("html").get_attribute("data-theme") == theme


@on_page("book/practice.html")
def test_hidden_solution_says_what_it_is(page):
    titles = page.locator(".tag_solution details.hide").all_inner_texts()
    assert len(titles) >= 3
    assert titles[0] == "Show: Solution: row zero"
    assert all(title.startswith("Show: ") for title in titles)


@pytest.fixture(params=["server", "folder"])
def root(request, base_url):
    return base_url if request.param == "server" else SITE.as_uri()


def test_front_door(visit, root):
    page = visit("index.html", root=root).page
    page.wait_for_url("**/book/index.html")
    assert page.title() == "Sinusoidal Positional Encoding"


def test_search_finds_a_page(visit, root):
    page = visit("search.html?q=rotation", root=root).page
    page.locator("#search-results a[href*='a_shift_is_a_rotation']").first.wait_for()


def test_search_box_opens_by_keyboard(visit):
    page = visit("book/practice.html").page
    page.keyboard.press("Control+k")
    page.locator("#pst-search-dialog input").fill("rotation")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=rotation")


def test_download_is_the_notebook_itself(visit):
    page = visit("book/practice.html").page
    link = page.locator("a.btn-download-source-button")
    answer = page.request.get(link.evaluate("link => link.href"))
    assert answer.body() == (ROOT / "book" / "practice.ipynb").read_bytes()


def test_buttons_do_something(visit):
    page = visit("book/practice.html").page
    before = page.locator("html").get_attribute("data-theme")
    page.locator(".theme-switch-button").first.click()
    assert page.locator("html").get_attribute("data-theme") != before

    page.locator(".btn-fullscreen-button").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.evaluate("document.exitFullscreen()")

    page.evaluate("window.print = () => { window.printed = true }")
    page.locator(".dropdown-download-buttons > button").click()
    page.locator(".btn-download-pdf-button").click()
    assert page.evaluate("window.printed")

    page.locator(".primary-toggle:visible").click()
    page.locator("#pst-primary-sidebar").wait_for(state="hidden")


def test_the_theme_button_keeps_the_focus(visit):
    page = visit("book/notation.html").page
    page.locator(".theme-switch-button").first.focus()
    modes = []
    for _ in range(3):
        page.keyboard.press("Enter")
        modes.append(page.locator("html").get_attribute("data-mode"))
    assert sorted(modes) == ["auto", "dark", "light"]


def test_sidebar_opens_on_a_phone_and_gives_the_focus_back(visit):
    page = visit("book/notation.html", width=375).page
    button = page.locator(".primary-toggle:visible")
    button.focus()
    page.keyboard.press("Enter")
    link = page.locator("#pst-primary-sidebar-modal a", has_text="References")
    link.wait_for()
    page.keyboard.press("Escape")
    link.wait_for(state="hidden")
    assert button.evaluate("button => button === document.activeElement")
