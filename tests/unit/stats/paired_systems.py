"""Two systems on the same resamples."""

from seamark.stats import bootstrap_together, difference


def gap(a, b, score, **options):
    """The bootstrap of the difference, a minus b."""
    return difference(*bootstrap_together([(a, score), (b, score)], **options))
