"""Make a known mistake in one place at a time and see that a test notices.

These are mistakes that mutmut (tools/mutate.py) does not make: steps swapped, other layouts,
tables of exercises, figures, notebooks. Each fault is a copy of the project with one change.
pytest must fail on it, and must pass on a copy without any change; a fault that goes unnoticed
means that a test is missing.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = "book/worked_examples.ipynb"
AT_ONCE = 2
PASSED, FAILED = 0, 1  # exit codes of pytest; every other one says that it could not test


@dataclass(frozen=True)
class Fault:
    name: str
    file: str
    change: Callable[[str], str]
    tests: str


class FaultError(Exception):
    """A fault that tests nothing; the text says why."""


def replace(old, new):
    """Return a change of one text, which must occur exactly once."""

    def change(text):
        if text.count(old) != 1:
            raise FaultError(f"{old!r} occurs {text.count(old)} times, should be once")
        return text.replace(old, new)

    return change


def change_a_printed_number(text):
    """Change the last digit of the first decimal that the notebook prints."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            lines = output.get("text") or output.get("data", {}).get("text/plain", [])
            for number, line in enumerate(lines):
                if found := re.search(r"\d\.\d*(\d)", line):
                    digit = str((int(found[1]) + 1) % 10)
                    lines[number] = line[: found.start(1)] + digit + line[found.end(1) :]
                    return json.dumps(notebook)
    raise FaultError("no output holds a decimal")


def strip_outputs(text):
    """Delete the outputs and keep the counts, which alone would give it away."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
    return json.dumps(notebook)


# file in sinpe_lib: (name, text in the file, text instead), ...
ROOMS = {
    "encoding.py": [
        ("angle negative", "angles = positions[..., None]", "angles = -positions[..., None]"),
        ("positions from 1", "fill(out, start, base)", "fill(out, start + 1, base)"),
        ("overlap allowed", "stride < extent", "stride < 0"),
        (
            "halves",
            "out[..., 0::2] = np.sin(angles)\n        out[..., 1::2]",
            "d = d_model // 2\n        out[..., :d] = np.sin(angles)\n        out[..., d:]",
        ),
        (
            "cosine first",
            "out[..., 0::2] = np.sin(angles)\n        out[..., 1::2]",
            "out[..., 1::2] = np.sin(angles)\n        out[..., 0::2]",
        ),
        (
            "angle in the output type",
            "positions[..., None] * frequencies(d_model, base)\n",
            "(positions[..., None] * frequencies(d_model, base)).astype(out.dtype)\n",
        ),
        ("shift matrix transposed", "    return matrix\n", "    return matrix.T\n"),
        (
            "shift matrix in halves",
            "sine = np.arange(0, 2 * len(angles), 2)\n    cosine = sine + 1\n",
            "sine = np.arange(len(angles))\n    cosine = sine + len(angles)\n",
        ),
        ("similarity a mean", ".sum(axis=-1)", ".mean(axis=-1)"),
    ],
    "angle_addition.py": [
        ("exponent i", "(Decimal(-2) / d_model)", "(Decimal(-1) / d_model)"),
        ("exponent up to 1", "Decimal(-2) / d_model", "Decimal(-2) / max(d_model - 2, 1)"),
        ("frequencies to 20 digits", "Context(prec=50)", "Context(prec=20)"),
        ("a wrong digit of a turn", "5768883763", "5768883863"),
        ("the rest of a turn forgotten", " + (clockwise * rest).astype(np.int64)", ""),
        ("turned the other way", "clockwise = -positions", "clockwise = positions"),
        ("quarter turns in disorder", "[1, 1j, -1, -1j]", "[1, -1j, -1, 1j]"),
        ("cosine before sine", "rows = 1j * _rot", "rows = 1 * _rot"),
        ("blocks from 1", "[first % BLOCK :]", "[first % BLOCK + 1 :]"),
        ("products in float32", "dtype=np.complex128, casting", "dtype=np.complex64, casting"),
        ("a block where none fits", "max(head, stop // BLOCK)", "max(head, stop // BLOCK - 1) + 1"),
        (
            "all strips the first",
            "rest, near, middle = _rotations_of_strip(d_model, base, first_pair)",
            "rest, near, middle = _rotations_of_strip(d_model, base, 0)",
        ),
        ("kept tables open to change", "array.flags.writeable = False", "pass"),
        ("buffers left small", 'with np.errstate(under="ignore"):', "if True:"),
    ],
    "attention.py": [
        ("scale not a root", "/ np.sqrt(query.shape[-1])", "/ query.shape[-1]"),
        ("queries and keys swapped", "query @ np.swapaxes(key", "key @ np.swapaxes(query"),
        ("softmax over queries", "weights = softmax(scores)", "weights = softmax(scores, axis=-2)"),
        ("mask upside down", ", scores, -np.inf)", ", -np.inf, scores)"),
        (
            "queries and keys of the other part",
            "asking @ w_query, answering @ w_key",
            "answering @ w_query, asking @ w_key",
        ),
        ("causal mask of the future", "np.tri(n, dtype=bool)", "np.tri(n, dtype=bool).T"),
    ],
    "alternatives/offsets.py": [
        ("offset from the key", "positions - positions[:, None]", "positions[:, None] - positions"),
    ],
    "alternatives/table.py": [
        ("table read from its end", "(positions < 0) | ", ""),
    ],
    "alternatives/relative.py": [
        ("offsets that wrap", "np.clip(offsets, -clip, clip) + clip", "offsets % (2 * clip + 1)"),
        ("value vectors left out", "return output + np.einsum", "return output + 0 * np.einsum"),
        ("relative scores not scaled", "bias=bias / np.sqrt(d_key)", "bias=bias"),
    ],
    "alternatives/biases.py": [
        ("last bucket overrun", "of_a_side - 1)\n", "of_a_side)\n"),
        (
            "slopes filled from the start",
            "np.arange(1, 2 * power + 1, 2)",
            "np.arange(1, power + 1)",
        ),
        ("a bonus on distance", "bias = -alibi_slopes", "bias = alibi_slopes"),
    ],
    "alternatives/rotary.py": [
        (
            "turned as the shift matrix turns",
            "turns[..., 0::2], turns[..., 1::2]",
            "-turns[..., 0::2], turns[..., 1::2]",
        ),
        (
            "rotary pairs in halves",
            "first, second = x[..., 0::2], x[..., 1::2]",
            "first, second = np.split(x, 2, axis=-1)",
        ),
    ],
    "training/task.py": [
        ("reversal forgotten", "tokens[:, ::-1], exchanged[:, ::-1]", "tokens, exchanged"),
    ],
    "training/model.py": [
        ("softmax differentiated by halves", "(of_attention - inner)", "of_attention"),
        ("rotation not undone", "back = -np.asarray(positions)", "back = np.asarray(positions)"),
        (
            "gradient of the loss may overflow",
            "np.exp(-np.logaddexp(0, signs",
            "1 / (1 + np.exp(signs",
        ),
        ("key gradient from keys", 'swapaxes(1, 2) @ f["query"]', 'swapaxes(1, 2) @ f["key"]'),
    ],
    "training/fitting.py": [
        ("Adam without its correction", " / (1 - 0.9**step)", ""),
        ("random positions with repeats", "replace=False", "replace=True"),
        ("the shift not used", "shift + np.arange(length)", "np.arange(length)"),
    ],
    "checks/relatives.py": [
        ("rotary the other way expected", "len(query)).T", "len(query))"),
    ],
    "explorers/schemes.py": [
        ("every scheme the same", "scores = schemes[scheme](", 'scores = schemes["rotary"]('),
        ("a mean called a median", "np.median(of_scheme, axis=0)", "np.mean(of_scheme, axis=0)"),
        ("colours by the frame", "largest=largest[scheme], ax", "ax"),
    ],
    "checks/engine.py": [
        ("tolerance widened", "_ABSOLUTE = 2e-7", "_ABSOLUTE = 1e-2"),
        ("answers on the cases themselves", "answer(*copy.deepcopy(case))", "answer(*case)"),
        ("one case judged", "for case in exercise.cases:", "for case in exercise.cases[:1]:"),
        ("expected value shown", "returned a wrong value", "did not return {right}"),
        ("a mistake hides a right answer", "if not fault:", "if not fault and not outcomes:"),
        ("numbers taken for verdicts", '"True or False": "b"', '"True or False": "biuf"'),
    ],
    "checks/similarity.py": [
        ("rise at the place before", "return 1 + np.argmax(_rises", "return np.argmax(_rises"),
    ],
    "checks/heads.py": [
        (
            "a look ahead passes",
            "return gain * shift_matrix(back,",
            "return gain * shift_matrix(-back,",
        ),
    ],
    "checks/formula.py": [
        ("frequencies tried at width 2", "((4,), (6,), (64,), (2,))", "((2,),)"),
        (
            "a hint at the wrong mistake",
            '"the base is 10000: you have lost a zero"',
            '"the exponent is -2i/d: the 2 is missing"',
        ),
    ],
    "checks/tables.py": [
        (
            "table tried at width 2",
            "((3, 4), (1, 6), (7, 8), (5, 2), (120, 6))",
            "((3, 2), (5, 2))",
        ),
        (
            "fractions cut off",
            "encode_positions(positions, d_model)",
            "encode_positions(np.trunc(positions), d_model)",
        ),
        (
            "padding row accepted",
            "    _table_by_loops,\n",
            "    lambda n, d: _zero_first(_table_by_loops(n, d))[:n],\n",
        ),
    ],
    "checks/columns.py": [
        ("layout tried at width 4", "[(3, 6), (2, 8), (4, 2)]", "[(3, 4), (2, 4), (4, 2)]"),
    ],
    "checks/shifts.py": [
        (
            "transpose expected",
            "return shift_matrix(offset, d_model)\n",
            "return shift_matrix(offset, d_model).T\n",
        ),
        ("no negative offset tried", "(-2, 8), (0.5, 4)", "(2, 8), (0.5, 4)"),
    ],
    "checks/suspects.py": [
        (
            "a suspect that is right",
            'np.take(sinusoidal_encoding(512, d_model), positions, axis=0, mode="clip")',
            "encode_positions(positions, d_model)",
        ),
        (
            "a copy handed out",
            "return self._kept[n_positions, d_model]",
            "return sinusoidal_encoding(n_positions, d_model)",
        ),
        (
            "a test may be too strict",
            "cases=((first,), (broken,), (second,)),",
            "cases=((first,), (broken,)),",
        ),
    ],
    "checks/distances.py": [
        ("last offset left out", "np.arange(max_offset + 1)", "np.arange(max_offset)"),
    ],
    "checks/submission.py": [
        ("copies unnoticed", "if len(found) > 1:", "if len(found) > 2:"),
        ("stub taken for an answer", " or _STUB.search(cell.source)", ""),
        ("tests may change", 'elif kind != "answer" and', 'elif kind == "given" and'),
    ],
    "plots/clocks.py": [
        ("hand mirrored", "ax.plot([0, sine], [0, cosine]", "ax.plot([0, cosine], [0, sine]"),
        ("axis misnamed", 'ax.set_xlabel("sine"', 'ax.set_xlabel("cosine"'),
        ("turn runs backwards", "turn = (last - first)", "turn = (first - last)"),
        (
            "small hand mirrored",
            "tips = centres + radius * pairs",
            "tips = centres - radius * pairs",
        ),
        ("arc from three o'clock", "(90 - np.degrees(before)", "(np.degrees(before)"),
        ("arc goes on for whole turns", "low + (high - low) % 360", "high"),
        ("clocks broadcast", "if len(centres) != n_clocks:", "if False:"),
    ],
    "plots/lamps.py": [
        ("lamp dark where it is lit", "(values - dark) / (full", "(full - values) / (full"),
        (
            "lamps in columns",
            "for row in range(n) for column in range(m)]",
            "for column in range(m) for row in range(n)]",
        ),
        ("brightness written", "number_format.format(value)", "number_format.format(glow)"),
        ("table of values, not of lights", "ax.imshow(brightness,", "ax.imshow(table,"),
    ],
    "plots/matrices.py": [
        ("scores around no zero", "vmin=-largest", "vmin=0"),
        ("matrix drawn transposed", "ax.imshow(matrix,", "ax.imshow(matrix.T,"),
        (
            "matrix named in halves",
            'for pair in range(len(matrix) // 2) for kind in ("sin", "cos")',
            'for kind in ("sin", "cos") for pair in range(len(matrix) // 2)',
        ),
        ("weights drawn transposed", "ax.imshow(weights,", "ax.imshow(weights.T,"),
        ("weights written in the wrong square", "ax.text(key, query,", "ax.text(query, key,"),
        ("weights written black on black", "if weight > 0.62", "if weight > 0.7"),
        ("hidden scores white", "with_extremes(bad=_HIDDEN)", 'with_extremes(bad="white")'),
        (
            "keys called queries",
            '[str(token) for token in tokens])\n    ax.set(xlabel="key", ylabel="query")',
            '[str(token) for token in tokens])\n    ax.set(xlabel="query", ylabel="key")',
        ),
    ],
    "plots/tables.py": [
        ("table upside down", "start + n_positions - 0.5, start - 0.5", "start - 0.5, start"),
        ("position axis misnamed", 'ylabel="position"', 'ylabel="column"'),
    ],
    "plots/curves.py": [
        ("wave over its index", "ax.plot(positions, values,", "ax.plot(values,"),
        ("tracks upside down", "np.arange(len(names))[::-1]", "np.arange(len(names))"),
        ("band without its tops", "(np.minimum, np.maximum)", "(np.minimum, np.minimum)"),
        ("margins on a linear axis", 'yscale="log"', 'yscale="linear"'),
        ("cosine not dashed", 'line = "--" if role == "cosine" else "-"', 'line = "-"'),
    ],
    "plots/tokens.py": [
        ("token led back", "[token, place], color", "[place, token], color"),
        (
            "tokens in their old order",
            "ax.text(1, place, tokens[token]",
            "ax.text(1, place, tokens[place]",
        ),
        ("bars upside down", "height=-scale * outputs", "height=scale * outputs"),
        (
            "scale without what was before",
            "np.abs(outputs).max(), np.abs(before).max()",
            "np.abs(outputs).max(), 0",
        ),
    ],
    "style.py": [
        ("context over what was set before", '["default", path]', "[path]"),
        (
            "context that stays",
            "as_file(_SHEET) as path, plt",
            "as_file(_SHEET) as path, use() or plt",
        ),
    ],
    "sounds.py": [
        ("loud where the column is small", "fade * ((row + 1) / 2", "fade * ((1 - row) / 2"),
        ("chromatic scale", "[0, 2, 4, 7, 9]", "[0, 1, 2, 3, 4]"),
        ("full volume", "LOUDEST = 0.25", "LOUDEST = 1.0"),
        (
            "each sound as loud as the others",
            "_wav(LOUDEST / full * sound)",
            "_wav(LOUDEST * sound / (np.abs(sound).max() or 1))",
        ),
        (
            "starts with a click",
            "fade = np.clip(np.minimum(time, SECONDS - time) / _FADE, 0, 1)",
            "fade = 1",
        ),
    ],
    "explorers/explorer.py": [
        (
            "first control fastest",
            "controls = [name for name in self.controls",
            "controls = [name for name in reversed(self.controls)",
        ),
        ("drawn again for every frame", "if key not in self._parts:", "if True:"),
        ("ghosts of earlier frames", "                artist.remove()\n", "                pass\n"),
        (
            "ghost of a failed frame",
            "            self._unseen = None\n            raise",
            "            raise",
        ),
        ("canvas in every layer", "artist.set_visible(False)", "pass"),
        ("limits of the layer", "            ax.axis(limits)\n", "            pass\n"),
        ("colours go on", "            ax.set_prop_cycle(None)", "            pass"),
        (
            "first picture by zorder",
            "artist.set_zorder(artist.get_zorder() + _ABOVE * (layer + 1))",
            "pass",
        ),
        ("first picture clipped", "artist.set_clip_on(False)", "pass"),
        ("frames without being asked", "if os.environ.get(FRAMES):", "if True:"),
        (
            "style of the notebook",
            "        with style.context():\n            return [self._stack",
            "        if True:\n            return [self._stack",
        ),
    ],
    "explorers/vector.py": [
        (
            "y upwards",
            "place = f\"translate({found['x']} {found['y']})\"",
            "place = f\"translate({found['x']} -{found['y']})\"",
        ),
        ("ids kept", '("d", "x",', '("id", "d", "x",'),
        ("clipped", '("d", "x",', '("clip-path", "d", "x",'),
        (
            "text not escaped",
            'inside = escape(element.text or "")',
            'inside = (element.text or "")',
        ),
        ("letters as shapes", '"svg.fonttype": "none"', '"svg.fonttype": "path"'),
        ("colours of the style kept", 're.sub(r"#[0-9a-f]{6}\\b", _variable, value)', "value"),
        ("whole units", ":.2f}", ":.0f}"),
        ("small turns dropped", "\\b(?!\\.)[^)]*", "[^)]*"),
        ("matrix rounded", ' or "matrix" in value:', ":"),
    ],
    "explorers/page.py": [
        ("script ended early", '.replace("</", "<\\\\/")', ""),
        ("script never ended", '.replace("<!--", "<\\\\u0021--")', ""),
        (
            "description not escaped",
            'alt="{escape(explorer.description)}"',
            'alt="{explorer.description}"',
        ),
        ("starts at the first value", '"at": control.values.index(control.value)', '"at": 0'),
        ("layers upside down", "in explorer.stacks()\n", "in explorer.stacks()[::-1]\n"),
        ("image in few colours", "_COLOURS = 32", "_COLOURS = 3"),
    ],
    "explorers/live.py": [
        (
            "redrawn twice",
            'setter.observe(show, "value")',
            'setter.observe(show, ["value", "index"])',
        ),
        ("errors unseen", "except Exception:\n", "except Exception:\n            return\n"),
        ("values of the page", "for value in control.live]", "for value in control.values]"),
        ("player of values", '(slider, "index"))', '(slider, "value"))'),
        ("words not escaped", '" ".join(escape(sentence)', '" ".join((sentence)'),
    ],
    "explorers/clocks.py": [
        (
            "hand of another width",
            "table = encode_positions(position, _WIDEST)",
            "table = encode_positions(position, _WIDEST + 2)[:_WIDEST]",
        ),
        ("wrong pairs covered", "pairs[pairs % every > 0]", "pairs[pairs % every == 0]"),
        (
            "distance by the angle",
            "2 * np.abs(np.sin(frequencies(4) * offset / 2))",
            "np.abs(frequencies(4) * offset)",
        ),
        ("distances added", "row = np.hypot(*pairs)", "row = sum(pairs)"),
        (
            "offset with a sign",
            "offset=lambda first, second: abs(second - first)",
            "offset=lambda first, second: second - first",
        ),
        ("turn to the offset", "[start, end]), centres", "[start, offset]), centres"),
        (
            "second end from the first start",
            "second_end=lambda second, offset: second + offset",
            "second_end=lambda first, offset: first + offset",
        ),
    ],
    "explorers/lamps.py": [
        (
            "digits from the other end",
            "digits = seat // worth % 2",
            "digits = (seat // worth % 2)[::-1]",
        ),
        ("row beside its lines", "[position - 0.5, position + 0.5]", "[position, position + 1]"),
        (
            "seat at another width",
            "row = encode_positions(seat, 8)",
            "row = encode_positions(seat, 10)[:8]",
        ),
    ],
    "explorers/tokens.py": [
        (
            "encoding travels",
            "self_attention(x[numbers] + encoding",
            "self_attention((x + encoding)[numbers]",
        ),
        (
            "compared place by place",
            "outputs[before, added][orders[order]]",
            "outputs[before, added]",
        ),
        ("compared without an encoding", "outputs[before, added][", 'outputs[before, "no"]['),
        ("bars cut off", "xlim=(-0.6, d_value - 0.4)", "xlim=(-0.6, d_model - 0.4)"),
    ],
    "explorers/similarity.py": [
        ("similarity not divided", " / (d_model / 2)", ""),
        ("law without Euler's constant", "(np.log(ends) + np.euler_gamma)", "np.log(ends)"),
        ("rise counted from 0", "2 + np.argmax", "1 + np.argmax"),
    ],
    "explorers/heads.py": [
        ("looks ahead", "shift_matrix(back, _WIDTH)", "shift_matrix(back, _WIDTH).T"),
        ("gain without effect", "w_query = gain * shift", "w_query = shift"),
        ("weights of the key", "[1][_QUERY]", "[1][:, _QUERY]"),
    ],
    "explorers/waves.py": [
        ("a position is its own look-alike", " & (positions != position)", ""),
        (
            "pairs counted as columns",
            '"two pairs": 4, "three pairs": 6',
            '"two pairs": 2, "three pairs": 3',
        ),
        ("bands upside down", "3 - column // 2, role", "column // 2, role"),
        ("cosine drawn as a sine", '("sine", "cosine")[column % 2]', '"sine"'),
    ],
}


# file in tools/grading: (name, text in the file, text instead, tests), ...
SEEN = "test_box.py::test_an_attempt_is_refused"
GRADING = {
    "entries.py": [
        (
            "links followed",
            "os.O_RDONLY | os.O_NOFOLLOW",
            "os.O_RDONLY",
            "test_intake.py::test_links_are_not_followed",
        ),
        ("size not bounded", "if len(content) > most:", "if False:", "test_intake.py"),
    ],
    "matching.py": [
        (
            "first copy counts",
            "(written or claims)[-1]",
            "(written or claims)[0]",
            "test_repair.py",
        ),
    ],
    "repair.py": [
        (
            "claims of a student count",
            "        elif utils.is_solution(graded[name]):\n            answer = graded[name]\n",
            "        elif utils.is_solution(graded[name]):\n"
            "            answer = graded[name]\n            answer.metadata = cell.metadata\n",
            "test_repair.py",
        ),
    ],
    "grade.py": [
        (
            "a note for each of a class",
            "if len(submissions) > max(2, n_of_set[name] / 2):",
            "if False:",
            "test_repair.py",
        ),
    ],
    "submissions.py": [
        ("a student of nothing", "return sorted(", "return set() and sorted(", "test_pages.py"),
    ],
    "sets.py": [
        (
            "tests of the release run",
            "            cell.source = source.source\n",
            "            pass\n",
            "test_repair.py",
        ),
    ],
    "tripwires.py": [
        (
            "a wrong answer accepted",
            "not any(map(errors, (failing, wrong, cell)))",
            "False",
            "test_pages.py",
        ),
    ],
    "course.py": [
        ("forgery pays", "if forged:", "if False:", "test_pages.py"),
        (
            "formgrader gets tags",
            're.sub(r"<(?=[A-Za-z/!?])", "< ", cell.source)',
            "cell.source",
            "test_pages.py",
        ),
    ],
    "feedback.py": [
        ("a student's HTML", "    return escape(text)\n", "    return text\n", "test_pages.py"),
        (
            "hidden tests printed",
            "if any(line in plain for line in secret):",
            "if False:",
            "test_pages.py",
        ),
    ],
    "bubblewrap.py": [
        ("network of the host", ' "--unshare-net",', "", SEEN),
        ("processes of the host", ' "--unshare-pid",', "", SEEN),
        ("project in the box", '["--perms", "0755", "--tmpfs"]', "shown(ROOT)", SEEN),
        ("system open to change", '["--ro-bind", str(path)]', '["--bind", str(path)]', SEEN),
        ("no filter of system calls", ', "--seccomp", str(file.fileno())]', "]", SEEN),
        (
            "environment of the host",
            "env=environment(),",
            "",
            "test_box.py::test_bubblewrap_knows_nothing_of_the_host_and_is_bounded",
        ),
        (
            "scratch without a bound",
            '["--size", str(size), "--perms"',
            '["--perms"',
            "test_box.py::test_memory_files_and_processes_are_bounded",
        ),
        (
            "processes without a bound",
            '"--nproc={limits.processes}"',
            '"--nproc=1000"',
            "test_box.py::test_memory_files_and_processes_are_bounded",
        ),
    ],
    "kernel.py": [
        (
            "link followed",
            'return f"/proc/self/fd/{self._files[-1]}"',
            "return path",
            "test_box.py::test_a_link_in_the_place_of_a_socket_is_not_followed",
        ),
    ],
    "process.py": [
        (
            "memory of all not looked at",
            "if sum(map(memory_of, self._descendants())) > self._limits.memory:",
            "if False:",
            "test_box.py::test_what_all_processes_hold_together_is_bounded",
        ),
    ],
    "box.py": [
        (
            "credit after a death",
            'fail(cell, "NotRun", f"This cell was not run: {over}.")',
            "pass",
            "test_box.py::test_code_that_ends_its_kernel_earns_nothing_from_there_on",
        ),
        (
            "credit for a hidden error",
            'if reply.get("status") != "ok":',
            "if False:",
            "test_box.py::test_an_error_cannot_be_hidden",
        ),
    ],
    "outputs.py": [
        (
            "warnings on stderr",
            'name="stdout", text=text',
            'name="stderr", text=text',
            "test_box.py::test_a_warning_costs_nothing",
        ),
        (
            "pages kept",
            "{name: data[name] for name in PICTURES if is_base64(data.get(name))}",
            "dict(data)",
            "test_outputs.py",
        ),
        (
            "picture not looked at",
            "if is_base64(data.get(name))",
            "if name in data",
            "test_outputs.py",
        ),
        (
            "half a character kept",
            '.encode("utf-8", "replace")',
            '.encode("utf-8", "surrogatepass")',
            "test_outputs.py",
        ),
    ],
    "workers.py": [
        (
            "given up at once",
            "_DEATHS = 3",
            "_DEATHS = 0",
            "test_workers.py::test_a_notebook_that_its_process_dies_of_holds_up_no_other",
        ),
        (
            "processes that outlive the command",
            "            each.kill()\n    os._exit(1)",
            "            pass",
            "test_workers.py::test_whoever_is_killed_leaves_nothing_running",
        ),
    ],
}
if hasattr(os, "geteuid") and os.geteuid() == 0:  # a user is no other one in the box
    GRADING["bubblewrap.py"].append(
        ("root in the box", '"--", "setpriv", *who, "--"]', '"--"]', SEEN)
    )


def tests_of(file):
    folder, name = os.path.split(file)
    return os.path.join("tests", folder, f"test_{name}")


CONTENT = "tests/test_content.py"
STRIPPED = "tests/test_notebooks.py::test_notebook"
FAULTS = [
    *(
        Fault(name, f"sinpe_lib/{file}", replace(old, new), tests_of(file))
        for file, changes in ROOMS.items()
        for name, old, new in changes
    ),
    *(
        Fault(name, f"tools/grading/{file}", replace(old, new), f"tests/grading/{tests}")
        for file, changes in GRADING.items()
        for name, old, new, tests in changes
    ),
    Fault("a stored number changed", NOTEBOOK, change_a_printed_number, NOTEBOOK),
    Fault(
        "the slip believed",
        NOTEBOOK,
        replace(r"$\\sin 500$ is $-0.468$", r"$\\sin 500$ is $-0.262$"),
        CONTENT,
    ),
    Fault("a notebook stripped", NOTEBOOK, strip_outputs, STRIPPED),
    Fault(
        "a suspect mended on the page",
        "book/implementation_clinic.ipynb",
        replace("** (2 * pairs // d_model)", "** (2 * pairs / d_model)"),
        "tests/test_clinic.py",
    ),
    Fault(
        "bfloat16 with ties upwards",
        "book/implementation_clinic.ipynb",
        replace("0x7FFF + last", "0x8000"),
        "tests/test_clinic.py",
    ),
    Fault(
        "a verdict that the list does not know",
        "book/myths_and_errata.ipynb",
        replace("**Ambiguous.** It holds", "**True.** It holds"),
        "tests/test_myths.py",
    ),
]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="FAULT", help="default: all")
    parser.add_argument(
        "--short",
        action="store_true",
        help="all of encoding.py, and one for each other file of tests but those of grading",
    )
    options = parser.parse_args(arguments)
    known = [fault.name for fault in FAULTS]
    if unknown := set(options.names) - set(known):
        parser.error(f"no fault {sorted(unknown)}; known are {known}")
    faults = [fault for fault in FAULTS if fault.name in (options.names or known)]
    if options.short:
        faults = shortened(faults)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        original = Path(folder, "original")
        copy_project(original)
        if problem := problem_of_the_original(original, {fault.tests for fault in faults}):
            print(f"the project without any change: {problem}\nnothing is proved", file=sys.stderr)
            return 1
        with ThreadPoolExecutor(AT_ONCE) as pool:
            missed = sum(pool.map(lambda fault: unnoticed(fault, original), faults))
    print(f"{len(faults) - missed} of {len(faults)} faults noticed")
    return 1 if missed else 0


def shortened(faults):
    """Return all faults of the encoding, and the first of each other file of tests.

    The box of grading is left out: its tests take long.
    """
    first = {fault.tests: fault for fault in reversed(faults) if "grading" not in fault.tests}
    encoding = [fault for fault in faults if fault.file == "sinpe_lib/encoding.py"]
    return encoding + [fault for fault in first.values() if fault not in encoding]


def copy_project(target):
    """Copy the project as it stands now, without what is generated."""
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(".*", "_build", "__pycache__"))


def problem_of_the_original(original, tests):
    """Say why a change in the copy would not be tested; empty if it would be."""
    where = run(original, "-c", "import sinpe_lib; print(sinpe_lib.__file__)").stdout.strip()
    if not Path(where).is_relative_to(original):
        return f"tests would import {where}, not the copy"
    result = pytest(original, "-n", str(AT_ONCE), "--dist", "loadscope", *sorted(tests))
    return "" if result.returncode == PASSED else f"tests do not pass\n{result.stdout}"


def unnoticed(fault, original):
    """Test one fault and print what became of it."""
    copy = original.parent / re.sub(r"\W+", "-", fault.name)
    shutil.copytree(original, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / fault.file
    try:
        file.write_text(fault.change(file.read_text("utf-8")), "utf-8")
    except FaultError as error:
        verdict = f"cannot be made: {error}"
    else:
        code = pytest(copy, "-x", fault.tests).returncode
        verdict = {FAILED: "noticed", PASSED: "UNNOTICED"}.get(
            code, f"not tested: pytest says {code}"
        )
    print(f"{fault.name} ({fault.file}): {verdict}", flush=True)
    return verdict != "noticed"


def pytest(folder, *arguments):
    # nbval alone takes longer to import than the unit tests take to run.
    light = [] if NOTEBOOK in arguments else ["-o", "addopts=", "-p", "no:nbval"]
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *light, *arguments)


def run(folder, *arguments):
    """Run Python in a copy, so that the copy's sinpe_lib comes before the installed one."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
