"""The built site as a static host sends it, and what a page of it weighs."""

import functools
import gzip
import http.server
import re
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup


@functools.cache
def gzipped(path):
    return gzip.compress(path.read_bytes(), 6)


def own_size(page, ours):
    """Return the gzipped bytes of a page and of its styles and scripts that are in a folder."""
    tags = BeautifulSoup(page.read_bytes(), "html.parser").select(
        "link[rel=stylesheet][href], script[src]"
    )
    linked = {page.parent / urlsplit(tag.get("href") or tag.get("src")).path for tag in tags}
    own = [path for path in linked if (ours / path.name).is_file()]
    return sum(len(gzipped(path)) for path in [page, *own])


class StaticHost(http.server.SimpleHTTPRequestHandler):
    """Send texts compressed, and let the browser keep everything."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        kind = self.guess_type(path)
        is_text = re.search(r"^text/|javascript|json|xml", kind)
        content = gzipped(path) if is_text else path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if is_text else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=31536000")
        if is_text:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args):
        """Keep the output free of one line per request."""


@contextmanager
def served(folder):
    """Serve a folder on a free local port; yields the address."""
    handler = functools.partial(StaticHost, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
