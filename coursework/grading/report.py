"""The page for whoever grades: what was unusual, by student and cell."""

from html import escape
from string import Template

from coursework.grading.submissions import left_out
from coursework.grading.tables import number
from tools.files import write_atomically

_PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Report on a class</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; table-layout: fixed; }
th, td { border: 1px solid #777; padding: .3rem .5rem; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>Report on a class</h1>
<p>$summary</p>
<h2>What was unusual</h2>
<table><thead><tr><th scope="col">student</th><th scope="col">file or cell</th>
<th scope="col">what</th></tr></thead><tbody>
$notes
</tbody></table>
<h2>Points</h2>
<table><thead><tr><th scope="col">student</th><th scope="col">set</th><th scope="col">points</th>
<th scope="col">to be graded by hand</th></tr></thead><tbody>
$points
</tbody></table>
</body>
</html>
""")


def write(submissions, notes, path):
    page = _PAGE.substitute(
        summary=escape(summary(submissions, notes)),
        notes="\n".join(
            row(*note)
            for note in sorted(
                (whose.key if whose else "", where, text) for whose, where, text in notes
            )
        ),
        points="\n".join(
            row(
                each.student.key,
                each.problem_set.name,
                "not graded"
                if each.cells is None
                else f"{number(each.score)} of {number(each.most)}",
                ", ".join(each.waits),
            )
            for each in submissions
        ),
    )
    write_atomically(path, page, mode=0o600)


def summary(submissions, notes):
    """Return one line on a whole run."""
    graded = sum(each.cells is not None for each in submissions)
    waiting = sum(bool(each.waits) for each in submissions)
    nothing = left_out(submissions, notes)
    return (
        f"Code graded: {graded} of {len(submissions)}. With explanations to grade by hand: "
        f"{waiting}. Notes on what was unusual: {len(notes)}."
        + f" Students with nothing that could be graded: {len(nothing)}."
        * bool(nothing)
    )


def row(*cells):
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
