"""Read the numbers in a text, as a reader would: plain, LaTeX, scientific, with thousands."""

import re
from dataclasses import dataclass
from decimal import Decimal

from tools.notebooks import parse_inlines

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_MANTISSA = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.)\]}])\.\d+)"
_NUMBER = re.compile(
    # A name (d512, float64), a version (1.0.4) and a hexadecimal number hold no numbers.
    r"[A-Za-z_][A-Za-z_0-9]*|\d+(?:\.\d+){2,}|0x[0-9a-fA-F]+"
    rf"|(?P<mantissa>{_MANTISSA})(?:[eE](?P<exponent>[+-]?\d+)(?!\w|\.\d))?"
)
# What may come before a sign. After anything else a minus subtracts, unless a blank before and
# none after say otherwise, as in "the sine is -0.468".
_BEFORE_SIGN = "([{=,;:&<>|*/^_+-~≈≤≥"
_GIVEN = re.compile(
    r"(?i)\bsections?\s*\d{1,2}(?:\.\d{1,2})?(?![\d.]*\d)|\barXiv:\s*\d{4}\.\d{5}\b"
    r"|\bPython 3\.\d+"
)
_WORK = re.compile(r"[^\W\d]+( and [^\W\d]+| et al\.)? \(?\d{4}\)?")

# Tokens without text, at which a number does not end.
_INSIDE_A_WORD = {"text", "strong_open", "strong_close", "em_open", "em_close"}


@dataclass(frozen=True)
class Number:
    """A number as it is written: Decimal keeps the digits after the point."""

    text: str
    value: Decimal

    @property
    def significant_digits(self):
        """Digits without leading zeros; without trailing ones too where there is no point."""
        digits = "".join(map(str, self.value.as_tuple().digits)).lstrip("0")
        return len(digits if self.value.as_tuple().exponent < 0 else digits.rstrip("0"))

    @property
    def must_be_shown(self):
        """Decimals and integers of three digits or more are results; small integers are words."""
        return self.value.as_tuple().exponent < 0 or abs(self.value) >= 100

    def is_rounding_of(self, printed):
        """Say whether rounding what is printed, to the digits written here, gives this."""
        # A printed ...5 may have been rounded up or down to it: both directions are accepted.
        half = Decimal((0, (5,), self.value.as_tuple().exponent - 1))
        return abs(self.value - printed.value) <= half


def read_numbers(text):
    """Return every number in a text, in order.

    >>> [number.text for number in read_numbers("d512 at -0.468, 1 - .26, 6.0e-5 and 47,117")]
    ['-0.468', '1', '.26', '6.0e-5', '47,117']
    """
    text = _simplify(text)
    return [
        Number(_read_sign(text, found.start()) + found[0], _read_value(text, found))
        for found in _NUMBER.finditer(text)
        if found["mantissa"]
    ]


def _simplify(text):
    """Return LaTeX and typography as plain characters."""
    text = re.sub(r"(?<=\d)(?:\{,\}|\\,|[\u00a0\u2009\u202f])(?=\d{3}(?!\d))", ",", text)
    text = text.replace("\N{MINUS SIGN}", "-")
    text = re.sub(r"[\N{EN DASH}\N{NON-BREAKING HYPHEN}]", " to ", text)
    text = re.sub("[\N{MULTIPLICATION SIGN}\N{MIDDLE DOT}]", r"\\times ", text)
    power = r"\s*\\(?:times|cdot)\s*10"
    text = re.sub(rf"(?<=\d){power}\s*\^\s*\{{?\s*([+-]?\d+)\s*\}}?", r"e\1", text)
    text = re.sub(
        rf"(?<=\d){power}([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", lambda m: "e" + m[1].translate(_SUPERSCRIPTS), text
    )
    return re.sub(r"\\(?:[A-Za-z]+|.)", " ", text)


def _read_sign(text, start):
    before = text[:start]
    if not before.endswith("-"):
        return ""
    left = before[:-1]
    unary = not left.strip() or left.rstrip()[-1] in _BEFORE_SIGN or left[-1].isspace()
    return "-" if unary else ""


def _read_value(text, found):
    mantissa = Decimal(_read_sign(text, found.start()) + found["mantissa"].replace(",", ""))
    # A Decimal keeps the written digits: 6.0e-5 is known to 1e-6.
    return mantissa.scaleb(int(found["exponent"])) if found["exponent"] else mantissa


def find_written_numbers(markdown):
    """Return the numbers of Markdown text that must come from an output.

    Targets of links, the names of works (author and year, in a link into references.md), the
    numbers of a paper's sections and those in fenced code are no results.
    """
    parts = []
    reference = False
    for token in parse_inlines(markdown):
        if token.type == "link_open":
            reference = token.attrGet("href").partition("#")[0].endswith("references.md")
        elif token.type == "link_close":
            reference = False
        elif token.type != "fence" and not (reference and _WORK.fullmatch(token.content)):
            parts.append(token.content or ("" if token.type in _INSIDE_A_WORD else "\n"))
    numbers = read_numbers(_GIVEN.sub(" ", "".join(parts)))
    return [number for number in numbers if number.must_be_shown]
