"""Exercises on experiments."""

from fractions import Fraction


def counted(guess):
    """Return an answer that goes through all places of A and B; `guess` judges the unclear ones."""

    def answer(n):
        places = [(a, b) for a in range(n) for b in range(n) if a != b]
        right = sum(1 if n - 1 in place else guess for place in places)
        return float(Fraction(right) / len(places))

    return answer


def of_a_alone(n):
    places = [(a, b) for a in range(n) for b in range(n) if a != b]
    right = sum(Fraction(1) if a == n - 1 else Fraction(1, 2) for a, b in places)
    return float(right / len(places))


def counted_pairs(point_for_a_tie, share=True):
    def answer(yes, no):
        points = 0.0
        for y in yes:
            for n in no:
                points += 1 if y > n else point_for_a_tie if y == n else 0
        return points / (len(yes) * len(no)) if share else points

    return answer


def at_threshold(yes, no):
    right = sum(y > 0 for y in yes) / len(yes) + sum(n <= 0 for n in no) / len(no)
    return right / 2


def side_by_side(yes, no):
    pairs = [*zip(yes, no, strict=False)]
    return sum(y > n for y, n in pairs) / len(pairs)


RIGHT = {"last_row_best": counted(Fraction(1, 2)), "area": counted_pairs(0.5)}
MISTAKES = [
    ("last_row_best", lambda n: 0.5, "the place that is read tells"),
    ("last_row_best", counted(0), "may still guess"),
    ("last_row_best", of_a_alone, "as well as A does"),
    ("last_row_best", lambda n: 0.5 + 2 / n, "no guess to add"),
    ("area", counted_pairs(0), "not nothing"),
    ("area", counted_pairs(1), "not one"),
    ("area", lambda yes, no: counted_pairs(0.5)(no, yes), "the yes is the higher"),
    ("area", at_threshold, "accuracy at the threshold 0"),
    ("area", side_by_side, "every yes meets every no"),
    ("area", counted_pairs(0.5, share=False), "divide by the number of pairs"),
]
