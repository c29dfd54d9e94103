"""Run the notebooks of a class, several at once: in processes here, or on other machines.

Both ways are executors of Python's concurrent.futures, so one function serves both.
"""

import multiprocessing
import os
import resource
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress

import psutil
from distributed import Client
from distributed.scheduler import KilledWorker

from coursework.grading.box import mark_not_run, run_notebook
from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.limits import Limits

_DEATHS = 3  # of processes that run a notebook, before it is given up
_MEMORY = 4 * 2**30  # bytes of address space of such a process
_DIED = "each process that ran it died"
_ANSWER = 30  # seconds for a scheduler to answer, and to have a worker
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])  # imported once, not for each notebook


def run_notebooks(notebooks, limits=Limits(), boxed=True, workers=1, scheduler=None):  # noqa: B008
    """Run notebooks and yield each as soon as it is done.

    Parameters
    ----------
    notebooks : mapping of str to str
        Notebooks as JSON, with their tests, by any name.
    limits : Limits
        How much each may use.
    boxed : bool
        Whether each is kept from the host.
    workers : int
        How many run at once here, each in a separate process.
    scheduler : str, optional
        The address of a dask scheduler, such as "tcp://host:8786". Its workers are used instead;
        they need this project and its environment, and bubblewrap.

    Yields
    ------
    tuple of str and Result
        The name and the result. If the process that runs a notebook dies, another runs it again;
        after a few deaths the notebook is returned without credit and says why.

    Raises
    ------
    NoBoxError
        A worker has no box.
    OSError
        The scheduler cannot be reached, or has no worker.
    """
    if not notebooks:
        return
    with open_executor(workers, scheduler) as (submit, task):
        names = {
            submit(task, notebook, limits, boxed): name for name, notebook in notebooks.items()
        }
        for future in as_completed(names):
            name, problem = names[future], future.exception()
            if isinstance(problem, NoBoxError):
                raise problem
            if problem is None:
                yield name, future.result()
            elif isinstance(problem, KilledWorker):
                yield name, mark_not_run(notebooks[name], _DIED)
            else:
                why = f"it could not be run ({type(problem).__name__}: {problem})"
                yield name, mark_not_run(notebooks[name], why)


@contextmanager
def open_executor(workers, scheduler):
    """Yield a function that submits a task, and the task that runs a notebook."""
    if scheduler:
        with (
            connect(scheduler) as client,
            client.get_executor(pure=False, retries=1) as pool,
        ):
            yield pool.submit, run_notebook
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool.submit, run_in_process
    finally:
        pool.shutdown(cancel_futures=True)


def connect(scheduler):
    try:
        client = Client(scheduler, timeout=_ANSWER)
    except OSError as error:
        raise OSError(
            f"{scheduler} does not answer: start `dask scheduler` on that machine, and "
            f"`dask worker {scheduler}` where notebooks should run"
        ) from error
    try:
        client.wait_for_workers(1, timeout=_ANSWER)
    except TimeoutError as error:
        client.close()
        raise OSError(f"{scheduler} has no worker: start `dask worker {scheduler}`") from error
    return client


def run_in_process(notebook, limits, boxed):
    """Run a notebook in a new process, so that nothing it breaks affects another notebook."""
    for _ in range(_DEATHS):
        with ProcessPoolExecutor(1, _FORKS, initializer=prepare_process) as process:
            try:
                return process.submit(run_notebook, notebook, limits, boxed).result()
            except BrokenProcessPool:
                continue
    return mark_not_run(notebook, _DIED)


def prepare_process():
    """Limit the memory of this process, and end it and its children with its parent."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(OSError, ValueError):  # there is a lower limit already, or the system has none
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, most))
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent():
    multiprocessing.parent_process().join()
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            each.kill()
    os._exit(1)
