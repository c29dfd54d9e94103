"""Start, watch and end the process of a kernel, in a box or without one."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil

from coursework.grading import bubblewrap

_END = 10  # seconds for a box to end
_LOOK = 0.25  # seconds between looks at what it uses
_QUIET = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


class Process:
    """A process and all that it starts, in a folder where it works and listens, or in a box."""

    def __init__(self, limits, folder=None):
        self._limits = limits
        self._private = []
        self._looked = 0
        if folder is None:
            self._process, first = bubblewrap.launch(
                build_command(bubblewrap.KERNEL), limits, **_QUIET
            )
            root = f"/proc/{first}/root"  # the box's files, seen from here
            self.folder = Path(root + bubblewrap.KERNEL)
            self._private = [root + path for path in bubblewrap.PRIVATE]
        else:
            kept = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
            self.folder = Path(folder)
            self._process = subprocess.Popen(build_command(folder), cwd=folder, env=kept, **_QUIET)

    @property
    def ended(self):
        return self._process.poll() is not None

    def kill(self):
        """End it and all that it started, and wait until nothing is left.

        A box ends with its first process, and bubblewrap with its box.
        """
        for each in [*self._descendants(), *([] if self._private else [self._process])]:
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                each.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END)
        self._process.kill()
        self._process.wait()

    def find_excess(self):
        """Return what it uses too much of; empty if nothing, or if it was checked just now.

        The Linux kernel limits each process and each file system; this limits their sums.
        """
        if time.monotonic() < self._looked + _LOOK:
            return ""
        self._looked = time.monotonic()
        if sum(map(measure_memory, self._descendants())) > self._limits.memory:
            return f"more than {self._limits.memory / 2**20:.0f} MiB of memory were used"
        if sum(map(count_files, self._private)) > self._limits.files:
            return f"more than {self._limits.files} files were made"
        return ""

    def _descendants(self):
        try:
            return psutil.Process(self._process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []


def build_command(folder):
    start = [sys.executable, "-m", "ipykernel_launcher", "-f", f"{folder}/connection.json"]
    return [*start, "--transport=ipc", f"--ip={folder}/socket", "--HistoryManager.enabled=False"]


def measure_memory(process):
    """Return the bytes that a process holds; what several share is shared out among them."""
    try:
        info = process.memory_full_info()
    except psutil.Error:
        return 0
    return getattr(info, "pss", info.rss)


def count_files(folder):
    """Return how many files are in a file system."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_files - found.f_ffree
