"""The box: what bubblewrap lets a kernel see, and as whom it runs."""

import functools
import json
import os
import platform
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import sinpe_lib
from coursework.grading import system_calls
from coursework.grading.limits import Limits

ROOT = Path(__file__).resolve().parents[2]
# What only the box has is in a folder that no host has.
HOME = "/box/home"
KERNEL = "/box/kernel"  # the kernel's sockets
PRIVATE = (HOME, KERNEL, "/tmp", "/dev/shm")  # where it may write, in memory
_LIBRARY = "/box/library"
_START = 30  # seconds of processor time for the kernel to start, before its notebook runs
# No user has a number from here on, so nothing on the host belongs to one.
# https://systemd.io/UIDS-GIDS/
_FIRST_UNUSED, _N_UNUSED = 0x70000000, 0x10000000
_UNSAFE = "--unsafe runs notebooks without a box: for your own files only"


class NoBoxError(Exception):
    """No box can be made here; the message is one line that says what to install."""


@functools.cache
def find_problem():
    """Return why no box can be made here; empty if one can."""
    for program, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux")):
        if shutil.which(program) is None:
            return f"no box: install {package} (apt-get install {package}); {_UNSAFE}"
    if system_calls.build_filter() is None:
        return f"no box: no filter of system calls for {platform.machine()}; {_UNSAFE}"
    tried, _ = launch(["true"], Limits(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = b" ".join(tried.communicate()[0].split()).decode("utf-8", "replace")
    if tried.returncode:
        return f"no box: bubblewrap cannot make one here ({output}); {_UNSAFE}"
    return ""


def launch(command, limits, **options):
    """Start a command in a box.

    Returns the process of bubblewrap, which ends with the command, and the number of the first
    process in the box, or None if there is no box.
    """
    reading, writing = os.pipe()
    with os.fdopen(os.memfd_create("filter"), "w+b") as file, os.fdopen(reading, "rb") as info:
        file.write(system_calls.build_filter())
        file.seek(0)
        bwrap = [shutil.which("bwrap"), "--info-fd", str(writing), "--seccomp", str(file.fileno())]
        box = [*limit_resources(limits), *bwrap, *build_arguments(limits)]
        process = subprocess.Popen(
            [*box, "--", *switch_user(limits), *command],
            pass_fds=[writing, file.fileno()],
            env=make_environment(),  # bwrap --clearenv would leave the host's in its own process
            **options,
        )
        os.close(writing)
        text = info.read()
    return process, json.loads(text)["child-pid"] if text else None


def build_arguments(limits):
    """Return the arguments that make a box."""
    return [
        *("--die-with-parent", "--new-session"),
        *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"),
        *("--unshare-cgroup-try", "--hostname", "box", "--cap-drop", "ALL"),
        *drop_privileges(),
        *("--proc", "/proc", *hide_proc(), "--dev", "/dev"),
        *mount_folders(limits.scratch),
        *("--remount-ro", "/dev", "--remount-ro", str(ROOT), "--remount-ro", "/"),
        *("--chdir", HOME),
    ]


def drop_privileges():
    """Return the arguments with which an ordinary user, or root, can drop privileges."""
    if os.geteuid() == 0:
        return ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return ["--unshare-user", "--disable-userns"]


def hide_proc():
    """Return the arguments that hide what /proc shows besides the notebook.

    Process 1 is bubblewrap itself, which an ordinary user could read and change there. The keys are
    those that Linux keeps for the user on the host; their names would be seen.
    """
    keys = [*mount_read_only("/dev/null"), "/proc/keys"] if Path("/proc/keys").exists() else []
    return ["--tmpfs", "/proc/1", "--remount-ro", "/proc/1", *keys]


def mount_folders(scratch):
    """Return the arguments that show Python and its libraries, and hide this project."""
    mounts = {Path(path): mount_read_only(path) for path in ("/usr", sys.base_prefix, sys.prefix)}
    if Path("/etc/fonts").exists():
        mounts[Path("/etc/fonts")] = mount_read_only("/etc/fonts")  # or fontconfig complains
    mounts |= {Path(path): mount_memory(scratch) for path in PRIVATE}
    mounts[Path(_LIBRARY, "sinpe_lib")] = mount_read_only(Path(sinpe_lib.__file__).parent)
    mounts[ROOT] = ["--perms", "0755", "--tmpfs"]
    arguments = []
    for path in sorted(mounts, key=lambda path: len(path.parts)):  # a folder, then what is in it
        arguments += [*make_folder(path.parent), *mounts[path], str(path)]
    for path in map(Path, ("/bin", "/sbin", "/lib", "/lib64")):
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.exists():
            arguments += [*mount_read_only(path), str(path)]
    return arguments


def mount_read_only(path):
    return ["--ro-bind", str(path)]


def mount_memory(size):
    return ["--size", str(size), "--perms", "1777", "--tmpfs"]


def make_folder(path):
    """Return the arguments that make a folder readable, which bwrap by itself would not."""
    missing = [*reversed(path.parents), path][1:]
    return [word for each in missing for word in ("--perms", "0755", "--dir", str(each))]


def make_environment():
    return {
        "HOME": HOME,
        "PATH": f"{sys.prefix}/bin:/usr/bin:/bin",
        "PYTHONPATH": _LIBRARY,
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def limit_resources(limits):
    """Return the command that limits another one, except in the number of its processes."""
    bounds = [
        f"--as={limits.memory}",
        f"--cpu={int(limits.notebook_seconds) + _START}",
        f"--fsize={limits.file_size}",
        f"--nofile={limits.open_files}",
        "--core=0",
    ]
    return [shutil.which("prlimit"), *bounds, "--"]


def switch_user(limits):
    """Return the command that runs another one as a user who owns nothing and has few processes.

    Another name for root inside (bwrap --uid) is not enough: to files it would still be root.

    Linux counts processes by user. So they are limited inside the box, where since Linux 5.14 only
    its own count; outside, everything that an ordinary user runs on the host would.
    """
    bound = f"--nproc={limits.processes}"
    if os.geteuid() != 0:
        return ["prlimit", bound, "--"]
    number = str(_FIRST_UNUSED + secrets.randbelow(_N_UNUSED))
    who = ["--reuid", number, "--regid", number, "--clear-groups", "--inh-caps=-all"]
    return ["prlimit", bound, "--", "setpriv", *who, "--"]
