"""Explorers as a reader moves them: after each move the page shows what the library draws.

What is expected comes from the code of the notebooks, run here, and never from the page.
"""

import base64
import io
import itertools
import re
from contextlib import closing
from functools import partial

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from sinpe_lib.explorers import Control, Explorer
from sinpe_lib.explorers.page import html
from tests.site.conftest import Visit, on_page
from tests.site.expected import n_explorers
from tests.site.reader import (
    BY_KEYBOARD,
    BY_MOUSE,
    check,
    explorers_on,
    move_all,
    seconds,
    shown_values,
)
from tools.notebooks import NOTEBOOKS

PAGES = [f"book/{path.stem}.html" for path in NOTEBOOKS if n_explorers(path.stem)]
SOUNDS = "book/one_chord_per_position.html"
# Of all that is drawn in a colour of the page: its name, the colour seen, the colour of the theme.
COLOURS = r"""box => {
    const rgb = color => Object.assign(new Option().style, {color}).color;
    const theme = getComputedStyle(document.documentElement);
    return [...box.querySelectorAll("svg [style*='var(--sinpe-']")].flatMap(shape =>
        [...shape.getAttribute("style").matchAll(/(fill|stroke): var\(--sinpe-(\w+),/g)].map(
            ([, property, name]) => [name, getComputedStyle(shape)[property],
                rgb(theme.getPropertyValue(`--sinpe-${name}`).trim())]));
}"""
PAPER = "box => getComputedStyle(box.querySelector('svg')).backgroundColor"
# What belongs to a control and sticks out of the explorer, or is covered in its middle.
CUT = """box => {
    const edges = box.getBoundingClientRect();
    return [...box.querySelectorAll("input, button, output, label, span")].filter(part => {
        part.scrollIntoView({block: "center", behavior: "instant"});
        const {left, right, top, bottom} = part.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < edges.left || right > edges.right || right > innerWidth
            || !(part.contains(seen) || seen.contains(part));
    }).map(part => part.outerHTML);
}"""
# Of the letters of a picture: the size of the smallest, and what overlaps or sticks out. A line of
# text is higher than its letters.
LETTERS = """box => {
    const edges = box.querySelector("svg").getBoundingClientRect();
    const texts = [...box.querySelectorAll("svg text")].filter(text => text.textContent.trim());
    const words = texts.map(text => {
        const {left, right, top, bottom, height} = text.getBoundingClientRect();
        return {left, right, top: top + 0.2 * height, bottom: bottom - 0.1 * height,
            said: text.textContent};
    });
    const out = words.filter(({left, right, top, bottom}) => left < edges.left
        || right > edges.right || top < edges.top || bottom > edges.bottom);
    const met = words.flatMap((one, number) => words.slice(number + 1).filter(other =>
        one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom).map(other => [one, other]));
    const sizes = texts.map(text =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    return [Math.min(...sizes), [...out, ...met.flat()].map(({said}) => said)];
}"""
# Lines of a choice that do not hang beside its circle, and choices beside their heading.
HANGING = """box => [...box.querySelectorAll("[role=radiogroup]")].flatMap(group => {
    const below = group.firstChild.getBoundingClientRect().bottom;
    return [...group.querySelectorAll("label")].filter(label => {
        const lines = document.createRange();
        lines.selectNodeContents(label.lastChild);
        const circle = label.firstChild.getBoundingClientRect();
        return label.getBoundingClientRect().top < below
            || [...lines.getClientRects()].some(line => line.left < circle.right);
    }).map(label => label.textContent);
})"""
AT_REST = "document.getAnimations().every(({ playState }) => playState !== 'running')"
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
ON_EACH_PAGE = on_page(*PAGES)


@ON_EACH_PAGE
def test_moves_by_keyboard(page, page_path):
    for box, explorer in explorers_on(page, page_path):
        move_all(box, explorer, BY_KEYBOARD)


@on_page(SOUNDS)  # its explorer has a slider and a choice
def test_moves_by_mouse(page, page_path):
    for box, explorer in explorers_on(page, page_path):
        move_all(box, explorer, BY_MOUSE)


def check_still(box, explorer):
    """See the first frame as an image with its sentences, and no control."""
    still, words = box.locator("img"), box.locator(".sinpe-still p")
    assert still.is_visible()
    assert words.is_visible()
    assert words.text_content() == explorer.text(explorer.start)
    controls = box.locator("svg, input, button, output, [role=radiogroup]")
    assert not [control for control in controls.all() if control.is_visible()]
    png = base64.b64decode(still.get_attribute("src").removeprefix("data:image/png;base64,"))
    with Image.open(io.BytesIO(png)) as image:
        seen = np.asarray(image.convert("RGB"), dtype=float)
    apart = np.abs(seen - explorer.first_picture()[..., :3])
    assert apart.max() <= 40  # the image has few colours


@ON_EACH_PAGE
def test_print_shows_the_first_frame(page, page_path):
    for box, explorer in explorers_on(page, page_path):
        for slider in box.get_by_role("slider").all():
            slider.press("End")
        page.emulate_media(media="print")
        check_still(box, explorer)
        page.emulate_media(media="screen")


@on_page("book/worked_examples.html")
def test_without_script_the_first_frame_is_shown(visit, page_path):
    page = visit(page_path, java_script_enabled=False).page
    [(box, explorer)] = explorers_on(page, page_path)
    check_still(box, explorer)
    assert box.locator("svg, input, button, output, [role=radiogroup]").count() == 0


@ON_EACH_PAGE
def test_pictures_take_their_colours_from_the_theme(page, page_path):
    for box, explorer in explorers_on(page, page_path):
        drawings = [drawing for drawing, _ in explorer.parts(shown_values(box, explorer))]
        named = re.findall(r"(?:fill|stroke): var\(--sinpe-", "".join(drawings))
        seen = {}
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
            colours = box.evaluate(COLOURS)
            assert len(colours) == len(named)
            assert not [colour for colour in colours if colour[1] != colour[2]]
            seen[theme] = {colour for _, colour, _ in colours} | {box.evaluate(PAPER)}
        assert not seen["light"] & seen["dark"]


@ON_EACH_PAGE
def test_a_finger_finds_every_control_on_a_phone(page, page_path):
    page.set_viewport_size({"width": 375, "height": 800})
    page.wait_for_function(AT_REST)  # a side bar slides away
    assert page.evaluate(OVERFLOW) <= 0
    for box, explorer in explorers_on(page, page_path):
        assert box.evaluate(CUT) == []
        targets = box.locator("input[type=range], label, button")
        assert targets.count() >= len(explorer.controls)
        assert min(target.bounding_box()["height"] for target in targets.all()) >= 24


def ends(box):
    """Move the controls through all combinations of their first and their last value."""
    moves = [
        [control.get_by_role("radio").first.check, control.get_by_role("radio").last.check]
        if control.get_attribute("role")
        else [partial(control.press, key) for key in ("Home", "End")]
        for control in box.locator("input[type=range], [role=radiogroup]").all()
    ]
    for chosen in itertools.product(*moves):
        for move in chosen:
            move()
        yield


@pytest.mark.parametrize("width", [320, 470])
@ON_EACH_PAGE
def test_letters_on_a_phone_can_be_read(page, page_path, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(AT_REST)
    for box, _ in explorers_on(page, page_path):
        assert box.evaluate(HANGING) == []
        for _ in ends(box):
            smallest, troubles = box.evaluate(LETTERS)
            assert smallest >= 11
            assert troubles == []


@on_page("book/index.html")
def test_play_steps_through_the_values_and_stops(browser, base_url, page_path):
    with closing(browser.new_context()) as context:
        context.clock.install()
        page = Visit(context, f"{base_url}/{page_path}").page
        [(box, explorer)] = explorers_on(page, page_path)
        [(name, control)] = explorer.controls.items()
        slider, button = box.get_by_role("slider"), box.get_by_role("button")
        words = box.locator("p[aria-live]")
        context.clock.pause_at(page.evaluate("Date.now()") + 1000)
        last = len(control.values) - 1
        slider.press("End")
        slider.press("ArrowLeft")

        button.press("Enter")
        expect(button).to_have_text("Stop")
        expect(words).to_have_attribute("aria-live", "off")
        for index in (last, 0, 1):
            context.clock.run_for(334)
            check(box, explorer, {name: control.values[index]})
        button.click()
        expect(button).to_have_text("Play")
        expect(words).to_have_attribute("aria-live", "polite")
        context.clock.run_for(2000)
        check(box, explorer, {name: control.values[1]})


@on_page("book/index.html")
def test_nothing_plays_for_those_who_ask_for_less_motion(visit, page_path):
    page = visit(page_path, reduced_motion="reduce").page
    [(box, explorer)] = explorers_on(page, page_path)
    assert box.get_by_role("button").count() == 0
    move_all(box, explorer, BY_KEYBOARD)


def small_explorer(description):
    def canvas(figure):
        ax = figure.subplots()
        ax.set(xlim=(-1, 9), ylim=(-1, 1))
        return ax

    def dot(ax, position):
        ax.plot(position, 0, "o")
        return f"{position} < {position + 1} </script> & so on."

    def line(ax, position, kind):
        ax.axhline(0.5 if kind == "above" else -0.5)
        return f"It is {kind} {position}."

    return Explorer(
        description, canvas, [dot, line], position=range(4), kind=Control(["above", "below"])
    )


def test_the_second_line_of_a_choice_hangs_beside_its_circle(browser, tmp_path):
    explorer = Explorer(
        "A toy",
        lambda figure: figure.subplots(),
        [lambda ax, kind: kind],
        kind=["short", "a choice of so many words that no phone has them in one line"],
    )
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{html(explorer)}", "utf-8")
    with closing(browser.new_context(viewport={"width": 320, "height": 800})) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        short, long = page.locator("label").all()
        assert long.bounding_box()["height"] > 1.4 * short.bounding_box()["height"]
        assert page.locator(".sinpe-explorer").evaluate(HANGING) == []


def test_explorers_of_one_page_do_not_disturb_one_another(browser, tmp_path):
    explorers = [small_explorer('One "quoted" & <b>bold</b>'), small_explorer("Another")]
    without_frames = '<figure class="sinpe-explorer"><p>As Lab shows it untrusted.</p></figure>'
    parts = ["<!doctype html><meta charset=utf-8>", without_frames, *map(html, explorers)]
    file = tmp_path / "page.html"
    file.write_text("\n".join(parts), "utf-8")
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        boxes = page.locator(".sinpe-explorer[data-moves]").all()
        pairs = list(zip(boxes, explorers, strict=True))
        for (box, explorer), (other_box, other) in (pairs, pairs[::-1]):
            before = shown_values(other_box, other)
            move_all(box, explorer, BY_KEYBOARD)
            check(other_box, other, before)
            picture = box.get_by_role("img", name=explorer.description, exact=True)
            assert picture.count() == 1


@on_page(SOUNDS)
def test_sounds_are_there_when_asked_for(page):
    sounds = page.locator("audio").all()
    names = [sound.get_attribute("aria-label") for sound in sounds]
    assert len(set(names)) == len(sounds) >= 5
    for sound, name in zip(sounds, names, strict=True):
        assert page.get_by_label(name, exact=True).count() == 1
        assert sound.evaluate("({autoplay, readyState}) => [autoplay, readyState]") == [False, 0]
        assert seconds(sound) == pytest.approx(0.8, abs=0.01)
        assert sound.evaluate("({paused, currentTime}) => [paused, currentTime]") == [True, 0]
        assert sound.bounding_box()["height"] >= 24


@on_page(SOUNDS)
def test_on_paper_a_sound_is_its_name_and_under_it_its_words(page):
    page.emulate_media(media="print")
    items = page.locator("li:has(> audio)")
    assert items.count() == page.locator("audio").count() >= 5
    for item in items.all():
        name, words = item.evaluate("""item => [item.firstChild, item.lastChild].map(text => {
            const range = document.createRange();
            range.selectNode(text);
            return range.getBoundingClientRect().toJSON();
        })""")
        assert name["bottom"] <= words["top"]
        assert item.locator("audio").is_hidden()
