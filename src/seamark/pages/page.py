"""What all pages share: templates that escape everything, and one file that holds its styles, scripts and data."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import posixpath
import re
from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import Any

from seamark.base import errors, numbers
from seamark.base.checks import path_of, string_of, true_or_false
from seamark.base.extras import require
from seamark.base.files import write_file
from seamark.base.version import __version__
from seamark.model.corpus import Corpus

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def joined_modules(entry: str) -> str:
    """One script of a module, named by its path within ``pages``, and of all that it imports.

    Every module becomes a function that is called once, after those that it imports; its names stay its own. Imports
    are written ``import { a, b } from "./other.js";``, exports ``export function``, ``export class`` or ``export
    const``.
    """
    done: dict[str, str] = {}

    def add(path: str) -> None:
        def imported(match: re.Match[str]) -> str:
            names, place = match.groups()
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
            if other not in done:
                add(other)
            return f"const {{ {' '.join(names.split())} }} = {_name(other)};\n" if names else ""

        source = _IMPORT.sub(imported, files("seamark.pages").joinpath(path).read_text(encoding="utf-8"))
        exported = ", ".join(_EXPORT.findall(source))
        source = _EXPORT.sub("", source)
        done[path] = f"const {_name(path)} = (() => {{\n{source}return {{ {exported} }};\n}})();\n"

    add(entry)
    return '"use strict";\n' + "".join(done.values())


def _name(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path.removesuffix(".js"))


# ------ What all pages share: templates that escape everything, and one file that holds its styles, scripts and data


def write_page(
    path: str | os.PathLike[str],
    force: bool,
    room: str,
    contents: Mapping[str, Any],
    *,
    data: str,
    name: str | None = None,
    desk: bool = False,
    media: bool = False,
) -> None:
    """Write a page: the templates, style and script of a room such as ``report``, over those that all share.

    The room has a folder ``page`` with ``template.html.jinja``, which extends ``page.html.jinja``, and a style and a
    script of the room's name, a module that may import others. ``name`` is that of another template and script in the
    same style. ``data`` is what ``script_json`` made for the script. A page on which users work is a ``desk``: it
    fills the window, and only a part of it scrolls. A page with ``media`` may play what users open from disk.
    """
    true_or_false(force, "force")
    if (place := path_of(path, "path")).suffix.casefold() not in ("", ".html", ".htm"):
        raise errors.WriteError(f"{place}: a page cannot be saved as {place.suffix}; expected .html")
    shared = ["look.css", "desk.css"] if desk else ["look.css"]
    style = "".join(_text("shared", file) for file in shared) + _text(f"{room}/page", f"{room}.css")
    script = joined_modules(f"{room}/page/{name or room}.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    page: str = _template(room, name or "template").render(
        contents,
        style=style,
        script=script,
        media_policy="; media-src blob:" if media else "",
        script_hash=f"sha256-{digest}",  # only the script with this very text is allowed to run
        data=data,
        version=__version__,
    )
    # Half a character in a name cannot be written as UTF-8; as an escape it stays visible, and valid within JSON.
    write_file(place, [page.encode("utf-8", "backslashreplace")], force=force)


def heading(corpus: Corpus, title: str | None, default: str) -> str:
    """The heading of a page: what the caller gave, or else the title in the metadata of the corpus."""
    if title is not None:
        string_of(title, "title")
    named = corpus.metadata.get("title")
    return title or (named if isinstance(named, str) and named.strip() else default)


def script_json(data: Mapping[str, Any]) -> str:
    r"""JSON that can be inside a script element: no ``<``, so that nothing in a name can end it.

    Examples
    --------
    >>> print(script_json({"name": "</script>"}))
    {"name":"\u003c/script\u003e"}
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _text(folder: str, name: str) -> str:
    return files("seamark.pages").joinpath(folder, name).read_text(encoding="utf-8")


def _template(room: str, name: str) -> Any:
    """A template in which everything that comes from data is escaped, and a name that does not exist is an error."""
    jinja2 = require("jinja2", package="jinja2", extra="charts", what="an HTML page")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([files("seamark.pages") / folder for folder in ("shared", f"{room}/page")]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for shown in ("clock", "decimal", "percent", "plural", "signed"):
        environment.filters[shown] = getattr(numbers, shown)
    environment.filters["whole"] = "{:,}".format
    environment.filters["ends"] = partial(numbers.ends, digits=3)
    environment.globals["counted"] = numbers.counted
    return environment.get_template(f"{name}.html.jinja")
