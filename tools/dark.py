"""An extension of IPython: the PNG of every figure has a second one, in dark, in its metadata."""


def load_ipython_extension(shell):
    """Let every figure that a cell shows carry its dark picture."""

    def draw_dark(figure):
        from tools.darkening import darken  # not before a figure: it is slow
        from tools.pictures import DARK, PNG, match_colours

        with darken(figure, match_colours()):
            return {}, {PNG: {DARK: shell.display_formatter.formatters[PNG](figure)}}

    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type_by_name("matplotlib.figure", "Figure", draw_dark)
