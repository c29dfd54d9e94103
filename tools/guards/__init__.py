"""What every page of the book must keep, as plain functions.

A guard takes a page as a notebook, and its path, and returns the problems it finds: each one a
line that names the cell.
"""

from tools.guards import cells, computed, exercises, figures, lesson, markdown, outputs, references
from tools.notebooks import BOOK, load_page

MODULES = (outputs, cells, figures, markdown, lesson, exercises, computed, references)
ALL = [guard for module in MODULES for guard in module.GUARDS]
# What holds for a page in Markdown too. Its fenced code shows commands.
MARKDOWN = [
    markdown.check_mathematics,
    markdown.check_details,
    markdown.check_links,
    lesson.check_title,
    computed.check_numbers,
    references.check_references,
]


def find_problems(path):
    """Yield every problem of a page, as one line that names the page and the cell."""
    page = load_page(path)
    for guard in ALL if path.suffix == ".ipynb" else MARKDOWN:
        yield from (f"{path.relative_to(BOOK.parent)}: {problem}" for problem in guard(page, path))
