"""Two checkouts in one environment: what is missing in the first does not load from the second."""

import os
import subprocess
import sys

from tools.notebooks import ROOT

PACKAGES = ["sinpe_lib", "tools", "coursework", "tests"]
FIND = """
import importlib.util, sys
print([name for name in sys.argv[1:] if importlib.util.find_spec(f"{name}.only_there")])
"""


def test_a_module_of_another_checkout_is_not_found(tmp_path):
    for package in PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "only_there.py").touch()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    command = [sys.executable, "-c", FIND, *PACKAGES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
