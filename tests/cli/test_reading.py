"""Files as people have them, through the command line: units, tiers, times, lengths, names, types."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

import seamark as sm
from tests.cli.running import Within, corpus_file, lab
from tests.formats import FIXTURES

TEXT = "One two. Three four.\nFive six. Seven eight.\nNine ten. Eleven twelve."


def export(path: str, *spans: tuple[int, int], coder: str = "ann") -> str:
    """A Label Studio export of one text."""
    result = [
        {"type": "labels", "from_name": "l", "to_name": "t", "value": {"start": a, "end": b, "labels": ["A"]}}
        for a, b in spans
    ]
    annotations = [{"completed_by": coder, "result": result}]
    task = {"id": 1, "data": {"text": TEXT, "title": "numbers"}, "annotations": annotations}
    Path(path).write_text(json.dumps([task]), encoding="utf-8")
    return path


def labels(path: str, *ends: float) -> str:
    """A .lab file of intervals with these ends."""
    return lab(path, [(start, end, str(n)) for n, (start, end) in enumerate(zip((0.0, *ends), ends, strict=False))])


def test_the_unit_is_chosen_and_told(seamark: Within) -> None:
    files = export("ann.json", (0, 20), (21, len(TEXT))), export("ben.json", (0, 43), (44, len(TEXT)), coder="ben")
    ran = seamark("agree", *files)
    assert ran.err == (
        "ann.json, ben.json: read as label-studio (its content and the suffix .json): 1 item, 2 coders (ann, ben), "
        "2 boundaries, units: line\n"
        "ann.json, ben.json: unit: line, the coarsest at whose edges 2 of 2 boundaries lie; no boundary had to move to "
        "the line grid\n"
    )
    found = seamark("agree", *files, "--json").json["reading"]
    assert [(one["file"], one["unit"], one["moved"]) for one in found] == [("ann.json, ben.json", "line", 0)]
    assert found[0]["reason"] == "the coarsest at whose edges 2 of 2 boundaries lie"


def test_characters_come_with_a_warning(seamark: Within) -> None:
    ran = seamark("agree", export("a.json", (1, 20)), export("b.json", (2, 30), coder="ben"))
    assert ran.code == 0
    assert "a.json, b.json: unit: character, fewer than 99 % of 4 boundaries lie at the edges of tokens;" in ran.err
    assert "the unit is the character: near misses are counted in characters" in ran.err
    assert "the value of S depends on the grid" in ran.err


def test_files_that_are_compared_share_the_finest_unit(seamark: Within) -> None:
    files = export("ref.json", (0, 20), (21, len(TEXT))), export("hyp.json", (0, 8), (9, len(TEXT)))
    ran = seamark("score", *files, "-m", "B", "--json")
    assert [(one["file"], one["unit"]) for one in ran.json["reading"]] == [(name, "sentence") for name in files]
    # boundaries behind the second and the first of six sentences: a near miss
    assert ran.json["overall"]["B"]["value"] == pytest.approx(0.5)


def test_units_of_a_corpus_and_of_spans_that_differ(seamark: Within) -> None:
    corpus_file(Path("gold.json"), {"1": {"gold": [2, 4]}})
    hypothesis = export("hyp.json", (0, 20), (21, len(TEXT)))
    ran = seamark("score", "gold.json", hypothesis, "-m", "B")
    assert ran.err.endswith(
        "item '1': gold.json covers 6 units, hyp.json covers 3; --unit chooses the units in which texts are counted\n"
    )
    assert seamark("score", "gold.json", hypothesis, "-m", "B", "--unit", "sentence").code == 0


def test_tiers_are_not_coders_unless_somebody_says_so(seamark: Within) -> None:
    file = FIXTURES / "textgrid/long.TextGrid"
    ran = seamark("agree", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"seamark: {file}: has several tiers (Mary, John, bell); choose one with --layer")
    assert seamark("convert", file, "out.json", "--tiers-as-coders").code == 0
    assert all(f'"{name}":' in Path("out.json").read_text(encoding="utf-8") for name in ("Mary", "John", "bell"))
    assert "has no meaning for json, whose files have no tiers" in (
        seamark("agree", FIXTURES / "json/voyage.json", "--tiers-as-coders").err
    )


def test_near_misses_in_seconds(seamark: Within) -> None:
    files = labels("ref.lab", 10, 20, 30), labels("hyp.lab", 10.4, 21, 30)
    ran = seamark("score", *files, "-m", "f,S,B", "--near", "0.5", "--json")
    overall = ran.json["overall"]
    assert overall["f"]["value"] == 0.5
    assert [overall[name]["signature"].split("|")[1] for name in ("f", "S", "B")] == ["tolerance:500", "n:501", "n:501"]
    assert seamark("score", *files, "-m", "f", "--near", "1", "--json").json["overall"]["f"]["value"] == 1.0
    # the same distance on another grid
    ran = seamark("score", *files, "-m", "f", "--near", "1", "--resolution", "0.1", "--json")
    on_another = ran.json["overall"]["f"]
    assert (on_another["value"], on_another["signature"].split("|")[1]) == (1.0, "tolerance:10")


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (("-m", "pk", "--near", "0.5"), "--near is not for pk, which has no near misses"),
        (("-m", "f", "--near", "0.0001"), "--near is 0.0001 s, less than one unit of 0.001 s"),
    ],
)
def test_near_misses_that_cannot_be(seamark: Within, arguments: tuple[str, ...], wanted: str) -> None:
    ran = seamark("score", labels("ref.lab", 10, 30), labels("hyp.lab", 11, 30), *arguments)
    assert ran.code == 2
    assert wanted in ran.err


def song(rng: Random, length: float, places: Sequence[float]) -> str:
    """A .lab file of mir_eval's intervals between random boundaries, one at least."""
    mir_eval = pytest.importorskip("mir_eval")
    inner = sorted(rng.sample(places, rng.randint(1, 12)))
    rows = mir_eval.util.boundaries_to_intervals(np.array([0.0, *inner, length]))
    return "".join(f"{float(start)!r}\t{float(end)!r}\t{rng.choice('ABC')}\n" for start, end in rows)


def test_two_files_of_one_item_are_a_pair(seamark: Within) -> None:
    ran = seamark("score", labels("ref.lab", 10, 30), labels("est.lab", 10, 30), "-m", "B", "--json")
    assert ran.json["overall"]["B"]["value"] == 1.0
    assert [item["item"] for item in ran.json["items"]] == ["ref"]
    assert "item 'est' is scored against item 'ref': each file holds one\n" in ran.err


def test_lengths_that_differ(seamark: Within) -> None:
    files = labels("ref.lab", 10, 30), labels("hyp.lab", 10, 33)
    ran = seamark("score", *files, "-m", "f")
    assert (ran.code, ran.err) == (
        1,
        "ref.lab: holds spans with 2 labels, of which boundaries are read; --as labels or --as spans keeps labels\n"
        "item 'hyp' is scored against item 'ref': each file holds one\n"
        "seamark: item 'ref': ref.lab covers 30000 units, hyp.lab covers 33000; --trim SECONDS accepts a "
        "difference of lengths, --duration SECONDS sets the length, --task treats ends as its field does\n",
    )
    ran = seamark("score", *files, "-m", "f", "--trim", "5", "--json")
    assert ran.json["overall"]["f"]["value"] == 1.0
    assert "hyp.lab: cut at the end of their items: 1 span that reached beyond\n" in ran.err
    assert seamark("score", *files, "-m", "f", "--trim", "2").code == 1


def test_ends_that_differ_are_no_boundaries(seamark: Within) -> None:
    """500 pairs whose ends differ by up to two seconds, as in mir_eval, which leaves the ends of each side out."""
    mir_eval = pytest.importorskip("mir_eval")
    rng = Random(23)  # noqa: S311
    for folder in ("ref", "est"):
        Path(folder).mkdir()
    for number in range(500):
        places = [unit / 64 for unit in range(1, 64 * 20)]
        for folder in ("ref", "est"):
            # Sums of sixty-fourths are exact.
            Path(folder, f"{number}.lab").write_text(song(rng, 20 + rng.randint(1, 128) / 64, places), encoding="utf-8")
    options = ("--trim", "2", "--resolution", str(1 / 64))
    ran = seamark("score", "ref", "est", "-m", "f", "--near", "0.5", *options, "--json")
    assert len(ran.json["items"]) == 500
    for row in ran.json["items"]:
        sides = [mir_eval.io.load_labeled_intervals(f"{side}/{row['item']}.lab")[0] for side in ("ref", "est")]
        theirs = mir_eval.segment.detection(*sides, window=0.5, trim=True)
        assert row["scores"]["f"]["value"] == pytest.approx(theirs[2], abs=1e-12), row["item"]
    by_label = seamark("score", "ref", "est", "-m", "nce", *options, "--as", "labels", "--json").json["items"]
    for row in by_label[:50]:
        sides = [mir_eval.io.load_labeled_intervals(f"{side}/{row['item']}.lab") for side in ("ref", "est")]
        if any(len(set(labels)) == 1 for _, labels in sides):  # which mir_eval scores as 0
            continue
        sides[1][0][-1, 1] = sides[0][0][-1, 1]  # the last section of the estimate ends with the reference
        theirs = mir_eval.segment.nce(*sides[0], *sides[1], frame_size=1 / 64)
        assert row["scores"]["nce"]["value"] == pytest.approx(theirs[2], abs=1e-9), row["item"]


def test_types_as_one(seamark: Within) -> None:
    header = {"format": "seamark", "version": 1}
    for file, places in (("ref.json", [2, 5]), ("hyp.json", [2, 6])):
        item = {"item": "a", "mass": 10, "codings": {"x": {"positions": places, "types": ["p", "q"]}}}
        Path(file).write_text(json.dumps({**header, "items": [item]}), encoding="utf-8")
    ran = seamark("score", "ref.json", "hyp.json", "-m", "f")
    assert ran.code == 1
    assert "; --types-as-one reads them as one, and convert --drop types saves a corpus without them" in ran.err
    found = seamark("score", "ref.json", "hyp.json", "-m", "f", "--types-as-one", "--json").json
    assert found["overall"]["f"]["value"] == 0.5


def sections(name: str, middle: float, end: float) -> str:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(f"0.0\tA\n{middle}\tB\n{end}\tEnd\n", encoding="utf-8")
    return name


@pytest.mark.parametrize("command", ["agree", "align", "consensus", "report"])
def test_two_files_of_one_thing(seamark: Within, command: str) -> None:
    files = sections("talk_ann.txt", 10, 20), sections("talk_ben.txt", 10, 20)
    also = ("-o", "report.html") if command == "report" else ()
    ran = seamark(command, *files, *also)
    assert ran.code == 1
    assert "--files-as-coders" in ran.err
    assert seamark(command, *files, *also, "--files-as-coders").code == 0


def test_a_folder_whose_files_are_those_of_coders(seamark: Within) -> None:
    files = sections("inbox/ann.txt", 10, 20), sections("inbox/ben.txt", 10, 20)
    assert "no item has two codings; --files-as-coders reads each file as one coder's" in seamark("agree", "inbox").err
    ran = seamark("agree", "inbox", "--files-as-coders")
    assert ran.err == "seamark: inbox: is a folder; --files-as-coders expects files, such as inbox/*\n"
    assert seamark("agree", *files, "--files-as-coders").code == 0


def test_files_as_coders_are_named_after_files(seamark: Within) -> None:
    for ann, ben, coders in (
        ("talk_ann.txt", "talk_ben.txt", ("talk_ann", "talk_ben")),
        ("ann/talk.txt", "ben/talk.txt", ("ann/talk", "ben/talk")),
    ):
        files = sections(ann, 10, 20), sections(ben, 12, 20.5)
        ran = seamark("convert", *files, "out.json", "--files-as-coders", "--force")
        assert ran.code == 1
        assert "--trim" in ran.err
        assert seamark("convert", *files, "out.json", "--files-as-coders", "--trim", "1", "--force").code == 0
        corpus = sm.load("out.json")
        assert (corpus.item_names, corpus.coder_names) == (("talk",), coders)
        assert [one.positions for one in corpus["talk"].values()] == [(10_000,), (12_000,)]
    ran = seamark("audit", *files, "--files-as-coders", "--trim", "1", "-m", "f", "--json")
    assert ran.json["systems"] == ["talk"]


def test_files_of_several_coders_are_no_coders(seamark: Within) -> None:
    files = [corpus_file(Path(f"{name}.json"), {"poem": {"ann": [2, 3], "ben": [5]}}) for name in "ab"]
    ran = seamark("agree", *map(str, files), "--files-as-coders")
    assert ran.code == 1
    assert "holds several coders, ann, ben" in ran.err


def test_what_cannot_be_measured_is_left_out_and_listed_at_once(seamark: Within) -> None:
    for number in range(6):
        for coder in ("ann", "ben"):
            sections(f"{coder}/{number}.txt", 10, 25 if coder == "ben" and number in (1, 4) else 20)
    Path("ben/5.txt").write_text("0.0\tA\nnothing\n", encoding="utf-8")
    for command, places in (("score", ("ann", "ben")), ("agree", (".",))):
        options = ("-m", "f") if command == "score" else ("-m", "B")
        assert seamark(command, *places, *options).code == 1
        ran = seamark(command, *places, *options, "--skip-bad", "--json")
        assert ran.code == 0, ran.err
        if command == "score":
            assert [row["item"] for row in ran.json["items"]] == ["0", "2", "3"]
        for number in (1, 4):
            assert f"item '{number}'" in ran.err
        assert "5.txt:2" in ran.err
    assert seamark("score", "ann/1.txt", "ben/1.txt", "--skip-bad", "-m", "f").code == 1


def test_options_of_metrics_in_time(seamark: Within) -> None:
    files = labels("ref.lab", 10, 30), labels("hyp.lab", 10.3, 30)
    for options, tolerance in (
        (("-m", "f:tolerance=0.5s"), 500),
        (("-m", "f:tolerance=500ms", "--resolution", "0.1"), 5),
        (("-m", "f:tolerance=3"), 3),
    ):
        signature = seamark("score", *files, *options, "--json").json["overall"]["f"]["signature"]
        assert f"|tolerance:{tolerance}|" in signature
    assert "|tolerance:500|" in seamark("audit", *files, "-m", "f:tolerance=0.5s", "--csv").out
    ran = seamark("agree", "sample:stargazer", "-m", "B:n=2s")
    assert (ran.code, "how long a unit lasts" in ran.err) == (2, True)
