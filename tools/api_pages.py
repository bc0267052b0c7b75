"""The reference of the Python API: a page for each room of the package, with all of its public names."""

from __future__ import annotations

import inspect
from importlib import import_module

import seamark
from seamark.base.lazy_names import modules_of

#: The title of each room's page, in the order of the overview.
_TITLES = {
    "model": "Segmentations and corpora",
    "metrics": "Metrics",
    "tasks": "Tasks of fields",
    "agreement": "Agreement",
    "evaluation": "Evaluation of segmenters",
    "segmenters": "Segmenters",
    "texts": "Texts",
    "io": "Reading and writing",
    "scale": "Scale",
    "charts": "Charts",
    "pages": "Pages",
    "stats": "Statistics",
    "datasets": "Datasets",
    "base": "Results, errors and version",
}

#: Names of values and of types. Their docstrings are those of Python's own classes, so they are described here.
_VALUES = {
    "seamark.SegmentationLike": "What functions take: a ``Segmentation``, its masses, or a string of 0 and 1.",
    "seamark.Segmenter": "A function from the units of an item to its boundaries: numbers of units before them.",
    "seamark.TASKS": "Every ``Task`` by its name.",
    "seamark.__version__": "The version of Seamark.",
    "seamark.stats.RandomSource": "What ``rng`` may be: a seed, a generator of numpy, a ``SeedSequence``, or None.",
    "seamark.stats.Resampled": 'What an interval is about: ``"items"``, ``"coders"`` or ``"both"``.',
    "seamark.stats.Score": "A function from sums of counts to scores.",
}

#: What is imported by its module.
_BY_MODULE = {
    "compat": ("Names of segeval and nltk", ("seamark.compat.segeval", "seamark.compat.nltk")),
    "integrations": (
        "Inside other libraries",
        (
            "seamark.integrations.torchmetrics",
            "seamark.integrations.evaluate.segmentation",
            "seamark.integrations.sklearn",
        ),
    ),
}


def api_pages() -> dict[str, str]:
    """The page of each room by the name of its file, as reStructuredText."""
    pages = {
        f"{room}.rst": _page(_TITLES[room], [_entry(path) for path in names]) for room, names in names_by_room().items()
    }
    for room, (title, modules) in _BY_MODULE.items():
        parts = [f"{module}\n{'-' * len(module)}\n\n.. automodule:: {module}\n" for module in modules]
        pages[f"{room}.rst"] = _page(title, parts)
    return pages


def overview() -> str:
    """The tables of ``docs/api.md``: every public name with its first line, room by room."""
    parts = []
    for room, names in names_by_room().items():
        rows = "".join(f"   {path}\n" for path in names if path not in _VALUES)
        values = "".join(f"* :data:`{path}`: {_VALUES[path]}\n" for path in names if path in _VALUES)
        parts.append(
            f"## [{_TITLES[room]}](generated/{room}.rst)\n\n"
            f"```{{eval-rst}}\n.. autosummary::\n   :nosignatures:\n\n{rows}\n{values}```\n"
        )
    parts += [
        f"## [{title}](generated/{room}.rst)\n\n" + ", ".join(f"`{module}`" for module in modules) + "\n"
        for room, (title, modules) in _BY_MODULE.items()
    ]
    contents = "".join(f"generated/{room}\n" for room in [*names_by_room(), *_BY_MODULE])
    return "\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n{contents}```\n"])


def names_by_room() -> dict[str, list[str]]:
    """Every public name with the path by which a user writes it, by the room that defines it."""
    modules = modules_of("seamark")
    rooms: dict[str, list[str]] = {room: [] for room in _TITLES}
    packages = [name for name in seamark.__all__ if inspect.ismodule(getattr(seamark, name))]
    for name in seamark.__all__:
        if name not in packages:
            rooms[modules[name].split(".")[1]].append(f"seamark.{name}")
    # Not in seamark.__all__, but what every result can do; the entries of results refer to it.
    rooms["base"].append("seamark.base.results.ResultRecord")
    known = {id(getattr(seamark, name)) for name in seamark.__all__}
    for package in packages:
        module = getattr(seamark, package)
        names = [name for name in getattr(module, "__all__", ()) if id(getattr(module, name)) not in known]
        rooms[package] += [f"seamark.{package}.{name}" for name in names]
    return rooms


def _page(title: str, parts: list[str]) -> str:
    return "\n".join([f"{title}\n{'=' * len(title)}\n", *parts])


def _entry(path: str) -> str:
    """The directive that documents a name."""
    module, _, name = path.rpartition(".")
    value = getattr(import_module(module), name)
    if inspect.ismodule(value):
        kind = "module"
    elif inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
    elif inspect.isroutine(value):
        kind = "function"
    else:
        return f".. data:: {path}\n\n   {_VALUES[path]}\n"
    return f".. auto{kind}:: {path}\n"
