"""What a hostile kernel publishes. Every message here can be sent by code in a notebook."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from coursework.grading.outputs import Outputs, make_error, to_count

PNG = "iVBORw0KGgo="


def kept(*messages, most=10_000):
    """Return the outputs of messages, as a file gives them back; they must be valid."""
    outputs = Outputs(most)
    for kind, content in messages:
        outputs.take(kind, content)
    book = new_notebook(cells=[new_code_cell("", outputs=outputs.kept)])
    nbformat.validate(book)
    json.dumps(book).encode("utf-8")
    return outputs


def shown(**data):
    names = {name.replace("_", "/"): value for name, value in data.items()}
    return "display_data", {"data": names}


@pytest.mark.parametrize(
    "message",
    [
        ("stream", {}),
        ("stream", {"text": 5}),
        ("stream", {"text": ["a", "b"]}),
        ("display_data", {}),
        ("display_data", {"data": []}),
        ("execute_result", {"data": "x", "execution_count": {}}),
        ("comm_open", {"data": {}}),
        ("anything", {"text": "x"}),
        ("update_display_data", {"data": {"text/plain": "x"}}),
    ],
)
def test_malformed_and_useless_messages_are_ignored(message):
    assert kept(message).kept == []


def test_only_text_and_pictures_are_kept():
    outputs = kept(
        (
            "execute_result",
            {
                "execution_count": 3,
                "metadata": {"image/png": {"width": '"><script>'}},
                "data": {
                    "text/plain": "plain",
                    "text/html": "<script>alert(1)</script>",
                    "text/markdown": "<script>",
                    "text/latex": "$",
                    "image/svg+xml": "<svg onload='alert(1)'/>",
                    "image/png": PNG,
                    "application/javascript": "alert(1)",
                    "application/vnd.jupyter.widget-view+json": {"model_id": "1"},
                },
            },
        )
    )
    (result,) = outputs.kept
    assert result.data == {"text/plain": "plain", "image/png": PNG}
    assert result.metadata == {}
    assert result.execution_count == 3


@pytest.mark.parametrize("picture", ['"><script>alert(1)</script>', 5, None, ["a"], "é", "abc"])
def test_only_base64_is_a_picture(picture):
    (output,) = kept(shown(text_plain="x", image_png=picture)).kept
    assert output.data == {"text/plain": "x"}


@pytest.mark.parametrize("count", [True, -1, 1.5, "1", None, 10**30, [1]])
def test_only_a_small_integer_is_an_execution_count(count):
    assert to_count(count) is None


def test_a_lone_surrogate_is_replaced():
    (output,) = kept(("stream", {"text": "a\ud800b"})).kept
    assert output.text == "a?b"
    assert make_error("\ud800", "\udfff", ["\ud800"]).traceback == ["?"]


def test_text_that_follows_text_is_one_output():
    outputs = kept(("stream", {"name": "stdout", "text": "a"}), ("stream", {"text": "b"}))
    assert [output.text for output in outputs.kept] == ["ab"]


def test_outputs_are_cleared_at_once_or_by_the_next():
    first, second = ("stream", {"text": "a"}), ("stream", {"text": "b"})
    assert kept(first, ("clear_output", {})).kept == []
    assert [o.text for o in kept(first, ("clear_output", {"wait": True})).kept] == ["a"]
    assert [o.text for o in kept(first, ("clear_output", {"wait": True}), second).kept] == ["b"]
    assert [o.text for o in kept(first, ("clear_output", {}), second).kept] == ["b"]


@pytest.mark.parametrize(
    "message",
    [("stream", {"text": "é" * 700}), shown(text_plain="x" * 700), shown(image_png=PNG * 50)],
)
def test_outputs_are_limited(message):
    """A few messages fit; of thousands no more is kept than fits."""
    outputs = kept(*[message] * 3000, most=3000)
    assert outputs.cut
    assert len(json.dumps(outputs.kept, ensure_ascii=False).encode()) < 3500
    assert outputs.kept[-1].text.endswith("[The rest of the output was cut.]\n")


def test_what_just_fits_is_not_cut():
    outputs = kept(("stream", {"text": "x" * 500}), most=1000)
    assert outputs.kept[0].text == "x" * 500
    assert not outputs.cut


@pytest.mark.parametrize(
    ("parts", "traceback"),
    [
        (("Name", "message", ["line 1", "line 2"]), ["line 1\nline 2"]),
        (("Name", "message", []), ["Name: message"]),
        (("Name", "message", "not a list"), ["Name: message"]),
        (("Name", "message", [1, None]), ["Name: message"]),
        ((None, 5, None), [": "]),
    ],
)
def test_an_error_output_is_always_valid(parts, traceback):
    output = make_error(*parts)
    nbformat.validate(new_notebook(cells=[new_code_cell("", outputs=[output])]))
    assert output.traceback == traceback


def test_an_error_output_is_limited():
    output = make_error("x" * 10**6, "x" * 10**6, ["x" * 10**6] * 3)
    assert len(json.dumps(output)) < 25_000
