"""Grade what a class handed in: run it in a box, award points, write feedback.

SUBMISSIONS is what Canvas or Moodle exports (a zip file, or a folder), or a folder with a folder
for each student; it is never changed. If grading is interrupted, run the command again, and it
continues where it stopped. After grading explanations by hand (open OUTPUT/course in JupyterLab
with nbgrader's formgrader) run it again: points given by hand are kept, and the files are updated.
"""

import os
import re
import sys
from pathlib import Path

from coursework.editions import options
from coursework.grading.bubblewrap import NoBoxError
from coursework.grading.grade import grade_class
from coursework.grading.intake import IntakeError
from coursework.grading.pages import summarise


def main(arguments=None):
    parser = options.build_parser(
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
        help="run without a box: notebooks can do whatever you can, so use only your own",
    )
    chosen = parser.parse_args(arguments)
    if chosen.submissions == Path():
        parser.error("SUBMISSIONS is empty: name what was handed in")
    if chosen.workers < 1:
        parser.error(f"--workers must be at least 1, not {chosen.workers}")
    if chosen.scheduler and not re.fullmatch(r"\w+://.+:\d+", chosen.scheduler):
        parser.error(f"--scheduler must be like tcp://host:port, not {chosen.scheduler!r}")
    try:
        submissions, notes = grade_class(
            chosen.submissions,
            chosen.sets,
            chosen.output,
            boxed=not chosen.unsafe,
            workers=chosen.workers,
            scheduler=chosen.scheduler,
        )
    except (NoBoxError, options.ProblemSetError, IntakeError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(summarise(submissions, notes))
    tables = sorted(path.name for path in chosen.output.glob("*.csv"))
    print(f"{chosen.output}: {', '.join(tables)}, feedback/, report.html, course/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
