"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

import os
from importlib import import_module

# The public names and their modules stand in the stub, where type checkers read them, and only there. It is read, and a
# name is imported, when one is first asked for, so that ``import seamark`` stays quick.
_module_of: dict[str, str] = {}


def _modules() -> dict[str, str]:
    """The module of every public name: statements of the stub are ``from MODULE import NAME as NAME, ...``, perhaps in
    brackets.
    """
    if not _module_of:
        stub = __spec__.loader.get_data(os.path.join(os.path.dirname(__file__), "__init__.pyi"))  # noqa: PTH118, PTH120
        for statement in stub.decode().split("\nfrom ")[1:]:
            module, _, names = statement.partition(" import ")
            _module_of.update((name.split()[0], module) for name in names.strip(" ()\n").split(",") if name.strip())
    return _module_of


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_modules())
    if name not in _modules():
        raise AttributeError(f"module 'seamark' has no attribute {name!r}")
    module = _module_of[name]
    # A name that the package itself provides is one of its rooms.
    value: object = import_module(f"seamark.{name}") if module == "seamark" else getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_modules())
