"""Spans on the command line: `seamark align --as spans`, and the charts of `seamark plot`."""

from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import Within

ROWS = {
    "ann": [(2, 8, "claim"), (5, 14, "claim"), (12, 16, "premise")],
    "ben": [(3, 9, "claim"), (12, 15, "claim")],
}
READING = ("--from", "audacity", "--resolution", "1", "--duration", "20")


@pytest.fixture
def study() -> str:
    for coder, rows in ROWS.items():
        Path("study", coder).mkdir(parents=True)
        lines = "".join(f"{start}\t{end}\t{name}\n" for start, end, name in rows)
        Path("study", coder, "talk.txt").write_text(lines, encoding="utf-8")
    return "study"


def test_an_alignment_is_what_the_library_says(seamark: Within, study: str) -> None:
    found = sm.align_spans({coder: sm.Spans(rows, length=20) for coder, rows in ROWS.items()})
    ran = seamark("align", study, "--as", "spans", *READING, "--json")
    assert ran.json["disorder"] == found.disorder
    assert ran.json["unitary"] == found.to_dict()["unitary"]
    header, *rows = seamark("align", study, "--as", "spans", *READING, "--csv").out.splitlines()
    assert header.split(",")[-1] == "cost"
    assert len(rows) == len(found.unitary) == 3


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("bars",), ["ann", "ben", "claim", "premise"]),
        (("bars", "--coders", "ben", "--as", "labels"), ["ben", "claim"]),
        (("span-alignment",), ["disorder 0.5889"]),
        (("heatmap", "--as", "spans"), ["talk", "Share of coders who mark a span"]),
    ],
)
def test_charts(seamark: Within, study: str, arguments: tuple[str, ...], shown: list[str]) -> None:
    if "labels" in arguments:
        Path(study, "ann", "talk.txt").unlink()
    ran = seamark("plot", arguments[0], study, *arguments[1:], *READING, "-o", "chart.svg")
    assert ran.code == 0, ran.err
    picture = Path("chart.svg").read_text(encoding="utf-8")
    assert all(text in picture for text in shown)
