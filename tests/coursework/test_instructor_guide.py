"""The instructor guide is in step with the book: its plans, outcomes, rubrics and dates."""

import re
from itertools import pairwise

import pytest
import yaml

from tests.coursework.problem_sets.scoring import SETS, source
from tools.notebooks import BOOK, ROOT, load_notebook

GUIDE = (BOOK / "instructor_guide.md").read_text("utf-8")
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
PART_I = [entry["file"].removeprefix("book/") for entry in TOC["parts"][0]["chapters"]]
PLANS = re.findall(r"(?ms)^### (.+?)\n(.*?\n\| 50 \| 75 \| .*?)\n\n", GUIDE)
TOPICS = {path.stem.split("_")[0]: path.stem for path in SETS}


def rows(heading):
    """Return the cells of the rows of the table in a section."""
    section = re.search(rf"(?ms)^## {heading}\n(.*?)(?=^## )", GUIDE)[1]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def numbered_problems(text):
    """Return {(set, number)} of what is written as "order 1, 2, formula 3"."""
    found, topic = set(), None
    for word in re.findall(r"[a-z]+|\d+", text):
        topic = word if word.isalpha() else topic
        found |= set() if word.isalpha() else {(TOPICS[topic], word)}
    return found


def headings(name):
    """Return [(number, kind, points)] of the problems of a set."""
    pattern = r"(?m)^## Problem (\d+) \((\w+), (\d+) points"
    return [found for cell in source(name).cells for found in re.findall(pattern, cell.source)]


@pytest.mark.parametrize("length", [50, 75])
@pytest.mark.parametrize(("title", "plan"), PLANS, ids=[title for title, _ in PLANS])
def test_a_plan_fills_the_meeting_without_a_gap(title, plan, length):
    column = {50: 1, 75: 2}[length]
    spans = [line.split("|")[column].strip() for line in plan.splitlines() if line.startswith("| ")]
    times = [tuple(map(int, span.split("\N{EN DASH}"))) for span in spans[1:] if len(span) > 1]
    assert times[0][0] == 0
    assert times[-1][1] == length
    assert all(before[1] == after[0] for before, after in pairwise(times))
    assert all(start < end for start, end in times)


def test_each_page_of_part_i_has_a_plan():
    named = [set(re.findall(r"\((\w+)\.ipynb\)", title + plan)) for title, plan in PLANS]
    assert [page for page in PART_I if not any(page in names for names in named)] == []


def exercises():
    """Return the names of the exercises on the practice pages."""
    practice = [load_notebook(BOOK / f"{name}.ipynb") for name in ("practice", "practice_more")]
    text = "\n".join(cell.source for notebook in practice for cell in notebook.cells)
    return re.findall(r"(?m)^### Exercise: (.+) \(", text)


def test_each_exercise_has_an_outcome():
    listed = [name for row in rows("Outcomes.*?") for name in row[1].split("; ")]
    assert exercises()
    assert sorted(listed) == sorted(exercises())


def test_the_plans_name_exercises_that_exist():
    homework = [line for _, plan in PLANS for line in re.findall(r"Homework: .*", plan)]
    named = re.findall(r"\*(.+?)\*", "\n".join([*homework, dict(PLANS)["Practice"]]))
    assert len(named) > len(homework)
    assert {name.lower() for name in named} <= set(exercises())


def test_each_problem_has_an_outcome():
    listed = set().union(*(numbered_problems(row[2]) for row in rows("Outcomes.*?")))
    assert listed == {(path.stem, number) for path in SETS for number, *_ in headings(path.stem)}


def test_the_rubrics_in_outline_have_the_points_of_the_sets():
    outlined = {}
    for problem, points, reasons in rows("How explanations.*?"):
        (key,) = numbered_problems(problem)
        outlined[key] = points
        assert len(reasons.split(";")) == int(points)
    assert outlined == {
        (path.stem, number): points
        for path in SETS
        for number, kind, points in headings(path.stem)
        if kind == "explanation"
    }


def test_each_time_of_day_has_its_zone():
    times = re.findall(r"\d\d:\d\d(.{0,40})", GUIDE)
    assert len(times) >= 2
    assert all("(UTC" in after for after in times)


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_the_page_on_problem_sets_is_in_step(path):
    page = (BOOK / "problem_sets.md").read_text("utf-8")
    (section,) = (part for part in page.split("\n## ") if f"{path.name}]" in part)
    title = source(path.stem).cells[0].source
    for fact in ("Points", "Time"):
        assert re.search(rf"(?m)^\*\*{fact}\*\* .*$", title)[0] in section
    assert f"(../problem_sets/{path.stem}/{path.name})" in section
