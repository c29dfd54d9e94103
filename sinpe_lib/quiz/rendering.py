"""Questions as HTML and as plain text.

Texts may mark `code` and *emphasis*, and hold <sub> and <sup>; everything else stands for itself.
"""

import html
import re
import textwrap
from importlib.resources import files
from string import ascii_uppercase

_MARKUP = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*(?P<emphasis>[^\s*](?:[^*]*[^\s*])?)\*"
    r"|<(?P<level>su[bp])>(?P<raised>.+?)</(?P=level)>"
)
_STYLE = (files("sinpe_lib.quiz") / "quiz.css").read_text("utf-8")
_WIDTH = 78  # columns of a terminal


def as_html(questions):
    """Return the questions as HTML: a group for each, its options open one by one.

    fieldset and legend tie options to their question without attributes, which JupyterLab takes
    out of a notebook that is not trusted, as it does with the style.
    """
    groups = (
        f"<fieldset>\n<legend>{number}. {_html(question.text)}</legend>\n"
        + "".join(map(_option_html, ascii_uppercase, question.options))
        + "</fieldset>\n"
        for number, question in enumerate(questions, 1)
    )
    return f'<div class="sinpe-quiz">\n<style>\n{_STYLE}</style>\n{"".join(groups)}</div>'


def _option_html(letter, option):
    kind, verdict = ("wrong", "Not quite.") if option.misconception else ("right", "Right.")
    return (
        f'<details class="sinpe-{kind}">\n'
        f"<summary><b>{letter}</b> <span>{_html(option.text)}</span></summary>\n"
        f"<p><strong>{verdict}</strong> {_html(option.why)}</p>\n"
        "</details>\n"
    )


def as_text(questions):
    """Return questions and options as lines of a terminal, without the answers."""
    blocks = (
        "\n".join(
            [
                textwrap.fill(
                    f"Question {number} of {len(questions)}. {_plain(question.text)}", _WIDTH
                ),
                *(
                    textwrap.fill(
                        _plain(option.text),
                        _WIDTH,
                        initial_indent=f"  {letter}  ",
                        subsequent_indent="     ",
                    )
                    for letter, option in zip(ascii_uppercase, question.options, strict=False)
                ),
            ]
        )
        for number, question in enumerate(questions, 1)
    )
    return "\n\n".join(blocks)


def _html(text):
    """Return marked-up text as HTML in which nothing but the marks is markup."""
    pieces = []
    end = 0
    for found in _MARKUP.finditer(text):
        pieces += [_plain_html(text[end : found.start()]), _marked_html(found)]
        end = found.end()
    return "".join([*pieces, _plain_html(text[end:])])


def _plain_html(text):
    """Return text as HTML in which no line ends at the sign of a formula."""
    return re.sub(r" ([=+]) ", "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", _escaped(text))


def _escaped(text):
    return html.escape(text, quote=False)  # no text stands in an attribute


def _marked_html(found):
    if found["code"]:
        return f"<code>{_escaped(found['code'])}</code>"
    if found["emphasis"]:
        return f"<em>{_html(found['emphasis'])}</em>"
    return f"<{found['level']}>{_html(found['raised'])}</{found['level']}>"


def _plain(text):
    """Return marked-up text as it is typed: code in its quotes, M_k and 10000^(-2i/d)."""
    return _MARKUP.sub(_marked_plain, text)


def _marked_plain(found):
    if found["code"]:
        return found[0]
    if found["emphasis"]:
        return _plain(found["emphasis"])
    inner = _plain(found["raised"])
    sign = {"sub": "_", "sup": "^"}[found["level"]]
    return sign + (inner if len(inner) == 1 else f"({inner})")
