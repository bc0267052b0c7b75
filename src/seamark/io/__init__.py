"""Reading and writing corpora: Seamark's own formats, those of annotation tools, and those of recordings.

Names are imported when they are first used, so that a program that reads nothing does not wait for the readers.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seamark.io.format import Format
    from seamark.io.formats.native_lines import StreamedItem, StreamedItems, iter_jsonl
    from seamark.io.load_report import LoadReport
    from seamark.io.loading import Loaded, load, load_with_report
    from seamark.io.models import LoadedModels, load_models
    from seamark.io.options import ReadOptions
    from seamark.io.registry import known_formats
    from seamark.io.saving import format_to_write, save

__all__ = [
    "Format",
    "LoadReport",
    "Loaded",
    "LoadedModels",
    "ReadOptions",
    "StreamedItem",
    "StreamedItems",
    "format_to_write",
    "iter_jsonl",
    "known_formats",
    "load",
    "load_models",
    "load_with_report",
    "save",
]

_HOME = {
    "Format": "format",
    "LoadReport": "load_report",
    "Loaded": "loading",
    "LoadedModels": "models",
    "ReadOptions": "options",
    "StreamedItem": "formats.native_lines",
    "StreamedItems": "formats.native_lines",
    "format_to_write": "saving",
    "known_formats": "registry",
    "iter_jsonl": "formats.native_lines",
    "load": "loading",
    "load_models": "models",
    "load_with_report": "loading",
    "save": "saving",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
