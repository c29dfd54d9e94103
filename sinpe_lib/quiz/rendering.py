"""Questions as HTML and as plain text.

Texts may mark `code` and *emphasis*, and hold <sub> and <sup>; everything else is shown as it is.
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


def render_html(questions):
    """Return the questions as HTML: a group for each, its options open one by one.

    fieldset and legend tie options to their question without attributes, which JupyterLab takes
    out of a notebook that is not trusted, as it does with the style.
    """
    groups = (
        f"<fieldset>\n<legend>{number}. {_render_marks(question.text)}</legend>\n"
        + "".join(map(_render_option, ascii_uppercase, question.options))
        + "</fieldset>\n"
        for number, question in enumerate(questions, 1)
    )
    return f'<div class="sinpe-quiz">\n<style>\n{_STYLE}</style>\n{"".join(groups)}</div>'


def _render_option(letter, option):
    kind, verdict = ("wrong", "Not quite.") if option.misconception else ("right", "Right.")
    return (
        f'<details class="sinpe-{kind}">\n'
        f"<summary><b>{letter}</b> <span>{_render_marks(option.text)}</span></summary>\n"
        f"<p><strong>{verdict}</strong> {_render_marks(option.why)}</p>\n"
        "</details>\n"
    )


def render_text(questions):
    """Return questions and options as lines of a terminal, without the answers."""
    blocks = (
        "\n".join(
            [
                textwrap.fill(
                    f"Question {number} of {len(questions)}. {_type_out(question.text)}", _WIDTH
                ),
                *(
                    textwrap.fill(
                        _type_out(option.text),
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


def _render_marks(text):
    """Return marked-up text as HTML in which nothing but the marks is markup."""
    pieces = []
    end = 0
    for found in _MARKUP.finditer(text):
        pieces += [_render_formulas(text[end : found.start()]), _render_mark(found)]
        end = found.end()
    return "".join([*pieces, _render_formulas(text[end:])])


def _render_formulas(text):
    """Return text as HTML in which no line ends at the sign of a formula."""
    return re.sub(r" ([=+]) ", "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", _escape(text))


def _escape(text):
    return html.escape(text, quote=False)  # no text goes into an attribute


def _render_mark(found):
    if found["code"]:
        return f"<code>{_escape(found['code'])}</code>"
    if found["emphasis"]:
        return f"<em>{_render_marks(found['emphasis'])}</em>"
    return f"<{found['level']}>{_render_marks(found['raised'])}</{found['level']}>"


def _type_out(text):
    """Return marked-up text as it is typed: code in its quotes, M_k and 10000^(-2i/d)."""
    return _MARKUP.sub(_type_out_mark, text)


def _type_out_mark(found):
    if found["code"]:
        return found[0]
    if found["emphasis"]:
        return _type_out(found["emphasis"])
    inner = _type_out(found["raised"])
    sign = {"sub": "_", "sup": "^"}[found["level"]]
    return sign + (inner if len(inner) == 1 else f"({inner})")
