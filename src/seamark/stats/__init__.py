"""How sure we are: intervals, tests and summaries over rows of counts, whatever they count."""

from seamark.stats.bootstrap import Bootstrap, bootstrap, bootstrap_together
from seamark.stats.correction import benjamini_hochberg, bonferroni, holm
from seamark.stats.crossed import Resampled, Statistic, Weights, bootstrap_statistic
from seamark.stats.effects import EffectSize, Record, effect_size, win_tie_loss
from seamark.stats.intervals import Interval, IntervalMethod
from seamark.stats.jackknife import Jackknife, jackknife
from seamark.stats.paired import PairedBootstrap, difference, paired_bootstrap
from seamark.stats.randomization import RandomizationTest, approximate_randomization
from seamark.stats.resampling import multiplicities
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.stats.summary import Summary, summarise

__all__ = [
    "Bootstrap",
    "EffectSize",
    "Interval",
    "IntervalMethod",
    "Jackknife",
    "PairedBootstrap",
    "RandomSource",
    "RandomizationTest",
    "Record",
    "Resampled",
    "Score",
    "Statistic",
    "Summary",
    "Weights",
    "approximate_randomization",
    "benjamini_hochberg",
    "bonferroni",
    "bootstrap",
    "bootstrap_statistic",
    "bootstrap_together",
    "difference",
    "effect_size",
    "holm",
    "jackknife",
    "mean_of_sums",
    "multiplicities",
    "paired_bootstrap",
    "resolve_rng",
    "rows_of_values",
    "summarise",
    "win_tie_loss",
]
