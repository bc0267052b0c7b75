"""`seamark align`: the drawing, the list, and the document."""

import re
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


def test_the_units_around_every_boundary_are_shown(seamark: Within) -> None:
    long = "The sea was calm, and nobody spoke; the lamp swung to and fro"
    words = ["It was late.", long, "Land\nho!", "Then all ran up.", "Gulls."]
    major = {"mass": 5, "positions": [1, 3], "types": ["minor", "major"]}
    corpus_file(Path("texts.json"), {"log": {"ann": [1, 2, 2], "ben": [1, 1, 2, 1]}}, texts={"log": words})
    header, _, *rows, _, _, _ = seamark("align", "texts.json").out.splitlines()
    assert [re.split(" {2,}", line) for line in (header, *rows)] == [
        ["edit", "position ann", "position ben", "before", "behind"],
        ["match", "1", "1", "It was late.", f"{long[:39]}…"],
        ["near miss", "3", "2", "Land ho!", "Then all ran up."],
        ["full miss", "4", "Then all ran up.", "Gulls."],
    ]
    corpus_file(Path("typed.json"), {"log": {"ann": major, "ben": dict(major)}}, texts={"log": words})
    assert "3 (major)" in seamark("align", "typed.json").out
