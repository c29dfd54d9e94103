"""Questions as data: what a file of them holds, and what a good question has."""

import tomllib
from dataclasses import dataclass

FEWEST_QUESTIONS = 3
FEWEST_OPTIONS = 3
_QUESTION = {"text", "options"}
_RIGHT = {"text", "why", "right"}
_WRONG = {"text", "why", "misconception"}


@dataclass(frozen=True)
class Option:
    """One option of a question.

    Attributes
    ----------
    text : str
        What can be chosen.
    why : str
        The explanation that follows: why it is right, or what is wrong with it.
    misconception : str
        Short name of the mistake that leads to it; empty for the right option.
    """

    text: str
    why: str
    misconception: str = ""


@dataclass(frozen=True)
class Question:
    text: str
    options: tuple[Option, ...]


def parse_questions(text):
    """Return the questions in the text of a TOML file; raise ValueError with all that is wrong."""
    found = tomllib.loads(text)
    if problems := list(_find_problems(found)):
        raise ValueError("; ".join(problems))
    return tuple(
        Question(
            question["text"],
            tuple(
                Option(option["text"], option["why"], option.get("misconception", ""))
                for option in question["options"]
            ),
        )
        for question in found["questions"]
    )


def _find_problems(found):
    questions = found.get("questions", [])
    if foreign := set(found) - {"questions"}:
        yield f"unknown keys {sorted(foreign)}"
    if len(questions) < FEWEST_QUESTIONS:
        yield f"at least {FEWEST_QUESTIONS} questions are needed; got {len(questions)}"
    for number, question in enumerate(questions, 1):
        for problem in _find_question_problems(question):
            yield f"question {number}: {problem}"


def _find_question_problems(question):
    options = question.get("options", [])
    yield from _find_key_problems(question, _QUESTION)
    if len(options) < FEWEST_OPTIONS:
        yield f"at least {FEWEST_OPTIONS} options are needed; got {len(options)}"
    for number, option in enumerate(options, 1):
        for problem in _find_key_problems(option, _RIGHT if "right" in option else _WRONG):
            yield f"option {number}: {problem}"
    right = sum(option.get("right") is True for option in options)
    if right != 1:
        yield f"exactly one option has right = true; got {right}"
    for key in ("text", "why", "misconception"):
        values = [option[key] for option in options if key in option]
        if repeated := {value for value in values if values.count(value) > 1}:
            yield f"two options share the {key} {min(repeated)!r}"


def _find_key_problems(entry, keys):
    if missing := keys - set(entry):
        yield f"lacks {sorted(missing)}"
    if foreign := set(entry) - keys:
        yield f"unknown keys {sorted(foreign)}"
    for key in sorted(set(entry) & {"text", "why", "misconception"}):
        if not isinstance(entry[key], str) or not entry[key].strip():
            yield f"{key} must say something; got {entry[key]!r}"
