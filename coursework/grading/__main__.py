"""Grade what a class handed in: run it in a box, give points, write feedback.

SUBMISSIONS is what Canvas or Moodle exports (a zip file, or a folder), or a folder with a folder
for each student; it is never changed. Killed midway and started again, grading goes on where it
was. After grading explanations by hand (open OUTPUT/course in JupyterLab with nbgrader's
formgrader) run it again: what was graded stays, and the files are written anew.
"""

import os
import re
import sys
from pathlib import Path

from coursework.editions import command
from coursework.grading.box import NoBoxError
from coursework.grading.grade import grade
from coursework.grading.intake import IntakeError
from coursework.grading.report import summarise


def main(arguments=None):
    parser = command.parser(
        "python -m coursework.grading", __doc__, "grades", "where grades, feedback and report go"
    )
    parser.add_argument("submissions", type=Path, metavar="SUBMISSIONS")
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        default=os.cpu_count(),
        help="notebooks that run at the same time here (default: one for each core)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="tcp://host:port of a dask scheduler, whose workers run the notebooks instead",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run without a box, so that notebooks can do all that you can: your own files only",
    )
    options = parser.parse_args(arguments)
    if options.submissions == Path():
        parser.error("SUBMISSIONS is empty: name what was handed in")
    if options.workers < 1:
        parser.error(f"--workers must be at least 1, not {options.workers}")
    if options.scheduler and not re.fullmatch(r"\w+://.+:\d+", options.scheduler):
        parser.error(f"--scheduler must be like tcp://host:port, not {options.scheduler!r}")
    try:
        submissions, notes = grade(
            options.submissions,
            options.sets,
            options.output,
            boxed=not options.unsafe,
            workers=options.workers,
            scheduler=options.scheduler,
        )
    except (NoBoxError, command.SetError, IntakeError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(summarise(submissions, notes))
    tables = sorted(path.name for path in options.output.glob("*.csv"))
    print(f"{options.output}: {', '.join(tables)}, feedback/, report.html, course/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
