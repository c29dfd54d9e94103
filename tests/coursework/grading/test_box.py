import os
import re
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from coursework.grading import bubblewrap, kernel
from coursework.grading.box import run_notebook
from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.limits import Limits
from coursework.grading.process import Process
from tests.coursework.grading.notebooks import cells, command_of, errors, notebook, points, printed

pytestmark = pytest.mark.usefixtures("box")

LESSON = """\
import matplotlib.pyplot as plt
import numpy as np
import sinpe_lib

table = sinpe_lib.sinusoidal_encoding(2, 4)
print(np.round(table[1], 6))
plt.plot(table)
plt.show()"""
ENDLESS = "while True:\n    pass"
BOMB = """\
import ctypes, os
ctypes.CDLL(None).prctl(15, b"bomb-4711")  # a name, for its children too
while True:
    try:
        os.fork()
    except BaseException:
        pass"""


def test_an_honest_notebook_gets_its_outputs_and_its_points():
    ran = run_notebook(notebook(LESSON, "2 + 3"))
    assert ran.events == ()
    assert points(ran) == [1, 1]
    lesson, total = cells(ran)
    # sin(1), cos(1), sin(0.01), cos(0.01): the second row, by hand
    assert printed(ran)[0] == "[0.841471 0.540302 0.01     0.99995 ]\n"
    assert lesson.outputs[1].data["image/png"].startswith("iVBORw0KGgo")
    assert total.outputs[0].data["text/plain"] == "5"
    assert [lesson.execution_count, total.execution_count] == [1, 2]


def test_an_error_costs_points_even_if_it_is_hidden_and_a_warning_costs_none():
    warnings = [
        "import warnings\nwarnings.warn('be careful')",
        "import sys\nprint('careful', file=sys.stderr)",
        "import os\n_ = os.write(2, b'careful')",
    ]
    cleared = """\
from IPython.display import clear_output
try:
    assert False
finally:
    clear_output()"""
    silent = "get_ipython().showtraceback = lambda *args, **options: None\nassert False"
    failing = ["assert 1 == 2, 'not equal'", cleared, silent, "sys.exit()"]
    ran = run_notebook(notebook(*warnings, *failing, "x = 1"))
    assert points(ran) == [1, 1, 1, 0, 0, 0, 0, 1]
    assert all("careful" in text for text in printed(ran)[:2])  # the third may come too late
    assert errors(ran)[3] == "AssertionError: not equal"
    assert ran.events == ()


def test_a_result_is_partial_credit_only_where_nbgrader_can_take_it():
    """It would stop at a number above the points, here 1, and at a result without any text."""
    forged = """\
shell = get_ipython()
def publish(text):
    content = {"data": {"text/plain": text}, "metadata": {}, "execution_count": 1}
    shell.displayhook.session.send(
        shell.displayhook.pub_socket, "execute_result", content, shell.get_parent()
    )
publish("0.9")"""
    sources = [forged, "0.25", "2", "float('nan')", "publish('')", "publish('1')\nassert False"]
    assert points(run_notebook(notebook(*sources))) == [0.9, 0.25, 1, 1, 1, 0]


# --- the host is not seen -------------------------------------------------------------------

ATTEMPT = """\
import ctypes, glob, os, signal, socket, subprocess

def attempt(action):
    try:
        print("DONE", action())
    except Exception as error:
        print("refused:", error)

libc = ctypes.CDLL(None, use_errno=True)
eight_bytes = ctypes.create_string_buffer(8)
vector = (ctypes.c_size_t * 2)(ctypes.addressof(eight_bytes), 8)  # struct iovec

def call(name, *arguments):
    if getattr(libc, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))"""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """What a stranger would like to reach, and what reached it."""

    folder = tmp_path_factory.mktemp("host")
    secret = folder / "secret.txt"
    secret.write_text("the grade book")
    secret.chmod(0o666)
    folder.chmod(0o777)
    connections = []
    listeners = [listening(("127.0.0.1", 0)), listening(f"\0box-{os.getpid()}")]
    for listener in listeners:
        threading.Thread(target=accept, args=(listener, connections), daemon=True).start()
    yield SimpleNamespace(
        folder=folder,
        secret=secret,
        connections=connections,
        port=listeners[0].getsockname()[1],
    )
    for listener in listeners:
        listener.close()


def listening(address):
    family = socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX
    listener = socket.socket(family)
    listener.bind(address)
    listener.listen()
    return listener


def accept(listener, connections):
    while True:
        try:
            connections.append(listener.accept())
        except OSError:
            return


@contextmanager
def neighbour(**limits):
    """Yield the process of another box."""
    other = Process(Limits(**limits))
    try:
        yield other
    finally:
        other.kill()


# What is tried, and why it fails.
ATTEMPTS = {
    "open('/etc/shadow').read()": "No such file",
    "os.listdir('{root}/coursework')": "No such file",
    "os.listdir('{root}/tests')": "No such file",
    "__import__('coursework.grading.box')": "No module named 'coursework'",
    "(set(os.listdir('{root}')) - {{'{python}'}}).pop()": "'pop from an empty set'|No such file",
    "open('{folder}/secret.txt').read()": "No such file",
    "open('{folder}/mine', 'w')": "No such file",
    "open('/usr/lib/mine', 'w')": "Read-only file system",
    "open('/mine', 'w')": "Read-only file system",
    "open('/dev/mine', 'w')": "Read-only file system",
    "open(__import__('sinpe_lib').__file__, 'a')": "Read-only file system|Permission denied",
    "open('{root}/mine', 'w')": "Read-only file system",
    "socket.create_connection(('127.0.0.1', {port}), 5)": (
        "Connection refused|Network is unreachable"
    ),
    r"socket.socket(socket.AF_UNIX).connect('\0box-{process}')": "Connection refused",
    "socket.create_connection(('192.0.2.1', 80), 5)": "Network is unreachable",
    "os.kill({process}, 0)": "No such process",
    "open('{neighbour}/connection.json').read()": "No such file",
    "os.setuid(0)": "Operation not permitted|Invalid argument",
    "__import__('resource').setrlimit(7, (5000, 5000))": "not allowed to raise maximum limit",
    # What unshare itself says comes before the refusal or after it.
    "subprocess.run(['unshare', '-U', 'true'], check=True, stderr=subprocess.DEVNULL)": (
        "returned non-zero exit status 1"
    ),
    "1 / (ctypes.CDLL(None).shmget(0, 4096, 0o1777) + 1)": "division by zero",
    "1 / (ctypes.CDLL(None).syscall(250, 0, -3, 1) + 1)": "division by zero",  # keys of a user
    "open('/proc/keys').read()": "Permission denied|No such file",
    # Process 1 in the box is bubblewrap, which an ordinary user has started.
    "open('/proc/1/environ').read()": "No such file",
    "open('/proc/1/cmdline').read()": "No such file",
    "open('/proc/1/mem', 'r+b')": "No such file",
    "os.listdir('/proc/1/fd')": "No such file",
    "open('/proc/1/mine', 'w')": "Read-only file system",
    "call('ptrace', 16, 1, None, None)": "Operation not permitted",  # PTRACE_ATTACH
    "call('process_vm_readv', 1, vector, 1, vector, 1, 0)": "Operation not permitted",
    "call('process_vm_writev', 1, vector, 1, vector, 1, 0)": "Operation not permitted",
    "call('syscall', 438, os.pidfd_open(1), 0, 0)": "Operation not permitted",  # pidfd_getfd
}


@pytest.fixture(scope="module")
def attempts(host, box):
    """Make each attempt in one box, while another is open; return {attempt: what it printed}."""
    with neighbour() as other, pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOX_SECRET", "a password")
        known = {
            "root": bubblewrap.ROOT,
            "python": Path(sys.prefix).name,  # may be there
            "folder": host.folder,
            "port": host.port,
            "process": os.getpid(),
            "neighbour": other.folder,
        }
        sources = [
            ATTEMPT,
            "attempt(lambda: os.kill(os.getppid(), signal.SIGKILL))",
            "print(*(name for name in os.listdir('/proc') if name.isdigit()))",
            "print(*sorted(os.environ))",
            *(f"attempt(lambda: {action.format(**known)})" for action in ATTEMPTS),
        ]
        ran = run_notebook(notebook(*sources))
    assert ran.events == ()
    assert errors(ran) == [""] * len(sources)
    names = ["", "parent", "processes", "environment", *ATTEMPTS]
    return {"notebook": ran.notebook} | dict(zip(names, printed(ran), strict=True))


@pytest.mark.parametrize(("action", "reason"), ATTEMPTS.items())
def test_an_attempt_is_refused(attempts, action, reason):
    assert re.match(f"refused: .*({reason})", attempts[action])


def test_only_what_is_in_the_box_is_seen(attempts):
    """Its first process, and the kernel; no variable of the host."""
    assert len(attempts["processes"].split()) == 2
    assert "BOX_SECRET" not in attempts["environment"]
    assert "PYTHONPATH" in attempts["environment"]
    assert "a password" not in attempts["notebook"]


def test_bubblewrap_knows_nothing_of_the_host_and_is_limited(monkeypatch):
    monkeypatch.setenv("BOX_SECRET", "a password")
    with neighbour(memory=2**30, file_size=2**20, open_files=100, notebook_seconds=9):
        started = psutil.Process().children(recursive=True)
        itself = [process for process in started if process.name() == "bwrap"]
        assert len(itself) >= 2  # outside the box and in it
        for process in itself:
            assert "a password" not in process.environ().values()
            assert process.rlimit(psutil.RLIMIT_AS) == (2**30, 2**30)
            assert process.rlimit(psutil.RLIMIT_FSIZE) == (2**20, 2**20)
            assert process.rlimit(psutil.RLIMIT_NOFILE) == (100, 100)
            assert process.rlimit(psutil.RLIMIT_CPU) == (39, 39)
            assert process.rlimit(psutil.RLIMIT_CORE) == (0, 0)


def test_no_attempt_left_a_trace(attempts, host):
    assert host.connections == []
    assert sorted(path.name for path in host.folder.iterdir()) == ["secret.txt"]
    assert host.secret.read_text() == "the grade book"


# --- what is used is bounded ----------------------------------------------------------------


def test_code_that_ends_its_kernel_earns_nothing_from_there_on():
    ran = run_notebook(notebook("1", "import os\nos._exit(0)", "1", "1"))
    assert points(ran) == [1, 0, 0, 0]
    assert re.fullmatch(r"cell 'c2': the kernel died: .* nothing that follows was run", *ran.events)
    assert errors(ran)[3].startswith("NotRun: This cell was not run: in cell 'c2', the kernel died")


def test_a_fork_bomb_that_cannot_be_interrupted_ends_with_its_box(monkeypatch):
    monkeypatch.setattr(kernel, "_GRACE", 1)
    ran = run_notebook(notebook("1", BOMB, "1"), Limits(cell_seconds=1))
    assert points(ran) == [1, 0, 0]
    assert "could not be interrupted" in errors(ran)[1]
    assert "could not be interrupted" in ran.events[0]
    assert "bomb-4711" not in [process.name() for process in psutil.process_iter()]


def test_forged_replies_give_no_more_time(monkeypatch):
    monkeypatch.setattr(kernel, "_GRACE", 0.5)
    forging = """\
import time
inside = get_ipython().kernel
while True:
    inside.session.send(inside.iopub_socket, "any_reply", {}, parent=inside.get_parent())
    time.sleep(0.01)"""
    ran = run_notebook(notebook(forging, "x = 1"), Limits(cell_seconds=1))
    assert points(ran) == [0, 0]


def test_the_time_of_a_notebook_is_limited():
    ran = run_notebook(notebook(ENDLESS, "1", "1"), Limits(notebook_seconds=1))
    assert points(ran) == [0, 0, 0]
    assert ran.events == (
        "cell 'c1': stopped after 1 seconds",
        "cell 'c2': not run, nor what follows: the 1 seconds for the notebook were used up",
    )


def test_an_endless_loop_is_stopped_its_outputs_are_cut_and_the_rest_counts():
    printing = "while True:\n    print('x' * 1000)"
    showing = "from IPython.display import display\nwhile True:\n    display(1)"
    sources = ["x = 1", printing, showing, "assert x == 1\nprint('on')"]
    ran = run_notebook(notebook(*sources), Limits(cell_seconds=1, output=100_000))
    assert points(ran) == [1, 0, 0, 1]
    assert errors(ran)[1] == "OutOfTime: This cell was stopped after 1 seconds."
    assert len(ran.notebook) < 100_000 + len(notebook("", "", "", "")) + 5000
    assert printed(ran)[3] == "on\n"
    said = ["stopped after 1 seconds", "its output was cut"]
    assert ran.events == tuple(f"cell {cell!r}: {what}" for cell in ("c2", "c3") for what in said)


def test_without_a_box_time_and_outputs_are_limited_too():
    source = "while True:\n    print('x' * 1000)"
    ran = run_notebook(
        notebook(source, "print(6 * 7)"), Limits(cell_seconds=1, output=50_000), boxed=False
    )
    assert points(ran) == [0, 1]
    assert printed(ran)[1] == "42\n"
    assert len(ran.notebook) < 50_000 + len(notebook("", "")) + 5000


def test_a_link_that_replaces_a_socket_is_not_followed(monkeypatch, tmp_path):
    """Too much at once makes the kernel be reached anew: at its own socket, not at the host's."""
    monkeypatch.setattr(kernel, "_MESSAGE", 10**6)
    monkeypatch.setattr(kernel, "_GRACE", 2)
    connections = []
    listener = listening(str(tmp_path / "socket"))
    threading.Thread(target=accept, args=(listener, connections), daemon=True).start()
    linked = f"""\
import glob, os
for path in glob.glob('/box/kernel/socket-*'):
    os.remove(path)
    os.symlink({str(tmp_path / "socket")!r}, path)
print('x' * 10**7)"""
    ran = run_notebook(notebook(linked, "print('on')"))
    listener.close()
    assert printed(ran)[1] == "on\n"
    assert ran.events == ("cell 'c1': its output was cut",)
    assert connections == []


@pytest.fixture
def crowd():
    """Start more threads than a box may have; Linux counts them all as this user's processes."""
    end = threading.Event()
    threads = [threading.Thread(target=end.wait) for _ in range(100)]
    for thread in threads:
        thread.start()
    yield
    end.set()
    for thread in threads:
        thread.join()


@pytest.mark.usefixtures("crowd")
def test_memory_files_and_processes_are_limited():
    limits = Limits(memory=2 * 2**30, scratch=2**22, file_size=2**21, processes=40)
    ran = run_notebook(
        notebook(
            "eater = bytearray(3 * 2**30)",
            "open('large', 'wb').write(bytes(2**22))",
            "for n in range(100):\n    open(f'/tmp/{n}', 'wb').write(bytes(2**20))",
            "for n in range(100):\n    open(f'/dev/shm/{n}', 'wb').write(bytes(2**20))",
            "files = [open('large') for _ in range(1000)]",
            "import subprocess\nfor n in range(400):\n    subprocess.Popen(['sleep', '86399.5'])",
            "print('on')",
        ),
        limits,
    )
    assert points(ran) == [0, 0, 0, 0, 0, 0, 1]
    reasons = ["MemoryError", "too large", "No space", "No space", "Too many open", "unavailable"]
    for reason, error in zip(reasons, errors(ran), strict=False):
        assert reason in error
    assert ran.events == ("cell 'c1': it asked for more memory than it may use",)
    assert not [process for process in psutil.process_iter() if "86399.5" in command_of(process)]


MANY_PROCESSES = """\
import os, time
for _ in range(20):
    if os.fork() == 0:
        held = bytearray(2**26)
        held[::4096] = bytes([1]) * (2**26 // 4096)
        time.sleep(1000)
time.sleep(1000)"""


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (MANY_PROCESSES, "more than 1024 MiB of memory were used"),
        (
            "for n in range(10**6):\n    open(f'/tmp/{n}', 'w').close()",
            "more than 1000 files were made",
        ),
    ],
)
def test_the_memory_and_files_of_all_processes_together_are_limited(source, reason):
    ran = run_notebook(notebook("1", source, "1"), Limits(memory=2**30, files=1000))
    assert points(ran) == [1, 0, 0]
    assert ran.events == (f"cell 'c2': {reason}; nothing that follows was run",)


# --- an ordinary user grades ----------------------------------------------------------------


def test_the_same_holds_for_an_ordinary_user():
    """Root becomes somebody else in the box; an ordinary user owns all that runs there."""
    if os.geteuid() != 0:
        pytest.skip("an ordinary user is running all of these tests already")
    tests = [
        test_an_attempt_is_refused,
        test_only_what_is_in_the_box_is_seen,
        test_bubblewrap_knows_nothing_of_the_host_and_is_limited,
        test_memory_files_and_processes_are_limited,
    ]
    names = [f"{__file__}::{test.__name__}" for test in tests]
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [*as_ordinary_user(), *pytest_here, *names],
        cwd=bubblewrap.ROOT,
        env=os.environ | {"HOME": "/tmp"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert ran.returncode == 0, ran.stdout
    if "passed" not in ran.stdout:
        pytest.skip(f"an ordinary user has no box: {ran.stdout}")


def as_ordinary_user():
    """Return the command that runs another one as a user whom nothing on the host belongs to.

    Folders on the way to Python or to this project may be closed to others, as root's own is. In
    what the command sees, open folders lie over them.
    """
    needed = [*bubblewrap.ROOT.iterdir(), Path(sys.prefix), Path(sys.base_prefix)]
    closed = {folder for path in needed for folder in path.parents if not folder.stat().st_mode & 1}
    closed.add(Path("/tmp"))
    view = ["--dev-bind", "/", "/"]
    for folder in closed:
        if closed.isdisjoint(folder.parents):
            view += [*bubblewrap.mount_memory(2**28), str(folder)]
    for path in needed:
        if not closed.isdisjoint(path.parents):
            view += [
                *bubblewrap.make_folder(path.parent),
                *bubblewrap.mount_read_only(path),
                str(path),
            ]
    number = str(0x70000000)
    user = ["--reuid", number, "--regid", number, "--clear-groups", "--inh-caps=-all"]
    return ["bwrap", *view, "--", "setpriv", *user, "--"]


# --- no box ---------------------------------------------------------------------------------


def test_without_bubblewrap_nothing_is_run(monkeypatch):
    bubblewrap.find_problem.cache_clear()
    monkeypatch.setenv("PATH", "")
    try:
        with pytest.raises(NoBoxError, match=r"^no box: install bubblewrap .*--unsafe"):
            run_notebook(notebook("1"))
    finally:
        bubblewrap.find_problem.cache_clear()


def test_a_kernel_that_cannot_start_is_no_fault_of_the_student():
    with pytest.raises(NoBoxError, match="the kernel did not start"):
        run_notebook(notebook("1"), Limits(memory=10**8))
