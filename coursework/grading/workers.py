"""Run the notebooks of a class, several at once: in processes here, or on machines elsewhere.

Both are executors as Python's concurrent.futures has them, so both are the same function.
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

from coursework.grading.box import Limits, NoBoxError, not_run, run

_DEATHS = 3  # of processes that run a notebook, after which it is given up
_MEMORY = 4 * 2**30  # bytes of address space of such a process
_DIED = "each process that ran it died"
_ANSWER = 30  # seconds for a scheduler to answer, and to have a worker
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])  # imported once, not for each notebook


def run_all(notebooks, limits=Limits(), boxed=True, workers=1, scheduler=None):  # noqa: B008
    """Run notebooks and yield each as soon as it is done.

    Parameters
    ----------
    notebooks : mapping of str to str
        Notebooks as JSON, with the tests in them, by any name.
    limits : Limits
        How much each may use.
    boxed : bool
        Whether each is kept from the host.
    workers : int
        How many run at once here, each in a process of its own.
    scheduler : str, optional
        The address of a dask scheduler, such as "tcp://host:8786". Its workers are used instead;
        they need this project and its environment, and bubblewrap.

    Yields
    ------
    tuple of str and Ran
        The name, and what became of the notebook. If a process that runs one dies, another runs
        it again; after a few deaths it comes back without credit and says why.

    Raises
    ------
    NoBoxError
        A worker has no box.
    OSError
        The scheduler cannot be reached, or has no worker.
    """
    if not notebooks:
        return
    with executor(workers, scheduler) as (submit, task):
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
                yield name, not_run(notebooks[name], _DIED)
            else:
                why = f"it could not be run ({type(problem).__name__}: {problem})"
                yield name, not_run(notebooks[name], why)


@contextmanager
def executor(workers, scheduler):
    """Yield what submits a task, and the task: to run a notebook."""
    if scheduler:
        with (
            connected(scheduler) as client,
            client.get_executor(pure=False, retries=1) as pool,
        ):
            yield pool.submit, run
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool.submit, run_apart
    finally:
        pool.shutdown(cancel_futures=True)


def connected(scheduler):
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


def run_apart(notebook, limits, boxed):
    """Run a notebook in a process of its own: what it may break there is of no use to others."""
    for _ in range(_DEATHS):
        with ProcessPoolExecutor(1, _FORKS, initializer=begin) as process:
            try:
                return process.submit(run, notebook, limits, boxed).result()
            except BrokenProcessPool:
                continue
    return not_run(notebook, _DIED)


def begin():
    """Bound the memory of this process, and let it and all below it end with its parent."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(OSError, ValueError):  # a lower bound stands already, or the system has none
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, most))
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent():
    multiprocessing.parent_process().join()
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            each.kill()
    os._exit(1)
