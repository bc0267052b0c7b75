"""Calls of every public callable with a mixture of right and wrong kinds of arguments.

A call must end in a result, in a ``SeamarkError``, or in a ``TypeError`` with a sentence; it must not warn, hang, take
gigabytes, end the process, or change what it was given. ``python -m tests.fuzz.api_calls --calls 12000 --seed 1`` makes
many calls; ``--only 17`` makes one of them again and shows its traceback. The calls are made in a process of their own,
so that one that ends it is a finding like the others.
"""

import argparse
import ast
import faulthandler
import gc
import inspect
import json
import linecache
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np

import seamark
from tests.fuzz.api_values import ALWAYS, INSTANCES, NAMES, RIGHT, SPECIAL, WRONG, CallersOwn

SECONDS = 10
BYTES = 4 << 30
_SOURCE = str(Path(seamark.__file__).parent)
_ROOT = Path(__file__).parents[2]
#: What Python itself says about a call that does not fit the signature.
_SIGNATURE = ("required positional argument", "required keyword-only argument", "unexpected keyword argument")
_SIGNATURE_ALSO = ("positional arguments but", "positional argument but", "takes no arguments", "multiple values for")


#: Signal, clock, and how many times the allowed seconds.
_TIMERS = ((signal.SIGPROF, signal.ITIMER_PROF, 1), (signal.SIGALRM, signal.ITIMER_REAL, 3))
_REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class Hang(BaseException):
    """A call took too long."""


@dataclass(frozen=True)
class Finding:
    """A call that did not end as it should."""

    number: int
    call: str
    kind: str
    site: str
    message: str


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


def judge(number: int, call: str) -> list[Finding]:
    """Make a call, and say what was wrong with how it ended."""
    try:
        before, given = _arguments(call), _arguments(call)
    except CallersOwn:
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for quiet in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning, FutureWarning):
                warnings.simplefilter("ignore", quiet)
            with limited(SECONDS):
                given.make()
    except (seamark.SeamarkError, CallersOwn):
        pass
    except TypeError as error:
        if not (_on_purpose(error) or any(text in str(error) for text in (*_SIGNATURE, *_SIGNATURE_ALSO))):
            return [_finding(number, call, error)]
    except (Exception, Hang) as error:
        return [_finding(number, call, error)]
    changed = [repr(name) for name in given.values if not _same(given.values[name], before.values[name])]
    return [Finding(number, call, "changed argument", call.split("(")[0], ", ".join(changed))] if changed else []


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
    frame = traceback.extract_tb(error.__traceback__)[-1]
    line = linecache.getline(frame.filename, frame.lineno or 0).strip()
    return frame.filename.startswith(_SOURCE) and line.startswith(("raise ", "progress(", "self._progress("))


def _finding(number: int, call: str, error: BaseException) -> Finding:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(_SOURCE)]
    site = f"{frames[-1].filename.removeprefix(_SOURCE)[1:]}:{frames[-1].lineno}" if frames else call.split("(")[0]
    return Finding(number, call, type(error).__name__, site, str(error)[:200])


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


class limited:
    """Raises ``Hang`` in the block when it takes too long; where Python is not reached any more, ends the process.

    Working is measured in processor time, so that a busy machine makes no findings; waiting may last a little longer.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        def stop(signum: int, frame: FrameType | None) -> None:
            raise Hang(f"more than {self.seconds} s of work, or {3 * self.seconds} s of waiting")

        for signum, timer, seconds in _TIMERS:
            signal.signal(signum, stop)
            signal.setitimer(timer, seconds * self.seconds)
        faulthandler.dump_traceback_later(6 * self.seconds, exit=True)

    def __exit__(self, *_: object) -> None:
        for _signum, timer, _seconds in _TIMERS:
            signal.setitimer(timer, 0)
        faulthandler.cancel_dump_traceback_later()


def run(calls: int, seed: int) -> list[Finding]:
    """Make many calls in another process; when one ends it, go on after that."""
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        start = 0
        while start < calls:
            done = _run_child(start, calls, seed, log)
            lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
            findings += [Finding(**line) for line in lines if isinstance(line, dict)]
            last = max((line for line in lines if isinstance(line, int)), default=start - 1)
            if done.returncode == 0:
                break
            if last < start:
                raise RuntimeError(f"no call was made:\n{done.stderr}")
            kind = f"process ended by {done.returncode}"
            call = call_of(seed, last)
            findings.append(Finding(last, call, kind, call.split("(")[0], done.stderr[-1500:]))
            start = last + 1
    return findings


def _run_child(start: int, calls: int, seed: int, log: Path) -> subprocess.CompletedProcess[str]:
    log.write_text("", encoding="utf-8")
    unreachable = "http://127.0.0.1:9"
    options = ["--calls", str(calls), "--seed", str(seed), "--start", str(start)]
    return subprocess.run(
        [sys.executable, "-m", "tests.fuzz.api_calls", *options, "--log", str(log)],
        cwd=_ROOT,
        env=os.environ | {"http_proxy": unreachable, "https_proxy": unreachable, "PYTHONHASHSEED": "0"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )


def _make_calls(numbers: range, seed: int, log: Path) -> None:
    """The other process: a working folder of its own, bounded memory, and a log of what it is doing."""
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    with log.open("a", encoding="utf-8", buffering=1) as out, tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in numbers:
            out.write(f"{number}\n")
            for finding in judge(number, call_of(seed, number)):
                out.write(json.dumps(asdict(finding)) + "\n")
            if number % 500 == 0:
                gc.collect()


def report(findings: list[Finding]) -> str:
    """The findings by site, each with one call to make it again."""
    groups: Mapping[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.kind, finding.site].append(finding)
    return "\n".join(
        f"{len(group):5d}  {kind} at {site}: {group[0].message}\n       call {group[0].number}: {group[0].call[:400]}"
        for (kind, site), group in sorted(groups.items(), key=lambda entry: entry[0][1])
    )


def main() -> int:
    """Run from the command line; 1 when there are findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="make one call, and show its traceback")
    parser.add_argument("--start", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--log", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.log is not None:
        _make_calls(range(given.start, given.calls), given.seed, given.log)
        return 0
    if given.only is not None:
        call = call_of(given.seed, given.only)
        print(call)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            _arguments(call).make()
        return 0
    findings = run(given.calls, given.seed)
    sites = len({(finding.kind, finding.site) for finding in findings})
    print(report(findings))
    print(f"{given.calls} calls with seed {given.seed}: {len(findings)} findings at {sites} sites")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
