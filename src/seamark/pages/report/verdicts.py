"""The sentences at the top of the page: what the numbers below come to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from seamark.agreement import Diagnosis
from seamark.number_text import decimal
from seamark.pages.report.headline import Headline
from seamark.pages.report.item_rows import ItemRow


def verdicts(headline: Headline, hardest: Sequence[ItemRow], found: Diagnosis) -> Iterator[str]:
    """What a reader should know first, a sentence each."""
    known = [level for level in headline.levels if not math.isnan(level.agreement.above_shuffled)]
    if known:
        listed = " and ".join(
            f"{decimal(level.agreement.above_shuffled)} ({level.agreement.similarity})" for level in known
        )
        yield f"Of the way from shuffled boundaries to full agreement, the coders go {listed}."
    for level in known:
        if level.agreement.above_shuffled <= 0:
            yield f"Under {level.agreement.similarity} the coders agree no better than shuffled boundaries would."
    shares = {kind: round(100 * share) for kind, _, share in headline.parts}
    if shares:
        yield (
            f"When two coders are compared, {shares.get('match', 0)}% of the boundaries match, "
            f"{shares.get('near', 0)}% are near misses and {shares.get('full', 0)}% are placed by one of them only."
        )
    yield f"{found.verdict.rstrip('.')}."
    if hardest:
        one = hardest[0]
        yield f"{one.name} is the hardest item, with {decimal(one.agreement.value)}."
