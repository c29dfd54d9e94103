"""What Lighthouse says of three pages: medians, since the scores of a busy machine are noisy."""

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from tools.perf.bars import LEAST
from tools.perf.browser import CLOSED_NETWORK, CannotMeasureError, find_browser

JUDGED = ["book/index.html", "book/the_formula.html", "book/practice.html"]
RUNS = 3
# Newer ones need Node 22. The date keeps npm from newer dependencies, axe-core among them.
PACKAGE, NOTHING_AFTER = "lighthouse@12.8.2", "2025-09-30"
# Not in _build, which every build of the book empties.
HOME = Path(__file__).resolve().parents[2] / ".venv" / "lighthouse"


def measure(address, rows):
    install()
    for path in JUDGED:
        desktop = median_scores(f"{address}/{path}", "--preset=desktop")
        mobile = median_scores(f"{address}/{path}", "--form-factor=mobile")
        rows[path] |= {**desktop, "on mobile": mobile["performance"]}


def install():
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise CannotMeasureError(f"{tool} is not installed")
    find_browser()
    HOME.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--prefix", HOME, "--before", NOTHING_AFTER, "--prefer-offline"]
    command += ["--no-audit", "--no-fund", "--loglevel=error", PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise CannotMeasureError(f"npm cannot install {PACKAGE}: {done.stderr.strip()[:200]}")


def median_scores(url, *options):
    runs = [scores(url, *options) for _ in range(RUNS)]
    return {name: statistics.median(run[name] for run in runs) for name in LEAST}


def scores(url, *options):
    """Run Lighthouse once; returns its scores, 0 to 100."""
    command = ["node", HOME / "node_modules" / "lighthouse" / "cli" / "index.js", url]
    command += ["--quiet", "--output=json", f"--only-categories={','.join(LEAST)}", *options]
    command.append(f'--chrome-flags=--headless=new --no-sandbox "{CLOSED_NETWORK}"')
    environment = {**os.environ, "CHROME_PATH": find_browser()}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{url}: Lighthouse failed\n{done.stderr}")
    categories = json.loads(done.stdout)["categories"]
    return {name: round(100 * categories[name]["score"]) for name in LEAST}
