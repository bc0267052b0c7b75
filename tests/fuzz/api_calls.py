"""Calls of every public callable with a mixture of right and wrong kinds of arguments.

A call must end in a result, in a ``SeamarkError``, or in a ``TypeError`` with a sentence; it must not warn, hang, take
gigabytes, end the process, or change what it was given. ``python -m tests.fuzz.api_calls --cases 12000 --seed 1`` makes
many calls.
"""

import ast
import inspect
import linecache
import os
import random
import sys
import traceback
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import seamark
from seamark.base.results import ResultRecord
from tests.fuzz.api_values import ALWAYS, INSTANCES, NAMES, RIGHT, SPECIAL, WRONG, CallersOwn
from tests.fuzz.cases import MOST_SECONDS, FaultError, at_most, main

_SOURCE = str(Path(seamark.__file__).parent)
#: What Python itself says about a call that does not fit the signature.
_SIGNATURE = ("required positional argument", "required keyword-only argument", "unexpected keyword argument")
_SIGNATURE_ALSO = ("positional arguments but", "positional argument but", "takes no arguments", "multiple values for")


_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@cache
def targets() -> dict[str, inspect.Signature]:
    """Every public callable, as an expression that yields it, with its signature.

    A method on an object is written ``Class().method``; the object is chosen with the arguments.
    """
    found: dict[str, inspect.Signature] = {}
    for path, value in _public("sm", seamark):
        if inspect.isclass(value):
            found |= _of_class(path, value)
        elif inspect.isfunction(value):
            found[path] = inspect.signature(value)
    return found


def _public(path: str, module: ModuleType) -> Iterator[tuple[str, Any]]:
    seen: set[int] = set()
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.ismodule(value):
            if hasattr(value, "__all__"):
                yield from _public(f"{path}.{name}", value)
        elif id(value) not in seen:
            seen.add(id(value))
            yield f"{path}.{name}", value


def _of_class(path: str, kind: type) -> dict[str, inspect.Signature]:
    found: dict[str, inspect.Signature] = {}
    if issubclass(kind, Exception):
        return found
    if not inspect.isabstract(kind):
        found[path] = inspect.signature(kind)
    for name in dir(kind):
        method = inspect.getattr_static(kind, name)
        bound = getattr(kind, name)
        if name.startswith("_") or not getattr(bound, "__module__", "").startswith("seamark."):
            continue
        # What the parts of a result inherit is called on results.
        if issubclass(kind, ResultRecord) and name not in vars(kind) and kind.__name__ not in INSTANCES:
            continue
        if isinstance(method, (classmethod, staticmethod)):
            found[f"{path}.{name}"] = inspect.signature(bound)
        elif inspect.isfunction(method) and not inspect.isabstract(kind):
            signature = inspect.signature(method)
            found[f"{path}().{name}"] = signature.replace(parameters=list(signature.parameters.values())[1:])
    return found


def call_of(seed: int, number: int) -> str:
    """The expression of one call; the same for the same seed and number.

    Some calls are right, so that what lies behind the checks is reached; in others one argument is wrong, or any.
    """
    rng = random.Random(f"{seed} {number}")  # noqa: S311
    name = rng.choice(rng.choice(_families()))
    parameters = [p for p in targets()[name].parameters.values() if p.kind not in _REST]
    wrong = rng.choices((0.0, 1.0, 0.4), (2, 5, 3))[0]
    only = rng.choice(parameters).name if parameters and wrong == 1.0 else None
    arguments = []
    for parameter in parameters:
        at_hand = {parameter.name, (name, parameter.name)}
        needed = parameter.default is parameter.empty or not ALWAYS.isdisjoint(at_hand) or parameter.name == only
        # Rarely an argument is missing altogether.
        if rng.random() < (0.01 if needed else 0.7):
            continue
        is_wrong = parameter.name == only if only else rng.random() < wrong
        value = _argument(rng, name, parameter.name, is_wrong=is_wrong)
        arguments.append(value if parameter.kind is parameter.POSITIONAL_ONLY else f"{parameter.name}={value}")
    return f"{_receiver(rng, name)}({', '.join(arguments)})"


@cache
def _families() -> list[list[str]]:
    """What can be called, the methods of a class together, so that many methods do not push functions aside."""
    families: dict[str, list[str]] = defaultdict(list)
    for name in targets():
        families[name.partition("().")[0]].append(name)
    return list(families.values())


def _argument(rng: random.Random, target: str, name: str, *, is_wrong: bool) -> str:
    right = SPECIAL.get((target, name)) or RIGHT.get(name)
    return rng.choice(WRONG if is_wrong or not right else right)


def _receiver(rng: random.Random, target: str) -> str:
    kind, dot, method = target.partition("().")
    return rng.choice(INSTANCES[kind.rpartition(".")[2]]) + "." + method if dot else target


def judge(call: str, seconds: float = MOST_SECONDS) -> None:
    """Make a call, and raise what was wrong with how it ended."""
    try:
        before, given = _arguments(call), _arguments(call)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for quiet in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning, FutureWarning):
                warnings.simplefilter("ignore", quiet)
            with at_most(seconds):
                given.make()
    except CallersOwn:
        return
    except seamark.SeamarkError:
        pass
    except TypeError as error:
        if not (_on_purpose(error) or any(text in str(error) for text in (*_SIGNATURE, *_SIGNATURE_ALSO))):
            raise
    except ValueError as error:
        if not _of_caller(error):
            raise
    if changed := [name for name in given.values if not _same(given.values[name], before.values[name])]:
        raise FaultError(f"changed arguments: {changed}")


@dataclass
class _Call:
    function: Callable[..., object]
    values: dict[int | str, Any]

    def make(self) -> object:
        places = [value for name, value in self.values.items() if isinstance(name, int)]
        return self.function(*places, **{name: v for name, v in self.values.items() if isinstance(name, str)})


def _arguments(call: str) -> _Call:
    """The function and its arguments, evaluated afresh."""
    tree = ast.parse(call, mode="eval").body
    assert isinstance(tree, ast.Call)

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<call>", "eval"), dict(NAMES))  # noqa: S307

    values: dict[int | str, Any] = {i: value(node) for i, node in enumerate(tree.args)}
    values |= {keyword.arg: value(keyword.value) for keyword in tree.keywords if keyword.arg is not None}
    return _Call(value(tree.func), values)


def _on_purpose(error: TypeError) -> bool:
    """Whether the last frame is a ``raise`` of the package, or its call of a function that the caller gave."""
    return _last_line(error).startswith("raise ") or _of_caller(error)


def _of_caller(error: Exception) -> bool:
    """Whether the last frame is the call of a function that the caller gave, such as ``int`` for ``progress``."""
    line = _last_line(error)
    return line.startswith(("progress(", "self._progress(")) or "(segmenter(units)" in line


def _last_line(error: Exception) -> str:
    """The line of the package that raised an error; empty where another package did."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return linecache.getline(frame.filename, frame.lineno or 0).strip() if frame.filename.startswith(_SOURCE) else ""


def _same(one: Any, other: Any) -> bool:
    """Whether an argument is as it was; what cannot be looked into counts as unchanged."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        flags = one.flags.writeable == other.flags.writeable
        if one.dtype == object:
            return flags and one.tolist() == other.tolist()
        return flags and one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(map(_same, one.values(), other.values()))
    if isinstance(one, (set, bytearray)):
        return bool(one == other)
    return True


class ApiCases:
    """Calls of public callables."""

    def __init__(self, root: Path, seed: int) -> None:
        self.seed = seed
        os.chdir(root)
        os.environ |= dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")  # where nobody answers

    def shown(self, number: int) -> str:
        return call_of(self.seed, number)

    def __call__(self, number: int) -> str:
        judge(self.shown(number))
        return "fine"


if __name__ == "__main__":
    sys.exit(main(ApiCases))
