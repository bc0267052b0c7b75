"""Scripts of pages: plain JavaScript modules, joined into one script that stands within the page."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files

from seamark.errors import SeamarkError

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
#: What the two above would miss, and a browser would then refuse.
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def joined_modules(entry: str) -> str:
    """One script of a module, named by its path within ``pages``, and of all that it imports.

    Every module becomes a function that is called once, after those that it imports; its names stay its own. Imports
    are written ``import { a, b } from "./other.js";``, exports ``export function``, ``export class`` or ``export
    const``.
    """
    done: dict[str, str] = {}
    _add(entry, done, ())
    return '"use strict";\n' + "".join(done.values())


def _add(path: str, done: dict[str, str], importing: tuple[str, ...]) -> None:
    if path in importing:
        raise SeamarkError(f"the script {path} imports itself, by way of {' and '.join(importing)}")
    if path in done:
        return
    source = files("seamark.pages").joinpath(path).read_text(encoding="utf-8")

    def imported(match: re.Match[str]) -> str:
        names, place = match.groups()
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
        _add(other, done, (*importing, path))
        return f"const {{ {' '.join(names.split())} }} = {_name(other)};\n" if names else ""

    source = _IMPORT.sub(imported, source)
    exported = _EXPORT.findall(source)
    source = _EXPORT.sub("", source)
    if left := _LEFT.search(source):
        raise SeamarkError(f"the script {path} has a line that cannot be joined with others: {left[0]}")
    done[path] = f"const {_name(path)} = (() => {{\n{source}return {{ {', '.join(exported)} }};\n}})();\n"


def _name(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path.removesuffix(".js"))
