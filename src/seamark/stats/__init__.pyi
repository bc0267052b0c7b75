"""The public names of statistics, each with its module; ``__init__.py`` reads them here."""

from seamark.stats.intervals import Interval as Interval
from seamark.stats.resampling import RandomSource as RandomSource, Resampled as Resampled, resolve_rng as resolve_rng
from seamark.stats.rows import Score as Score, mean_of_sums as mean_of_sums, rows_of_values as rows_of_values
from seamark.stats.significance import (
    PairedDifference as PairedDifference,
    Record as Record,
    benjamini_hochberg as benjamini_hochberg,
    holm as holm,
    paired_difference as paired_difference,
    win_tie_loss as win_tie_loss,
)
