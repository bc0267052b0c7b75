"""The public names of statistics, each with its module; ``__init__.py`` reads them here."""

from seamark.stats.intervals import (
    Interval as Interval,
    IntervalMethod as IntervalMethod,
    Jackknife as Jackknife,
    jackknife as jackknife,
)
from seamark.stats.resampling import (
    Bootstrap as Bootstrap,
    RandomSource as RandomSource,
    Resampled as Resampled,
    Statistic as Statistic,
    Weights as Weights,
    bootstrap as bootstrap,
    bootstrap_statistic as bootstrap_statistic,
    resolve_rng as resolve_rng,
)
from seamark.stats.rows import Score as Score, mean_of_sums as mean_of_sums, rows_of_values as rows_of_values
from seamark.stats.significance import (
    EffectSize as EffectSize,
    RandomizationTest as RandomizationTest,
    Record as Record,
    approximate_randomization as approximate_randomization,
    benjamini_hochberg as benjamini_hochberg,
    effect_size as effect_size,
    holm as holm,
    win_tie_loss as win_tie_loss,
)
