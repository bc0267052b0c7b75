"""How sure we are: intervals and tests over rows of counts, whatever they count."""

from seamark.stats.crossed import (
    EffectSize,
    Record,
    Resampled,
    Statistic,
    Weights,
    bootstrap_statistic,
    effect_size,
    win_tie_loss,
)
from seamark.stats.intervals import Interval, IntervalMethod, Jackknife, jackknife
from seamark.stats.resampling import Bootstrap, RandomSource, bootstrap, multiplicities, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import RandomizationTest, approximate_randomization, benjamini_hochberg, holm

__all__ = [
    "Bootstrap",
    "EffectSize",
    "Interval",
    "IntervalMethod",
    "Jackknife",
    "RandomSource",
    "RandomizationTest",
    "Record",
    "Resampled",
    "Score",
    "Statistic",
    "Weights",
    "approximate_randomization",
    "benjamini_hochberg",
    "bootstrap",
    "bootstrap_statistic",
    "effect_size",
    "holm",
    "jackknife",
    "mean_of_sums",
    "multiplicities",
    "resolve_rng",
    "rows_of_values",
    "win_tie_loss",
]
