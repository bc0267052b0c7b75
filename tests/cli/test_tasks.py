"""`--task`: each field from its files to its numbers by one command."""

from __future__ import annotations

from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import Within, corpus_file

REFERENCE = [(0.0, 8.0, "A"), (8.0, 16.0, "B"), (16.0, 24.0, "A")]
#: Ends a second early: the task fills it up with a segment without label.
ESTIMATED = [(0.0, 6.2, "A"), (6.2, 16.3, "B"), (16.3, 20.0, "C"), (20.0, 23.0, "A")]


def lab(name: str, rows: list[tuple[float, float, str]]) -> str:
    Path(name).write_text("".join(f"{start}\t{end}\t{label}\n" for start, end, label in rows), encoding="utf-8")
    return name


def rttm(name: str, rows: list[tuple[float, float, str]], item: str = "talk") -> str:
    lines = (f"SPEAKER {item} 1 {start} {end - start} <NA> <NA> {label} <NA>\n" for start, end, label in rows)
    with Path(name).open("a", encoding="utf-8") as file:
        file.writelines(lines)
    return name


@pytest.fixture
def songs() -> tuple[str, str]:
    return lab("reference.lab", REFERENCE), lab("estimated.lab", ESTIMATED)


@pytest.fixture
def turns() -> tuple[str, str]:
    """The running example of FIELDS.md, and a second recording."""
    reference = rttm("reference.rttm", [(0, 10, "A"), (8, 20, "B"), (24, 30, "A")])
    hypothesis = rttm("hypothesis.rttm", [(0, 9, "1"), (9, 22, "2"), (24, 28, "3")])
    rttm(reference, [(0, 4, "A")], "chat")
    rttm(hypothesis, [(0, 2, "x")], "chat")
    return reference, hypothesis


def test_sections_of_a_song(seamark: Within, songs: tuple[str, str]) -> None:
    ran = seamark("score", *songs, "--task", "music", "--json")
    assert ran.code == 0
    assert (ran.json["task"], ran.json["lead"]) == ("music", "F@0.5s")
    # One of two boundaries is found within half a second, by one of four: 16.3 for 16.
    assert ran.json["overall"]["F@0.5s"]["value"] == pytest.approx(1 / 3)
    assert ran.json["overall"]["F@3s"]["parts"] == {"precision": 0.5, "recall": 1.0}
    assert ran.json["remarks"] == ["hypothesis filled up to the end of the reference in 1 item, by 1,000 units at most"]
    signature = ran.json["overall"]["F@3s"]["signature"]
    assert "|tolerance:3000|" in signature
    assert "|avg:macro|pairs:1|task:music|ends:reference|unit:0.001s|" in signature


def test_an_option_given_by_hand_wins(seamark: Within, songs: tuple[str, str]) -> None:
    overall = seamark("score", *songs, "--task", "music", "--near", "2", "--average", "micro", "--json").json["overall"]
    assert list(overall) == ["F@2s", "pairwise F", "NCE", "V", "ARI"]
    assert "|tolerance:2000|" in overall["F@2s"]["signature"]
    assert {one["average"] for one in overall.values()} == {"micro"}
    by_metric = seamark("score", *songs, "--task", "music", "-m", "rand", "--json").json["overall"]
    assert list(by_metric) == ["rand"]
    assert "|task:music|" in by_metric["rand"]["signature"]


def test_turns_choose_their_task_and_are_pooled(seamark: Within, turns: tuple[str, str]) -> None:
    ran = seamark("score", *turns, "--json")
    assert ran.err == "reference.rttm: is about diarization, and is measured so (--task diarization)\n"
    found = ran.json["overall"]["DER"]
    # 10 of 28 in the first, 2 of 4 in the second: the counts are added, then divided.
    assert (found["average"], found["value"]) == ("micro", 12 / 32)
    collar = seamark("score", *turns, "--task", "diarization", "--collar", "1", "--json").json["overall"]["DER"]
    assert collar["signature"].startswith("der|conv:pyannote|collar:1000|")
    assert "micro mean" in seamark("score", *turns).out


def test_actions_have_two_averages_in_the_head(seamark: Within) -> None:
    sides = {"ref.json": ["AABBCC", "AAAABB"], "hyp.json": ["AABBBC", "ABAABB"]}
    for name, videos in sides.items():
        corpus = {f"v{n}": {"x": sm.LabelledSegmentation.from_labels(v)} for n, v in enumerate(videos)}
        sm.save(sm.Corpus(corpus), name)
    ran = seamark("score", *sides, "--task", "actions")
    assert "micro mean: F1@50, F1@25, F1@10, accuracy; macro mean: edit" in ran.out
    found = seamark("score", *sides, "--task", "actions", "--background", "C", "--json").json["overall"]
    assert found["accuracy"]["value"] == 10 / 12
    assert found["edit"]["value"] == (1 + 0.5) / 2
    assert "|background:C|" in found["F1@50"]["signature"]


def test_topics_and_scenes_of_units(seamark: Within) -> None:
    corpus_file(Path("ref.json"), {"talk": {"x": [5, 5, 5, 5]}})
    corpus_file(Path("hyp.json"), {"talk": {"x": [5, 7, 8]}})
    topics = seamark("score", "ref.json", "hyp.json", "--task", "topics", "--json").json
    assert list(topics["overall"]) == ["Pk", "WindowDiff", "B", "F"]
    assert seamark("score", "ref.json", "hyp.json", "--task", "topics").out.startswith("Pk for topics is ")
    scenes = seamark("score", "ref.json", "hyp.json", "--task", "scenes", "--json").json
    assert scenes["overall"]["F@2"]["value"] == pytest.approx(0.8)


def test_times_without_a_task_name_those_that_fit(seamark: Within, songs: tuple[str, str]) -> None:
    first, second, _, head, *_ = seamark("score", *songs, "--trim", "2", "-q").out.splitlines()
    assert first.startswith("times fit several tasks: chapters, music, ")
    assert second.startswith("F@0.5s is 0.4000 over 1 item")
    assert head.split()[1] == "F@0.5s"


@pytest.mark.parametrize(
    ("files", "task", "fitting"),
    [
        ("turns", "music", "diarization"),
        ("turns", "topics", "diarization"),
        ("songs", "topics", "chapters, music, "),
        ("units", "music", "topics, chapters, "),
    ],
)
def test_a_wrong_task_is_one_sentence(
    seamark: Within, songs: tuple[str, str], turns: tuple[str, str], files: str, task: str, fitting: str
) -> None:
    corpus_file(Path("units.json"), {"talk": {"x": [5, 5]}})
    places = {"turns": turns, "songs": songs, "units": ("units.json", "units.json")}[files]
    ran = seamark("score", *places, "--task", task)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert f"does not fit the task {task}; tasks that it fits: {fitting}" in ran.err


def test_the_list_of_tasks(seamark: Within) -> None:
    found = seamark("metrics", "--tasks", "--json").json["tasks"]
    assert [one["name"] for one in found] == list(sm.TASKS)
    assert {one["name"]: one["numbers"][0] for one in found} == {name: task.lead for name, task in sm.TASKS.items()}
