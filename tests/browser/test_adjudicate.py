"""The adjudication page: decisions by key, what is saved, and numbers that are the library's."""

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import seamark as sm
from seamark.datasets import read_moonstone
from tests.browser.conftest import Visit
from tests.browser.corpora import HOSTILE_CORPUS, IMAGE, SCRIPT
from tests.browser.downloads import downloaded
from tests.browser.storage import FORBIDDEN, FULL
from tests.corpora import corpora_folder

#: Ann, ben and cat mean one boundary after 4 or 5; only cat has one after 8; all have one after 2.
POEM = sm.Corpus(
    {"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 3, 2]}, "song": {"ann": [3, 3], "ben": [6]}},
    texts={"poem": [f"Line {number}." for number in range(1, 11)]},
)


@pytest.fixture
def decide(visit: Callable[..., Visit], tmp_path: Path) -> Callable[..., Visit]:
    """Make the page of a corpus and open it, as Lea who sees names."""

    def make(corpus: sm.Corpus, *, by: str = "Lea", names: bool = True, **options: Any) -> Visit:
        sm.adjudicate(corpus, tmp_path / "decide.html", **options)
        opened = visit(tmp_path / "decide.html")
        if names and not options.get("blind"):
            opened.page.evaluate("document.getElementById('show-names').click()")
        opened.page.locator("#decider").fill(by)
        opened.page.locator("#dispute-title").focus()
        return opened

    return make


def saved(opened: Visit, folder: Path, press: Callable[[], None]) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The two files that Save downloads; gold.json is in the folder."""
    table, gold = downloaded(opened, folder, press, count=2)
    rows = csv.DictReader(io.StringIO(table.read_text(encoding="utf-8")))
    return json.loads(gold.read_text(encoding="utf-8")), list(rows)


def shown_scores(opened: Visit) -> dict[str, list[str]]:
    rows = opened.page.locator("#agreement-table tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))"
    )
    return {name: values for name, *values in rows}


def test_a_chapter_of_the_moonstone_by_key_alone(decide, tmp_path):
    whole = read_moonstone(corpora_folder() / "moonstone")
    chapter = whole.subset(items=["ch1"])
    codings, mass = chapter["ch1"], chapter.lengths["ch1"]
    opened = decide(chapter, start="empty", only="disputed")
    page = opened.page
    unanimous = set.intersection(*(set(coding.positions) for coding in codings.values()))
    gold: set[int] = set(unanimous)
    keys = ["1", "c", "0", "2"]
    asked = sm.disputed_places(chapter).places
    assert opened.text("#progress") == f"0 of {len(asked)} decided"
    for number, dispute in enumerate(asked):
        places = sorted({position for position, _ in dispute.placed.values()})
        key = keys[number % len(keys)]
        if key == "2" and len(places) < 2:
            key = "1"
        page.keyboard.press(key)
        if key in "12":
            gold.add(places[int(key) - 1])
        elif key == "c" and dispute.in_consensus:
            gold.add(dispute.position)
        expected = sm.Segmentation.from_positions(sorted(gold), mass)
        scores = shown_scores(opened)
        for coder, coding in codings.items():
            table = sm.score({"ch1": expected}, {"ch1": coding}, ["S", "B"])
            values = [f"{table.overall[name].value:.4f}" for name in ("S", "B")]
            assert scores[coder] == values + values
    assert opened.text("#progress") == f"{len(asked)} of {len(asked)} decided"
    document, rows = saved(opened, tmp_path, lambda: page.keyboard.press("s"))
    assert sm.load(tmp_path / "gold.json")["ch1"]["gold"].positions == tuple(sorted(gold))
    assert len(rows) == len(document["metadata"]["adjudication"]["decisions"]) == len(asked)
    assert {row["decided_by"] for row in rows} == {"Lea"}


def test_near_misses_of_one_boundary_are_one_question(decide):
    opened = decide(POEM.subset(items=["poem"]), only="disputed")
    assert opened.text("#progress") == "0 of 2 decided"
    assert opened.text("#dispute-title") == "poem, between “Line 8.” and “Line 9.”"
    assert opened.text("#dispute-words").startswith("Question 1 of 2: 1 of 3 coders have a boundary.")
    opened.page.keyboard.press("ArrowRight")
    options = opened.page.locator("#options .option").all_inner_texts()
    assert [" ".join(option.split()) for option in options] == [
        "1 after “Line 4.”: ann",
        "2 after “Line 5.”: cat, ben",  # the order of coders tells nothing
        "c the consensus: after “Line 5.”",
        "0 no boundary",
    ]


@pytest.mark.parametrize(("start", "poem", "song"), [("consensus", (2, 5), None), ("empty", (), ())])
def test_what_stands_before_anything_is_decided(decide, tmp_path, start, poem, song):
    opened = decide(POEM, start=start)
    document, rows = saved(opened, tmp_path, lambda: opened.page.locator("#save").click())
    assert rows == []
    assert document["metadata"]["adjudication"]["decided"] == 0
    gold = sm.load(tmp_path / "gold.json")
    assert gold["poem"]["gold"].positions == poem
    assert gold["song"]["gold"].positions == (sm.consensus(POEM)["song"].positions if song is None else song)


def expected_scores(gold, corpus, coder):
    """What score says of a coder: the mean of S and B; B has no value where types are names."""
    codings = {item: codings[coder] for item, codings in corpus.items() if coder in codings}
    named = any(isinstance(label, str) for label in corpus.types)
    table = sm.score({item: gold[item] for item in codings}, codings, "S" if named else "S,B")
    return [f"{table.overall[name].value:.4f}" for name in table.overall] + ["–"] * named


@pytest.mark.parametrize("types", [(1,), (1, 2, 5), ("minor", "major", "part")])
def test_several_types_are_counted_as_by_the_library(decide, tmp_path, types):
    generator = random.Random(5)  # noqa: S311

    def coding(mass):
        drawn = [{label for label in types if generator.random() < 0.4} for _ in range(mass - 1)]
        return sm.Segmentation.from_sets(drawn)

    corpus = sm.Corpus({f"item {mass}": {f"coder {n}": coding(mass) for n in range(4)} for mass in (2, 7, 12, 20)})
    opened = decide(corpus)
    for key in ("", "0", "1", "c", "2"):
        if key:
            opened.page.keyboard.press(key)
        saved(opened, tmp_path, lambda: opened.page.keyboard.press("s"))
        gold = {item: codings["gold"] for item, codings in sm.load(tmp_path / "gold.json").items()}
        scores = shown_scores(opened)
        for coder in corpus.coder_names:
            assert scores[coder][2:] == expected_scores(gold, corpus, coder)


def test_it_goes_on_where_it_was_left(decide, tmp_path):
    opened = decide(POEM)
    page = opened.page
    page.keyboard.press("0")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("n")
    page.keyboard.type('=not a break, "really"')
    page.keyboard.press("Escape")
    page.reload()
    opened.requests.clear()
    assert opened.text("#progress") == "1 of 4 decided"
    assert page.locator("#decider").input_value() == "Lea"
    assert page.locator('#options [aria-pressed="true"]').get_attribute("data-key") == "0"
    _, rows = saved(opened, tmp_path, lambda: page.locator("#save").click())
    assert [(row["chosen"], row["note"]) for row in rows] == [("none", '\'=not a break, "really"')]


def test_by_touch_at_the_width_of_a_phone(visit, tmp_path):
    sm.adjudicate(POEM, tmp_path / "decide.html", only="disputed", start="empty")
    opened = visit(tmp_path / "decide.html", width=390, height=800, has_touch=True)
    opened.page.locator("#decider").fill("Lea")
    for _ in range(3):
        opened.page.locator("#options .option").first.tap()
        opened.page.wait_for_timeout(400)
    assert opened.page.locator("#all-decided").is_visible()
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
    _, rows = saved(opened, tmp_path, lambda: opened.page.locator("#save").tap())
    assert [row["chosen"] for row in rows] == ["place"] * 3
    gold = sm.load(tmp_path / "gold.json")
    assert [gold[item]["gold"].positions for item in ("poem", "song")] == [(2, 4, 8), (3,)]


def test_undo_and_redo(decide):
    opened = decide(POEM)
    for key, decided, disabled in (("1", 1, "redo"), ("z", 0, "undo"), ("y", 1, "redo")):
        opened.page.keyboard.press(key)
        assert opened.text("#progress") == f"{decided} of 4 decided"
        assert opened.page.locator(f"#{disabled}").is_disabled()
    assert opened.page.locator('#options [aria-pressed="true"]').get_attribute("data-key") == "1"


def test_load_takes_the_decisions_back(decide, visit, tmp_path):
    opened = decide(POEM)
    for key in ("1", "c", "0", "ArrowLeft"):
        opened.page.keyboard.press(key)
    opened.page.locator("#note").fill("no break")
    document, rows = saved(opened, tmp_path, lambda: opened.page.locator("#save").click())
    assert [row["chosen"] for row in rows] == ["place", "consensus", "none"]
    elsewhere = visit(tmp_path / "decide.html")
    elsewhere.page.locator("#decider").fill("Max")
    elsewhere.page.locator("#file").set_input_files(tmp_path / "gold.json")
    elsewhere.page.locator("#progress", has_text="3 of 4 decided").wait_for()
    (tmp_path / "again").mkdir()
    again, others = saved(elsewhere, tmp_path / "again", lambda: elsewhere.page.locator("#save").click())
    assert again["items"] == document["items"]
    assert others == rows
    elsewhere.page.locator("#undo").click()
    assert elsewhere.text("#progress") == "0 of 4 decided"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda gold: "{", "It is not JSON."),
        (lambda gold: "[1]", "It is no gold.json that an adjudication page saved."),
        (lambda gold: gold.replace('"study": "', '"study": "x'), "It belongs to other codings"),
        (lambda gold: gold.replace('"question": 1', '"question": 99'), "a question that this page does not ask: 99."),
        (lambda gold: gold.replace('"position": 3', '"position": 4'), "an answer to question 1 that cannot be."),
        (lambda gold: gold.replace('"position": 3', '"position": 1e999'), "an answer to question 1 that cannot be."),
        (
            lambda gold: gold.replace('"question": 1', '"question": null'),
            "a question that this page does not ask: null.",
        ),
        (lambda gold: gold.replace('"version": 1', '"version": 2'), "It was saved by another version of Seamark."),
    ],
)
def test_what_cannot_be_loaded(decide, tmp_path, change, reason):
    opened = decide(POEM, only="disputed")
    opened.page.keyboard.press("1")
    saved(opened, tmp_path, lambda: opened.page.keyboard.press("s"))
    gold = (tmp_path / "gold.json").read_text(encoding="utf-8")
    assert change(gold) != gold
    (tmp_path / "gold.json").write_text(change(gold), encoding="utf-8")
    opened.page.locator("#file").set_input_files(tmp_path / "gold.json")
    opened.page.locator("#trouble").wait_for()
    assert opened.text("#trouble").startswith("gold.json was not loaded. It ")
    assert reason in opened.text("#trouble")
    assert opened.text("#progress").startswith("1 of ")


@pytest.mark.parametrize(
    "stored",
    [
        '{"revision": 3, "value": null}',
        '{"revision": 3, "value": {"chosen": "place", "place": [99, 0], "at": 0}}',
        '{"revision": 3, "value": {"chosen": "none", "place": null, "at": 1e300}}',
        '{"revision": 3, "value": {"chosen": "none", "place": null, "note": 5, "at": 0}}',
    ],
)
def test_decisions_that_somebody_stored_are_left_out(decide, visit, tmp_path, stored):
    opened = decide(POEM, only="disputed")
    opened.page.keyboard.press("1")
    opened.page.evaluate(
        "(stored) => Object.keys(localStorage).filter((key) => /decision-/.test(key))"
        ".forEach((key) => localStorage.setItem(key, stored))",
        stored,
    )
    again = visit(tmp_path / "decide.html", beside=opened)
    assert again.text("#progress").startswith("0 of ")
    again.page.locator("#decider").fill("Lea")
    again.page.locator("#dispute-title").focus()
    again.page.keyboard.press("1")
    document, _ = saved(again, tmp_path, lambda: again.page.keyboard.press("s"))
    assert document["metadata"]["adjudication"]["decided"] == 1


def test_save_asks_who_decided(decide):
    opened = decide(POEM, by="")
    opened.page.keyboard.press("s")
    assert "Type your name" in opened.text("#progress")
    assert opened.page.evaluate("document.activeElement.id") == "decider"


def test_two_tabs_do_not_overwrite_each_other(decide):
    opened = decide(POEM)
    other = opened.page.context.new_page()
    other.goto(opened.page.url)
    opened.page.keyboard.press("0")
    other.keyboard.press("ArrowRight")
    other.keyboard.press("1")
    for page in (opened.page, other):
        page.locator("#progress", has_text="2 of 4 decided").wait_for()
    opened.page.reload()
    opened.requests.clear()
    assert opened.text("#progress") == "2 of 4 decided"


@pytest.mark.parametrize(("script", "reason"), [(FORBIDDEN, "does not allow"), (FULL, "is full")])
def test_without_storage_the_decider_is_told_and_warned(visit, tmp_path, script, reason):
    sm.adjudicate(POEM, tmp_path / "decide.html")
    opened = visit(tmp_path / "decide.html", script=script)
    assert reason in opened.text("#trouble")
    opened.page.keyboard.press("0")
    assert opened.text("#progress") == "1 of 4 decided"
    assert reason in opened.text("#trouble")
    opened.page.close(run_before_unload=True)
    opened.page.wait_for_timeout(300)
    assert opened.problems == ["dialog: "]
    opened.problems.clear()
    opened.page.locator("#decider").fill("Lea")
    _, rows = saved(opened, tmp_path, lambda: opened.page.locator("#save").click())
    assert [row["chosen"] for row in rows] == ["none"]


def test_names_and_texts_stay_text(decide):
    opened = decide(HOSTILE_CORPUS)
    assert opened.page.locator("img").count() == 0
    assert opened.page.locator("script").count() == 2
    assert opened.text("h1") == SCRIPT
    assert IMAGE in shown_scores(opened)
    opened.page.keyboard.press("1")


def test_a_blind_page_does_not_hold_names(decide, tmp_path):
    names = {"ann": "zebulon", "ben": "yolanda", "cat": "xaver"}
    secret = sm.Corpus({"poem": {names[coder]: coding for coder, coding in POEM["poem"].items()}})
    opened = decide(secret, blind=True)
    assert list(shown_scores(opened)) == ["coder 1", "coder 2", "coder 3"]
    assert not any(name in (tmp_path / "decide.html").read_text(encoding="utf-8") for name in names.values())


def test_coders_are_letters_until_somebody_asks(decide):
    opened = decide(POEM, names=False)
    assert sorted(shown_scores(opened)) == ["A", "B", "C"]
    opened.page.locator("#menu summary").click()
    opened.page.locator("#show-names").click()
    assert sorted(shown_scores(opened)) == ["ann", "ben", "cat"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_question_its_evidence_and_its_answers_are_in_one_view(visit, tmp_path, width, height):
    texts = {"long": [f"Sentence {number} " + "word " * 30 for number in range(200)]}
    codings = {
        coder: sm.Segmentation.from_positions(range(7 + shift, 190, 19), 200) for shift, coder in enumerate("ab")
    }
    sm.adjudicate(sm.Corpus({"long": codings}, texts=texts), tmp_path / "decide.html")
    opened = visit(tmp_path / "decide.html", width=width, height=height)
    for _ in range(4):
        for part in ("#dispute-title", ".cut.here", "#options .option", "#save", "#progress"):
            box = opened.page.locator(part).first.bounding_box()
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= height, part
        opened.page.keyboard.press("2")
        opened.page.wait_for_timeout(400)
    assert opened.text("#progress") == "4 of 10 decided"


def test_recordings_are_asked_by_the_time_one_question_per_near_miss(visit, tmp_path):
    def song(*times):
        return sm.Segmentation.from_times(times, duration=60.0, resolution=0.001)

    codings = {"ann": song(10.02, 20.5, 40.0), "ben": song(10.3, 20.1), "cat": song(10.11, 20.3, 40.4)}
    songs = {f"song {number}": codings for number in range(6)}
    sm.adjudicate(sm.Corpus(songs), tmp_path / "decide.html", n=501, resolution=0.001)
    opened = visit(tmp_path / "decide.html")
    assert opened.text("#progress") == "0 of 18 decided"
    assert opened.text("#dispute-title") == "song 0, between 0:40.000 and 0:40.400"
    assert opened.page.locator("#around svg").count() == 4
    for _ in range(18):
        opened.page.keyboard.press("1")
    opened.page.locator("#all-decided").wait_for()
    opened.page.locator("#decider").fill("Lea")
    saved(opened, tmp_path, lambda: opened.page.locator("#save-all").click())
    gold = sm.load(tmp_path / "gold.json")
    assert {gold[song]["gold"].positions for song in songs} == {(10_020, 20_100, 40_000)}


def test_labels_are_decided_with_their_boundaries(decide, tmp_path):
    song = sm.LabelledSegmentation.from_segments
    codings = {"ann": song([(4, "verse"), (6, "chorus")]), "ben": song([(5, "intro"), (5, "chorus")])}
    opened = decide(sm.Corpus({"song": codings}), start="empty")
    assert not opened.page.locator("#agreement").is_visible()
    assert opened.text("#progress") == "0 of 2 decided"
    answers = {"at the beginning": "at the beginning (intro)", "between": "after unit 4 (chorus)"}
    for _ in range(2):
        title = opened.text("#dispute-title")
        wanted = next(words for part, words in answers.items() if part in title)
        opened.page.locator("#options .option", has_text=wanted).first.click()
        opened.page.wait_for_timeout(400)
    saved(opened, tmp_path, lambda: opened.page.locator("#save").click())
    gold = sm.load(tmp_path / "gold.json", kind="labels")["song"]["gold"]
    assert (gold.masses, gold.labels) == ((4, 6), ("intro", "chorus"))


def test_spans_are_decided(decide, tmp_path):
    talk = {
        "ann": sm.Spans([(0, 4, "PER"), (10, 12, "LOC")], length=20),
        "ben": sm.Spans([(0, 5, "PER")], length=20),
        "cat": sm.Spans([(0, 5, "ORG"), (10, 12, "LOC")], length=20),
    }
    opened = decide(sm.Corpus({"talk": talk}))
    assert opened.text("#progress") == "0 of 2 decided"
    assert opened.text("#dispute-title") == "talk, units 1 to 5"
    opened.page.locator("#options .option", has_text="units 1 to 5 (PER)").first.click()
    opened.page.wait_for_timeout(400)
    assert opened.text("#dispute-title") == "talk, units 11 to 12"
    opened.page.keyboard.press("0")
    opened.page.locator("#all-decided").wait_for()
    saved(opened, tmp_path, lambda: opened.page.locator("#save").click())
    assert sm.load(tmp_path / "gold.json", kind="spans")["talk"]["gold"].spans == ((0, 5, "PER"),)


def test_long_texts_are_in_the_page_only_in_part(decide):
    positions = list(range(10, 10_000, 10))
    near = [position + (position % 50 == 0) for position in positions]
    ann, ben = (sm.Segmentation.from_positions(places, 10_000) for places in (positions, near))
    texts = {"long": [f"Sentence {number}." for number in range(10_000)]}
    opened = decide(sm.Corpus({"long": {"ann": ann, "ben": ben}}, texts=texts))
    assert opened.page.locator("*").count() < 1_000
    opened.page.keyboard.press("1")
    assert opened.text("#progress").startswith("1 of ")
