"""What readers see who open a notebook in JupyterLab, before and after they run it."""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from nbformat.sign import NotebookNotary
from playwright.sync_api import expect

from tests.site.expected import explorers_of, wrong_layers
from tests.site.reader import BY_KEYBOARD, move_all, seconds
from tools.notebooks import BOOK, ROOT, load_notebook

COMMAND = [
    *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"),
    *("--port=0", "--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True"),
    "--LabApp.notebook_starts_kernel=False",
]
TOKEN = "sinpe"
# It has a slider, a choice and sounds. What else explorers do is tried without a Lab.
NAME = "one_chord_per_position"
NOTEBOOK = BOOK / f"{NAME}.ipynb"
# A new Lab asks whether to fetch news. This one also takes its theme from the browser.
SETTINGS = {
    "notification": {"fetchNews": "false", "checkForUpdates": False},
    "themes": {"adaptive-theme": True},
}
MILLISECONDS = 120_000  # more than a busy machine needs for anything here
STARTED = "window.jupyterapp?.restored.then(() => true)"
OPENED = """async path => {
    [...jupyterapp.shell.widgets("main")].forEach(other => other.dispose());
    const panel = await jupyterapp.commands.execute("docmanager:open", {path});
    await panel.revealed;
    await panel.sessionContext.ready;
    return panel.id;
}"""
RUN = "jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"
# A widget keeps back what it has to say until the kernel has answered: hence the second time.
SETTLED = """async () => {
    const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session;
    for (const time of [1, 2]) await kernel.requestExecute({code: "", silent: true}).done;
    return true;
}"""
COUNT = """picture => {
    window.redrawn = 0;
    const observer = new MutationObserver(changes => { redrawn += changes.length; });
    observer.observe(picture.closest(".widget-html-content"), {childList: true});
}"""
WORDS = ".widget-html-content"  # of the picture, and of the sentences below the controls
CONTROLS = "svg, button, input, [role=slider], [role=radiogroup]"
NATURAL_SIZE = "image => [image.naturalWidth, image.naturalHeight]"
PAPER = "picture => getComputedStyle(picture).backgroundColor"


class Lab:
    """A JupyterLab that runs, in a page of the browser."""

    def __init__(self, page, home, address):
        self.page, self._home, self._address = page, home, address
        self._numbers = itertools.count()

    def open(self, trusted=False, kernel=False):
        """Open a copy of the notebook; return the panel that shows it."""
        path = f"{NAME}-{next(self._numbers)}.ipynb"
        shutil.copy(NOTEBOOK, self._home / "root" / path)
        if trusted:
            NotebookNotary(data_dir=str(self._home / "data")).sign(load_notebook(NOTEBOOK))
        if kernel:
            session = {"path": path, "name": path, "type": "notebook"}
            answer = self.page.request.post(
                f"{self._address}api/sessions",
                headers={"Authorization": f"token {TOKEN}"},
                data=session | {"kernel": {"name": "python3"}},
            )
            assert answer.status == 201, answer.text()
        panel = self.page.wait_for_function(OPENED, arg=path).json_value()
        return self.page.locator(f"[id='{panel}']")


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
    message = f"JupyterLab does not start, explorers were not tried in it: {line.strip()}"
    if os.environ.get("CI") == "true":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def stop(server):
    server.terminate()  # it ends its kernels, too
    try:
        server.wait(timeout=30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@pytest.fixture(scope="module")
def lab(browser, tmp_path_factory):
    home = tmp_path_factory.mktemp("lab")
    server = start_server(home)
    try:
        address = address_of(server)
        with closing(browser.new_context(viewport={"width": 1280, "height": 900})) as context:
            context.set_default_timeout(MILLISECONDS)
            page, asked = context.new_page(), []
            page.on("request", lambda request: asked.append(request.url))
            page.goto(f"{address}lab?token={TOKEN}")
            page.wait_for_function(STARTED)
            yield Lab(page, home, address)
            assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    finally:
        stop(server)


def test_fresh_clone_shows_the_first_frame_and_plays_its_sounds(lab):
    [explorer] = explorers_of(NAME)
    panel = lab.open()
    still = panel.get_by_role("img", name=explorer.description, exact=True)
    still.wait_for()
    assert min(still.evaluate(NATURAL_SIZE)) > 0
    box = panel.locator(".sinpe-explorer")
    assert box.get_by_text(explorer.text(explorer.start), exact=True).is_visible()
    assert box.locator(CONTROLS).count() == 0
    sounds = panel.locator("audio")
    expect(sounds).to_have_count(5, timeout=MILLISECONDS)
    for sound in sounds.all():
        assert seconds(sound) == pytest.approx(0.8, abs=0.01)


def test_trusted_notebook_moves_without_a_kernel_in_both_themes(lab):
    [explorer] = explorers_of(NAME)
    box = lab.open(trusted=True).locator(".sinpe-explorer")
    picture = box.locator("svg")
    picture.wait_for()
    assert box.locator("img").is_hidden()
    move_all(box, explorer, BY_KEYBOARD)
    seen = {}
    for theme in ("light", "dark"):
        lab.page.emulate_media(color_scheme=theme)
        is_light = "true" if theme == "light" else "false"
        lab.page.wait_for_function(f"document.body.dataset.jpThemeLight === '{is_light}'")
        seen[theme] = sum(map(int, re.findall(r"\d+", picture.evaluate(PAPER))[:3]))
    assert seen["dark"] < 255 < 510 < seen["light"]


def keys_on_live_choice(group):
    """Choose by keyboard; the radio buttons of ipywidgets are no group for the arrow keys."""
    for index, button in reversed(list(enumerate(group.get_by_role("radio").all()))):
        button.press("Space")
        yield index


def check_live(box, explorer, values, redrawn):
    """See that a picture was redrawn so many times, and shows what the library draws."""
    page, picture = box.page, box.locator("svg")
    page.wait_for_function(f"redrawn >= {redrawn}")
    page.wait_for_function(SETTLED)
    assert page.evaluate("redrawn") == redrawn
    page.evaluate("redrawn = 0")
    assert wrong_layers(picture, explorer, values) == []
    assert box.locator(WORDS).last.text_content() == explorer.text(values)


def move_live(box, explorer, names):
    """Move these controls of a live explorer by keyboard, and look after each move."""
    values = explorer.start
    rows = box.locator(".widget-slider, .widget-radio")
    for part, count in [(rows, len(explorer.controls)), (box.locator(WORDS), 2)]:
        expect(part).to_have_count(count, timeout=MILLISECONDS)
    box.locator("svg").evaluate(COUNT)
    check_live(box, explorer, values, redrawn=0)
    for row, name in zip(rows.all(), names, strict=False):
        control = explorer.controls[name]
        assert row.locator(".widget-label").text_content() == control.label
        if control.is_choice:
            moves = keys_on_live_choice(row)
        else:
            moves = BY_KEYBOARD["slider"](row.get_by_role("slider"), control.live, None)
        for index in moves:
            redrawn = int(values[name] != control.live[index])
            values = values | {name: control.live[index]}
            check_live(box, explorer, values, redrawn)


def test_live_picture_is_redrawn_once_for_each_move(lab):
    [explorer] = explorers_of(NAME)
    panel = lab.open(kernel=True)
    lab.page.wait_for_function(RUN)
    cell = panel.locator(".jp-CodeCell", has_text=re.compile(r"explorers\.\w+\("))
    box = cell.locator(".widget-vbox")
    move_live(box, explorer, list(explorer.controls))

    prompt = cell.locator(".jp-InputPrompt")
    before = re.escape(prompt.text_content())
    cell.locator(".cm-content").click()
    lab.page.keyboard.press("Control+Enter")
    expect(prompt).to_have_text(re.compile(rf"^(?!{before})\[\d+\]:$"), timeout=MILLISECONDS)
    box.locator("svg").wait_for()
    assert panel.locator("svg[role=img]").count() == 1
    move_live(box, explorer, list(explorer.controls)[:1])
