"""A group of humans, everybody who joins it, and the agreement of each such group on the same resamples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seamark.agreement.measurement import require_pairs
from seamark.errors import InputError, UndefinedScoreError
from seamark.evaluation.drops import Figure, agreements, mean_of
from seamark.evaluation.entrants import Entrant
from seamark.evaluation.joining import AgreementPlan, Joined, Panel
from seamark.kernels.columns import Int64Array
from seamark.model.corpus import Corpus

# One coding of an item says nothing about how humans agree on it.
_FEWEST_HUMANS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What came of it when somebody joined.

    Attributes
    ----------
    name
        Who.
    joined
        The group with each of their draws.
    value
        The agreement of that group, averaged over draws.
    humans
        The agreement of the humans alone, on the same items.
    change
        ``value`` minus ``humans``.
    """

    name: str
    joined: tuple[Joined, ...]
    value: Figure
    humans: Figure
    change: Figure

    @property
    def panel(self) -> Panel:
        """The humans, on the items that whoever joined has segmented."""
        return self.joined[0].panel


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """Humans on those items that at least two of them coded.

    Attributes
    ----------
    corpus
        Their codings of these items.
    judged
        The numbers of these items in the corpus as it was given.
    left_out
        The names of the other items.
    plan
        How agreement is measured.
    """

    corpus: Corpus
    judged: Int64Array
    left_out: tuple[str, ...]
    plan: AgreementPlan

    @classmethod
    def of(cls, humans: Corpus, plan: AgreementPlan) -> Study:
        """The part of a corpus in which humans can agree."""
        require_pairs(humans.coder_names, len(humans.pairs()))
        enough = np.bincount(humans.item_index, minlength=len(humans)) >= _FEWEST_HUMANS
        names = np.array(humans.item_names, dtype=object)
        corpus = humans if enough.all() else humans.subset(items=names[enough].tolist())
        return cls(corpus, np.flatnonzero(enough), tuple(names[~enough].tolist()), plan)

    @property
    def humans(self) -> Panel:
        """All humans on all items of the study."""
        return Panel(self.corpus, np.arange(len(self.corpus)), self.plan)

    def admitted(self, entrant: Entrant) -> Entrant:
        """Somebody on the items of the study."""
        admitted = entrant.only(self.judged)
        if not admitted.items.size:
            raise InputError(f"{entrant.name} has none of the items that at least two humans coded")
        return admitted

    def outcomes(
        self, entrants: Sequence[Entrant], *, resamples: int, seed: int
    ) -> tuple[Panel, Figure, list[Outcome]]:
        """All humans, their agreement, and what comes of it when each entrant joins them."""
        everybody = self.humans
        panels = {everybody.columns.tobytes(): everybody}
        for entrant in entrants:
            if entrant.items.tobytes() not in panels:
                panels[entrant.items.tobytes()] = self._panel(entrant.items)
        joined = [
            tuple(panels[entrant.items.tobytes()].joined_by(draw) for draw in entrant.draws) for entrant in entrants
        ]
        groups: list[Panel | Joined] = [*panels.values(), *(group for groups in joined for group in groups)]
        figures = agreements(groups, items=len(self.corpus), resamples=resamples, seed=seed)
        of_group = {id(group): figure for group, figure in zip(groups, figures, strict=True)}
        alone = _defined(of_group[id(everybody)], "the humans alone")
        outcomes = [
            _outcome(
                entrant.name, groups_of_it, [of_group[id(g)] for g in groups_of_it], of_group[id(groups_of_it[0].panel)]
            )
            for entrant, groups_of_it in zip(entrants, joined, strict=True)
        ]
        return everybody, alone, outcomes

    def _panel(self, items: Int64Array) -> Panel:
        names = [self.corpus.item_names[number] for number in items.tolist()]
        return Panel(self.corpus.subset(items=names), items, self.plan)


def _outcome(name: str, joined: tuple[Joined, ...], together: Sequence[Figure], alone: Figure) -> Outcome:
    humans = _defined(alone, f"the humans on the items of {name}")
    value = _defined(mean_of(together), f"the humans with {name}")
    return Outcome(name, joined, value, humans, value.minus(humans))


def _defined(figure: Figure, whose: str) -> Figure:
    if np.isnan(figure.value):
        raise UndefinedScoreError(f"the agreement of {whose} is undefined: chance alone explains everything")
    return figure
