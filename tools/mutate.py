"""Let mutmut change the mathematics in every way it knows, and see that a test notices.

Its settings are in pyproject.toml. A mutant that no test notices means that a test is missing,
or that it does the same as the original: survivors.toml lists those with the reason, and must
hold them all and no others. A mutant that never ends is stopped, and counts as noticed.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "_build" / "mutants"
LIST = ROOT / "tools" / "survivors.toml"
COPIED = ["sinpe_lib", "tests"]
LEAST_NOTICED = 0.95


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)  # mutmut does not see that a test has changed
    for name in COPIED:
        shutil.copytree(ROOT / name, FOLDER / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", FOLDER)
    print("Trying hundreds of mutants, which takes minutes.", flush=True)
    mutmut("run")
    unnoticed = re.findall(r"^ +(\S+): (?!timeout)", mutmut("results"), re.M)
    survivors = {change(name) for name in unnoticed}
    listed = tomllib.loads(LIST.read_text("utf-8"))["survivor"]
    argued = {(entry["function"], entry["line"], entry["mutant"]) for entry in listed}
    for problem, changes in (
        ("no test notices this mutant", survivors - argued),
        (f"{LIST.name} lists a mutant that does not survive", argued - survivors),
    ):
        for function, line, mutant in sorted(changes):
            print(f"{problem}:\n  in {function}\n- {line}\n+ {mutant}")
    mutmut("export-cicd-stats")
    total = json.loads((FOLDER / "mutants/mutmut-cicd-stats.json").read_text("utf-8"))["total"]
    share = 1 - len(unnoticed) / total
    print(
        f"{total - len(unnoticed)} of {total} mutants noticed ({share:.1%}); "
        f"{len(survivors & argued)} survivors argued, {len(survivors - argued)} not"
    )
    return 0 if survivors == argued and share >= LEAST_NOTICED else 1


def change(name):
    """Return the function of a mutant, the line that is changed, and the line instead."""
    shown = mutmut("show", name).splitlines()
    difference = [line for line in shown if not line.startswith(("---", "+++"))]
    line, mutant = (
        "\n".join(line[1:].strip() for line in difference if line.startswith(sign)) for sign in "-+"
    )
    return re.sub(r"\.x_(\w+)__mutmut_\d+$", r".\1", name), line, mutant


def mutmut(*arguments):
    """Run mutmut in the copy and return what it says; what went wrong is shown."""
    command = [Path(sys.executable).parent / "mutmut", *arguments]
    result = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"mutmut {' '.join(arguments)} failed\n{result.stdout}{result.stderr}")
    return result.stdout


if __name__ == "__main__":
    sys.exit(main())
