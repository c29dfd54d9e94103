"""The clinic: its suspects are those of the checks, its rounding and its recipes are right."""

import ast
import math

import numpy as np
import pytest

from sinpe_lib import encode_positions, frequencies, shift_matrix, sinusoidal_encoding
from sinpe_lib.checks import suspects
from tools.notebooks import BOOK, load_notebook, number_cells

CELLS = {
    cell.id: cell
    for _, cell in number_cells(load_notebook(BOOK / "implementation_clinic.ipynb"), "code")
}
SUSPECTS = {
    **{f"table_{number}": [(3, 2), (1, 8), (40, 6)] for number in (1, 2, 3, 4, 5, 8)},
    "table_6": [(3, 2), (700, 8)],
    "matrix_7": [(3, 2), (-2, 8), (0.5, 6)],
    "encode_9": [(np.array([0, 5, 511, 512, 9000]), 8)],
    "add_10": [(np.ones((2, 5, 4)),), (np.zeros((3, 3, 8)),)],
}


def names_of(*identities):
    """Return what the functions of some cells are called by, after running their definitions."""
    names = {
        "np": np,
        "encode_positions": encode_positions,
        "frequencies": frequencies,
        "shift_matrix": shift_matrix,
        "sinusoidal_encoding": sinusoidal_encoding,
    }
    for identity in identities:
        module = ast.parse(CELLS[identity].source)
        kept = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.Assign)]
        # What follows the function compares it, with names of other cells.
        last = max(number for number, node in enumerate(kept) if isinstance(node, ast.FunctionDef))
        exec(compile(ast.Module(kept[: last + 1], []), identity, "exec"), names)
    return names


@pytest.mark.parametrize("name", SUSPECTS)
def test_a_suspect_on_the_page_is_the_one_that_is_checked(name):
    shown = names_of(f"suspect-{name.split('_')[1]}-code")[name]
    for arguments in SUSPECTS[name]:
        there, here = shown(*arguments), getattr(suspects, name)(*arguments)
        assert there.dtype == here.dtype
        np.testing.assert_allclose(there, here, rtol=0, atol=1e-12)


def test_a_kept_table_is_kept_on_the_page_too():
    table_8 = names_of("suspect-8-code")["table_8"]
    assert table_8(3, 4) is table_8(3, 4)


def rounded_to_even(value):
    """Round one float to eight binary digits by its mantissa, ties to even."""
    mantissa, exponent = math.frexp(value)
    return math.ldexp(round(mantissa * 2**8), exponent - 8)


def test_bfloat16_rounds_to_the_nearest_and_ties_to_even():
    bfloat16 = names_of("bfloat16")["bfloat16"]
    rng = np.random.default_rng(5)
    values = (rng.normal(size=2000) * 10.0 ** rng.integers(-20, 20, size=2000)).astype(np.float32)
    ties = (257 + 2 * np.arange(128.0)).astype(np.float32) * np.float32(2.0**-9)
    values = np.concatenate([values, ties, -ties, [0, -0.0, 1, 255.5, 256, 257, 259, 1001]])
    expected = [rounded_to_even(value) for value in values.tolist()]
    assert bfloat16(values).dtype == np.float32
    assert bfloat16(values).tolist() == expected
    assert bfloat16(0.3) == 0.30078125  # 77 / 256


@pytest.mark.parametrize("identity", ["pytorch", "jax"])
def test_a_recipe_is_python_and_takes_its_table_from_the_library(identity):
    (statement,) = ast.parse(CELLS[identity].source).body
    recipe = ast.parse(ast.literal_eval(statement.value))
    called = {node.func.id for node in ast.walk(recipe) if hasattr(getattr(node, "func", 0), "id")}
    used = {node.id for node in ast.walk(recipe) if isinstance(node, ast.Name)}
    assert "sinusoidal_encoding" in called
    assert used & {"torch", "jnp"}
    assert not CELLS[identity].outputs  # nothing that nobody has run


class Array(np.ndarray):
    """What both recipes ask of an array of PyTorch or JAX, over NumPy."""

    def to(self, dtype):
        return self.astype(dtype)


class Stand:
    """A stand-in for torch and for jax.numpy: enough of them to run the recipes once."""

    float32 = np.float32

    class nn:  # noqa: N801
        class Module:
            def register_buffer(self, name, value, persistent):
                setattr(self, name, value)

    @staticmethod
    def from_numpy(array):
        return array.view(Array)

    @staticmethod
    def asarray(array, dtype):
        return array.astype(dtype)


@pytest.mark.parametrize("identity", ["pytorch", "jax"])
def test_a_recipe_adds_the_rows_along_the_positions_and_refuses_a_long_text(identity):
    (statement,) = ast.parse(CELLS[identity].source).body
    names = {"torch": Stand, "jnp": Stand, "sinusoidal_encoding": sinusoidal_encoding}
    exec(ast.literal_eval(statement.value), names)
    if identity == "pytorch":
        add, longest, width = names["AddPositions"](7, 4).forward, 7, 4
    else:
        add, longest, width = names["add_positions"], 2048, 512
    out = add(np.zeros((2, 5, width), np.float32))
    assert out.dtype == np.float32
    right = [math.sin(3), math.cos(3)]
    np.testing.assert_allclose(out[:, 3, :2], [right, right], atol=1e-6)
    with pytest.raises(ValueError, match=f"the table has {longest} positions"):
        add(np.zeros((1, longest + 1, width), np.float32))
