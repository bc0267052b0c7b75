"""How sure we are: intervals and tests over rows of counts, whatever they count."""

from seamark.stats.intervals import Interval, IntervalMethod, Jackknife, jackknife
from seamark.stats.resampling import (
    Bootstrap,
    RandomSource,
    Resampled,
    Statistic,
    Weights,
    bootstrap,
    bootstrap_statistic,
    resolve_rng,
)
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import (
    EffectSize,
    RandomizationTest,
    Record,
    approximate_randomization,
    benjamini_hochberg,
    effect_size,
    holm,
    win_tie_loss,
)

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
    "resolve_rng",
    "rows_of_values",
    "win_tie_loss",
]
