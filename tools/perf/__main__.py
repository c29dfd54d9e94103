"""Measure every page of _build/html and print one table."""

import json
import sys
from pathlib import Path

from tools.files import write_atomically
from tools.perf import bars, explorers, host, lighthouse
from tools.perf.browser import CannotMeasureError

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
OURS = ROOT / "book" / "_static"
RESULTS = ROOT / "_build" / "perf" / "results.json"
MEASUREMENTS = {"explorers": explorers.measure, "Lighthouse": lighthouse.measure}


def main():
    if not (SITE / "book" / "index.html").is_file():
        sys.exit("no built site in _build/html: build it first (make book)")
    rows = {
        page.relative_to(SITE).as_posix(): {"kB": round(host.own_size(page, OURS) / 1000, 1)}
        for page in [*sorted(SITE.glob("book/**/*.html")), SITE / "search.html"]
    }
    with host.served(SITE) as address:
        for name, measure in MEASUREMENTS.items():
            try:
                measure(address, rows)
            except CannotMeasureError as reason:
                print(f"SKIPPED {name}: {reason}", file=sys.stderr)
    misses = bars.missed(rows)
    write_atomically(RESULTS, json.dumps({"pages": rows, "missed": misses}, indent=1))
    print(bars.table(rows))
    for miss in misses:
        print(f"MISSED {miss}")
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
