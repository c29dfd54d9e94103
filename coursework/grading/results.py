"""Run notebooks and keep what each gave, so that none runs twice."""

import hashlib
import json

import nbformat
from tqdm import tqdm

from coursework.grading.tripwires import with_tripwires
from coursework.grading.workers import run_all
from tools.files import write_atomically

_NOT_RUN = "the whole notebook: not run"
_VERSION = 1  # of what is kept; a change here makes everything run again


class Results:
    """The results in a folder, one file each, named by what was run and under which limits."""

    def __init__(self, folder, limits, boxed):
        self.folder = folder
        self.limits = limits
        self.boxed = boxed

    def key(self, notebook):
        told = [_VERSION, repr(self.limits), self.boxed, nbformat.writes(notebook)]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]

    def path(self, key, became="ran"):
        return self.folder / f"{key}.{became}.json"

    def run(self, notebooks, workers, scheduler):
        """Run the notebooks that have no result yet, and keep each result as it comes.

        Parameters
        ----------
        notebooks : dict of str to tuple
            Key -> (notebook, ProblemSet).
        """
        waiting = {
            key: nbformat.writes(with_tripwires(notebook, problem_set))
            for key, (notebook, problem_set) in notebooks.items()
            if not self.path(key).exists()  # one that could not be run is tried again
        }
        if not waiting:
            return
        done = run_all(waiting, self.limits, self.boxed, workers=workers, scheduler=scheduler)
        for key, ran in tqdm(done, total=len(waiting), unit="notebook", desc="running"):
            kept = {"notebook": ran.notebook, "events": list(ran.events)}
            failed = any(event.startswith(_NOT_RUN) for event in ran.events)
            path = self.path(key, "not-run" if failed else "ran")
            write_atomically(path, json.dumps(kept), mode=0o600)

    def read(self, key):
        """Return (notebook, events) of a result."""
        path = self.path(key)
        kept = json.loads((path if path.exists() else self.path(key, "not-run")).read_text("utf-8"))
        return nbformat.v4.reads(kept["notebook"]), kept["events"]
