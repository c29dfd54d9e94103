"""What a reader can set in a figure, and how its values are written."""

import re

__all__ = ["Control", "with_minus_signs"]

_BEFORE_A_NUMBER = re.compile(r"(?<!\w)-(?=\d)")


class Control:
    """What a reader can set: a slider over numbers, or a choice between texts.

    Parameters
    ----------
    values : sequence of numbers or of str
        The values of the static face, where each costs a drawing.
    value : optional
        The value shown first; `values[0]` by default.
    live : sequence, optional
        The values of the live face, with at least those of the static one; `values` by default.
    label : str, optional
        Written beside the control; by default the name of the control.
    play : bool, optional
        Offer a button that goes through the values by itself.

    Raises
    ------
    TypeError
        If `values` is a str, or holds str and numbers.
    ValueError
        If `values` is empty or repeats a value, `value` is not one of them, or `live` lacks one.

    Examples
    --------
    >>> Control([0, 10, 20], live=range(21)).value
    0
    """

    def __init__(self, values, value=None, live=None, label=None, play=False):
        if isinstance(values, str):
            raise TypeError(f"values must be a sequence of numbers or of str; got {values!r}")
        self.values = list(values)
        if not self.values or len(set(self.values)) < len(self.values):
            raise ValueError(f"values must be different and at least one; got {values!r}")
        if len({isinstance(value, str) for value in self.values}) > 1:
            raise TypeError(f"values must all be numbers or all be str; got {values!r}")
        self.value = self.values[0] if value is None else value
        if self.value not in self.values:
            raise ValueError(f"value must be one of values; got {value!r}")
        self.live = self.values if live is None else list(live)
        if missing := set(self.values) - set(self.live):
            raise ValueError(f"live must hold all of values; it lacks {missing}")
        self.label, self.play = label, play

    @property
    def is_choice(self):
        return isinstance(self.values[0], str)

    def text(self, value):
        """Return a value as it is shown beside the control, numbers with a minus sign."""
        return value if self.is_choice else with_minus_signs(str(value))


def with_minus_signs(text):
    """Return a text whose numbers have the minus sign that the ticks of the axes have.

    Examples
    --------
    >>> ascii(with_minus_signs("a look-alike at -3"))
    "'a look-alike at \\\\u22123'"
    """
    return _BEFORE_A_NUMBER.sub("\N{MINUS SIGN}", text)
