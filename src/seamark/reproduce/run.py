"""Run the reproduction, all targets or those asked for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from seamark.base.checks import items_of, one_of
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.datasets import moonstone
from seamark.model.corpus import Corpus
from seamark.reproduce.paper import (
    FIGURES,
    Check,
    Claim,
    Verdict,
    claims_of_text,
    corpus_checks,
    example_checks,
    figure5_checks,
    table1_checks,
    table2_checks,
)

#: What can be reproduced without a corpus.
WITHOUT_CORPUS: Mapping[str, Callable[[], Iterator[Check]]] = {
    "examples": example_checks,
    **{name: partial(figure5_checks, name) for name in FIGURES},
    "table1": table1_checks,
}
#: What needs the Moonstone corpus.
WITH_CORPUS: Mapping[str, Callable[[Corpus], Iterator[Check | Claim]]] = {
    "table2": table2_checks,
    "corpus": corpus_checks,
    "claims": claims_of_text,
}
#: All targets, in the order of the paper.
TARGETS = (*WITHOUT_CORPUS, *WITH_CORPUS)


@dataclass(frozen=True, slots=True)
class Reproduction(ResultRecord):
    """Published values beside computed ones.

    Attributes
    ----------
    values
        One per published value.
    left_out
        Targets that were not run, each with the reason.
    claims
        What the text says about the chapters.
    """

    values: tuple[Check, ...]
    left_out: Mapping[str, str]
    claims: tuple[Claim, ...] = ()

    _also = ("holds", "counts")

    @property
    def holds(self) -> bool:
        """Whether no value is different."""
        return not any(check.verdict == "different" for check in self.values)

    @property
    def counts(self) -> Mapping[str, Mapping[Verdict, int]]:
        """How many values of every target got each verdict, in the order of the paper."""
        targets = dict.fromkeys(check.target for check in self.values)
        return {name: Counter(one.verdict for one in self.values if one.target == name) for name in targets}

    def answer(self) -> tuple[str, ...]:
        """How many values and claims of the paper hold."""
        whole = Counter(check.verdict for check in self.values)
        verdicts = ", ".join(f"{whole[verdict]} {verdict}" for verdict in get_args(Verdict))
        values = f"{counted(len(self.values), 'printed value')}: {verdicts}."
        if not self.claims:
            return (values,)
        held = sum(claim.holds for claim in self.claims)
        asked = [claim.survives for claim in self.claims if claim.survives is not None]
        return (
            values,
            f"Of {counted(len(self.claims), 'claim')} in the text about the chapters, {held} hold by the paper's own "
            f"numbers; of the {len(asked)} about agreement, {sum(asked)} also hold above shuffled codings.",
        )

    def table(self) -> Table:
        """How many values of every target got each verdict."""
        verdicts = get_args(Verdict)
        found = {**self.counts, "all": Counter(check.verdict for check in self.values)}
        rows: list[list[Cell]] = [
            [name, sum(of.values()), *(of.get(one, 0) for one in verdicts)] for name, of in found.items()
        ]
        return Table(("target", "values", *verdicts), rows[:-1], summary=rows[-1:])

    def claims_table(self) -> Table:
        """What the text says, whether it holds, and whether it survives shuffling."""
        rows = [(one.claim, one.holds, one.found, one.survives, one.above_shuffled) for one in self.claims]
        header = ("claim", "holds", "found", "holds above shuffled", "found above shuffled")
        return Table(header, rows, title="What the text says about the chapters")

    def rows(self) -> list[dict[str, Any]]:
        """Every published value beside the computed one."""
        return [check.to_dict() for check in self.values]


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
    >>> result.answer()
    ('57 printed values: 55 equal, 2 explained, 0 different.',)
    """
    given = items_of(targets, "targets", f"some of {', '.join(TARGETS)}")
    chosen = tuple(dict.fromkeys(one_of(target, "a target", TARGETS) for target in given)) or TARGETS
    found, reason = _corpus(corpus) if any(target not in WITHOUT_CORPUS for target in chosen) else (None, "")
    made: list[Check | Claim] = []
    left_out: dict[str, str] = {}
    for target in chosen:
        if target in WITHOUT_CORPUS:
            made.extend(WITHOUT_CORPUS[target]())
        elif found is None:
            left_out[target] = reason
        else:
            made.extend(WITH_CORPUS[target](found))
    checks = tuple(one for one in made if isinstance(one, Check))
    claims = tuple(one for one in made if isinstance(one, Claim))
    return Reproduction(checks, FrozenMapping(left_out), claims)


def _corpus(folder: str | os.PathLike[str] | None) -> tuple[Corpus | None, str]:
    try:
        return moonstone(folder), ""
    except InputError as error:
        if folder is not None:
            raise
        return None, str(error)
