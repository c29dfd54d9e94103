"""Explorers as a reader moves them: by hand, by key, by links and by the address.

What is expected comes from the definitions, which QuickJS runs here, and never from the page.
"""

import gzip
import itertools
import json
from contextlib import closing
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from sinpe_lib.explorers import bundle
from sinpe_lib.explorers.still import call
from tests.site.conftest import SHOW_ANSWERS, SITE, Visit, on_page, parse
from tools.notebooks import NOTEBOOKS, find_explorers, load_notebook

ON_EACH_PAGE = on_page(
    *(
        f"book/{path.stem}.html"
        for path in NOTEBOOKS
        if any(map(find_explorers, load_notebook(path).cells))
    )
)
KEYS = {
    "Home": lambda control, _: control["min"],
    "ArrowRight": lambda control, value: call("state.stepped", control, value, "step", True),
    "PageUp": lambda control, value: call("state.stepped", control, value, "page", True),
    "ArrowDown": lambda control, value: call("state.stepped", control, value, "step", False),
    "End": lambda control, _: control["max"],
}
# What a definition draws, as the browser writes it once it has parsed it.
DRAWN = """(picture, drawing) => {
    const expected = picture.children[1].cloneNode();
    expected.innerHTML = drawing;
    return picture.children[1].innerHTML === expected.innerHTML;
}"""
# Of all that is drawn in a colour of the theme: the colour seen, and that of the theme.
COLOURS = r"""box => {
    const rgb = color => Object.assign(new Option().style, {color}).color;
    const theme = getComputedStyle(document.documentElement);
    return [...box.querySelectorAll("svg *")].flatMap(shape =>
        ["fill", "stroke"].filter(name => /^var/.test(shape.getAttribute(name))).map(name => {
            const [, role] = /--sinpe-(\w+)/.exec(shape.getAttribute(name));
            return [getComputedStyle(shape)[name],
                rgb(theme.getPropertyValue(`--sinpe-${role}`).trim())];
        }));
}"""
PAPER = "box => getComputedStyle(box.querySelector('svg')).backgroundColor"
# What belongs to a control and sticks out of the explorer, or is covered in its middle.
CUT = """box => {
    const edges = box.getBoundingClientRect();
    const parts = [...box.querySelectorAll("input, select, button, output, label, span")];
    return parts.filter(part => part.checkVisibility()).filter(part => {
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
# Where a place of the picture is in the window.
IN_WINDOW = """(picture, [x, y]) => {
    const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM());
    return [left, top];
}"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = "document.getAnimations().every(({ playState }) => playState !== 'running')"
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"


NUMBERS = itertools.count()


def defines(name, function):
    """Say whether an explorer has one of the functions that a definition may leave out."""
    return call(f"() => {json.dumps(function)} in sinpe.engine.explorers.{name}")


class Figure:
    """An explorer on a page, with the state that it is expected to be in."""

    def __init__(self, box):
        self.page, self.box, self.picture = box.page, box, box.locator("svg")
        self.name = box.get_attribute("data-explorer")
        self.spec = json.loads(box.get_attribute("data-spec"))
        self.controls = self.spec["controls"]
        self.start = {name: control["value"] for name, control in self.controls.items()}
        self.state = call("engine.applyChange", self.name, self.spec, self.start, {})

    def move(self, patch):
        self.state = call("engine.applyChange", self.name, self.spec, self.state, patch)

    def call(self, function, *more):
        return call(
            f"engine.explorers.{self.name}.{function}", self.state, *more, self.spec["data"]
        )

    def check(self):
        """See that the picture, the sentence and the controls show the state."""
        self.page.evaluate(NEXT_FRAME)
        words = self.box.locator("p[aria-live]").text_content()
        assert words == call("engine.tell", self.name, self.state, self.spec["data"]), self.state
        assert self.picture.evaluate(DRAWN, self.call("draw")), self.state
        for name, control in self.controls.items():
            text = call("state.shown", control, self.state[name])
            if "options" in control or isinstance(control["value"], bool):
                continue
            slider = self.slider(control)
            assert slider.get_attribute("aria-valuetext") == text
            assert slider.locator("xpath=..").locator("output").text_content() == text

    def slider(self, control):
        return self.box.locator(f"input[type=range][aria-label={json.dumps(control['label'])}]")

    def ranges(self):
        return {name: control for name, control in self.controls.items() if "min" in control}

    def reset(self):
        # A different address each time: the same one would be no event.
        self.page.evaluate("hash => { location.hash = hash }", f"#{self.name}?{next(NUMBERS)}=")
        self.page.evaluate("() => new Promise(done => setTimeout(done, 0))")
        self.state = call("engine.applyChange", self.name, self.spec, self.start, {})


@pytest.fixture
def figures(page):
    """The explorers of a page, in the state that the page opened with, where nothing glides."""
    page.emulate_media(reduced_motion="reduce")
    found = [Figure(box) for box in page.locator("[data-explorer]").all()]
    assert found
    for figure in found:
        figure.reset()
        figure.picture.scroll_into_view_if_needed()
    yield found
    page.emulate_media(reduced_motion=None)


@ON_EACH_PAGE
def test_opens_as_it_was_stored(figures):
    for figure in figures:
        figure.check()


@ON_EACH_PAGE
def test_keys_move_the_sliders(figures):
    for figure in figures:
        for name, control in figure.ranges().items():
            slider = figure.slider(control)
            for key, expected in KEYS.items():
                slider.press(key)
                figure.move({name: expected(control, figure.state[name])})
                figure.check()


@ON_EACH_PAGE
def test_switches_and_choices_are_native_inputs(figures):
    for figure in figures:
        for name, control in figure.controls.items():
            if isinstance(control["value"], bool):
                figure.box.get_by_label(control["label"], exact=True).click()
                figure.move({name: not figure.state[name]})
                figure.check()
            for option in control.get("options", []):
                group = figure.box.get_by_label(control["label"], exact=True)
                if group.evaluate("group => group.tagName") == "SELECT":
                    group.select_option(option)
                else:
                    group.get_by_text(option, exact=True).click()
                figure.move({name: option})
                figure.check()


@ON_EACH_PAGE
def test_presets_set_what_they_say(figures):
    for figure in figures:
        for text, patch in figure.spec["presets"].items():
            figure.box.get_by_role("button", name=text, exact=True).click()
            figure.move(patch)
            figure.check()


def drag(figure, handle):
    """Drag a handle to the middle of the picture, in one move that begins beside its centre."""
    width, height = call(f"() => sinpe.engine.explorers.{figure.name}.size")
    x, y = figure.call("handles")[handle]["at"]
    end = [x + (width / 2 - x) / 4, y + (height / 2 - y) / 4]
    from_, to = (figure.picture.evaluate(IN_WINDOW, place) for place in ((x, y), end))
    mouse = figure.page.mouse
    mouse.move(from_[0] + 2, from_[1] + 1)
    mouse.down()
    mouse.move(to[0] + 2, to[1] + 1)
    mouse.up()
    patch = call(
        "(name, state, handle, end, data) =>"
        " sinpe.engine.explorers[name].handles(state, data)[handle].to(end)",
        *(figure.name, figure.state, handle, end, figure.spec["data"]),
    )
    before = figure.state
    figure.move(patch)
    return before


def read_state(figure):
    """Return the state that the address names once the figure is at rest."""
    figure.page.wait_for_timeout(450)
    hash_ = figure.page.evaluate("location.hash")
    return call(
        "(controls, parts) => sinpe.state.changed(controls, sinpe.state.start(controls), parts)",
        figure.controls,
        dict(parse_qsl(hash_.partition("?")[2])),
    )


def check_drags(figure):
    for handle in range(len(figure.call("handles"))):
        figure.reset()
        figure.picture.scroll_into_view_if_needed()
        drag(figure, handle)
        reached = read_state(figure)
        for name, value in figure.state.items():
            # A mouse stops at whole pixels.
            share = 0.02 * (
                figure.controls[name].get("max", 0) - figure.controls[name].get("min", 0)
            )
            near = pytest.approx(value, abs=share) if share else value
            assert reached[name] == near, (figure.name, handle, name)
        figure.state = reached
        figure.check()


@ON_EACH_PAGE
def test_handles_follow_the_mouse(figures):
    for figure in figures:
        if defines(figure.name, "handles"):
            check_drags(figure)


@ON_EACH_PAGE
def test_links_in_the_text_set_the_figure(figures, page, site, page_path):
    links = [link["href"] for link in parse(site / page_path).select("a.sinpe-set[href^='#']")]
    for link in links:
        name, _, query = link.removeprefix("#").partition("?")
        [figure] = [figure for figure in figures if figure.name == name]
        page.locator(f"a[href='{link}']").first.click()
        figure.state = figure.start
        figure.move(dict(parse_qsl(query)))
        figure.check()
    assert len(links) >= 2 * len(figures)


@ON_EACH_PAGE
def test_the_address_opens_the_figure_in_its_state(visit, page_path):
    page = visit(page_path).page
    for box in page.locator("[data-explorer]").all():
        figure = Figure(box)
        name, control = next(iter(figure.controls.items()))
        patch = {name: control["options"][-1] if "options" in control else control.get("max", True)}
        query = urlencode(patch).replace("True", "true")
        page.goto("about:blank")
        page.goto(f"{SITE.as_uri()}/{page_path}#{figure.name}?{query}&none=1&x=%")
        figure.move(patch)
        figure.check()
        expect(figure.picture).to_be_in_viewport()


@ON_EACH_PAGE
def test_print_shows_the_present_state_in_light_colours(figures, page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    for figure in figures:
        name, control = next(iter(figure.ranges().items()), (None, None))
        if name:
            figure.slider(control).press("End")
            figure.move({name: control["max"]})
        page.emulate_media(media="print")
        figure.check()
        assert figure.picture.is_visible()
        assert figure.box.evaluate(PAPER) == "rgb(253, 253, 251)"
        controls = figure.box.locator("input, select, button, output, img, .sinpe-grips circle")
        assert not [control for control in controls.all() if control.is_visible()]
        page.emulate_media(media="screen")


@ON_EACH_PAGE
def test_pictures_take_their_colours_from_the_theme(figures, page):
    for figure in figures:
        seen = {}
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
            colours = figure.box.evaluate(COLOURS)
            assert not [colour for colour in colours if colour[0] != colour[1]]
            seen[theme] = {colour for colour, _ in colours} | {figure.box.evaluate(PAPER)}
        assert not seen["light"] & seen["dark"]


@ON_EACH_PAGE
def test_without_script_the_still_and_its_sentence_are_there(browser, page_path):
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = Visit(context, f"{SITE.as_uri()}/{page_path}").page
        for box in page.locator("[data-explorer]").all():
            figure = Figure(box)
            words = call("engine.tell", figure.name, figure.state, figure.spec["data"])
            assert box.locator("img").is_visible()
            assert box.locator("p").text_content() == words
            assert box.locator("svg, input, select, button, output").count() == 0


@ON_EACH_PAGE
def test_a_finger_finds_every_control_on_a_phone(figures, page):
    page.set_viewport_size({"width": 375, "height": 800})
    page.wait_for_function(AT_REST)  # a side bar slides away
    assert page.evaluate(OVERFLOW) <= 0
    for figure in figures:
        assert figure.box.evaluate(CUT) == []
        targets = figure.box.locator("input[type=range], label, button, select")
        sizes = [target.bounding_box() for target in targets.all() if target.is_visible()]
        assert len(sizes) >= len(figure.controls)
        assert min(size["height"] for size in sizes) >= 44
        grips = figure.box.locator(".sinpe-grips circle").all()
        assert all(grip.bounding_box()["width"] > 43 for grip in grips)


@pytest.mark.parametrize("width", [320, 470])
@ON_EACH_PAGE
def test_letters_on_a_phone_can_be_read(figures, page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function(AT_REST)
    for figure in figures:
        for key in ("Home", "End"):
            for control in figure.ranges().values():
                figure.slider(control).press(key)
                page.evaluate(NEXT_FRAME)
                smallest, troubles = figure.box.evaluate(LETTERS)
                assert smallest >= 11
                assert troubles == []
        figure.reset()
        smallest, troubles = figure.box.evaluate(LETTERS)
        assert (smallest >= 11, troubles) == (True, [])


@on_page("book/a_shift_is_a_rotation.html")
def test_play_moves_until_a_hand_stops_it(visit, page_path):
    page = visit(page_path).page
    figure = Figure(page.locator("[data-explorer]").first)
    button = figure.box.get_by_role("button", name="Play")
    words = figure.box.locator("p[aria-live]")
    before = words.text_content()
    button.press("Enter")
    expect(words).not_to_have_text(before)
    expect(figure.box.get_by_role("button", name="Stop")).to_be_visible()
    assert words.get_attribute("aria-live") == "off"
    figure.slider(figure.controls["offset"]).press("End")
    expect(button).to_be_visible()
    page.wait_for_timeout(450)
    assert words.get_attribute("aria-live") == "polite"
    figure.state = read_state(figure)
    assert figure.state["offset"] == 628
    figure.check()


@on_page("book/a_shift_is_a_rotation.html")
def test_nothing_plays_for_those_who_ask_for_less_motion(visit, page_path):
    page = visit(page_path, reduced_motion="reduce").page
    assert page.locator("[data-explorer]").count() == 1
    assert page.get_by_role("button", name="Play").count() == 0


@on_page("book/a_shift_is_a_rotation.html")
def test_a_swipe_scrolls_and_a_drag_on_a_handle_does_not(visit, page_path):
    page = visit(page_path, width=375, has_touch=True).page
    figure = Figure(page.locator("[data-explorer]").first)
    figure.picture.scroll_into_view_if_needed()
    touch = page.context.new_cdp_session(page)

    def swipe(place, up):
        x, y = figure.picture.evaluate(IN_WINDOW, place)
        for kind, step in [("Start", 0), *(("Move", step) for step in range(1, 9)), ("End", None)]:
            points = [] if step is None else [{"x": x, "y": y - up * step / 8}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        page.wait_for_timeout(450)

    page.wait_for_timeout(450)
    top = page.evaluate("scrollY")
    handle = figure.call("handles")[1]["at"]
    swipe(handle, 40)
    assert page.evaluate("scrollY") == top
    moved = figure.box.locator("p[aria-live]").text_content()
    assert moved != call("engine.tell", figure.name, figure.state, None)
    swipe([10, 160], 120)
    assert page.evaluate("scrollY") > top
    assert figure.box.locator("p[aria-live]").text_content() == moved


def test_an_error_leaves_the_still_in_view(browser, tmp_path):
    script = (SITE / "_static" / "explorers.js").read_text("utf-8")
    spec = '{"controls":{},"presets":{},"play":null,"description":"","data":null}'
    figure = f"<figure data-explorer='none' data-spec='{spec}'><img alt='A still' src='data:,'>"
    (tmp_path / "page.html").write_text(
        f"<!doctype html>{figure}</figure><script>{script}</script>"
    )
    with closing(browser.new_context()) as context:
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(error))
        page.goto((tmp_path / "page.html").as_uri())
        assert len(errors) == 1
        assert page.locator("figure").get_attribute("data-live") is None


def test_the_script_is_small(site):
    assert len(gzip.compress((site / "_static" / "explorers.js").read_bytes())) < 25_000


@on_page("book/before_you_start.html")
def test_a_slider_goes_back_where_its_move_is_refused(visit, page_path):
    figure = Figure(visit(page_path).page.locator("[data-explorer]").first)
    slider = figure.slider(figure.controls["pair"])  # at width 2 there is one
    slider.press("End")
    figure.check()
    slider.evaluate("slider => { slider.value = 0.6; slider.dispatchEvent(new Event('input')) }")
    figure.page.evaluate(NEXT_FRAME)
    assert float(slider.input_value()) == 0


@on_page("book/a_shift_is_a_rotation.html")
def test_a_second_finger_and_a_lost_one_move_nothing(visit, page_path):
    figure = Figure(visit(page_path, has_touch=True).page.locator("[data-explorer]").first)
    words = figure.box.locator("p[aria-live]")

    def point(kind, finger, place, buttons=1):
        x, y = figure.picture.evaluate(IN_WINDOW, place)
        given = {"pointerId": finger, "clientX": x, "clientY": y, "buttons": buttons}
        figure.picture.dispatch_event(f"pointer{kind}", given | {"bubbles": True})
        figure.page.evaluate(NEXT_FRAME)

    figure.picture.evaluate("picture => { picture.setPointerCapture = () => {} }")
    first, second = (figure.call("handles")[number]["at"] for number in (1, 3))
    point("down", 1, first)
    point("move", 1, [210, 100])
    held = words.text_content()
    assert held != call("engine.tell", figure.name, figure.state, None)
    point("down", 2, second)
    point("move", 2, [10, 200])
    point("up", 2, [10, 200])
    assert words.text_content() == held
    point("move", 1, [240, 90])
    moved = words.text_content()
    assert moved != held  # the first still holds
    point("move", 1, [10, 200], buttons=0)
    point("move", 1, [100, 200])
    assert words.text_content() == moved


@on_page("book/a_shift_is_a_rotation.html")
def test_the_address_and_the_figure_follow_each_other(visit, page_path):
    page = visit(page_path, reduced_motion="reduce").page
    figure = Figure(page.locator("[data-explorer]").first)
    figure.slider(figure.controls["offset"]).press("ArrowRight")
    page.evaluate("location.hash = 'further-reading'")  # before the figure has come to rest
    page.wait_for_timeout(600)
    assert page.evaluate("location.hash") == "#further-reading"
    link = page.locator("a.sinpe-set[href*='first=20']").first
    page.evaluate(SHOW_ANSWERS)
    link.click()
    page.wait_for_timeout(600)
    for _ in range(2):  # the second time the address is the same
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        link.evaluate("link => link.click()")
        expect(figure.picture).to_be_in_viewport()
    page.go_back()
    page.go_back()
    page.wait_for_timeout(600)
    assert page.evaluate("location.hash") == ""
    figure.check()


def test_two_widgets_share_no_radio_buttons(browser, tmp_path):
    spec = {
        "controls": {"order": {"label": "order", "value": "a", "options": ["a", "b"]}},
        "presets": {}, "play": None, "description": "", "data": None,
    }  # fmt: skip
    once = (
        bundle.script()
        + "sinpe.engine.explorers.toy = {size: [9, 9], draw: () => '', words: s => s.order};"
        + f"sinpe.engine.mount(document.body, 'toy', {json.dumps(spec)}, {{}}, () => {{}});"
    )
    (tmp_path / "page.html").write_text(
        "<!doctype html><body>" + f"<script type=module>{once}</script>" * 2
    )
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        assert page.locator("input:checked").count() == 2


@on_page("book/similarity_and_distance.html", "book/what_it_means_in_practice.html")
def test_numbers_beside_sliders_are_whole_on_a_phone(figures, page):
    page.set_viewport_size({"width": 320, "height": 800})
    page.wait_for_function(AT_REST)
    for figure in figures:
        right = figure.box.evaluate("box => box.getBoundingClientRect().right")
        for control in figure.ranges().values():
            figure.slider(control).press("End")
            page.evaluate(NEXT_FRAME)
            end = (
                figure.slider(control)
                .locator("xpath=..")
                .locator("output")
                .evaluate(
                    "output => { const range = new Range(); range.selectNodeContents(output);"
                    " return range.getBoundingClientRect().right }"
                )
            )
            assert end <= right + 0.5
