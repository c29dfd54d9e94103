"""Run the notebooks of a class on several workers: processes here, or machines elsewhere.

Both are dask.distributed, so both are the same function. Its scheduler gives the notebook of a
worker that died to another one.
"""

import logging
from contextlib import contextmanager

import dask
from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from tools.grading.box import Limits, NoBoxError, not_run, run

_DEATHS = 3  # workers that may die over one notebook, here
_QUIET = logging.CRITICAL  # what becomes of a worker is told in events


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
        How many processes run notebooks here, one each.
    scheduler : str, optional
        The address of a dask scheduler, such as "tcp://host:8786". Its workers are used instead;
        they need this project and its environment, and bubblewrap.

    Yields
    ------
    tuple of str and Ran
        The name, and what became of the notebook. One that could not be run, even on another
        worker, comes back without credit and says why.

    Raises
    ------
    NoBoxError
        A worker has no box.
    """
    if not notebooks:
        return
    with connected(workers, scheduler) as client:
        names = {
            client.submit(run, notebook, limits, boxed, pure=False, retries=1): name
            for name, notebook in notebooks.items()
        }
        for future in as_completed(list(names)):
            name, problem = names.pop(future), future.exception()
            if problem is None:
                yield name, future.result()
            elif isinstance(problem, NoBoxError):
                raise problem
            else:
                yield name, not_run(notebooks[name], why(problem))
            future.release()


def why(problem):
    if isinstance(problem, KilledWorker):
        return "each worker that ran it died"
    return f"it could not be run ({type(problem).__name__}: {problem})"


@contextmanager
def connected(workers, scheduler):
    """Yield a client of workers; those that were started here end with it."""
    if scheduler:
        with Client(scheduler) as client:
            yield client
        return
    settings = {
        "distributed.scheduler.allowed-failures": _DEATHS - 1,
        "distributed.worker.daemon": False,
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=_QUIET,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
