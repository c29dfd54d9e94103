"""The box: what bubblewrap lets a kernel see, and as whom it runs."""

import functools
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import sinpe_lib

ROOT = Path(__file__).resolve().parents[2]
# What only the box has stands in a folder that no host has.
HOME = "/box/home"
KERNEL = "/box/kernel"  # the kernel's sockets
_LIBRARY = "/box/library"
# No user has a number from here on, so nothing on the host belongs to one.
# https://systemd.io/UIDS-GIDS/
_FIRST_UNUSED, _N_UNUSED = 0x70000000, 0x10000000
_UNSAFE = "--unsafe runs notebooks without a box: for your own files only"


class NoBoxError(Exception):
    """No box can be had here; the text is one line that says how to get one."""


@functools.cache
def problem():
    """Say why there is no box here; empty if there is one."""
    if shutil.which("bwrap") is None:
        return f"no box: install bubblewrap (apt-get install bubblewrap); {_UNSAFE}"
    from tools.grading.limits import Limits

    tried = subprocess.run([*command(Limits()), "true"], capture_output=True, text=True)
    if tried.returncode:
        said = " ".join(tried.stderr.split()) or f"exit code {tried.returncode}"
        return f"no box: bubblewrap cannot make one here ({said}); {_UNSAFE}"
    return ""


def command(limits):
    """Return the command that runs in a box whatever is appended to it."""
    return [
        *("bwrap", "--die-with-parent", "--new-session", "--clearenv"),
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"),
        *("--unshare-cgroup-try", "--hostname", "box", "--cap-drop", "ALL"),
        *privileges(),
        *("--proc", "/proc", "--dev", "/dev"),
        *folders(limits.scratch),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME),
        *environment(),
        "--",
        *bounds(limits),
        *user(),
    ]


def privileges():
    """Return what drops privileges: a user's own namespace, or for root what it takes to drop."""
    if os.geteuid() == 0:
        return ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return ["--unshare-user", "--disable-userns"]


def user():
    """Return the command that makes of root a user who owns nothing anywhere.

    Another name for root inside (bwrap --uid) would not do: to files it would still be root.
    """
    if os.geteuid() != 0:
        return []
    number = str(_FIRST_UNUSED + secrets.randbelow(_N_UNUSED))
    return [
        "setpriv",
        "--reuid",
        number,
        "--regid",
        number,
        "--clear-groups",
        "--inh-caps=-all",
        "--",
    ]


def folders(scratch):
    """Return the arguments that show Python and its libraries, and hide this project."""
    mounts = {Path(path): shown(path) for path in ("/usr", sys.base_prefix, sys.prefix)}
    if Path("/etc/fonts").exists():
        mounts[Path("/etc/fonts")] = shown("/etc/fonts")  # or fontconfig complains
    mounts |= {Path(path): private(scratch) for path in ("/tmp", "/dev/shm", HOME)}
    mounts[Path(KERNEL)] = private(2**20)
    mounts[Path(_LIBRARY, "sinpe_lib")] = shown(Path(sinpe_lib.__file__).parent)
    mounts[ROOT] = ["--perms", "0755", "--tmpfs"]
    arguments = []
    for path in sorted(mounts, key=lambda path: len(path.parts)):  # a folder, then what is in it
        arguments += [*made(path.parent), *mounts[path], str(path)]
    for path in map(Path, ("/bin", "/sbin", "/lib", "/lib64")):
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            arguments += [*shown(path), str(path)]
    return arguments


def shown(path):
    return ["--ro-bind", str(path)]


def private(size):
    return ["--size", str(size), "--perms", "1777", "--tmpfs"]


def made(path):
    """Return the arguments that make a folder: bwrap would close those that it makes itself."""
    missing = [*reversed(path.parents), path][1:]
    return [word for each in missing for word in ("--perms", "0755", "--dir", str(each))]


def environment():
    variables = {
        "HOME": HOME,
        "PATH": f"{sys.prefix}/bin:/usr/bin:/bin",
        "PYTHONPATH": _LIBRARY,
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }
    return [word for name in variables for word in ("--setenv", name, variables[name])]


def bounds(limits):
    return [
        "prlimit",
        f"--as={limits.memory}",
        f"--cpu={int(limits.notebook_seconds) + 1}",
        f"--nproc={limits.processes}",
        f"--fsize={limits.file_size}",
        f"--nofile={limits.open_files}",
        "--core=0",
        "--",
    ]
