import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import contextmanager

import psutil
import pytest
from distributed.scheduler import KilledWorker

from coursework.grading import workers
from coursework.grading.box import run_notebook
from coursework.grading.bubblewrap import ROOT, NoBoxError
from coursework.grading.workers import run_notebooks
from tests.coursework.grading.notebooks import command_of, notebook, points, printed

pytestmark = pytest.mark.usefixtures("box")

CLASS = {f"student {n}": notebook(f"import time\ntime.sleep(0.3)\nprint({n})") for n in range(3)}


def test_each_notebook_comes_back_under_its_name():
    found = dict(run_notebooks(CLASS, workers=2))
    assert found.keys() == CLASS.keys()
    for n, name in enumerate(CLASS):
        assert printed(found[name]) == [f"{n}\n"]
        assert found[name].events == ()


def kill_own_process(notebook, limits, boxed):
    """Run a notebook as `run` does, but die where it says so."""
    if "die" in notebook:
        os.kill(os.getpid(), signal.SIGKILL)
    if "fail" in notebook:
        raise ValueError("it fails")
    return run_notebook(notebook, limits, boxed)


def test_a_notebook_that_kills_its_process_does_not_stop_the_others(monkeypatch):
    monkeypatch.setattr(workers, "_DEATHS", 2)
    monkeypatch.setattr(workers, "run_notebook", kill_own_process)
    given = {"a": notebook("die = 1"), "b": notebook("fail = 1"), "c": notebook("print(3)")}
    found = dict(run_notebooks(given))
    assert [points(found[name]) for name in given] == [[0], [0], [1]]
    assert found["a"].events == ("the whole notebook: not run: each process that ran it died",)
    assert found["b"].events == (
        "the whole notebook: not run: it could not be run (ValueError: it fails)",
    )


def refuse(notebook, limits, boxed):
    raise NoBoxError("no box here")


def test_a_missing_box_stops_the_class(monkeypatch):
    """No student is to blame, and the next notebook would fail too."""
    monkeypatch.setattr(workers, "run_notebook", refuse)
    with pytest.raises(NoBoxError, match="no box here"):
        list(run_notebooks({"a": notebook("1"), "b": notebook("1")}))


def test_without_notebooks_no_worker_is_needed():
    assert list(run_notebooks({}, scheduler="tcp://127.0.0.1:1")) == []


@pytest.mark.parametrize("boxed", [True, False])
def test_a_run_that_is_killed_leaves_nothing_running(tmp_path, boxed):
    """A kernel left behind would use the machine for hours unnoticed."""
    program = tmp_path / "program.py"  # __main__ of each of its processes too
    program.write_text(
        "import sys\n"
        "from coursework.grading.workers import run_notebooks\n"
        "if __name__ == '__main__':\n"
        f"    list(run_notebooks({{'endless': sys.argv[1]}}, boxed={boxed}))\n"
    )
    endless = notebook("import time\nwhile True:\n    time.sleep(0.1)")
    killed = psutil.Popen(
        [sys.executable, program, endless],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
    )
    kernel = "bwrap" if boxed else "ipykernel_launcher"
    while not any(kernel in command_of(each) for each in killed.children(recursive=True)):
        assert killed.poll() is None
        time.sleep(0.05)
    left, until = killed.children(recursive=True), time.monotonic() + 60
    killed.kill()
    killed.wait()
    while left and time.monotonic() < until:
        time.sleep(0.05)
        left = [each for each in left if command_of(each)]
    assert left == []


@contextmanager
def cluster(folder, n_workers=2):
    """Yield the address of a scheduler, and its workers, each a process of its own."""
    file = folder / "scheduler.json"
    settings = {
        "PYTHONPATH": str(ROOT),
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3",
    }
    alone = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
    commands = [
        ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
        *[["dask_worker", "--no-dashboard", *alone]] * n_workers,
    ]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", "--scheduler-file", file, *options],
            env=os.environ | settings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *options in commands
    ]
    try:
        while not file.exists() or not file.read_text():
            assert processes[0].poll() is None
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_without_scheduler_or_worker_the_message_says_how_to_start_one(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_ANSWER", 1)
    nobody = "tcp://127.0.0.1:1"
    with pytest.raises(OSError, match=f"^{nobody} does not answer: start `dask scheduler`"):
        list(run_notebooks(CLASS, scheduler=nobody))
    with (
        cluster(tmp_path, n_workers=0) as (address, _),
        pytest.raises(OSError, match=f"^{address} has no worker: start `dask worker {address}`"),
    ):
        list(run_notebooks(CLASS, scheduler=address))


def test_a_worker_that_dies_loses_no_notebook(tmp_path):
    found = {}
    with cluster(tmp_path) as (address, at_work):
        for name, ran in run_notebooks(CLASS, scheduler=address):
            if not found:
                at_work[0].send_signal(signal.SIGKILL)
            found[name] = ran
        assert [worker.poll() for worker in at_work] == [-signal.SIGKILL, None]
    assert {name: printed(ran) for name, ran in found.items()} == {
        name: [f"{n}\n"] for n, name in enumerate(CLASS)
    }


def test_a_notebook_that_kills_every_worker_earns_nothing(monkeypatch):
    @contextmanager
    def open_executor(workers, scheduler):
        future = Future()
        future.set_exception(KilledWorker("run", None, 1))
        yield lambda *arguments: future, None

    monkeypatch.setattr(workers, "open_executor", open_executor)
    found = dict(run_notebooks({"a": notebook("1")}, scheduler="tcp://127.0.0.1:1"))
    assert points(found["a"]) == [0]
    assert found["a"].events == ("the whole notebook: not run: each process that ran it died",)
