"""The face of an explorer that a kernel redraws: ipywidgets, core classes only."""

import traceback
from html import escape

import ipywidgets

from sinpe_lib.explorers import page, vector

__all__ = ["widget"]

_INTERVAL = 333  # milliseconds from one value to the next, as on the page


def widget(explorer):
    """Return an explorer as a widget whose picture follows its controls.

    Parameters
    ----------
    explorer : Explorer

    Returns
    -------
    ipywidgets.VBox
        The picture, the controls in the order of the definition, and the sentences. An error
        while drawing shows instead of the picture.
    """
    setters = {name: _setter(control) for name, control in explorer.controls.items()}
    picture, words = ipywidgets.HTML(), ipywidgets.HTML()

    def show(change=None):
        values = {name: setter.value for name, setter in setters.items()}
        try:
            parts = explorer.parts(values)
        except Exception:
            picture.value = f"<pre>{escape(traceback.format_exc())}</pre>"
            words.value = ""
        else:
            picture.value = _picture(explorer, [drawing for drawing, _ in parts])
            words.value = " ".join(escape(sentence) for _, sentence in parts if sentence)

    for setter in setters.values():
        setter.observe(show, "value")
    show()
    rows = [
        _with_player(setters[name]) if control.play else setters[name]
        for name, control in explorer.controls.items()
    ]
    return ipywidgets.VBox([picture, *rows, words], layout={"max_width": "40rem"})


def _picture(explorer, drawings):
    width, height = vector.extent(explorer.size)
    groups = "".join(f"<g>{drawing}</g>" for drawing in drawings)
    return (
        f'<div class="sinpe-explorer"><style>{page.style_sheet()}</style><svg role="img" '
        f'aria-label="{escape(explorer.description)}" viewBox="0 0 {width} {height}">'
        f"{groups}</svg></div>"
    )


def _setter(control):
    kind = ipywidgets.RadioButtons if control.is_choice else ipywidgets.SelectionSlider
    return kind(
        options=[(control.text(value), value) for value in control.live],
        value=control.value,
        description=control.label,
        tooltip=control.label,  # without one Lab shows the word "null"
        style={"description_width": "8rem"},
        layout={"width": "100%"},
    )


def _with_player(slider):
    player = ipywidgets.Play(max=len(slider.options) - 1, value=slider.index, interval=_INTERVAL)
    ipywidgets.jslink((player, "value"), (slider, "index"))
    return ipywidgets.HBox([slider, player])
