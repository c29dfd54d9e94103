"""Execute the notebooks afresh and store their outputs in one fixed form.

With --check nothing is written: what a fresh run gives is compared with what is stored.
A second run gives the same bytes, and a notebook that fails keeps the bytes it had.
"""

import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import nbformat
import numpy as np
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

# With pictures Matplotlib builds its cache here: a kernel would say so on stderr.
from tools import dark, pictures
from tools.files import write_atomically
from tools.guards.exercises import check_verdicts
from tools.notebooks import (
    METADATA,
    NOTEBOOKS,
    ROOT,
    get_tags,
    is_valid_id,
    number_cells,
    parse_notebook,
    reduce_metadata,
    serialise,
)

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
UNCOMPARABLE = {"image/svg+xml", "application/pdf"}  # nbval compares them byte for byte
# What closes a solution in Lab and in Colab.
HIDDEN = {"jupyter": {"source_hidden": True, "outputs_hidden": True}, "cellView": "form"}
SECONDS_PER_CELL = 120
AT_ONCE = 2
# Two CPUs may round a sine differently in its last bit. That can move the edge of a line by one
# step of Agg's subpixel grid, which changes its grey by one or two levels of 256, no more. The
# palette of a stored picture changes it by 15 more, and only what is stored has one.
LEVELS_OF_GREY = 20


class RefreshError(Exception):
    """A notebook that cannot be stored: each argument is one problem and names the cell.

    A note holds the traceback of a cell that failed.
    """

    def __str__(self):
        return "\n".join([*self.args, *getattr(self, "__notes__", [])])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, report differences")
    parser.add_argument(
        "notebooks", nargs="*", type=Path, metavar="NOTEBOOK", help="default: all below book/"
    )
    options = parser.parse_args(arguments)
    paths = options.notebooks or NOTEBOOKS
    pinned = matches_pins()
    if options.check and not pinned:
        print("images not compared: matplotlib or numpy is not the one pinned in requirements.txt")

    def refresh_or_check(path):
        try:
            return check(path, pinned) if options.check else refresh(path), False
        except Exception as error:  # what is wrong with one notebook does not stop the others
            text = (
                str(error)
                if isinstance(error, RefreshError)
                else f"{type(error).__name__}: {error}"
            )
            return "FAILED\n  " + text.replace("\n", "\n  "), True

    failed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for path, (text, is_failure) in zip(paths, pool.map(refresh_or_check, paths), strict=True):
            print(f"{path}: {text}", flush=True)
            failed += is_failure
    if failed:
        print(f"{failed} of {len(paths)} notebooks failed", file=sys.stderr)
    return 1 if failed else 0


def refresh(path):
    """Store what a fresh run gives; return what was done."""
    text = path.read_text("utf-8")
    fresh = execute(parse_notebook(text), path.parent)
    if problems := list(check_verdicts(fresh)):
        raise RefreshError(*problems)
    for _, cell in number_cells(fresh, "code"):
        for output in cell.outputs:
            if pictures.PNG in output.get("data", {}):
                pictures.shrink(output)
    new = serialise(fresh)
    if new == text:
        return "outputs unchanged"
    write_atomically(path, new)
    return "refreshed"


def check(path, pinned):
    """Raise RefreshError with every difference between what is stored and a fresh run."""
    text = path.read_text("utf-8")
    stored = parse_notebook(text)
    fresh = execute(parse_notebook(text), path.parent)
    found = find_differences(stored, fresh, pinned)
    if not found and serialise(fresh) != text:
        found = ["file: not in the form that refresh writes (spacing, key order or end of file)"]
    if found:
        raise RefreshError(*found)
    return "as stored"


def execute(notebook, folder):
    """Run a notebook from the top in a fresh kernel and normalise it; return it.

    Raises
    ------
    RefreshError
        It is not valid, a cell fails, or what a cell gives cannot be stored.
    """
    normalise(notebook)
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError as error:
        raise RefreshError(f"not a valid notebook: {error.message}") from None
    at = {}
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=SECONDS_PER_CELL,
        record_timing=False,
        allow_errors=False,
        # The kernel warns about its own transport.
        extra_arguments=["--log-level=ERROR", f"--ext={dark.__name__}"],
        on_cell_start=lambda cell, cell_index: at.update(cell=f"{cell_index + 1} (id {cell.id})"),
        on_cell_executed=lambda **_: refuse_widget_output(client.widget_state, at["cell"]),
        resources={"metadata": {"path": str(folder)}},
    )
    # MPLBACKEND would keep figures out of the notebooks.
    kept = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    try:
        client.execute(env=kept)
    except CellExecutionError as error:
        failure = RefreshError(f"cell {at['cell']}: {error.ename}: {error.evalue}")
        failure.add_note(re.sub(r"\x1b\[[0-9;]*m", "", error.traceback).strip())
        raise failure from None
    except (CellControlSignal, DeadKernelError) as error:
        raise RefreshError(f"cell {at['cell']}: {type(error).__name__}: {error}") from None
    for where, cell in number_cells(notebook, "code"):
        cell.outputs = normalise_outputs(cell, where)
    notebook.metadata = nbformat.from_dict(METADATA)  # the kernel reports its version there
    return notebook


def refuse_widget_output(states, cell):
    if any(state.get("outputs") for state in states.values()):
        raise RefreshError(f"cell {cell}: a widget prints or draws inside itself")


def normalise(notebook):
    """Give a notebook the form that is stored: ids, metadata for its tools, no outputs yet."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(METADATA)
    given = [cell.get("id") for cell in notebook.cells]
    used = set()
    for number, cell in enumerate(notebook.cells, 1):
        identity = given[number - 1]
        if not is_valid_id(identity) or identity in used:
            identity = f"cell-{number}"
            while identity in used or identity in given:
                identity += "x"
        used.add(identity)
        cell.id = identity
        cell.metadata = reduce_metadata(cell.metadata)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            if "solution" in get_tags(cell):
                cell.metadata.update(nbformat.from_dict(HIDDEN))


def normalise_outputs(cell, where):
    outputs = []
    for output in cell.outputs:
        if output.output_type == "error":
            raise RefreshError(f"{where}: {output.ename}: {output.evalue}")
        if output.output_type == "stream":
            if output.name == "stderr":
                raise RefreshError(f"{where}: writes to stderr: {output.text.strip()}")
            if outputs and outputs[-1].output_type == "stream":
                outputs[-1].text += output.text
                continue
        else:
            for part in (output.data, output.metadata):
                part.pop(WIDGET_VIEW, None)
            if not output.data:
                continue
            if refused := UNCOMPARABLE & set(output.data):
                raise RefreshError(f"{where}: shows {', '.join(sorted(refused))}: use PNG")
        outputs.append(output)
    return outputs


def find_differences(stored, fresh, pinned):
    """Return one line per difference; what is accepted is made equal in `fresh`."""
    found = [] if stored.metadata == fresh.metadata else ["notebook metadata: not reduced"]
    if (stored.nbformat, stored.get("nbformat_minor")) != (fresh.nbformat, fresh.nbformat_minor):
        found.append(f"notebook format: {stored.nbformat}.{stored.get('nbformat_minor')}, not 4.5")
    for number, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True), 1):
        where = f"cell {number} (id {new.id})"
        for key in ("id", "metadata"):
            if old.get(key) != new.get(key):
                found.append(f"{where}: {key} is {old.get(key)!r}, should be {new.get(key)!r}")
        if old.cell_type == "code":
            if old.execution_count is None:
                found.append(f"{where}: stored without a run")
            adopt_counts(old, new)
            found += [f"{where}: {line}" for line in compare_outputs(old, new, pinned)]
    return found


def adopt_counts(old, new):
    """Give a fresh cell the stored execution counts: they say which cells somebody ran before."""
    new.execution_count = old.execution_count
    for before, after in zip(old.outputs, new.outputs, strict=False):
        if "execution_count" in before and "execution_count" in after:
            after.execution_count = before.execution_count


def compare_outputs(old, new, pinned):
    if len(old.outputs) != len(new.outputs):
        yield f"{len(old.outputs)} outputs stored, {len(new.outputs)} made by a fresh run"
        return
    for before, after in zip(old.outputs, new.outputs, strict=True):
        if all(pictures.PNG in output.get("data", {}) for output in (before, after)):
            yield from compare_pictures(before, after, pinned)
            after.data[pictures.PNG] = before.data[pictures.PNG]
            after.metadata = before.metadata
        if before != after:
            stored, fresh = format_output(before), format_output(after)
            pairs = enumerate(zip(stored, fresh, strict=False))
            same = next((at for at, (a, b) in pairs if a != b), min(len(stored), len(fresh)))
            stored, fresh = (text[max(0, same - 40) : same + 160] for text in (stored, fresh))
            yield f"output differs from character {same}\n  stored: {stored}\n  fresh:  {fresh}"


def compare_pictures(before, after, pinned):
    if not pinned:
        return
    try:
        stored = pictures.read_pictures(before)
    except (SyntaxError, OSError, ValueError, TypeError) as error:
        yield f"the stored picture is no PNG: {error}"
        return
    for theme, picture in pictures.read_pictures(after).items():
        if theme not in stored:
            yield f"no {theme} picture is stored"
            continue
        old, new = (np.asarray(each, dtype=np.int16) for each in (stored[theme], picture))
        if old.shape != new.shape:
            yield f"{theme} picture is {old.shape[1]} x {old.shape[0]}, not {picture.size}"
        elif pixels := np.count_nonzero(np.abs(old - new).max(axis=-1) > LEVELS_OF_GREY):
            yield f"{theme} picture differs in {pixels} pixels"


def format_output(output):
    if output.output_type == "stream":
        return repr(output.text)
    return ", ".join(f"{kind} {value!r}" for kind, value in sorted(output.data.items()))


def matches_pins():
    """Say whether what draws and computes is what requirements.txt names."""
    pins = (ROOT / "requirements.txt").read_text("utf-8")
    return all(
        metadata.version(name) in re.findall(rf"^{name}==([\w.]+)", pins, re.MULTILINE)
        for name in ("matplotlib", "numpy")
    )


if __name__ == "__main__":
    sys.exit(main())
