"""Let mutmut change the packages that compute in every way it knows, and see that tests notice.

A mutant that no test notices means that a test is missing, that code is needless, or that the
mutant does the same as the original. A mutant that never ends is stopped, and counts as noticed.
mutmut changes no text in an f-string, so nearly no error message, and nothing outside functions
or in decorated ones.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "_build" / "mutants"
LEAST_NOTICED = 0.95
COPIED = ["sinpe_lib", "tools", "coursework", "tests", "book", "_toc.yml", "pyproject.toml"]

# For each package the modules that are changed, and the tests that are to notice.
PACKAGES = {
    "mathematics": (
        [
            "sinpe_lib/encoding.py",
            "sinpe_lib/angle_addition.py",
            "sinpe_lib/attention.py",
            "sinpe_lib/arguments.py",
            "sinpe_lib/alternatives/biases.py",
            "sinpe_lib/alternatives/offsets.py",
            "sinpe_lib/alternatives/relative.py",
            "sinpe_lib/alternatives/rotary.py",
            "sinpe_lib/alternatives/table.py",
        ],
        [
            "tests/test_encoding.py",
            "tests/test_angle_addition.py",
            "tests/test_attention.py",
            "tests/test_properties.py",
            "tests/test_arguments.py",
            "tests/alternatives",
        ],
    ),
    "training": (
        ["sinpe_lib/alternatives/schemes.py", "sinpe_lib/training/*.py"],
        [
            "tests/alternatives/test_schemes.py",
            "tests/training",
            # It trains for seconds; faster tests notice as much.
            "--deselect=tests/training/test_fitting.py"
            "::test_relative_schemes_learn_and_blind_ones_cannot",
        ],
    ),
    "checks": (
        ["sinpe_lib/checks/judge.py", "sinpe_lib/checks/readiness.py"],
        ["tests/checks/test_judge.py", "tests/checks/test_readiness.py"],
    ),
    "quiz": (["sinpe_lib/quiz/*.py"], ["tests/book/test_quiz.py"]),
    "notebooks": (["tools/notebooks.py"], ["tests/tools/test_notebooks.py"]),
    "grading": (
        [
            "coursework/grading/matching.py",
            "coursework/grading/repair.py",
            "coursework/grading/intake.py",
            "coursework/grading/submissions.py",
            "coursework/grading/spreadsheets.py",
        ],
        [
            "tests/coursework/grading/test_intake.py",
            "tests/coursework/grading/test_matching.py",
            "tests/coursework/grading/test_pages.py",
            "tests/coursework/grading/test_repair.py",
            "tests/coursework/grading/test_sorting.py",
        ],
    ),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all by default")
    packages = parser.parse_args().packages or list(PACKAGES)
    if unknown := set(packages) - set(PACKAGES):
        parser.error(f"packages must be of {', '.join(PACKAGES)}; got {min(unknown)!r}")
    shares = {package: try_mutants(package) for package in packages}
    for package, share in shares.items():
        print(f"{package}: {share:.1%} noticed")
    return 0 if min(shares.values()) >= LEAST_NOTICED else 1


def try_mutants(package):
    """Run the mutants of a package; print those that no test notices; return the share noticed."""
    modules, tests = PACKAGES[package]
    folder = FOLDER / package
    shutil.rmtree(folder, ignore_errors=True)  # mutmut does not see that a test has changed
    folder.mkdir(parents=True)
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    settings = {
        "source_paths": sorted({module.partition("/")[0] for module in modules}),
        "only_mutate": modules,
        "also_copy": COPIED,
        "pytest_add_cli_args": ["-o", "addopts=", "-p", "no:nbval", "-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": tests,
    }
    lines = (f"{key} =\n  " + "\n  ".join(values) for key, values in settings.items())
    (folder / "setup.cfg").write_text("[mutmut]\n" + "\n".join(lines) + "\n", "utf-8")
    print(f"{package}: trying its mutants, which takes minutes", flush=True)
    mutmut(folder, "run")
    mutmut(folder, "export-cicd-stats")
    for name in re.findall(r"^ +(\S+): (?!timeout)", mutmut(folder, "results"), re.M):
        print(mutmut(folder, "show", name))
    counts = json.loads((folder / "mutants/mutmut-cicd-stats.json").read_text("utf-8"))
    noticed = counts["killed"] + counts["timeout"]
    print(
        f"{package}: {noticed} of {counts['total']} mutants noticed, {counts['timeout']} never end"
    )
    return noticed / counts["total"]


def mutmut(folder, *arguments):
    """Run mutmut in a folder and return what it says; what went wrong is shown."""
    command = [Path(sys.executable).parent / "mutmut", *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode:
        end = "\n".join((result.stdout + result.stderr).splitlines()[-40:])
        sys.exit(f"mutmut {' '.join(arguments)} failed\n{end}")
    return result.stdout


if __name__ == "__main__":
    sys.exit(main())
