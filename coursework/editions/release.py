"""Write the student edition of each problem set to problem_sets/, to which the book links.

These files are part of the repository, so that the links work there, in the editions and on the
site. A test compares them with their sources.
"""

import sys

from coursework.editions import options, problem_sets
from tools.files import write_atomically
from tools.notebooks import load_notebook, serialise


def release_problem_sets(root):
    """Write root/problem_sets/set/set.ipynb from root/coursework/problem_sets/set/set.ipynb.

    Raises
    ------
    ProblemSetError
        A source is no notebook, would release an answer, or nbgrader would refuse it.
    """
    for path in options.find_problem_sets(root / options.PROBLEM_SETS):
        name = path.relative_to(root / "coursework").as_posix()
        try:
            notebook = load_notebook(path)
        except ValueError as error:
            raise options.ProblemSetError(f"{name}: {error}") from None
        if problems := list(problem_sets.find_problems(notebook, name)):
            raise options.ProblemSetError("\n".join(problems))
        write_atomically(root / name, serialise(problem_sets.make_student_edition(notebook)))


if __name__ == "__main__":
    try:
        release_problem_sets(options.ROOT)
    except options.ProblemSetError as error:
        sys.exit(str(error))
