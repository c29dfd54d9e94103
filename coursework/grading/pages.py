"""The HTML pages that grading writes, from the templates beside this module."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from coursework.grading.spreadsheets import format_points
from tools.files import write_atomically

# Pages hold what students wrote: every value is escaped.
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["points"] = format_points


def write_page(path, template, **values):
    """Fill in a template and write the page, readable by its owner only."""
    page = _TEMPLATES.get_template(template).render(values)
    write_atomically(path, page + "\n", mode=0o600)
