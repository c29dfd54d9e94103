"""Explorers in Firefox, over WebDriver BiDi: Playwright drives a Firefox of its own only."""

import itertools
import json
import re
import subprocess
import threading

import pytest
import websocket

from sinpe_lib.explorers.still import call
from tests.conftest import skip_but_fail_in_ci
from tests.site.conftest import SHOW_ANSWERS, SITE, find_browser, on_page
from tests.site.test_explorers import ON_EACH_PAGE, defines

BROWSERS = ("firefox", "firefox-esr")
# The network is closed, to the browser itself too.
SETTINGS = """
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("ui.prefersReducedMotion", 1);
"""
# Of every explorer of a page: its name, its spec, its sentence and whether it is live.
FIGURES = """[...document.querySelectorAll("[data-explorer]")].map(({id, dataset, children}) =>
    [id, JSON.parse(dataset.spec), document.querySelector(`#${id} p[aria-live]`)?.textContent])"""
PLACE = """(selector => {
    const part = document.querySelector(selector);
    part.scrollIntoView({block: "center", behavior: "instant"});
    const {left, right, top, bottom} = part.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2].map(Math.round);
})"""
END = "\ue010"  # the key, as WebDriver writes it
# The way from an element to the middle of a picture.
TO_MIDDLE = """["%s", "#%s svg"].map(part => document.querySelector(part).getBoundingClientRect())
    .map(({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2])
    .reduce(([x, y], [toX, toY]) => [toX - x, toY - y])"""
PRESS = """[...document.getElementById(%s).querySelectorAll("button")]
    .find(button => button.textContent === %s).click()"""
LOADED = """document.readyState === "complete"
    || new Promise(done => addEventListener("load", () => done()))"""
SETTLED = "new Promise(done => setTimeout(done, 100))"


class Firefox:
    """One tab of a headless Firefox."""

    def __init__(self, executable, profile):
        (profile / "user.js").write_text(SETTINGS, "utf-8")
        command = [executable, "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        address = next(
            found[1]
            for line in self._process.stderr
            if (found := re.search(r"listening on (ws://\S+)", line))
        )
        threading.Thread(target=self._process.stderr.read, daemon=True).start()  # or the pipe fills
        self._socket = websocket.create_connection(f"{address}/session", suppress_origin=True)
        self._numbers, self.errors = itertools.count(), []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._tab = self.send("browsingContext.create", type="tab")["context"]
        self.send("browsingContext.setViewport", context=self._tab, viewport=None)

    def send(self, method, **parameters):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("method") == "log.entryAdded":
                level, text = answer["params"]["level"], answer["params"]["text"]
                # Firefox says this of a formula whose end it has not read yet.
                if level == "error" and not text.startswith("Invalid markup: Incorrect number"):
                    self.errors.append(text)
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url):
        self.errors.clear()
        self.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")
        self.evaluate(LOADED)  # Firefox does not wait for the scripts of a file
        self.evaluate(SHOW_ANSWERS)

    def evaluate(self, expression):
        text = f"(async () => JSON.stringify(await ({expression}) ?? null))()"
        target = {"context": self._tab}
        answer = self.send("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def point(self, selector, by=None, kind="mouse"):
        """Click or tap an element, or drag it by a way."""
        x, y = self.evaluate(f"{PLACE}({json.dumps(selector)})")
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        if by:
            steps += [{"type": "pointerMove", "x": x + by[0], "y": y + by[1], "duration": 50}]
        self._act("pointer", [*steps, {"type": "pointerUp", "button": 0}], pointerType=kind)

    def press(self, key):
        self._act("key", [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}])

    def _act(self, kind, steps, **parameters):
        source = {"type": kind, "id": f"{kind} {parameters}", "actions": steps}
        source |= {"parameters": parameters} if parameters else {}
        self.send("input.performActions", context=self._tab, actions=[source])
        self.evaluate(SETTLED)

    def close(self):
        self._socket.close()
        self._process.terminate()
        self._process.wait(timeout=30)


@pytest.fixture(scope="module")
def firefox(site, tmp_path_factory):
    executable = find_browser(BROWSERS, "explorers were not tried in Firefox")
    firefox = Firefox(executable, tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.close()


def read(firefox):
    return {name: (spec, said) for name, spec, said in firefox.evaluate(FIGURES)}


@ON_EACH_PAGE
def test_explorers_answer_mouse_finger_and_keys(firefox, page_path):
    firefox.open(f"{SITE.as_uri()}/{page_path}")
    for name, (spec, said) in read(firefox).items():
        controls = spec["controls"]
        start = {control: known["value"] for control, known in controls.items()}
        state = call("engine.applyChange", name, spec, start, {})
        assert said == call("engine.tell", name, state, spec["data"])

        ranges = [control for control in controls if "min" in controls[control]]
        for number, control in enumerate(ranges[:1]):
            firefox.evaluate(
                f"document.querySelectorAll('#{name} input[type=range]')[{number}].focus()"
            )
            firefox.press(END)
            state = call(
                "engine.applyChange", name, spec, state, {control: controls[control]["max"]}
            )
            assert read(firefox)[name][1] == call("engine.tell", name, state, spec["data"])

        grip, picture = f"#{name} .sinpe-grips circle", f"#{name} svg"
        for kind in ("mouse", "touch"):
            firefox.evaluate(f"location.hash = '#{name}?{kind}='")  # back to the start
            firefox.evaluate(SETTLED)
            before = read(firefox)[name][1]
            if defines(name, "handles"):
                way = [round(0.7 * part) for part in firefox.evaluate(TO_MIDDLE % (grip, name))]
                firefox.point(grip, way, kind)
            elif defines(name, "pick"):
                firefox.point(picture, kind=kind)
            else:
                continue  # its inputs are all that there is to set
            assert read(firefox)[name][1] != before, (name, kind)

        firefox.evaluate(f"location.hash = '#{name}?presets='")
        firefox.evaluate(SETTLED)
        state = call("engine.applyChange", name, spec, start, {})
        for text, patch in spec["presets"].items():
            firefox.evaluate(PRESS % (json.dumps(name), json.dumps(text)))
            firefox.evaluate(SETTLED)
            state = call("engine.applyChange", name, spec, state, patch)
            assert read(firefox)[name][1] == call("engine.tell", name, state, spec["data"])
    assert firefox.errors == []


CHECK = "document.querySelector('.tag_exercise .live-bar button').click()"
VERDICT = """new Promise(done => {
    const said = document.querySelector(".tag_exercise .live-bar [role=status]");
    const look = setInterval(() => {
        if (!said.dataset.seconds) return;
        clearInterval(look);
        done(said.textContent);
    }, 100);
})"""


@on_page("book/practice.html")
def test_an_exercise_is_checked_on_the_page(firefox, page_path):
    if not (SITE / "_static" / "live.js").is_file():
        skip_but_fail_in_ci("the site was built without what `make live` fetches")
    firefox.open(f"{SITE.as_uri()}/{page_path}")
    firefox.evaluate(CHECK)
    assert firefox.evaluate(VERDICT).startswith("not attempted yet")
    assert firefox.errors == []
