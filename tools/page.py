"""Refresh one page and apply every guard to it: what an author runs after a change.

It prints one line for each problem and one line at the end. A notebook is stored only if all of
it ran and its solutions pass; then the guards and ruff read what is stored.
"""

import argparse
import functools
import subprocess
import sys
from pathlib import Path

from tools import guards
from tools.notebooks import BOOK
from tools.refresh import RefreshError, refresh


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=Path, help="a notebook or a Markdown page in book/")
    path = parser.parse_args(arguments).page.resolve()
    if path.parent != BOOK or path.suffix not in (".ipynb", ".md") or not path.is_file():
        parser.error(f"{path} is no page: give the path of an .ipynb or .md file in book/")
    name = path.relative_to(BOOK.parent)
    problems, done = [], "not stored"
    try:
        done = refresh(path) if path.suffix == ".ipynb" else "read"
        problems += guards.find_problems(path)
    except (RefreshError, ValueError) as error:
        found = error.args if isinstance(error, RefreshError) else [error]
        problems += [f"{name}: {' '.join(str(problem).split())}" for problem in found]
    if path.suffix == ".ipynb":
        problems += lint(name)
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{name}: {done}, {len(problems) or 'no'} problem{'s' if len(problems) != 1 else ''}")
    return 1 if problems else 0


def lint(name):
    """Return what ruff says about the code of a notebook, one line a problem."""
    ruff = functools.partial(subprocess.run, cwd=BOOK.parent, capture_output=True, text=True)
    command = [sys.executable, "-m", "ruff"]
    found = ruff([*command, "check", "--quiet", "--output-format=concise", name])
    laid_out = ruff([*command, "format", "--check", name])
    problems = (found.stdout + found.stderr).splitlines()
    if laid_out.returncode == 1:  # 2: ruff cannot read it, as `found` says already
        problems.append(f"{name}: `ruff format {name}` would change the layout of the code")
    return problems


if __name__ == "__main__":
    sys.exit(main())
