"""`seamark align`: the drawing, the list, and the document."""

from pathlib import Path

import seamark as sm
from tests.cli.running import Within, corpus_file

V = sm.__version__
ONE_TYPE = f"S|n:2|scale:te|w:1,1,1|types:1|v:{V}"


def test_lanes_to_scale(seamark: Within) -> None:
    ran = seamark("align", "sample:stargazer", "--item", "stargazer", "--coders", "1,2")
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == f"""\
1 | 2 |  3  |  3  |1|  3  |     6     |  3  |
2 | 2 |       8       | 2 |   4   | 2 |  3  |
            -     - ~~~           +

3 matched, 1 near (~), 3 missed (- only 1, + only 2); distance 4
0.8000  {ONE_TYPE}
"""
    )


def test_units_with_texts_stand_under_each_other(seamark: Within) -> None:
    words = [
        "It was late.",
        "The sea was calm, and nobody spoke; the lamp swung to and fro above the table where the charts lay open, and "
        "the second mate, who had not slept since the Canaries, put down his pen at last and looked at each of us. "
        * 2,
        "Land ho!",
        "Then all ran up.",
        "Gulls.",
    ]
    corpus_file(Path("texts.json"), {"log": {"ann": [1, 2, 2], "ben": [1, 1, 2, 1]}}, texts={"log": words})
    assert (
        seamark("align", "texts.json").out
        == f"""\
    ann    ben
1    |      |    It was late.
   -----  -----
2    |      |    The sea was calm, and nobody spoke; the lamp swung to and fro above the table where
     |      |    the charts lay open, and the second mate, who had not slept since the Canaries, put
     |      |    down his pen at last and looked at each of us. The sea was calm, and nobody …
     |    -----  near miss: ann 1 below
3    |      |    Land ho!
   -----    |    near miss: ben 1 above
4    |      |    Then all ran up.
     |    -----  only ben
5    |      |    Gulls.

1 matched, 1 near (~), 1 missed (- only ann, + only ben); distance 2
0.5000  {ONE_TYPE}
"""
    )
    whole = seamark("align", "texts.json", "--whole").out
    assert whole.count("Canaries") == 2
    assert "…" not in whole


def test_a_long_text_is_shown_around_its_boundaries(seamark: Within) -> None:
    texts = {"log": [f"unit {i}" for i in range(1, 101)]}
    corpus_file(Path("texts.json"), {"log": {"ann": [50, 50], "ben": [50, 50]}}, texts=texts)
    lines = seamark("align", "texts.json").out.splitlines()
    assert lines[1:8] == [
        "     ... 48 more units",
        " 49    |      |    unit 49",
        " 50    |      |    unit 50",
        "     -----  -----",
        " 51    |      |    unit 51",
        " 52    |      |    unit 52",
        "     ... 48 more units",
    ]
    assert len(seamark("align", "texts.json", "--whole").out.splitlines()) == 105
