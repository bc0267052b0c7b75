"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

import ast
from importlib import import_module
from pkgutil import get_data

# The public names and their modules stand in the stub, where type checkers read them, and only there. A name is
# imported when it is first asked for, so that ``import seamark`` stays quick.
_STUB = ast.parse(get_data(__name__, "__init__.pyi") or b"")
_MODULE_OF = {
    alias.name: node.module
    for node in _STUB.body
    if isinstance(node, ast.ImportFrom) and node.module
    for alias in node.names
}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'seamark' has no attribute {name!r}")
    module = _MODULE_OF[name]
    # A name that the package itself provides is one of its rooms.
    value: object = import_module(f"seamark.{name}") if module == "seamark" else getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
