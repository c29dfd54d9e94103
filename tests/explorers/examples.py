"""One of each explorer."""

from sinpe_lib import explorers

EXAMPLES = [explorers.SameTurn()]
