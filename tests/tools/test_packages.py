"""Two checkouts in one environment: what is missing in the first does not load from the second."""

import os
import subprocess
import sys

from tools.notebooks import ROOT

PACKAGES = sorted(
    {
        path.parent.relative_to(ROOT)
        for folder in ("sinpe_lib", "tools", "coursework", "tests")
        for path in (ROOT / folder).rglob("*.py")
    }
)
TRY = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
        print(name)
    except ModuleNotFoundError as error:
        assert error.name == name, error
"""


def test_a_module_of_another_checkout_is_not_found(tmp_path):
    for package in PACKAGES:
        (tmp_path / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / package / "only_there.py").touch()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    names = [".".join([*package.parts, "only_there"]) for package in PACKAGES]
    done = subprocess.run(
        [sys.executable, "-c", TRY, *names], env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("", "")
