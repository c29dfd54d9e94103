"""The Sphinx extension that puts the problem sets on the site, in their student edition only.

It writes them before the pages are read, and the page on problem sets links to what it wrote.
"""

from pathlib import Path

from sphinx.errors import ExtensionError

from coursework.editions import problem_sets
from tools.files import write_atomically
from tools.notebooks import parse_notebook, serialise

WRITTEN = Path("_build", "problem_sets")  # below the sources, where links can reach it


def write_student_editions(app):
    root = Path(app.srcdir)
    for path in sorted(root.glob("coursework/problem_sets/*/*.ipynb")):
        notebook = parse_notebook(path.read_text("utf-8"))
        if found := list(problem_sets.problems(notebook, path.relative_to(root).as_posix())):
            raise ExtensionError("\n".join(found))
        write_atomically(root / WRITTEN / path.name, serialise(problem_sets.student(notebook)))


def setup(app):
    app.connect("builder-inited", write_student_editions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
