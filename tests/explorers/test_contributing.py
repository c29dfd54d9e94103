"""The shortest explorer, as CONTRIBUTING.md shows it, runs."""

import re
import shutil
import subprocess
import sys

from tools.notebooks import ROOT

USE = """
from sinpe_lib.explorers.dots import DotOnLine
dot = DotOnLine(position=2.5)
print(dot.tell_words())
print(dot.to_html().count("data:image/svg+xml"))
dot.position = 10
print(dot.tell_words())
"""


def test_the_shortest_explorer_runs(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    shown = text.partition("## Add an explorer")[2].partition("\n## ")[0]
    python, script = (
        re.search(rf"```{name}\n(.*?)```", shown, re.DOTALL)[1] for name in ("python", "js")
    )
    package = shutil.copytree(ROOT / "sinpe_lib", tmp_path / "sinpe_lib") / "explorers"
    (package / "dots.py").write_text(python, "utf-8")
    (package / "js" / "figures" / "dot_on_line.js").write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", USE], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["The dot is at 2.5.", "1", "The dot is at 10."]
