"""The look of the pages: role colours in formulas, figures, claims, paper, and what links show."""

import gzip
import io
import re
import unicodedata
from collections import Counter
from urllib.parse import urlsplit

import numpy as np
import pytest
import yaml
from axe_playwright_python.base import AXE_SCRIPT
from matplotlib.colors import to_rgb
from PIL import Image
from sphinx.application import Sphinx

from sinpe_lib import explorers, quiz
from sinpe_lib.encoding import encode_positions
from sinpe_lib.explorers import bundle
from sinpe_lib.printing import Table
from sinpe_lib.style import ROLE_COLOURS
from tests.site.conftest import on_page, parse
from tests.site.test_browser import OPEN_ALL
from tools.notebooks import ROOT
from tools.site.pages import describe_page, set_address

DARK = "document.documentElement.dataset.theme === 'dark'"
# Of MathJax's copy for screen readers: the letter, what it is an index of, what follows it.
WRITTEN = """formula => [...formula.querySelectorAll("mjx-assistive-mml mi:not([mathvariant])")]
    .map(letter => [
        letter.textContent,
        letter.closest("msub > :nth-child(2)")?.previousElementSibling.textContent,
        letter.nextElementSibling?.textContent
    ])"""
# Of its picture: the code points and the colour.
DRAWN = """formula => [...formula.querySelectorAll("svg g[data-mml-node=mi]")].map(letter => [
    [...letter.children].map(part => String.fromCodePoint(`0x${part.dataset.c}`)).join(""),
    getComputedStyle(letter).fill
])"""
FORMULAS = f"""[...document.querySelectorAll("main mjx-container")].map(
    formula => [({WRITTEN})(formula), ({DRAWN})(formula), getComputedStyle(formula).color])"""
ROLES = {"sin": "sine", "cos": "cosine", "p": "position", "k": "offset"}
# Of these pages, how often the letters stand there at least, with their role or with none.
AT_LEAST = {
    "book/a_shift_is_a_rotation.html": dict.fromkeys(ROLES.items(), 15),
    "book/attention_forgets_order.html": {("k", None): 2},
    "book/the_formula.html": {("p", None): 1},
}


def role_of(letter, base, following):
    if (letter, base) == ("k", "d") or (letter, following) == ("p", "o"):
        return None  # the width of a key, and the first letter of "pos"
    return ROLES.get(letter)


def css(colour):
    return "rgb({}, {}, {})".format(*(round(255 * channel) for channel in to_rgb(colour)))


def check_roles(page, colours):
    """Compare letter by letter and return how often each role, or none, was seen with it."""
    seen = Counter()
    for written, drawn, ink in page.evaluate(FORMULAS):
        roles = Counter((letter, role_of(letter, *rest)) for letter, *rest in written)
        expected = Counter()
        for (letter, role), count in roles.items():
            expected[letter, colours.get(role, ink)] += count
        letters = [(unicodedata.normalize("NFKC", letter), fill) for letter, fill in drawn]
        found = Counter(part for part in letters if part[0] in ROLES)
        assert found == Counter({part: n for part, n in expected.items() if part[0] in ROLES})
        seen += roles
    return seen


def dark_colours(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(DARK)
    value = "name => getComputedStyle(document.documentElement).getPropertyValue(name)"
    return {role: css(page.evaluate(value, f"--sinpe-{role}").strip()) for role in ROLE_COLOURS}


def test_parts_of_formulas_have_the_colours_of_their_roles(page, page_path):
    light = {role: css(colour) for role, colour in ROLE_COLOURS.items()}
    by_day = check_roles(page, light)
    dark = dark_colours(page)
    assert not set(dark.values()) & set(light.values())
    assert check_roles(page, dark) == by_day
    for part, count in AT_LEAST.get(page_path, {}).items():
        assert by_day[part] >= count


@on_page("book/what_it_means_in_practice.html")
def test_a_line_of_text_is_as_long_as_the_eye_can_follow(page):
    page.set_viewport_size({"width": 1920, "height": 800})
    lines = page.evaluate("""() => {
        const long = [...document.querySelectorAll(".bd-article section > p:not([class], h1 + p)")]
            .filter(p => !p.querySelector("mjx-container") && p.innerText.length > 200);
        return long.map(p => p.innerText.length / Math.round(p.offsetHeight / parseFloat(
            getComputedStyle(p).lineHeight)));
    }""")
    assert len(lines) >= 2
    # The last line of a paragraph is not full, and fonts differ between machines.
    assert 50 <= sum(lines) / len(lines) <= 78


# A figure out of sight, or of the other theme, is fetched only when it is asked for.
FIGURES = """async figures => {
    figures.forEach(figure => { figure.loading = 'eager'; });
    await Promise.all(figures.map(figure => figure.decode()));
    return figures.filter(figure => figure.checkVisibility()).map(
        ({naturalWidth, clientWidth, alt, className, currentSrc}) =>
            ({naturalWidth, clientWidth, alt, className, currentSrc}));
}"""


def visible_figures(page):
    return page.locator(".cell_output > img").evaluate_all(FIGURES)


def test_letters_have_one_size_in_all_figures_and_can_be_read_on_a_phone(page):
    wide = visible_figures(page)
    scales = [figure["naturalWidth"] / figure["clientWidth"] for figure in wide]
    assert scales == pytest.approx([144 / 126.5] * len(scales), rel=0.01)
    page.set_viewport_size({"width": 375, "height": 800})
    for figure in visible_figures(page):
        # Of letters 11 points high, 144 pixels are an inch.
        assert 22 * figure["clientWidth"] / figure["naturalWidth"] >= 11


def test_figures_follow_the_theme(page):
    light = visible_figures(page)
    dark_colours(page)
    dark = visible_figures(page)
    assert {figure["className"] for figure in light} <= {"only-light"}
    assert {figure["className"] for figure in dark} <= {"only-dark"}
    for name in ("alt", "clientWidth"):
        assert [figure[name] for figure in dark] == [figure[name] for figure in light]
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    on_paper = visible_figures(page)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert on_paper == light


@on_page("book/a_shift_is_a_rotation.html")
def test_figures_have_the_paper_of_the_page(page):
    assert len(visible_figures(page)) >= 2
    dark_colours(page)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
        for figure in page.locator(f".cell_output > img.only-{theme}").all():
            figure.scroll_into_view_if_needed()
            with Image.open(io.BytesIO(figure.screenshot())) as shot:
                corner = shot.convert("RGB").getpixel((3, 3))
            paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert corner == pytest.approx(tuple(map(int, re.findall(r"\d+", paper))), abs=2)
        for ground in page.locator(".cell_output .text_html").all():
            colour = ground.evaluate("box => getComputedStyle(box).backgroundColor")
            assert colour == "rgba(0, 0, 0, 0)"


def test_without_script_figures_are_light(visit):
    page = visit("book/a_shift_is_a_rotation.html", java_script_enabled=False).page
    figures = page.locator(".cell_output > img")
    seen = [figure.get_attribute("class") for figure in figures.all() if figure.is_visible()]
    assert seen == ["only-light"] * (figures.count() // 2)


FRONT_ENDS = {
    "VS Code": """<body class="vscode-dark" style="background: #1f1f1f; color: #cccccc">""",
    "Colab": """<html theme="dark"><body style="background: #1e1e1e; color: #e3e3e3">""",
    "a light page": """<body style="background: #ffffff; color: #24292f">""",
}
SHOWN = {
    "quiz": lambda: quiz.ask("the_formula")._repr_html_(),
    "table": lambda: Table(["a", "b"], [(1, 2)])._repr_html_(),
    "still": lambda: explorers.SameTurn().to_html(),
    "explorer": lambda: (
        f"<style>{bundle.style_sheet()}</style>{explorers.SameTurn().to_html()}"
        f"<script>{bundle.page_script()}</script>"
    ),
}


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_what_cells_show_as_html_can_be_read_elsewhere(front_end, shown, browser):
    page = browser.new_page()
    page.set_content(FRONT_ENDS[front_end] + SHOWN[shown]())
    page.evaluate(OPEN_ALL)
    page.evaluate(AXE_SCRIPT)
    read, unreadable = page.evaluate("""async () => {
        const {passes, violations} = await axe.run({runOnly: ["color-contrast"]});
        return [passes, violations].map(rules => rules.flatMap(rule => rule.nodes.length));
    }""")
    page.close()
    assert (sum(read) > 0, unreadable) == (True, [])


@on_page("book/index.html")
def test_claims_differ_by_edge_and_mark_and_not_by_colour(page):
    looks = {
        kind: page.locator(f"blockquote.claim-{kind}").first.evaluate("""claim => {
            const label = claim.querySelector(".claim-label");
            const mark = getComputedStyle(label, "::before");
            return [getComputedStyle(claim).borderLeftStyle, mark.background, mark.borderRadius,
                getComputedStyle(claim).borderLeftColor, getComputedStyle(label).color];
        }""")
        for kind in ("proved", "measured", "hypothesised")
    }
    edges, marks, rounded, *colours = zip(*looks.values(), strict=True)
    assert edges == ("solid", "double", "dashed")
    assert len(set(marks)) == 3
    assert set(rounded) == {"50%"}
    assert [len(set(colour)) for colour in colours] == [1, 1]


def test_paper_has_one_title_and_cuts_no_formula(page):
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 220, "height": 800})
    titles = [title for title in page.locator("h1").all() if title.is_visible()]
    assert len(titles) == 1
    assert page.locator("#jb-print-docs-body").is_hidden()
    cut = page.evaluate("""[...document.querySelectorAll(".bd-article mjx-container > svg")]
        .filter(svg => !svg.closest("table"))
        .filter(svg => svg.getBoundingClientRect().right > innerWidth)
        .map(svg => svg.parentElement.textContent)""")
    assert cut == []


def test_a_phone_without_script_still_has_the_contents(visit):
    page = visit("book/practice.html", width=375, java_script_enabled=False).page
    page.locator("nav.bd-links a", has_text="Glossary").click()
    assert page.url.endswith("/glossary.html")


def test_page_is_light(site, page_path):
    page = site / page_path
    linked = parse(page).select("link[rel=stylesheet][href], script[src]")
    files = {page.parent / urlsplit(tag.get("href") or tag.get("src")).path for tag in linked}
    ours = {path.name for path in (ROOT / "book" / "_static").iterdir()}
    ours |= {"explorers.js", "explorers.css"}
    own = [path for path in files if path.name in ours]
    assert len(own) >= 2
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in [page, *own]) <= 150_000


def metadata(soup):
    return {
        tag.get("name") or tag.get("property"): tag["content"]
        for tag in soup.find_all("meta", content=True)
    }


def test_a_page_says_what_it_is_about(site, page_path):
    soup = parse(site / page_path)
    assert len(soup.find_all("meta", {"name": "description"})) == page_path.startswith("book/")
    if page_path.startswith("book/"):
        question = soup.select_one("article h1").find_next("p").get_text()
        assert metadata(soup)["description"] == " ".join(question.split())
    # Without the address of the site, what needs one is left out.
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    has_address = bool(config["html"].get("baseurl"))
    assert any(name.startswith("og:") for name in metadata(soup)) == has_address


def test_a_link_shows_the_card_once_the_book_has_an_address(tmp_path):
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    settings = {name: value for name, value in config.items() if name.startswith("ogp_")}
    settings |= {"extensions": ["sphinxext.opengraph"], "smartquotes": False}
    settings |= {"html_baseurl": "https://example.org/book"}
    (tmp_path / "index.rst").write_text('A *claim*\n=========\n\nIs "a" < b?\nYes.\n\nMore.\n')
    folders = (tmp_path, None, tmp_path / "html", tmp_path / "doctrees")
    app = Sphinx(*folders, "html", confoverrides=settings, status=None, warning=None)
    set_address(app, app.config)
    app.connect("html-page-context", describe_page, priority=400)
    app.build()
    found = metadata(parse(tmp_path / "html" / "index.html"))
    assert found["description"] == found["og:description"] == 'Is "a" < b? Yes.'
    assert found["og:title"] == "A claim"
    assert found["og:site_name"] == "Sinusoidal Positional Encoding"
    assert found["og:url"] == "https://example.org/book/index.html"
    assert found["og:image"] == "https://example.org/book/_static/social_card.png"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert "position 5" in found["og:image:alt"]
    assert found["twitter:card"] == "summary_large_image"


def test_the_card_shows_position_5(site):
    with Image.open(site / "_static" / "social_card.png") as card:
        assert card.size == (1200, 630)
        pixels = card.convert("RGB")
    board, lamp = (27, 34, 51), (255, 210, 74)
    assert pixels.getpixel((5, 5)) == board
    # Eight lamps, 38 apart in a picture of 322 units that takes nine tenths of the width.
    for column, value in enumerate(encode_positions(5, 8)):
        x = 600 + (38 * column - 133) * 0.9 * 1200 / 322
        expected = np.array(board) + np.subtract(lamp, board) * (value + 1) / 2
        assert pixels.getpixel((round(x), 230)) == pytest.approx(expected, abs=2)
