"""Spans on the command line: agreement, alignments, and the charts of `seamark plot`."""

from pathlib import Path

import pympi
import pytest

import seamark as sm
from tests.cli.running import Within

# Thirty spans a coder: with few, hundreds of random codings are drawn.
SLOTS = {
    "ann": [(20 * i + 2, 20 * i + 8 + i % 3, "claim") for i in range(30)],
    "ben": [(20 * i + 3, 20 * i + 9, "claim" if i % 4 else "premise") for i in range(30)],
}


def eaf(path: str, tiers: dict[str, list[tuple[int, int, str]]]) -> None:
    """Write an ELAN file with tiers of spans in whole seconds."""
    document = pympi.Elan.Eaf(author="")
    document.remove_tier("default")
    for tier, spans in tiers.items():
        document.add_tier(tier)
        for start, end, label in spans:
            document.add_annotation(tier, 1000 * start, 1000 * end, label)
    document.to_file(path)


OPTIONS = ("--as", "spans", "--tiers-as-coders", "--resolution", "1")


def test_an_elan_file_gives_what_the_library_says(seamark: Within) -> None:
    eaf("talk.eaf", SLOTS)
    corpus = sm.Corpus({"talk": {coder: sm.Spans(rows, length=590) for coder, rows in SLOTS.items()}})
    gamma, alpha = sm.gamma(corpus, rng=3), sm.unitizing_alpha(corpus)
    found = seamark("agree", "talk.eaf", *OPTIONS, "--seed", "3", "--json").json
    assert found["gamma"] == gamma.to_dict()
    assert found["unitizing_alpha"] == alpha.to_dict()
    lines = seamark("agree", "talk.eaf", *OPTIONS, "--seed", "3").out.splitlines()
    assert lines[0] == "2 coders, 1 item, 60 spans."
    assert [line.split(" is ")[0] for line in lines[1:3]] == ["Gamma", "Unitizing alpha"]
    assert lines[6].split()[:2] == ["gamma", f"{gamma.value:.4f}"]
    assert lines[7].split()[:3] == ["unitizing", "alpha", f"{alpha.value:.4f}"]
    assert str(gamma.signature) in lines
    assert str(alpha.signature) in lines


ROWS = {"ann": [(2, 8, "claim"), (5, 14, "claim"), (12, 16, "premise")], "ben": [(3, 9, "claim"), (12, 15, "claim")]}
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
