"""The browser of the system, with the network closed."""

import shutil

BROWSERS = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
]
CLOSED_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class CannotMeasureError(Exception):
    """Something that a measurement needs is not there; the text says what."""


def find_browser():
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise CannotMeasureError(f"no browser found ({', '.join(BROWSERS)})")
    return found
