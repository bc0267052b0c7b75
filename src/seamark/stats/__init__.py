"""How sure we are: intervals and tests over rows of counts, whatever they count."""

from seamark.stats.bootstrap import Bootstrap, bootstrap
from seamark.stats.correction import benjamini_hochberg, holm
from seamark.stats.crossed import Resampled, Statistic, Weights, bootstrap_statistic
from seamark.stats.effects import EffectSize, Record, effect_size, win_tie_loss
from seamark.stats.intervals import Interval, IntervalMethod
from seamark.stats.jackknife import Jackknife, jackknife
from seamark.stats.randomization import RandomizationTest, approximate_randomization
from seamark.stats.resampling import multiplicities
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.seeds import RandomSource, resolve_rng

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
