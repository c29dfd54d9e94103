"""A whole table of encodings as a picture."""

import matplotlib.pyplot as plt

from sinpe_lib import arguments
from sinpe_lib.style import VALUE_SCALE

__all__ = ["draw_table"]


def draw_table(table, *, start=0, ax=None):
    """Draw a table of encodings, one position per row.

    Parameters
    ----------
    table : array_like, shape (n_positions, d_model)
        Entries from -1 to 1, columns interleaved.
    start : int, optional
        Position of the first row.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        Column 0 at the left, the first position at the top; dark at -1, light at 1.

    Examples
    --------
    >>> from sinpe_lib import sinusoidal_encoding
    >>> ax = draw_table(sinusoidal_encoding(50, 16, start=100), start=100)
    >>> ax.images[0].get_array().shape
    (50, 16)
    """
    table, start = (
        arguments.check_within("table", table, -1, 1),
        arguments.check_integer("start", start),
    )
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(
            f"table must have shape (n_positions, d_model) and no 0 in it; got {table.shape}"
        )
    n_positions, d_model = table.shape
    ax = ax or plt.subplots(figsize=(5, 4))[1]
    image = ax.imshow(
        table,
        cmap=VALUE_SCALE,
        vmin=-1,
        vmax=1,
        aspect="auto",
        extent=(-0.5, d_model - 0.5, start + n_positions - 0.5, start - 0.5),
    )
    ax.set(xlabel="column: sine of pair 0, cosine of pair 0, sine of pair 1, …", ylabel="position")
    ax.figure.colorbar(image, ax=ax, ticks=[-1, 0, 1], pad=0.02)
    return ax
