"""What a reader does with explorers and sounds, and what is then to be seen or heard."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.site.expected import explorers_of, wrong_layers

# Of every control its name, the value beside it, and the value that a screen reader says.
_SHOWN = """box => {
    const controls = box.querySelectorAll("input[type=range], [role=radiogroup]");
    return [...controls].map(control => {
        if (control.type === "range") {
            return [control.ariaLabel, control.nextElementSibling.value, control.ariaValueText];
        }
        const chosen = [...control.querySelectorAll(":checked")];
        const words = chosen.map(input => input.closest("label").textContent).join();
        return [control.ariaLabel, words, words];
    });
}"""
# Nothing of a sound is loaded until somebody asks for it.
_LOADED = """sound => new Promise((done, fail) => {
    sound.onloadedmetadata = () => done(sound.duration);
    sound.onerror = () => fail(sound.error.message);
    sound.preload = "auto";
    sound.load();
})"""


def _written(value):
    """Return a value as it is written beside its control, numbers with a minus sign."""
    return value if isinstance(value, str) else str(value).replace("-", "\N{MINUS SIGN}")


def explorers_on(page, path):
    """Return each explorer of a page with the one that the library makes."""
    boxes = page.locator(".sinpe-explorer").all()
    return list(zip(boxes, explorers_of(Path(path).stem), strict=True))


def shown_values(box, explorer):
    texts = [text for _, text, _ in box.evaluate(_SHOWN)]
    return {
        name: next(value for value in control.values if _written(value) == text)
        for (name, control), text in zip(explorer.controls.items(), texts, strict=True)
    }


def check(box, explorer, values):
    """See that an explorer shows these values and what the library draws for them."""
    texts = [(control.label, _written(values[name])) for name, control in explorer.controls.items()]
    assert box.evaluate(_SHOWN) == [[label, text, text] for label, text in texts]
    assert wrong_layers(box.locator("svg"), explorer, values) == []
    assert box.locator("p[aria-live]").text_content() == explorer.text(values)


def move_all(box, explorer, device):
    """Move every control in all ways of a device, and look after each move."""
    values = shown_values(box, explorer)
    check(box, explorer, values)
    for name, control in explorer.controls.items():
        role = "radiogroup" if control.is_choice else "slider"
        found = box.get_by_role(role, name=control.label, exact=True)
        for index in device[role](found, control.values, control.values.index(values[name])):
            values[name] = control.values[index]
            check(box, explorer, values)


# Each of these moves one control and yields the number of the value that is then to be seen.
def _keys_on_slider(slider, values, _):
    last = len(values) - 1
    slider.focus()
    for key, expected in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
    ]:
        slider.page.keyboard.press(key)
        yield expected


def _keys_on_choice(group, values, index):
    group.locator(":checked").focus()
    for key, step in [("ArrowRight", 1)] * len(values) + [("ArrowLeft", -1)]:
        group.page.keyboard.press(key)
        index = (index + step) % len(values)
        yield index


def _mouse_on_slider(slider, values, _):
    last, mouse = len(values) - 1, slider.page.mouse
    slider.scroll_into_view_if_needed()
    place = slider.bounding_box()

    def point(share):
        return place["x"] + share * place["width"], place["y"] + place["height"] / 2

    def reached(share):
        near, slack = round(share * last), 1 + round(0.05 * last)  # the thumb has a width
        accepted = "|".join(map(str, range(near - slack, near + slack + 1)))
        expect(slider).to_have_value(re.compile(f"^({accepted})$"))
        return int(slider.input_value())

    for share in (0.1, 0.8):
        mouse.click(*point(share))
        yield reached(share)
    mouse.down()
    for share in (0.5, 0.2):
        mouse.move(*point(share))
        yield reached(share)
    mouse.up()
    mouse.move(*point(0.9))
    yield reached(0.2)


def _mouse_on_choice(group, values, _):
    for index, value in reversed(list(enumerate(values))):
        label = group.get_by_text(value, exact=True)
        label.click(position={"x": label.bounding_box()["width"] - 2, "y": 10})
        yield index


BY_KEYBOARD = {"slider": _keys_on_slider, "radiogroup": _keys_on_choice}
BY_MOUSE = {"slider": _mouse_on_slider, "radiogroup": _mouse_on_choice}


def seconds(sound):
    """Return how long a sound lasts, once the browser has decoded it."""
    return sound.evaluate(_LOADED)
