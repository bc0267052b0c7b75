"""Every kind of chart, of a corpus whose names try to break out of wherever they are put."""

from typing import Any

import seamark as sm

HOSTILE = "</script><img src=x onerror=alert(1)>"
HUMANS = sm.Corpus(
    {
        HOSTILE: {"ann": [2, 3, 6], HOSTILE: [2, 4, 5], "c\u2028t": [2, 9]},
        "song": {"ann": [4, 4], HOSTILE: [4, 4], "c\u2028t": [3, 5]},
    }
)
SPANS = sm.Corpus(
    {
        HOSTILE: {
            "ann": sm.Spans([(2, 8, HOSTILE), (5, 14, "c\u2028t")], length=20),
            HOSTILE: sm.Spans([(3, 9, HOSTILE)], length=20),
        }
    }
)


def every_chart() -> dict[str, Any]:
    return {
        "heatmap": sm.charts.heatmap(HUMANS),
        "lanes": sm.charts.lanes(HUMANS, HOSTILE, against=HOSTILE),
        "alignment": sm.charts.alignment([2, 3, 6], [2, 4, 5], names=("ann", HOSTILE)),
        "bars": sm.charts.bars(SPANS[HOSTILE]),
        "levels": sm.charts.bars({HOSTILE: sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])}),
        "spans of all": sm.charts.heatmap(SPANS),
        "turns": sm.charts.turns(*SPANS[HOSTILE].values()),
        "tags": sm.charts.tags([HOSTILE, "c\u2028t"] * 10, SPANS[HOSTILE]),
        "series": sm.charts.series([0.5] * 11, HUMANS[HOSTILE]),
        "chunks": sm.charts.chunks({HOSTILE: sm.Spans([(0, 10), (10, 20)], length=20)}, SPANS[HOSTILE]["ann"]),
        "pairwise": sm.charts.pairwise(HUMANS),
        "agreement": sm.charts.agreement(sm.agree(HUMANS, ci=0.95, rng=7)),
    }
