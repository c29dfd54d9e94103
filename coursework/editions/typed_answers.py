"""Find tests that contain the answer that they ask for."""

import ast
import re
from itertools import pairwise

from tools.notebooks import find_loaded_names, parse_code

_COMPARING = {"allclose", "isclose", "array_equal", "array_equiv"}
_ABOUT_FORM = {"shape", "ndim", "size", "dtype", "len", "hexdigest"}
_TELLS_NOTHING = {0, 1, -1}  # True and False are 1 and 0
_TOLERANCE = 0.1  # a smaller number beside < or > bounds an error
_HARMLESS = {"np", "numpy", "math", "zip", "enumerate", "range", "list", "tuple", "dict", "set"}


def find_typed_answers(source, answer_names):
    """Yield a description of every value in a test that a student could copy.

    Such a value is made of literals, is compared with something of the student's, and is used for
    nothing else; or it is an expected value that a message would print. `answer_names` are the
    names that the answers of the notebook define.
    """
    module = parse_code(source)
    bound = find_bindings(module)
    own = find_dependent_names(set(answer_names), bound)
    compared = [pair for node in ast.walk(module) for pair in find_comparisons(node)]
    messages = [node.msg for node in ast.walk(module) if isinstance(node, ast.Assert) and node.msg]
    inputs = find_inputs(module, [side for side, _, _ in compared], messages)
    for value, other, by_order in compared:
        telling = set(find_constants(value, bound)) - _TELLS_NOTHING
        if by_order:
            telling = {each for each in telling if isinstance(each, str) or abs(each) > _TOLERANCE}
        typed = telling and is_literal(value, bound) and not find_loaded_names(value) & inputs
        if typed and find_loaded_names(other) & own and not is_about_form(other):
            yield f"line {value.lineno} compares with {ast.unparse(value)}"
    expected = {side.id for side, _, _ in compared if isinstance(side, ast.Name)} - own - inputs
    for message in messages:
        yield from find_revealed_values(message, expected)


def find_comparisons(node):
    """Yield (value, other, whether by order) for what a node compares, each way round."""
    pairs, by_order = [], False
    if isinstance(node, ast.Compare):
        pairs = list(pairwise([node.left, *node.comparators]))
        by_order = all(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        pairs = [(node.left, node.right)]
    elif isinstance(node, ast.Call) and len(node.args) >= 2:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in _COMPARING or name.startswith("assert_"):
            pairs = [tuple(node.args[:2])]
    for left, right in pairs:
        yield left, right, by_order
        yield right, left, by_order


def find_bindings(module):
    """Return {name: the expression that it is taken from}, for assignments and loops."""
    found = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.For | ast.comprehension):
            targets, value = [node.target], node.iter
        else:
            continue
        for target in targets:
            names = (part for part in ast.walk(target) if isinstance(part, ast.Name))
            found |= {name.id: value for name in names if isinstance(name.ctx, ast.Store)}
    return found


def find_dependent_names(names, bound):
    """Return the names, and all names that are bound to something made with one of them."""
    used = {name: find_loaded_names(value) for name, value in bound.items()}
    while more := {name for name in used if used[name] & names} - names:
        names |= more
    return names


def find_inputs(module, sides, messages):
    """Return the names that are used for more than comparing and messages."""
    passed = {id(side) for side in sides}
    passed |= {id(part) for message in messages for part in ast.walk(message)}
    return {
        node.id
        for node in ast.walk(module)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in passed
    } - _HARMLESS


def is_literal(node, bound):
    """Say whether a value is made of literals alone, through the names that it uses."""
    names = find_loaded_names(node) - _HARMLESS
    rest = {name: value for name, value in bound.items() if value is not node}
    return all(name in rest and is_literal(rest[name], rest) for name in names)


def find_constants(node, bound):
    """Yield the numbers and the texts in a value, through the names that it uses."""
    rest = {name: value for name, value in bound.items() if value is not node}
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float | str):
            yield part.value
        elif isinstance(part, ast.Name) and part.id in rest:
            yield from find_constants(rest[part.id], rest)


def is_about_form(node):
    """Say whether a value describes the form of a result, or is a hash of it."""
    names = {getattr(part, "attr", getattr(part, "id", "")) for part in ast.walk(node)}
    return bool(names & _ABOUT_FORM)


def find_revealed_values(message, expected):
    """Yield what the message of an assert gives away."""
    for part in ast.walk(message):
        if isinstance(part, ast.FormattedValue) and find_loaded_names(part) & expected:
            yield f"line {part.lineno} prints {ast.unparse(part.value)}, which is expected"
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            for number in re.findall(r"\d*\.\d+|\d{3,}", part.value):
                yield f"line {part.lineno} says {number} in its message"
