"""The JavaScript of the explorers: ES modules on disk, one script for every place that runs them.

The modules keep to a form that takes no parser to join: an import is one statement at the start of
a line, from another of these files, and what is exported is a function or a const at the start of
a line. Each file of js/figures/ defines the explorer of its name.
"""

import functools
import re
from graphlib import TopologicalSorter
from importlib.resources import files

__all__ = ["page_script", "script", "style_sheet", "widget_module"]

_JS = files("sinpe_lib.explorers") / "js"
_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "[./]+/(\w+)\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=(?:function|const) (\w+))", re.MULTILINE)


@functools.cache
def script():
    """Return a script that defines ``sinpe``, an object of the modules by name.

    Raises
    ------
    ValueError
        If a file imports or exports in a form that cannot be joined.
    """
    figures = {name: f"engine.explorers.{name}" for name in _names(_JS / "figures")}
    places = {name: name for name in _names(_JS)} | figures
    sources = {name: _read(name, name in figures) for name in places}
    # A file comes after those that it imports, and a figure after the engine.
    needs = {
        name: [origin for *_, origin in _IMPORT.findall(source)] for name, source in sources.items()
    }
    needs |= {name: [*needs[name], "engine"] for name in figures}
    parts = [
        _wrap(name, places[name], sources[name]) for name in TopologicalSorter(needs).static_order()
    ]
    return "const sinpe = {};\n" + "".join(parts)


def page_script():
    """Return the script of the site, which makes every explorer of a page live."""
    return script() + "sinpe.engine.startPage();\n"


def widget_module():
    """Return the ES module that anywidget loads."""
    return script() + "export default { render: sinpe.engine.render };\n"


def style_sheet():
    """Return the style sheet of the site and the notebook."""
    return (_JS / "explorers.css").read_text("utf-8")


def _names(folder):
    return sorted(
        file.name.removesuffix(".js") for file in folder.iterdir() if file.name.endswith(".js")
    )


def _read(name, is_figure):
    file = _JS / "figures" / f"{name}.js" if is_figure else _JS / f"{name}.js"
    return _COMMENT.sub("", file.read_text("utf-8"))


def _wrap(name, place, source):
    exported = _EXPORT.findall(source)
    source = _EXPORT.sub("", _IMPORT.sub(_bind, source))
    if found := re.search(r"^(?:import|export)\b.*", source, re.MULTILINE):
        raise ValueError(f"{name}.js: cannot join {found[0]!r}")
    return (
        f'sinpe.{place} = (() => {{\n"use strict";\n{source}'
        f"return {{ {', '.join(exported)} }};\n}})();\n"
    )


def _bind(found):
    whole, names, origin = found.groups()
    return f"const {whole or f'{{{names}}}'} = sinpe.{origin};\n"
