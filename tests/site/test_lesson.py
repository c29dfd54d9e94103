"""Pages as lessons: what waits for a guess, what is checked, what is kept, what is found."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from sinpe_lib import quiz
from tests.site.conftest import SITE, Visit, on_page
from tests.site.test_browser import axe_findings
from tools.notebooks import NOTEBOOKS, load_notebook

PREDICTION = re.compile(r"(\*\*Prediction \d+\.\*\* .+)\n\n((?:- .+\n?)+)")
OPTIONS = {
    f"book/{path.stem}.html": found
    for path in NOTEBOOKS
    if (
        found := [
            options.strip().count("\n") + 1
            for cell in load_notebook(path).cells
            if cell.cell_type == "markdown"
            for _, options in PREDICTION.findall(cell.source)
        ]
    )
}
LESSONS = [f"book/{path.stem}.html" for path in NOTEBOOKS if path.stem != "index"]
ANSWERS = ".prediction + .cell .cell_output, .answer"
# What a reader who looks for the first picture has passed, and where the picture is.
FIRST_PICTURE = """() => {
    const seen = [...document.querySelectorAll(
        ".bd-article .cell_input, .bd-article figure, .cell_output img")]
        .filter(part => part.checkVisibility());
    const picture = seen.findIndex(part => !part.matches(".cell_input"));
    return [seen.slice(0, picture).map(part => part.innerText),
        seen[picture].getBoundingClientRect().top + scrollY];
}"""
VISIBLE = "parts => parts.filter(part => part.checkVisibility()).length"


def count_visible(page, selector):
    return page.locator(selector).evaluate_all(VISIBLE)


@on_page(*OPTIONS)
def test_answers_wait_for_a_guess_and_the_guess_stays(visit, page_path):
    page = visit(page_path).page
    assert count_visible(page, ".answer > *") == 0
    for number, count in enumerate(OPTIONS[page_path], 1):
        prediction = page.locator(f"#prediction-{number}")
        buttons = prediction.locator("li button")
        assert buttons.count() == count
        guess = buttons.nth(count - 1)
        text = guess.text_content()
        guess.press("Enter")
        expect(prediction.locator("li.chosen")).to_have_text(f"{text} your guess")
        assert prediction.locator("button").count() == 0
        assert prediction.locator("p").first.evaluate("part => part === document.activeElement")
    assert page.locator(".answer[hidden]").count() == 0
    page.reload()
    assert page.locator("li.chosen").count() == len(OPTIONS[page_path])
    assert page.locator(".answer[hidden]").count() == 0


@on_page(*OPTIONS)
def test_without_script_and_on_paper_the_answers_follow_on(browser, visit, page_path):
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = Visit(context, f"{SITE.as_uri()}/{page_path}").page
        assert page.locator(".prediction button").count() == 0
        assert page.locator(".prediction li").count() == sum(OPTIONS[page_path])
        everything = page.locator(".bd-article").inner_text()
        assert (
            count_visible(page, ".cell_input") == page.locator(".cell_input:not(details *)").count()
        )
    page = visit(page_path).page
    page.emulate_media(media="print")
    paper = page.locator(".bd-article").inner_text()
    lines = [line for line in everything.splitlines() if len(line.split()) > 8]
    assert [line for line in lines if line not in paper] == []


@on_page("book/one_chord_per_position.html")
def test_what_is_closed_opens_for_those_who_look_for_it(visit, page_path):
    page = visit(page_path).page
    page.get_by_role("button", name="Show me without a guess").first.click()
    assert page.locator("#prediction-1 :is(.chosen, button)").count() == 0
    expect(page.locator("#prediction-2")).to_be_visible()
    page.evaluate("location.hash = 'position_chord?position=3'")  # behind three predictions
    expect(page.locator("#position_chord svg")).to_be_in_viewport()
    page.goto("about:blank")
    page.goto(f"{visit(page_path).url}#:~:text=These%20offsets%20are%20no%20accident")
    expect(page.get_by_text("These offsets are no accident")).to_be_in_viewport()


@on_page("book/the_formula.html")
def test_a_quiz_is_chosen_checked_and_counted_by_keyboard(visit, page_path):
    page = visit(page_path).page
    questions = quiz.ask("the_formula").questions
    assert page.locator(".sinpe-quiz details").count() == 0
    for number, question in enumerate(questions, 1):
        group = page.locator(f"#question-{number}")
        right = [not option.misconception for option in question.options].index(True)
        wrong = (right + 1) % len(question.options)
        for option in (wrong, right):
            group.get_by_role("radio").nth(option).focus()
            page.keyboard.press("Space")
            group.get_by_role("button", name="Check").press("Enter")
            reason = group.locator(".reason").nth(option)
            verdict = "Right." if option == right else "Not quite."
            assert reason.inner_text().startswith(verdict)
            assert count_visible(page, f"#question-{number} .reason") == 1
            assert (
                group.get_by_role("radio").nth(option).evaluate("o => o === document.activeElement")
            )
        group.get_by_role("button", name="Why not the others?").press("Enter")
        assert count_visible(page, f"#question-{number} .reason") == len(question.options)
        score = page.locator(".sinpe-quiz .score")
        expect(score).to_contain_text(f"{number} of {len(questions)} right")
    expect(score).to_contain_text("all of them")
    page.reload()
    expect(score).to_contain_text(f"{len(questions)} of {len(questions)} right")
    assert axe_findings(page, "light", 1280) + axe_findings(page, "dark", 375) == []


@on_page("book/the_formula.html")
def test_a_lamp_lights_and_all_can_be_forgotten(visit, page_path):
    page = visit(page_path).page
    lamps = page.locator("nav.bd-links .lamp")
    assert lamps.count() == 0
    page.locator("#prediction-1 li button").first.click()
    total = len(OPTIONS[page_path]) + len(quiz.ask("the_formula").questions)
    expect(lamps).to_have_text(f"1 of {total} done:")
    brightness = float(lamps.evaluate("lamp => lamp.style.getPropertyValue('--lit')"))
    assert brightness == pytest.approx(1 / total)
    page.goto(page.url.replace("the_formula", "what_is_kept"))
    expect(page.locator("#now li")).to_have_text(f"The formula: 1 of {total} done")
    page.get_by_role("button", name="Forget everything").press("Enter")
    expect(page.locator("#now [role=status]")).to_be_focused()
    assert (lamps.count(), page.evaluate("localStorage.getItem('sinpe')")) == (0, None)


@on_page("book/the_formula.html")
@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '"x"',
        "null",
        '{"pages": 3}',
        '{"pages": {"the_formula": 1}}',
        '{"pages": {"the_formula": {"done": null, "right": "x"}}, "code": "toString"}',
    ],
)
def test_what_is_kept_may_be_broken(visit, page_path, kept):
    visited = visit(page_path)
    page = visited.page
    page.evaluate("kept => localStorage.setItem('sinpe', kept)", kept)
    page.reload()
    page.locator("#prediction-1 li button").first.click()
    assert page.locator("nav.bd-links .lamp").count() == 1
    assert visited.troubles == []


@on_page("book/the_formula.html")
def test_a_browser_that_keeps_nothing_is_no_trouble(visit, page_path):
    visited = visit(page_path)
    page = visited.page
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})"
    )
    page.goto(page.url.replace("the_formula", "seats_and_lights"))
    page.locator("#prediction-1 li button").first.click()
    assert page.locator("#prediction-1 .chosen").count() == 1


@on_page("book/does_it_extrapolate.html")
def test_one_switch_shows_and_hides_code(visit, page_path):
    page = visit(page_path).page
    page.evaluate("document.querySelectorAll('.no-guess').forEach(button => { button.click() })")
    switch = page.get_by_role("combobox", name="Code in view")
    code = ".cell:not(.tag_exercise, .tag_check, .tag_solution) .cell_input"
    total = page.locator(code).count()
    assert 0 < count_visible(page, code) < total
    assert count_visible(page, ".setup .cell_input") == 0
    switch.select_option("All code")
    assert count_visible(page, code) == total
    page.reload()
    assert count_visible(page, code) == total
    switch.select_option("No code")
    assert count_visible(page, code) == 0
    assert count_visible(page, ".tag_exercise .cell_input") > 0


@pytest.mark.parametrize("width", [1280, 375])
@on_page("book/index.html", *LESSONS)
def test_a_page_opens_with_a_picture(visit, page_path, width):
    page = visit(page_path, width=width).page
    code, top = page.evaluate(FIRST_PICTURE)
    assert code == []
    assert top < 1.5 * 800


@pytest.mark.parametrize(
    ("words", "page_name"), [("RoPE", "does_it_extrapolate"), ("10000", "the_formula")]
)
def test_search_finds_names_and_numbers(visit, words, page_name):
    page = visit(f"search.html?q={words}").page
    found = page.locator(f"ul.search li:has(a[href*='{page_name}.html'])").first
    expect(found.locator("p.context")).to_contain_text(words)
    section = found.locator("a[href*='#']").first
    section.click()
    target = page.url.partition("#")[2].partition("?")[0]
    expect(page.locator(f"[id='{target}']")).to_be_in_viewport()


def test_search_shows_sentences_and_no_code(visit):
    page = visit("search.html?q=numpy").page
    results = page.locator("ul.search li:has(a[href^='book/'][href*='_']) p.context")
    expect(results.first).to_contain_text("NumPy")
    assert not [text for text in results.all_inner_texts() if "import numpy" in text]


@on_page("book/seats_and_lights.html")
def test_a_chapter_can_be_gone_through_by_keyboard(visit, page_path):
    page = visit(page_path).page
    names = []
    for _ in range(400):
        page.keyboard.press("Tab")
        part = page.evaluate_handle("document.activeElement")
        if part.evaluate("part => part === document.body"):
            break  # out at the end
        assert part.evaluate("part => part.checkVisibility()")
        names.append(part.evaluate("part => part.closest('.prediction, fieldset')?.id ?? ''"))
        if part.evaluate("part => part.matches('.prediction li:first-child button')"):
            page.keyboard.press("Enter")
        elif part.evaluate("part => part.matches('.sinpe-quiz input')"):
            page.keyboard.press("Space")
        elif part.evaluate("part => part.matches('.sinpe-quiz button:not(:disabled)')"):
            page.keyboard.press("Enter")
    reached = {name for name in names if name}
    assert reached >= {f"prediction-{n}" for n in range(1, len(OPTIONS[page_path]) + 1)}
    questions = quiz.ask("seats_and_lights").questions
    assert reached >= {f"question-{n}" for n in range(1, len(questions) + 1)}
    assert count_visible(page, ".sinpe-quiz .reason") >= len(questions)


@on_page("book/the_formula.html")
def test_the_focus_is_never_lost(visit, page_path):
    page = visit(page_path, width=375).page
    theme = page.locator(".theme-switch-button").first
    theme.focus()
    for _ in range(3):
        page.keyboard.press("Enter")
        expect(theme).to_be_focused()
    menu = page.locator("button.primary-toggle").first
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement !== document.body")


@on_page("book/the_formula.html")
def test_answers_of_another_version_of_the_page_are_dropped(visit, page_path):
    page = visit(page_path).page
    page.locator("#prediction-1 li button").first.click()
    total = len(OPTIONS[page_path]) + len(quiz.ask("the_formula").questions)
    page.evaluate(
        """() => { const kept = JSON.parse(localStorage.sinpe), record = kept.pages.the_formula;
        record.done["Prediction 9. Gone?"] = "yes"; record.done["9. Gone?"] = "yes";
        record.right.push("9. Gone?"); localStorage.sinpe = JSON.stringify(kept); }"""
    )
    page.reload()
    lamp = page.locator("nav.bd-links .lamp")
    expect(lamp).to_have_text(f"1 of {total} done:")


@on_page("book/the_formula.html")
def test_a_second_click_chooses_nothing(visit, page_path):
    page = visit(page_path).page
    group = page.locator("#question-1")
    group.get_by_role("radio").first.check()
    group.get_by_role("button", name="Check").dblclick()
    expect(group.get_by_role("radio").first).to_be_checked()
    assert count_visible(page, "#question-1 .reason") == 1


@on_page("book/the_formula.html")
def test_a_step_back_shows_what_was_forgotten(visit, page_path):
    page = visit(page_path).page
    page.locator(".sinpe-quiz input").first.check()
    page.get_by_role("button", name="Check").first.click()  # right or wrong, it is kept
    page.goto(page.url.replace("the_formula", "what_is_kept"))
    page.get_by_role("button", name="Forget everything").click()
    page.go_back()
    expect(page.locator(".sinpe-quiz input").first).not_to_be_checked()
