"""An IPython kernel in a box, asked to run one piece of code after another.

Only the kernel is in the box. It is spoken to over Unix sockets in the box's own folder, which
also leads out of a network of its own; so code comes in cell by cell, and no file does.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psutil
import zmq
from jupyter_client.session import Session

from tools.grading import bubblewrap

_START = 120  # seconds for a kernel to start, on a very busy machine
_GRACE = 5  # seconds for code to stop after an interrupt, and for outputs to come after a reply
_LOOK = 0.25  # seconds between looks at the memory
_MESSAGE = 2**26  # bytes of one part of a message; a kernel that sends more is cut off
_SOCKETS = {"shell": zmq.DEALER, "control": zmq.DEALER, "iopub": zmq.SUB}


class KernelDiedError(Exception):
    """The kernel is gone; the text says why."""


class OutOfTimeError(Exception):
    """Code ran for too long and was stopped; the kernel lives."""


@contextmanager
def started(limits, boxed):
    """Yield a kernel; everything that it started ends with it."""
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
        process, folder = in_box(limits) if boxed else without_box(folder)
        kernel = Kernel(process, folder, limits.memory)
        try:
            kernel.connect()
            yield kernel
        finally:
            kernel.close()


def in_box(limits):
    """Start a kernel in a box; return its process and its folder, as they are seen from here."""
    read, write = os.pipe()
    words = bubblewrap.command(limits)
    process = launched(
        [words[0], "--info-fd", str(write), *words[1:]], bubblewrap.KERNEL, pass_fds=[write]
    )
    os.close(write)
    with os.fdopen(read) as info:
        told = info.read()
    if not told:
        raise bubblewrap.NoBoxError("no box: bubblewrap could not make one")
    return process, Path(f"/proc/{json.loads(told)['child-pid']}/root{bubblewrap.KERNEL}")


def without_box(folder):
    kept = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    return launched([], folder, start_new_session=True, cwd=folder, env=kept), Path(folder)


def launched(before, folder, **options):
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", f"{folder}/connection.json"]
    command += ["--transport=ipc", f"--ip={folder}/socket", "--HistoryManager.enabled=False"]
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.Popen([*before, *command], **quiet, **options)


def kill(process):
    """End a process and all that it started. A box dies with its first process."""
    for each in [*descendants(process), process]:
        try:
            each.kill()
        except (psutil.NoSuchProcess, ProcessLookupError):
            continue
    process.wait()


def descendants(process):
    try:
        return psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def memory_of(processes):
    """Return the bytes that processes hold, without what is shared, such as libraries."""
    total = 0
    for each in processes:
        try:
            info = each.memory_info()
        except psutil.NoSuchProcess:
            continue
        total += info.rss - info.shared
    return total


class Kernel:
    """A kernel that has started. Nothing that it sends is trusted.

    Parameters
    ----------
    process : subprocess.Popen
        The kernel, or the box around it.
    folder : Path
        Where its sockets are, seen from here.
    memory : int
        Bytes that it and all that it starts may hold together.
    """

    def __init__(self, process, folder, memory):
        self._process = process
        self._folder = folder
        self._memory = memory
        self._looked = time.monotonic()
        self._context = zmq.Context()
        self._sockets, self._files = {}, []
        self._poller = zmq.Poller()

    def connect(self):
        """Wait until the kernel listens, and reach its sockets."""
        connection = self._connection()
        self._session = Session(key=connection["key"].encode())
        for name, kind in _SOCKETS.items():
            self._sockets[name] = socket = self._context.socket(kind)
            socket.maxmsgsize = _MESSAGE
            if kind == zmq.SUB:
                socket.subscribe(b"")
            path = self._folder / f"socket-{connection[f'{name}_port']}"
            socket.connect(f"ipc://{self._held(path)}")
            self._poller.register(socket, zmq.POLLIN)

    def _held(self, path):
        """Return a path that leads to the same socket for ever.

        Code of a stranger may put a link to a socket of the host in its place later.
        """
        if not hasattr(os, "O_PATH"):
            return path
        self._files.append(os.open(path, os.O_PATH | os.O_NOFOLLOW))
        return f"/proc/self/fd/{self._files[-1]}"

    def close(self):
        kill(self._process)
        self._context.destroy(linger=0)
        while self._files:
            os.close(self._files.pop())

    def _connection(self):
        """Return what the kernel writes once it listens."""
        until = time.monotonic() + _START
        while time.monotonic() < until and self._process.poll() is None:
            try:
                return json.loads((self._folder / "connection.json").read_text("utf-8"))
            except (OSError, ValueError):  # not there yet, or not whole
                time.sleep(0.02)
        raise bubblewrap.NoBoxError("the kernel did not start; is ipykernel installed?")

    def run(self, code, seconds, take):
        """Run code and return the content of the kernel's reply.

        Parameters
        ----------
        code : str
            What to run.
        seconds : float
            How long it may take.
        take : callable
            Called with the kind and the content of each message that it publishes.

        Raises
        ------
        OutOfTimeError
            It took longer and could be stopped.
        KernelDiedError
            The kernel is gone, by itself or because it could not be stopped.
        """
        content = {
            "code": code,
            "silent": False,
            "store_history": True,
            "user_expressions": {},
            "allow_stdin": False,
            "stop_on_error": False,
        }
        asked = self._send("shell", "execute_request", content)
        reply = self._reply(asked, seconds, take)
        if reply is not None:
            return reply
        self._send("control", "interrupt_request", {})
        if self._reply(asked, _GRACE, take) is None:
            kill(self._process)
            raise KernelDiedError("it ran for too long and could not be interrupted")
        raise OutOfTimeError

    def _send(self, channel, kind, content):
        return self._session.send(self._sockets[channel], kind, content)["header"]["msg_id"]

    def _reply(self, asked, seconds, take):
        """Return the reply once all outputs have come, or None after so many seconds."""
        reply, idle = None, False
        until = time.monotonic() + seconds
        while not (reply and idle) and time.monotonic() < until:
            self._look_at_memory()
            ended = self._process.poll() is not None
            ready = self._poller.poll(0 if ended else 100)  # milliseconds
            if ended and not ready:
                raise KernelDiedError("the kernel died: its code ended it, or it crashed")
            for socket, _ in ready:
                kind, content = self._received(socket, asked)
                if kind == "execute_reply":
                    reply, until = content, time.monotonic() + _GRACE
                elif kind == "status":
                    idle = idle or content.get("execution_state") == "idle"
                elif kind:
                    take(kind, content)
        if reply and not idle:
            take("lost", {})
        return reply

    def _received(self, socket, asked):
        """Return the kind and the content of a message, or None twice if it is of no use."""
        try:
            _, message = self._session.recv(socket, zmq.NOBLOCK)
            kind, content = message["header"]["msg_type"], message["content"]
            if message["parent_header"]["msg_id"] == asked and isinstance(content, dict):
                return str(kind), content
        except Exception:  # whatever code of a stranger can send
            return None, None
        return None, None

    def _look_at_memory(self):
        now = time.monotonic()
        if now < self._looked + _LOOK:
            return
        self._looked = now
        if memory_of(descendants(self._process)) > self._memory:
            kill(self._process)
            raise KernelDiedError(f"more than {self._memory / 2**20:.0f} MiB of memory were used")
