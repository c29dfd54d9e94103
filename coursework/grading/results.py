"""Run notebooks and store the results, so that none runs twice."""

import hashlib
import json

import nbformat
from tqdm import tqdm

from coursework.grading.tripwires import add_tripwires
from coursework.grading.workers import run_notebooks
from tools.files import write_atomically

_NOT_RUN = "the whole notebook: not run"
_VERSION = 1  # of the stored form; a change makes everything run again


class Results:
    """The results in a folder, one file each, named by a hash of notebook and limits."""

    def __init__(self, folder, limits, boxed):
        self.folder = folder
        self.limits = limits
        self.boxed = boxed

    def make_key(self, notebook):
        parts = [_VERSION, repr(self.limits), self.boxed, nbformat.writes(notebook)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def path(self, key, became="ran"):
        return self.folder / f"{key}.{became}.json"

    def run_missing(self, notebooks, workers, scheduler):
        """Run each of {key: (notebook, problem set)} without a result; store it when it ends."""
        waiting = {
            key: nbformat.writes(add_tripwires(notebook, problem_set))
            for key, (notebook, problem_set) in notebooks.items()
            if not self.path(key).exists()  # one that could not be run is tried again
        }
        if not waiting:
            return
        done = run_notebooks(waiting, self.limits, self.boxed, workers=workers, scheduler=scheduler)
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
