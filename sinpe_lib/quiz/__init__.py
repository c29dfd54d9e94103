"""Check-yourself quizzes, one for each page: HTML of the browser's own elements, without a script.

To add a quiz, write its questions into a file here that has the name of the page.
"""

from dataclasses import dataclass
from importlib.resources import files

from sinpe_lib.printing import Printable
from sinpe_lib.quiz.questions import Question, parse_questions
from sinpe_lib.quiz.rendering import render_html, render_text

__all__ = ["Quiz", "ask"]

_FOLDER = files("sinpe_lib.quiz")
_PAGES = sorted(
    file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")
)


@dataclass(frozen=True, repr=False)
class Quiz(Printable):
    """The questions of a page, in the order in which they are asked.

    Parameters
    ----------
    questions : tuple of Question

    Examples
    --------
    >>> len(ask("seats_and_lights").questions)
    5
    """

    questions: tuple[Question, ...]

    def __repr__(self):
        return render_text(self.questions)

    def _repr_html_(self):
        return render_html(self.questions)


def ask(page):
    """Return the quiz of a page of the book.

    Parameters
    ----------
    page : str
        Name of the page, as in its file name: "the_formula".

    Returns
    -------
    Quiz
        A notebook shows it as HTML: each option opens, says whether it is right and explains
        why. A terminal prints the questions and the options, without the answers.

    Raises
    ------
    ValueError
        If no page has this name, or if its file breaks a rule; the text names the question.

    Examples
    --------
    >>> ask("seats_and_lights")  # doctest: +ELLIPSIS
    Question 1 of 5. With a one-hot code, ...
      A  ...
    """
    if page not in _PAGES:
        raise ValueError(f"page must be one of {', '.join(_PAGES)}; got {page!r}")
    try:
        return Quiz(parse_questions((_FOLDER / f"{page}.toml").read_text("utf-8")))
    except ValueError as error:
        raise ValueError(f"{page}.toml: {error}") from None
