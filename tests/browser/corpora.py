"""Small corpora for the pages: a friendly one with texts, and one whose every name is an attack."""

import seamark as sm

POEMS = sm.Corpus(
    {
        "ode": {"ann": [2, 3, 5], "ben": [2, 4, 4], "cat": [2, 8]},
        "elegy": {"ann": [3, 3, 4], "ben": [7, 3], "cat": [3, 3, 4], "dan": [3, 4, 3]},
        "haiku": {"ann": [1, 2], "ben": [1, 2]},
        "sonnet": {"ann": [4, 4, 4, 2], "ben": [8, 6], "cat": [4, 4, 4, 2]},
    },
    texts={"ode": [f"Line {number} of the ode." for number in range(1, 11)]},
    groups={"ann": "poets", "ben": "poets", "cat": "critics"},
)

#: Spans of three coders, who did not all look at every item.
TALKS = sm.Corpus(
    {
        "debate": {
            "ann": sm.Spans([(2, 8, "claim"), (12, 16, "premise"), (30, 38, "claim")], length=50),
            "ben": sm.Spans([(3, 9, "claim"), (12, 15, "claim")], length=50),
            "cat": sm.Spans([(2, 8, "claim"), (31, 38, "claim"), (44, 47, "premise")], length=50),
        },
        "lecture": {
            "ann": sm.Spans([(5, 15, "premise"), (20, 30, "claim")], length=40),
            "ben": sm.Spans([(5, 15, "premise"), (18, 30, "claim")], length=40),
        },
        "speech": {"ann": sm.Spans([(1, 9, "claim")], length=30), "cat": sm.Spans([(1, 9, "claim")], length=30)},
    }
)

IMAGE = "<img src=x onerror=alert(1)>"
SCRIPT = "</script><script>alert(2)</script>"
COMMENT = "<!--<script>"
SYSTEM = "<b onclick=alert(4)>tiler</b>"
QUOTE = "\"'><svg onload=alert(3)>"

HOSTILE_CORPUS = sm.Corpus(
    {
        SCRIPT: {IMAGE: [2, 3, 5], QUOTE: [2, 4, 4], COMMENT: [2, 8]},
        QUOTE: {IMAGE: [3, 3, 4], QUOTE: [7, 3], COMMENT: [3, 4, 3]},
    },
    texts={SCRIPT: [f"{IMAGE}{SCRIPT}{number}" for number in range(10)]},
    groups={IMAGE: QUOTE, QUOTE: SCRIPT},
    metadata={"title": SCRIPT, "source": IMAGE},
)
HOSTILE_SYSTEMS = {SYSTEM: {SCRIPT: [2, 8], QUOTE: [10]}}
