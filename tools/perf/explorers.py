"""How long explorers take from an arrow key to the paint that follows.

The time of a step is the duration of its keydown in the Event Timing API, from which page speed
is judged elsewhere too: from when the browser had the key to when it had presented the next
frame. A callback after requestAnimationFrame would end before that frame is painted. The API
counts in steps of 8 ms and leaves out what is faster than 16 ms; here that counts as 16 ms.
"""

import itertools
import statistics
import sys

from playwright.sync_api import sync_playwright

from tools.perf.browser import CLOSED_NETWORK, find_browser

SLIDERS = ".sinpe-explorer input[type=range]"
STEPS = 100
FASTEST_MS = 16
OBSERVE = f"""() => {{
    window.durations = [];
    document.addEventListener("input", () => window.moves++);
    new PerformanceObserver(list => {{
        for (const entry of list.getEntries())
            if (entry.name === "keydown") durations.push(entry.duration);
    }}).observe({{type: "event", durationThreshold: {FASTEST_MS}}});
}}"""
N_VALUES = "slider => Math.round((slider.max - slider.min) / (slider.step || 1)) + 1"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def measure(address, rows):
    """Move every slider of every page; a page is as slow as its slowest slider."""
    executable = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[CLOSED_NETWORK])
        for path, row in rows.items():
            page = browser.new_page()
            page.goto(f"{address}/{path}")
            page.evaluate(OBSERVE)
            if times := [step_time(page, slider) for slider in page.locator(SLIDERS).all()]:
                row["step ms"] = max(times)
            page.close()
        browser.close()


def step_time(page, slider):
    """Return the time from key to paint, in ms, that 95 of 100 steps of a slider stay within."""
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_timeout(200)  # entries arrive some time after their frame
    page.evaluate("moves = 0; durations.length = 0")
    for key in there_and_back(slider.evaluate(N_VALUES)):
        page.keyboard.press(key)
        page.evaluate(PAINTED)
    page.wait_for_timeout(200)
    if (moves := page.evaluate("moves")) != STEPS:
        sys.exit(f"{page.url}: a slider moved at {moves} of {STEPS} keys")
    return percentile_95(page.evaluate("durations"))


def there_and_back(n_values):
    """Return the keys that take a slider from end to end and back, until 100 steps are made."""
    once = ["ArrowRight"] * (n_values - 1) + ["ArrowLeft"] * (n_values - 1)
    return list(itertools.islice(itertools.cycle(once), STEPS))


def percentile_95(durations):
    faster = [FASTEST_MS] * (STEPS - len(durations))
    return statistics.quantiles([*durations, *faster], n=20, method="inclusive")[-1]
