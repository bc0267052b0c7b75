"""Names of a package that are imported on first use, so that importing the package itself is fast.

The names and their modules are in the stub of the package, where type checkers read them, and only there. No module
of the package may have one of these names.
"""

import os
import sys
from _thread import RLock
from collections.abc import Callable
from importlib import import_module

_known: dict[str, dict[str, str]] = {}
# A process that forks while another thread imports would leave the child a module that nobody goes on importing: a fork
# waits for the import.
_importing = RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_importing.acquire, after_in_parent=_importing.release, after_in_child=_importing.release
    )


def lazy_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package with a stub."""

    def get(name: str) -> object:
        modules = modules_of(package)
        if name == "__all__":
            return sorted(modules)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # A name that the package itself provides is one of its modules.
        module, own = modules[name], modules[name] == package
        with _importing:
            value: object = import_module(f"{package}.{name}") if own else getattr(import_module(module), name)
        setattr(sys.modules[package], name, value)
        return value

    return get, lambda: sorted(modules_of(package))


def modules_of(package: str) -> dict[str, str]:
    """The module of every name of a package.

    Statements of the stub are ``from MODULE import NAME as NAME, ...``, perhaps in brackets; lines with ``#`` are
    comments.

    Examples
    --------
    >>> modules_of("seamark")["similarity"]
    'seamark.metrics.edit'
    """
    if package not in _known:
        spec = sys.modules[package].__spec__
        stub = spec.loader.get_data(os.path.join(os.path.dirname(spec.origin), "__init__.pyi"))  # type: ignore[union-attr, arg-type]  # noqa: PTH118, PTH120
        found: dict[str, str] = {}
        code = "\n".join(line for line in stub.decode().splitlines() if not line.startswith("#"))
        for statement in code.split("\nfrom ")[1:]:
            module, _, names = statement.partition(" import ")
            found.update((name.split()[0], module) for name in names.strip(" ()\n").split(",") if name.strip())
        _known[package] = found
    return _known[package]
