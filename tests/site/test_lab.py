"""What readers see who open a notebook in JupyterLab or Notebook, before and after they run it."""

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from playwright.sync_api import expect

from sinpe_lib import explorers
from tests.conftest import skip_but_fail_in_ci
from tools.notebooks import METADATA, ROOT, serialise

COMMAND = [
    *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
    *("--port=0", "--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True"),
    "--ServerApp.jpserver_extensions={'notebook': True}",
]
TOKEN = "sinpe"
NAME = "page.ipynb"
CELLS = [
    "import ipywidgets\nfrom sinpe_lib import explorers\nseen = []",
    "w = explorers.SameTurn()\nw.observe(lambda change: seen.append(change.new), 'offset')\nw",
    "slider = ipywidgets.FloatSlider(50, min=0, max=628)\n"
    "link = ipywidgets.jslink((slider, 'value'), (w, 'second'))\nslider",
    "print('offset', w.offset, len(seen) > 0)",
    "w.offset = 100",
]
# A new Lab asks whether to fetch news. This one also takes its theme from the browser.
SETTINGS = {
    "notification": {"fetchNews": "false", "checkForUpdates": False},
    "themes": {"adaptive-theme": True},
}
MILLISECONDS = 60_000  # more than a busy machine needs for anything here
CONTROLS = "svg, button, input"
COLOURS = (
    "text => [getComputedStyle(text).fill, getComputedStyle(text.closest('svg')).backgroundColor]"
)
IN_WINDOW = """circle => {
    const {left, right, top, bottom} = circle.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
}"""


def start_server(home):
    """Start a JupyterLab that keeps to a folder; nothing of the user's is read or written."""
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    for name, content in SETTINGS.items():
        (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(content), "utf-8")
    for name in ("root", "data"):
        (home / name).mkdir()
    environment = os.environ | {
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_TOKEN": TOKEN,
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": str(ROOT),
    }
    command = [*COMMAND, f"--ServerApp.root_dir={home / 'root'}"]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def address_of(server):
    """Return the address that a server names in its log; skip or fail if it ends before."""
    line = ""
    for line in server.stderr:
        if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
            threading.Thread(target=server.stderr.read, daemon=True).start()  # or the pipe fills
            return found[0]
    problem = f"JupyterLab does not start, explorers were not tried in it: {line.strip()}"
    return skip_but_fail_in_ci(problem)


def stop(server):
    server.terminate()  # it ends its kernels, too
    try:
        server.wait(timeout=30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def write_notebook(path):
    """Write a notebook as refresh stores it: an explorer is its still and its sentence."""
    explorer = explorers.SameTurn()
    data = {"text/plain": explorer.description, "text/html": explorer.to_html()}
    cells = [new_code_cell(source) for source in CELLS]
    cells[1].outputs = [new_output("execute_result", data=data, execution_count=1)]
    path.write_text(serialise(new_notebook(cells=cells, metadata=METADATA)), "utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    server = start_server(home)
    try:
        address = address_of(server)
        write_notebook(home / "root" / NAME)
        yield address
    finally:
        stop(server)


@pytest.fixture(params=["lab/tree", "notebooks"])
def front_end(request, browser, server):
    with closing(browser.new_context(viewport={"width": 1280, "height": 1400})) as context:
        context.set_default_timeout(MILLISECONDS)
        page, asked = context.new_page(), []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{server}{request.param}/{NAME}?token={TOKEN}")
        yield page
        assert [url for url in asked if not url.startswith((server, "data:", "blob:"))] == []


def test_an_explorer_in_a_notebook(front_end):
    page, still = front_end, explorers.SameTurn()
    box = page.locator(".jp-OutputArea-output figure")
    picture = box.get_by_role("img", name=still.description, exact=True)
    picture.wait_for()
    assert picture.evaluate("image => image.naturalWidth") == 420
    assert box.get_by_text(still.tell_words(), exact=True).is_visible()
    assert box.locator(CONTROLS).count() == 0

    # Before the kernel is there, the command to run all cells is lost.
    ready = page.locator(".jp-NotebookPanel-toolbar [data-status]")
    expect(ready).to_have_attribute("data-status", "idle", timeout=MILLISECONDS)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    live = page.locator(".jp-OutputArea-output .sinpe-moving")
    words = live.locator("p")
    # The last cell has set the offset from Python.
    expect(words).to_have_text(re.compile("^From 5 and from 50, 100 further"), timeout=MILLISECONDS)

    # By hand, seen in Python.
    grip = live.locator(".sinpe-grips circle").nth(1)
    grip.scroll_into_view_if_needed()
    x, y = grip.evaluate(IN_WINDOW)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 30)
    page.mouse.up()
    expect(words).not_to_have_text(re.compile("100 further"))
    offset = float(re.search(r"50, (\S+) further", words.text_content())[1])
    assert offset != 100
    printing = page.locator(".jp-CodeCell", has_text="print('offset'")
    printing.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    output = printing.locator(".jp-OutputArea-output")
    expect(output).to_have_text(re.compile(r"^offset (?!100 |3\.0 ).* True\s*$"))
    assert float(output.text_content().split()[1]) == pytest.approx(offset, abs=0.06)

    # Linked to a slider of ipywidgets, with no kernel between them.
    handle = page.locator(".widget-slider .noUi-handle")
    handle.focus()
    page.keyboard.press("PageUp")
    expect(words).not_to_have_text(re.compile("and from 50,"))

    for theme, is_dark in (("light", False), ("dark", True)):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            f"document.body.dataset.jpThemeLight === '{str(not is_dark).lower()}'"
        )
        ink, paper = (
            sum(map(int, re.findall(r"\d+", colour)[:3]))
            for colour in live.locator("svg text").first.evaluate(COLOURS)
        )
        assert (ink > 500 > 200 > paper) if is_dark else (paper > 700 > 200 > ink)
