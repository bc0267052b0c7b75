"""Two systems on the same resamples."""

import numpy as np

from seamark.stats import bootstrap


def gap(a, b, score, **options):
    """The bootstrap of the difference, a minus b."""
    width = np.shape(a)[1]
    return bootstrap(np.hstack((a, b)), lambda sums: score(sums[..., :width]) - score(sums[..., width:]), **options)
