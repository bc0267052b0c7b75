"""From what came of it when somebody joined to where they stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from seamark.evaluation.joining import Joined, Panel
from seamark.evaluation.standing import HumanBand, HumanStanding, Margin, Standing
from seamark.evaluation.study import Outcome
from seamark.frozen_mapping import FrozenMapping
from seamark.stats.correction import holm
from seamark.stats.rows import ROUNDING

# Draws of a random baseline that take every human's place in turn: with a crowd of humans, that is most of the work.
_DRAWS_IN_PLACES = 10


def standings_of_segmenters(
    segmenters: Sequence[Outcome], baselines: Sequence[Outcome], ci: float
) -> tuple[Standing, ...]:
    """Segmenters, best first, their p-values corrected for their number and each beside the best baseline."""
    adjusted = holm([outcome.change.p_value for outcome in segmenters]).tolist()
    best = max(baselines, key=lambda outcome: outcome.change.value, default=None)
    return _best_first(
        _standing(outcome, ci, p_adjusted, _margin(outcome, best, ci))
        for outcome, p_adjusted in zip(segmenters, adjusted, strict=True)
    )


def standings_of_baselines(baselines: Sequence[Outcome], ci: float) -> tuple[Standing, ...]:
    """Baselines, best first."""
    return _best_first(_standing(outcome, ci, math.nan, None) for outcome in baselines)


def _best_first(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: -standing.change))


def _standing(outcome: Outcome, ci: float, p_adjusted: float, margin: Margin | None) -> Standing:
    panel, joined = outcome.panel, outcome.joined
    observed = joined[0].measured.observed
    sums = np.sum([group.similarity_sums for group in joined], axis=0)
    names = panel.corpus.coder_names
    return Standing(
        name=outcome.name,
        items=len(panel.corpus),
        value=outcome.value.value,
        humans=outcome.humans.value,
        change=outcome.change.value,
        interval=outcome.change.interval(ci),
        p_value=outcome.change.p_value,
        p_adjusted=p_adjusted,
        similarity=float(observed.of_sums(sums.sum(axis=0))),
        similarities=FrozenMapping(dict(zip(names, observed.of_sums(sums).tolist(), strict=True))),
        density=float(np.mean([group.density for group in joined])),
        in_places=FrozenMapping(_in_places(joined[:_DRAWS_IN_PLACES])),
        margin=margin,
    )


def _in_places(joined: Sequence[Joined]) -> dict[str, float]:
    """The change of agreement in the place of each human who has one; what is lost in rounding is no change."""
    panel = joined[0].panel
    changes = np.mean([group.in_places for group in joined], axis=0) - panel.with_each
    changes[np.abs(changes) <= ROUNDING] = 0.0
    named = zip(panel.corpus.coder_names, changes.tolist(), strict=True)
    return {name: change for name, change in named if not math.isnan(change)}


def _margin(outcome: Outcome, best: Outcome | None, ci: float) -> Margin | None:
    """The distance to a baseline; only where both were judged on the same items."""
    if best is None or outcome.panel is not best.panel:
        return None
    lead = outcome.change.minus(best.change)
    return Margin(best.name, lead.value, lead.interval(ci))


def human_band(panel: Panel) -> HumanBand:
    """Leave out each human of a panel in turn."""
    names = panel.corpus.coder_names
    columns = (
        panel.places.sum(axis=1).astype(np.int64),
        panel.with_each,
        panel.without_each,
        panel.with_each - panel.without_each,
        panel.measured.observed.per_coder(),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.change)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].change))
    return HumanBand(FrozenMapping(best_first), tuple(name for name in names if name not in placed))
