"""The reference of the Python API: a page for each room of the package, with all of its public names."""

from __future__ import annotations

import inspect
from importlib import import_module

import seamark
from seamark.base.lazy_names import modules_of
from seamark.base.results import ResultRecord

#: What is imported by its module, and documented without being imported: its library may be missing.
_BY_MODULE = {
    "compat": ("seamark.compat.segeval", "seamark.compat.nltk"),
    "integrations": (
        "seamark.integrations.torchmetrics",
        "seamark.integrations.evaluate.segmentation",
        "seamark.integrations.sklearn",
    ),
}

_ABOUT = "Every public name stands on one of these pages; `import seamark as sm` gives `sm.NAME`.\n"


def api_pages() -> dict[str, str]:
    """The pages by their path, and an overview that links every name."""
    rooms: dict[str, dict[str, str]] = {}
    for shown, defined in public_names().items():
        rooms.setdefault(defined.split(".")[1], {})[shown] = defined
    # No name of the package, but what every result can do; the entries of results refer to it.
    rooms["results"] = {"ResultRecord": f"{ResultRecord.__module__}.ResultRecord"}
    documented = {path for names in rooms.values() for path in names.values()}
    pages = {f"api/{room}.md": _page(room, names, documented) for room, names in rooms.items()}
    lists = [
        f"## [{room}]({room}.md)\n\n" + " · ".join(f"[`{name}`][{defined}]" for name, defined in names.items()) + "\n"
        for room, names in rooms.items()
    ]
    for room, modules in _BY_MODULE.items():
        blocks = (f"::: {module}\n    options:\n      heading: {module}\n" for module in modules)
        pages[f"api/{room}.md"] = "\n".join([f"# seamark.{room}\n", *blocks])
        lists.append(f"## [{room}]({room}.md)\n\n" + " · ".join(f"[`{module}`][]" for module in modules) + "\n")
    return {"api/index.md": "\n".join(["# Python API", _ABOUT, *lists]), **pages}


def public_names() -> dict[str, str]:
    """Every public name, as a user writes it after ``seamark.``, with the full path of what it stands for."""
    names: dict[str, str] = {}
    rooms = [name for name in seamark.__all__ if inspect.ismodule(getattr(seamark, name))]
    for name in seamark.__all__:
        if name not in rooms:
            names[name] = _path(name, getattr(seamark, name), import_module(_module_of(name)))
    taken = set(names.values())
    for room in rooms:
        module = getattr(seamark, room)
        for name in getattr(module, "__all__", ()):
            path = _path(name, getattr(module, name), module)
            if path not in taken:
                names[f"{room}.{name}"] = path
    return names


def _module_of(name: str) -> str:
    """Where the stub says that a name comes from."""
    return modules_of("seamark")[name]


def _path(name: str, value: object, module: object) -> str:
    """Where a name is defined; what does not know its module (a constant, an alias of a type) is where it was found."""
    home = getattr(value, "__module__", "") or ""
    if home.startswith("seamark.") and getattr(import_module(home), name, None) is value:
        return f"{home}.{name}"
    return f"{getattr(module, '__name__', '')}.{name}"


def _page(room: str, names: dict[str, str], documented: set[str]) -> str:
    blocks = [
        f"::: {defined}\n    options:\n      heading: {shown}\n      toc_label: {shown}\n"
        f"      inherited_members: {_inherited(defined, documented)}\n"
        for shown, defined in names.items()
    ]
    return "\n".join([f"# {'seamark.' + room}\n", *blocks])


def _inherited(path: str, documented: set[str]) -> list[str]:
    """What a class has from bases that stand on no page."""
    module, _, name = path.rpartition(".")
    value = getattr(import_module(module), name)
    bases = value.__mro__[1:] if inspect.isclass(value) else ()
    unseen = [
        base
        for base in bases
        if base.__module__.startswith("seamark.") and f"{base.__module__}.{base.__name__}" not in documented
    ]
    return sorted({member for base in unseen for member in vars(base) if not member.startswith("_")})
