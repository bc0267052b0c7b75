"""Every kind of chart, of a corpus whose names try to break out of wherever they are put."""

from __future__ import annotations

from typing import Any

from seamark import charts
from seamark.agreement.agree import agree
from seamark.evaluation.compare import compare
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.spans import Spans

HOSTILE = "</script><img src=x onerror=alert(1)>"
HUMANS = Corpus(
    {
        HOSTILE: {"ann": [2, 3, 6], HOSTILE: [2, 4, 5], "c\u2028t": [2, 9]},
        "song": {"ann": [4, 4], HOSTILE: [4, 4], "c\u2028t": [3, 5]},
    }
)
SPANS = Corpus(
    {
        HOSTILE: {
            "ann": Spans([(2, 8, HOSTILE), (5, 14, "c\u2028t")], length=20),
            HOSTILE: Spans([(3, 9, HOSTILE)], length=20),
        }
    }
)


def every_chart() -> dict[str, Any]:
    systems = {HOSTILE + "2": {HOSTILE: [2, 3, 6], "song": [4, 4]}}
    return {
        "heatmap": charts.heatmap(HUMANS),
        "lanes": charts.lanes(HUMANS, HOSTILE, against=HOSTILE),
        "alignment": charts.alignment([2, 3, 6], [2, 4, 5], names=("ann", HOSTILE)),
        "bars": charts.bars(SPANS[HOSTILE]),
        "levels": charts.bars({HOSTILE: Hierarchy.from_levels([[12, 12], [6, 6, 12]])}, title="Levels of a text"),
        "span alignment": charts.span_alignment(SPANS[HOSTILE]),
        "span density": charts.span_density(SPANS, category=HOSTILE),
        "turns": charts.turns(*SPANS[HOSTILE].values()),
        "tags": charts.tags([HOSTILE, "c\u2028t"] * 10, SPANS[HOSTILE]),
        "series": charts.series([0.5] * 11, HUMANS[HOSTILE]),
        "chunks": charts.chunks({HOSTILE: Spans([(0, 10), (10, 20)], length=20)}, SPANS[HOSTILE]["ann"]),
        "pairwise": charts.pairwise(HUMANS),
        "agreement": charts.agreement(agree(HUMANS, ci=0.95, rng=7)),
        "forest": charts.agreement({HOSTILE: agree(HUMANS, ci=0.95, rng=7)}),
        "evaluation": charts.evaluation(compare(HUMANS, systems, rng=7)),
    }
