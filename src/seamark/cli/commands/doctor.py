"""``seamark doctor``: what is installed, what is missing and how to get it."""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata, util
from pathlib import Path
from typing import Any

from seamark.base.results import Table
from seamark.base.version import __version__
from seamark.cli import options
from seamark.cli.options import command, example
from seamark.cli.output import Answer, Output
from seamark.datasets import VARIABLE
from seamark.kernels.columns import features

#: One line of a package's requirements: the name, the least version, and the extra that asks for it.
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?(?:>=([\w.]+))?(?:; extra == ['\"](\w+)['\"])?\Z")
#: Extras that users do not choose for what they can do: everything, and what developers need.
_NOT_SHOWN = ("all", "dev", "docs", "slow")
#: Extras for training loops and for Spark, which are large: `doctor` does not suggest them.
_ON_DEMAND = ("evaluate", "sklearn", "spark", "torchmetrics")
#: Shown instead of an extra for required packages.
_ALWAYS = "seamark itself"


@command(epilog=example("seamark doctor", "seamark doctor --json"))
@options.output_options
def doctor(output: Output) -> None:
    """Show versions, how the kernel was compiled, which extras are installed, and which corpora are found.

    Add the output when you report a bug.
    """
    facts = {
        "seamark": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "kernel": _kernel(),
        **{name.replace("_", " "): found for name, found in features().items()},
        "corpora": _corpora(),
    }
    packages = required_packages()
    told = (_ALWAYS, *_ON_DEMAND)
    missing = dict.fromkeys(row["for"] for row in packages if row["state"] != "fine" and row["for"] not in told)
    notes = [f"pip install 'seamark[{','.join(missing)}]' brings what is missing"] if missing else []
    about = Table.of_rows([{"what": name, "found": found} for name, found in facts.items()])
    needed = Table.of_rows(packages)
    output.show(Answer({"about": facts, "packages": packages}, [about, needed], needed, notes))


def required_packages() -> list[dict[str, Any]]:
    """Every package that Seamark or one of its extras asks for, with the version that is installed."""
    rows = []
    for line in metadata.requires("seamark") or ():
        found = _REQUIREMENT.match(line)
        if found is None or found[3] in _NOT_SHOWN:
            continue
        name, least, extra = found.groups()
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = None
        state = "missing" if version is None else "too old" if least and _numbers(version) < _numbers(least) else "fine"
        rows.append({"package": name, "for": extra or _ALWAYS, "least": least, "version": version, "state": state})
    return rows


def _numbers(version: str) -> list[int]:
    """The numbers at the start of a version, without zeros at the end: 2.0rc1 is 2, as is 2.0.0."""
    numbers = [int(number) for number in re.findall(r"(?:\A|\.)([0-9]+)", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


def _kernel() -> str:
    """The name of the compiled file, which says for which Python and system it was built."""
    found = util.find_spec("seamark._kernel")
    return "not found" if found is None or found.origin is None else Path(found.origin).name


def _corpora() -> str:
    folder = os.environ.get(VARIABLE)
    if not folder:
        return f"{VARIABLE} is not set"
    return folder if Path(folder).is_dir() else f"{VARIABLE} names {folder}, which is not a folder"
