"""The bars, which pages miss them, and the table."""

MOST = {"kB": 200, "step ms": 50}
LEAST = {"performance": 90, "accessibility": 100, "best-practices": 100}
# Mobile is measured and has no bar.
COLUMNS = [*MOST, *LEAST, "on mobile"]


def missed(rows):
    """Name every bar that a page misses. What was not measured misses none."""
    return [
        f"{path}: {name} {row[name]:g}, should be {relation} {bar}"
        for path, row in rows.items()
        for bars, relation, sign in [(MOST, "at most", 1), (LEAST, "at least", -1)]
        for name, bar in bars.items()
        if name in row and sign * row[name] > sign * bar
    ]


def table(rows):
    """Write the rows below each other, with the bars last."""
    limits = {name: f"<= {bar}" for name, bar in MOST.items()}
    limits |= {name: f">= {bar}" for name, bar in LEAST.items()}
    lines = [["page", *COLUMNS]]
    for path, row in {**rows, "bar": limits}.items():
        cells = [row.get(name, "") for name in COLUMNS]
        lines.append([path, *(c if isinstance(c, str) else f"{c:.0f}" for c in cells)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])])
        for line in lines
    )
