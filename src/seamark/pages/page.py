"""What all pages stand on: templates that escape everything, and one file that holds its styles, scripts and data."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from seamark import number_text
from seamark.extras import require
from seamark.pages.modules import joined_modules
from seamark.version import __version__


def page_html(
    room: str, contents: Mapping[str, Any], *, data: Mapping[str, Any], what: str, name: str | None = None
) -> str:
    """A page as a string: the templates, style and script of a room such as ``report``, over those that all share.

    The room has a folder ``page`` with ``template.html.jinja``, which extends ``page.html.jinja``, and a style and a
    script of the room's name, a module that may import others. ``name`` is that of another template and script in the
    same style. ``data`` is for the script; errors say ``what`` cannot be made.
    """
    style = _text("shared", "look.css") + _text(f"{room}/page", f"{room}.css")
    script = joined_modules(f"{room}/page/{name or room}.js")
    markup = require("markupsafe", package="jinja2", extra="charts", what=what).Markup
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    page: str = (
        _environment(room, what)
        .get_template(f"{name or 'template'}.html.jinja")
        .render(
            contents,
            style=markup(style),
            script=markup(script),
            script_hash=f"sha256-{digest}",  # only the script with this very text is allowed to run
            data=markup(script_json(data)),
            version=__version__,
        )
    )
    return page


def page_file(page: str) -> bytes:
    r"""The page as it stands in a file.

    Half a character in a name cannot be written as UTF-8; as an escape it stays visible, and valid within JSON.

    Examples
    --------
    >>> page_file("\ud800")
    b'\\ud800'
    """
    return page.encode("utf-8", "backslashreplace")


def script_json(data: Mapping[str, Any]) -> str:
    r"""JSON that can stand inside a script element: no ``<``, so that nothing in a name can end it.

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


def _environment(room: str, what: str) -> Any:
    """Templates in which everything that comes from data is escaped, and a name that does not exist is an error."""
    jinja2 = require("jinja2", package="jinja2", extra="charts", what=what)
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("seamark.pages", "shared"),
                jinja2.PackageLoader(f"seamark.pages.{room}", "page"),
            ]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        decimal=number_text.decimal,
        signed=number_text.signed,
        percent_change=number_text.percent_change,
        whole=number_text.whole,
        clock=number_text.clock,
    )
    environment.globals["counted"] = number_text.counted
    return environment
