"""Code that runs on the page shows what the book stores."""

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.conftest import skip_but_fail_in_ci
from tests.site.conftest import SHOW_ANSWERS, SITE, on_page
from tests.site.test_browser import axe_findings
from tools.notebooks import BOOK, NOTEBOOKS, get_tags, load_notebook
from tools.pictures import read_colours

SECONDS = 60_000  # Playwright counts thousandths
CODE = "[...document.querySelectorAll('.bd-article .cell_input pre')].map(pre => pre.textContent)"


@pytest.fixture(scope="module", autouse=True)
def live(site):
    if not (site / "_static" / "live.js").is_file():
        skip_but_fail_in_ci("the site was built without what `make live` fetches: no cell was run")


def code_cells(name):
    return [c for c in load_notebook(BOOK / f"{name}.ipynb").cells if c.cell_type == "code"]


def to_bytes(colour):
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def has_exercise(path):
    return any("check" in get_tags(cell) for cell in load_notebook(path).cells)


def stored(cell):
    """Return what a cell stores, as the page would be told: texts, HTML, sizes of pictures."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream":
            found.append(output.text)
        elif png := output.data.get("image/png"):
            found.append(size_of(png))
        else:
            found.append((output.data["text/plain"], output.data.get("text/html")))
    return found


def size_of(png):
    return Image.open(io.BytesIO(base64.b64decode(png))).size


def shown(output):
    return [
        show["stream"] if "stream" in show
        else size_of(show["image/png"]) if "image/png" in show
        else (show.get("text/plain", show.get("text")), show.get("text/html"))
        for show in output["shows"]
    ]  # fmt: skip


def is_alike(found, expected):
    """Pictures may differ by a few pixels: fonts and Matplotlib are of another version."""
    if isinstance(expected, tuple) and isinstance(expected[0], int):
        return all(abs(a - b) <= 8 for a, b in zip(found, expected, strict=True))
    return found == expected


def compare_cells(page, page_path):
    cells = code_cells(Path(page_path).stem)
    assert [text.removesuffix("\n") for text in page.evaluate(CODE)] == [c.source for c in cells]
    differing = []
    for number, cell in enumerate(cells):
        [output] = page.evaluate("number => runCells([number])", number)["outputs"][-1:]
        found, expected = shown(output), stored(cell)
        if len(found) != len(expected) or not all(map(is_alike, found, expected)):
            differing.append((number, cell.id, found, expected))
    assert differing == []


@on_page("book/the_formula.html")
def test_a_whole_page_shows_what_is_stored(visit, page_path):
    compare_cells(visit(page_path).page, page_path)


@pytest.mark.every_cell
@on_page(*(f"book/{path.stem}.html" for path in NOTEBOOKS))
def test_every_cell_of_every_page_shows_what_is_stored(visit, page_path):
    compare_cells(visit(page_path).page, page_path)


def first_exercise(page_path):
    """Return the stub of the first exercise with a check, and its model answer."""
    cells = code_cells(Path(page_path).stem)
    place = next(n for n, cell in enumerate(cells) if "check" in get_tags(cell))
    name = re.fullmatch(r'check\("\w+", (\w+)\)', cells[place].source)[1]
    solution = next(cell.source for cell in cells[place:] if "solution" in get_tags(cell))
    answer = "\n".join(solution.splitlines()[1:-1]).replace(f"{name}_solution", name).strip()
    return cells[place - 1].source, answer


def find_answer(page, page_path):
    """Return the box of the first exercise, its field and what its bar says."""
    stub, _ = first_exercise(page_path)
    boxes = page.locator(".tag_exercise:has(textarea)")
    for box in boxes.all():
        if box.locator("textarea").input_value() == stub:
            return box, box.locator("textarea"), box.get_by_role("status")
    raise AssertionError("no field holds the stub")


PRACTICE = [f"book/{path.stem}.html" for path in NOTEBOOKS if has_exercise(path)]


@on_page(*PRACTICE)
def test_an_exercise_is_solved_on_the_page_and_stays_solved(visit, page_path):
    visited = visit(page_path)
    page = visited.page
    verdicts = page.locator(".cell_output").filter(has_text="not attempted yet").all()
    assert not [verdict for verdict in verdicts if verdict.is_visible()]
    box, field, said = find_answer(page, page_path)
    check = box.get_by_role("button", name="Check")
    check.press("Enter")
    expect(said).to_contain_text("not attempted yet", timeout=SECONDS)
    _, answer = first_exercise(page_path)
    field.fill(answer + "\n1 +")
    field.press("Shift+Enter")
    expect(said).to_contain_text("SyntaxError", timeout=SECONDS)
    field.fill(answer)
    field.press("Shift+Enter")
    expect(said).to_contain_text("passed", timeout=SECONDS)
    page.reload()
    again = page.locator(".tag_exercise:has(textarea)").filter(has_text="Solved before.")
    expect(again.locator("textarea")).to_have_value(answer)
    assert visited.troubles == []


@on_page("book/practice.html")
@pytest.mark.parametrize("root", ["server", "folder"])
def test_what_can_go_wrong_is_told(visit, base_url, page_path, root):
    visited = visit(page_path, root=base_url if root == "server" else SITE.as_uri())
    page = visited.page
    loaded = []
    page.on("request", lambda request: request.url.endswith(".js") and loaded.append(request.url))
    page.locator("textarea").first.click()
    assert not loaded  # nothing before the first run
    box, field, said = find_answer(page, page_path)
    tries = {
        "print('x' * 30_000)\nrow_zero = None": "",
        "row_zero = input()": "RuntimeError",
        "row_zero = [0] * 10**9": "MemoryError",
        "def row_zero(d_model):\n    return nonsense": "",
    }
    for code, name in tries.items():
        field.fill(code)
        box.get_by_role("button", name="Check").click()
        expect(said).to_have_attribute("data-seconds", re.compile("."), timeout=SECONDS)
        assert name in said.text_content()
        said.evaluate("said => { delete said.dataset.seconds }")
    assert not [url for url in loaded if "matplotlib" in url]
    field.fill("while True:\n    pass")
    field.press("Control+Enter")
    box.get_by_role("button", name="Stop").click()
    expect(said).to_have_text("Stopped.")
    box.get_by_role("button", name="Reset").click()
    assert field.input_value() == first_exercise(page_path)[0]
    field.press("Shift+Enter")
    expect(said).to_contain_text("not attempted yet", timeout=SECONDS)
    assert visited.troubles == []


@on_page("book/seats_and_lights.html")
def test_a_cell_is_changed_and_run(visit, page_path):
    visited = visit(page_path)
    page = visited.page
    page.evaluate(SHOW_ANSWERS)
    cell = page.locator(".cell").filter(has_text="draw_lamps(code, seats").first
    cell.get_by_role("button", name="Change and run").press("Enter")
    field = cell.locator("textarea")
    expect(field).to_be_focused()
    field.fill(field.input_value().replace("range(6)", "range(3)").replace("(6, 8)", "(3, 8)"))
    before = cell.locator("img.only-light").evaluate("picture => picture.clientHeight")
    cell.get_by_role("button", name="Run", exact=True).press("Enter")
    expect(cell.get_by_role("status")).to_have_text("Done.", timeout=SECONDS)
    after = cell.locator("img.only-light").evaluate("picture => picture.clientHeight")
    assert after < 0.8 * before
    for theme in ("light", "dark"):
        source = cell.locator(f"img.only-{theme}").get_attribute("src")
        picture = Image.open(io.BytesIO(base64.b64decode(source.partition(",")[2])))
        assert picture.convert("RGB").getpixel((0, 0)) == to_bytes(read_colours(theme)["paper"])
    assert axe_findings(page, "light", 1280) + axe_findings(page, "dark", 375) == []
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert visited.troubles == []


@on_page("book/practice_more.html")
def test_an_explorer_in_an_output_is_alive(visit, page_path):
    page = visit(page_path).page
    cell = page.locator(".cell").filter(has_text="hands = explorers").first
    cell.get_by_role("button", name="Change and run").click()
    field = cell.locator("textarea")
    field.fill(field.input_value().replace("whole=True", "offset=7, whole=True"))
    field.press("Control+Enter")
    expect(cell.get_by_role("status").first).to_have_text("Done.", timeout=SECONDS)
    figure = cell.locator("figure[data-live]")
    slider = figure.get_by_role("slider", name="offset k")
    expect(slider).to_have_attribute("aria-valuetext", "7")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "8")


@on_page("book/practice_more.html")
def test_code_reads_what_a_hand_has_set(visit, page_path):
    page = visit(page_path).page
    page.evaluate("location.hash = 'same_turn?offset=622'")  # the figure glides there
    box = page.locator(".tag_exercise:has(textarea)").filter(has_text="def nearly_back")
    field, said = box.locator("textarea"), box.get_by_role("status")
    field.fill(field.input_value().replace("...", "return hands.offset"))
    box.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("passed", timeout=SECONDS)
