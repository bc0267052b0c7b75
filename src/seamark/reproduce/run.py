"""Run the reproduction: all targets, or those asked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict

from seamark.base.checks import hint, shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.datasets.moonstone_corpus import moonstone
from seamark.model.corpus import Corpus
from seamark.reproduce import examples, figure5, table1, table2
from seamark.reproduce.check import Check, Verdict

#: What can be reproduced without a corpus.
WITHOUT_CORPUS: Mapping[str, Callable[[], Iterator[Check]]] = {
    "examples": examples.checks,
    **{name: partial(figure5.checks, name) for name in figure5.FIGURES},
    "table1": table1.checks,
}
#: What needs the Moonstone corpus.
WITH_CORPUS: Mapping[str, Callable[[Corpus], Iterator[Check]]] = {
    "table2": table2.chapters,
    "corpus": table2.whole_corpus,
}
#: All targets, in the order of the paper.
TARGETS = (*WITHOUT_CORPUS, *WITH_CORPUS)


class ReproductionDocument(TypedDict):
    """A reproduction in JSON."""

    holds: bool
    counts: dict[str, dict[str, int]]
    left_out: dict[str, str]
    values: list[Check]


@dataclass(frozen=True, slots=True)
class Reproduction(ResultRecord):
    """Published values beside computed ones.

    Attributes
    ----------
    checks
        One per published value.
    left_out
        Targets that were not run, each with the reason.
    corpus
        The Moonstone corpus, if it was found.
    """

    checks: tuple[Check, ...]
    left_out: Mapping[str, str]
    corpus: Corpus | None

    def counts(self, target: str | None = None) -> Mapping[Verdict, int]:
        """How many values got each verdict."""
        return Counter(check.verdict for check in self.checks if target in (None, check.target))

    @property
    def targets(self) -> tuple[str, ...]:
        """What was run, in the order of the paper."""
        return tuple(target for target in TARGETS if self.counts(target))

    @classmethod
    def _document(cls) -> Any:
        return ReproductionDocument

    def rows(self) -> list[dict[str, Any]]:
        """Every published value beside the computed one."""
        return [check.to_dict() for check in self.checks]

    def to_dict(self) -> dict[str, Any]:
        """Whether everything holds, the verdicts per target, and every value."""
        return {
            "holds": self.holds,
            "counts": {target: dict(self.counts(target)) for target in self.targets},
            "left_out": dict(self.left_out),
            "values": self.rows(),
        }

    @property
    def holds(self) -> bool:
        """Whether no value is different."""
        return self.counts().get("different", 0) == 0


def reproduce(targets: Iterable[str] = (), *, corpus: str | os.PathLike[str] | None = None) -> Reproduction:
    """Compute what the 2012 paper printed.

    Parameters
    ----------
    targets
        Some of ``TARGETS``; by default all.
    corpus
        The folder of the Moonstone corpus; by default it is looked for through ``SEAMARK_CORPORA``, then fetched.
        Targets that need it are left out, with the reason, when it cannot be had.

    Returns
    -------
    Reproduction

    Examples
    --------
    >>> result = reproduce(["examples", "figure5b"])
    >>> dict(result.counts())
    {'equal': 55, 'explained': 2}
    """
    chosen = _chosen(targets)
    found, reason = _corpus(corpus) if any(target in WITH_CORPUS for target in chosen) else (None, "")
    checks: list[Check] = []
    left_out: dict[str, str] = {}
    for target in chosen:
        if target in WITHOUT_CORPUS:
            checks.extend(WITHOUT_CORPUS[target]())
        elif found is not None:
            checks.extend(WITH_CORPUS[target](found))
        else:
            left_out[target] = reason
    return Reproduction(tuple(checks), FrozenMapping(left_out), found)


def _chosen(targets: object) -> tuple[str, ...]:
    if isinstance(targets, str) or not isinstance(targets, Iterable):
        raise InputError(f"targets are {shown(targets)}; expected some of {', '.join(TARGETS)}")
    given = tuple(targets)
    for target in given:
        if not isinstance(target, str) or target not in TARGETS:
            raise InputError(f"{shown(target)} is not a target; {hint(str(target), TARGETS)}")
    return tuple(dict.fromkeys(given)) or TARGETS


def _corpus(folder: str | os.PathLike[str] | None) -> tuple[Corpus | None, str]:
    try:
        return moonstone(folder), ""
    except InputError as error:
        if folder is not None:
            raise
        return None, str(error)
