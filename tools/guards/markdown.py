"""Text that reads the same in Lab, VS Code, Colab, on GitHub and on the site."""

import re
from urllib.parse import parse_qsl

from mdit_py_plugins.anchors.index import slugify

from tools.notebooks import (
    BOOK,
    find_explorers,
    find_headings,
    get_tags,
    load_page,
    number_cells,
    parse_blocks,
    parse_inlines,
)

TAGS = re.compile(r"</?(details|summary|sup|sub)>|<br ?/?>")
# A footnote, a directive, a substitution, a target, a block break.
RAW_SYNTAX = r"\[\^|^:::|\{\{|^\([\w-]+\)=$|^\+\+\+"
REFERENCES = BOOK / "references.md"


def check_mathematics(notebook, path):
    """Display maths is set apart: $$ that touches text is not rendered on the site."""
    for where, cell in number_cells(notebook, "markdown"):
        lines = ["", *(line.lstrip("> ").strip() for line in cell.source.splitlines()), ""]
        inside = False
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
            if "$$" not in line:
                continue
            if line != "$$":
                yield f"{where}: $$ shares a line with text: {line}"
            elif (after if inside else before).strip():
                yield f"{where}: no blank line around $$ beside {(after if inside else before)!r}"
            inside = not inside
        if inside:
            yield f"{where}: $$ without its partner"


def check_plain_text(notebook, path):
    """No MyST that plain Jupyter shows as raw text, no code that is never run, no raw HTML."""
    for where, cell in number_cells(notebook, "markdown"):
        for block in parse_blocks(cell.source):
            recipe = block.type == "fence" and "recipe" in get_tags(cell)
            if block.type in ("fence", "code_block") and not recipe:
                yield f"{where}: code that is never run: {block.content.strip()[:40]!r}"
            if block.type == "html_block":
                yield from (f"{where}: {found}" for found in find_foreign_html(block.content))
        if hidden := re.search(r"^\s*%.*", cell.source, re.MULTILINE):
            yield f"{where}: a line that starts with % is a comment on the site: {hidden[0]!r}"
        before = ""
        for token in parse_inlines(cell.source):
            if token.type == "html_inline":
                yield from (f"{where}: {found}" for found in find_foreign_html(token.content))
            role = token.type == "code_inline" and re.search(r"\{[\w:.+-]+\}$", before)
            syntax = token.type == "text" and re.search(RAW_SYNTAX, token.content)
            if found := role or syntax:
                yield f"{where}: MyST syntax {found[0]!r} shows as raw text in Jupyter"
            before = token.content if token.type == "text" else ""


def find_foreign_html(content):
    return [f"HTML {tag}" for tag in re.findall(r"<[^>]*>?", content) if not TAGS.fullmatch(tag)]


def check_details(notebook, path):
    """Hidden answers are closed, complete, and their Markdown is rendered."""
    for where, cell in number_cells(notebook, "markdown"):
        found = re.findall(r"</?(?:details|summary)\b[^>]*>", cell.source)
        if found != ["<details>", "<summary>", "</summary>", "</details>"] * (len(found) // 4):
            yield f"{where}: <details><summary> not closed, open by default, or nested: {found}"
        # Without a blank line after the summary, what follows is HTML and not Markdown.
        if re.search(r"</summary>(?!\n\n\S)", cell.source):
            yield f"{where}: no blank line after </summary>"
        if re.search(r"[^\n]\n?</details>", cell.source):
            yield f"{where}: no blank line before </details>"


def check_links(notebook, path):
    """Links go to pages and problem sets that exist, to headings in references.md, to explorers."""
    for where, cell in number_cells(notebook, "markdown"):
        for token in parse_inlines(cell.source):
            if token.type == "image":
                yield from (f"{where}: {line}" for line in find_image_problems(token, path))
            if token.type == "link_open":
                found = find_link_problems(token.attrGet("href"), notebook, path)
                yield from (f"{where}: {line}" for line in found)


def find_link_problems(link, notebook, path):
    address, _, heading = link.partition("#")
    if re.match(r"https?:|mailto:", address):
        return
    if not address and "?" in heading:
        yield from find_setting_problems(heading, notebook, path.name)
        return
    if not address or ":" in address or address.startswith("/"):
        yield f"link {link!r} is not a relative path to a page"
        return
    target = (path.parent / address).resolve()
    shipped = any(map(target.is_relative_to, (BOOK, BOOK.parent / "problem_sets")))
    if not target.is_file() or not shipped:
        yield f"link to {address}, which is not there"
    elif "?" in heading:
        yield from find_setting_problems(heading, load_page(target), address)
    elif heading and target != REFERENCES:
        yield f"link to the heading {address}#{heading}: link to the page"
    elif heading and heading not in find_slugs():
        yield f"link to {address}#{heading}, but no heading has this slug"


def find_setting_problems(setting, notebook, page):
    """Yield what is wrong with a link that sets an explorer, as `same_turn?offset=3`."""
    name, _, query = setting.partition("?")
    specs = dict(pair for cell in notebook.cells for pair in find_explorers(cell))
    if name not in specs:
        yield f"link to the explorer {name}, but {page} shows {', '.join(specs) or 'none'}"
        return
    for control, text in parse_qsl(query, keep_blank_values=True):
        known = specs[name]["controls"].get(control)
        if known is None:
            yield f"link to {setting}, but {name} has no control {control}"
        elif not can_be(known, text):
            yield f"link to {setting}, but {control} cannot be {text!r}"


def can_be(control, text):
    """Say whether a control can have the value that an address writes."""
    if "options" in control:
        return text in control["options"]
    if isinstance(control["value"], bool):
        return text in ("true", "false")
    try:
        value = float(text)
    except ValueError:
        return False
    on_grid = not control["grid"] or value % control["grid"] == 0
    return control["min"] <= value <= control["max"] and on_grid


def find_image_problems(token, path):
    if not token.content.strip():
        yield f"image {token.attrGet('src')} without alternative text"
    if not (path.parent / token.attrGet("src")).is_file():
        yield f"image {token.attrGet('src')} is not there"


def find_slugs():
    return {slugify(text) for _, text in find_headings(REFERENCES.read_text("utf-8"))}


GUARDS = [check_mathematics, check_plain_text, check_details, check_links]
