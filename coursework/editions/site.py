"""The Sphinx extension that makes links to problem sets download them.

Sphinx would otherwise look for a page of the site, since pages are notebooks too.
"""


def link_downloads(app, page, source):
    source[0] = source[0].replace("](../problem_sets/", "](path:../problem_sets/")


def setup(app):
    app.connect("source-read", link_downloads)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
