"""An IPython kernel in a box, asked to run one piece of code after another.

Only the kernel is in the box. It is reached by Unix sockets in a folder of the box, which works
although the box has no network. So code is sent in cell by cell, and no file is.
"""

import json
import os
import tempfile
import time
from contextlib import contextmanager, nullcontext

import zmq
from jupyter_client.session import Session

from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.process import Process

_START = 120  # seconds for a kernel to start, on a very busy machine
_GRACE = 5  # seconds for code to stop after an interrupt, and for outputs to come after a reply
_MESSAGE = 2**26  # bytes of one part of a message; a kernel that sends more is cut off
_SOCKETS = {"shell": zmq.DEALER, "control": zmq.DEALER, "iopub": zmq.SUB}


class KernelDiedError(Exception):
    """The kernel has died; the message says why."""


class OutOfTimeError(Exception):
    """Code ran for too long and was stopped; the kernel lives."""


@contextmanager
def start_kernel(limits, boxed):
    """Yield a kernel; everything that it started ends with it."""
    # A box comes with a folder.
    place = nullcontext() if boxed else tempfile.TemporaryDirectory(prefix="kernel-")
    with place as folder:
        kernel = Kernel(Process(limits, folder))
        try:
            kernel.connect()
            yield kernel
        finally:
            kernel.close()


class Kernel:
    """A kernel that is starting. Nothing that it sends is trusted."""

    def __init__(self, process):
        self._process = process  # the kernel, or the box around it
        self._context = zmq.Context()
        self._addresses, self._sockets, self._files = {}, {}, []
        self._poller = zmq.Poller()

    def connect(self):
        """Wait until the kernel listens and its published messages arrive."""
        try:
            connection = self._read_connection()
            self._session = Session(key=connection["key"].encode())
            for name in _SOCKETS:
                path = self._process.folder / f"socket-{connection[f'{name}_port']}"
                self._addresses[name] = f"ipc://{self._pin_socket(path)}"
                self._open(name)
            self._tune_in(_START)
        except (OSError, KernelDiedError) as error:
            raise NoBoxError(f"the kernel did not start: {error}") from None

    def _open(self, name):
        """Open a socket to the kernel, replacing an open one."""
        if name in self._sockets:
            self._poller.unregister(self._sockets[name])
            self._sockets[name].close(linger=0)
        self._sockets[name] = socket = self._context.socket(_SOCKETS[name])
        socket.maxmsgsize = _MESSAGE
        socket.sndtimeo = 5000  # milliseconds
        if name == "iopub":
            socket.subscribe(b"")
        socket.connect(self._addresses[name])
        self._poller.register(socket, zmq.POLLIN)

    def _tune_in(self, seconds):
        for _ in range(3):
            asked = self._send("shell", "kernel_info_request", {})
            _, idle = self._await_reply(asked, seconds, lambda kind, content: None)
            if idle:
                return

    def _pin_socket(self, path):
        """Return a path that always leads to the same socket.

        Untrusted code may later replace the socket by a link to one of the host.
        """
        if not hasattr(os, "O_PATH"):
            return path
        self._files.append(os.open(path, os.O_PATH | os.O_NOFOLLOW))
        return f"/proc/self/fd/{self._files[-1]}"

    def close(self):
        self._process.kill()
        self._context.destroy(linger=0)
        while self._files:
            os.close(self._files.pop())

    def _read_connection(self):
        """Return what the kernel writes once it listens."""
        until = time.monotonic() + _START
        while time.monotonic() < until and not self._process.ended:
            try:
                return json.loads((self._process.folder / "connection.json").read_text("utf-8"))
            except (OSError, ValueError):  # not there yet, or not whole
                time.sleep(0.02)
        raise KernelDiedError("no answer; is ipykernel installed, and is there enough memory?")

    def execute(self, code, seconds, take):
        """Run code and return the content of the kernel's reply.

        `take` is called with the kind and the content of each message that it publishes.

        Raises
        ------
        OutOfTimeError
            It took longer and could be stopped.
        KernelDiedError
            The kernel died, or had to be killed because it could not be interrupted.
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
        reply, idle = self._await_reply(asked, seconds, take)
        in_time = reply is not None
        if not in_time:
            self._send("control", "interrupt_request", {})
            reply, idle = self._await_reply(asked, _GRACE, take)
        if reply is None:
            raise self._kill("it ran for too long and could not be interrupted")
        if not idle:  # ZeroMQ has cut off a kernel that published too much at once
            take("lost", {})
            self._open("iopub")
            self._tune_in(_GRACE)
        if not in_time:
            raise OutOfTimeError
        return reply

    def _send(self, channel, kind, content):
        try:
            return self._session.send(self._sockets[channel], kind, content)["header"]["msg_id"]
        except zmq.ZMQError:  # nothing listens at the other end
            raise self._kill("it no longer listens") from None

    def _kill(self, why):
        self._process.kill()
        return KernelDiedError(why)

    def _await_reply(self, asked, seconds, take):
        """Return the reply, or None after so many seconds, and whether all outputs have arrived."""
        reply, idle = None, False
        until = time.monotonic() + seconds
        while (reply is None or not idle) and time.monotonic() < until:
            if why := self._process.find_excess():
                raise self._kill(why)
            ended = self._process.ended
            ready = self._poller.poll(0 if ended else 100)  # milliseconds
            if ended and not ready:
                raise KernelDiedError("the kernel died: its code ended it, or it crashed")
            for socket, _ in ready:
                kind, content = self._receive(socket, asked)
                if kind and kind.endswith("_reply"):
                    if reply is None:  # further ones give no more time
                        reply, until = content, time.monotonic() + _GRACE
                elif kind == "status":
                    idle = idle or content.get("execution_state") == "idle"
                elif kind:
                    take(kind, content)
        return reply, idle

    def _receive(self, socket, asked):
        """Return the kind and the content of a message, or None twice if it is of no use."""
        try:
            _, message = self._session.recv(socket, zmq.NOBLOCK)
            kind, content = message["header"]["msg_type"], message["content"]
            if message["parent_header"]["msg_id"] == asked and isinstance(content, dict):
                return str(kind), content
        except Exception:  # untrusted code can send anything
            return None, None
        return None, None
