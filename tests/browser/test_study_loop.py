"""A study from the first page to the gold standard: pages in the browser, commands in between."""

import json
from pathlib import Path

import pytest

import seamark as sm
from tests.browser.downloads import downloaded
from tests.cli.running import Within, corpus_file

TEXTS = {name: [f"Line {number} of the {name}." for number in range(1, 9)] for name in ("ode", "elegy", "haiku")}
#: Ann and ben mean one boundary of the ode, one place apart.
CODINGS = {
    "ann": {"ode": [3, 5], "elegy": [1, 7], "haiku": []},
    "ben": {"ode": [3, 6], "elegy": [1], "haiku": []},
    "cat": {"ode": [3, 5], "elegy": [1, 4], "haiku": [2]},
}


@pytest.fixture
def seamark(capsys, tmp_path, monkeypatch) -> Within:
    monkeypatch.chdir(tmp_path)
    return Within(capsys)


def annotated(visit, seamark, coder: str, codings: dict[str, list[int]]) -> str:
    """What a coder saves who places these boundaries by keyboard."""
    made = seamark("annotate", "texts.json", "--coder", coder, "--study", "poems", "-o", f"{coder}.html")
    assert made.code == 0, made.err
    opened = visit(Path(f"{coder}.html").resolve())
    keyboard = opened.page.keyboard
    for positions in codings.values():
        before = 1
        for position in positions:
            for _ in range(position - before):
                keyboard.press("ArrowDown")
            keyboard.press("Space")
            before = position
        if coder == "ben":
            keyboard.press("Shift+U")
            keyboard.press("Shift+C")
            keyboard.type("hard to say")
            keyboard.press("Escape")
        keyboard.press("d")
    (path,) = downloaded(opened, Path(), lambda: keyboard.press("s"))
    return path.name


def test_the_loop(visit, seamark):
    corpus_file(Path("texts.json"), {item: {"x": [8]} for item in TEXTS}, texts=TEXTS)
    coder_files = [annotated(visit, seamark, coder, codings) for coder, codings in CODINGS.items()]
    assert coder_files == ["poems-ann.json", "poems-ben.json", "poems-cat.json"]
    assert seamark("collect", *coder_files, "-o", "corpus.json").code == 0
    corpus = sm.load("corpus.json")
    found = {coder: {item: list(corpus[item][coder].positions) for item in corpus} for coder in corpus.coder_names}
    assert found == CODINGS
    by_hand = sm.Corpus(
        {item: {coder: sm.Segmentation.from_positions(CODINGS[coder][item], 8) for coder in CODINGS} for item in TEXTS}
    )
    for files in (coder_files, ["corpus.json"]):
        assert seamark("agree", *files, "--json").json["value"] == sm.agree(by_hand, "B").value

    assert seamark("report", "corpus.json", "-o", "report.html").code == 0
    report = visit(Path("report.html").resolve())
    assert report.text(".remarks li").startswith("ben on ode (unsure): hard to say")
    assert "seamark adjudicate corpus.json --only disputed" in report.text("#disputed")
    assert report.page.locator(".disputed .beside").first.inner_text().startswith("Line ")

    assert seamark("adjudicate", "corpus.json", "--only", "disputed", "-o", "decide.html").code == 0
    page = visit(Path("decide.html").resolve())
    page.page.locator("#decider").fill("Lea")
    page.page.locator("#dispute-title").focus()
    while "after “Line 5 of the ode.”" not in page.text("#options"):
        page.page.keyboard.press("ArrowRight")
    assert page.page.locator("#options .option").count() == 4  # after 5, after 6, the consensus, none: one question
    page.page.keyboard.press("2")
    downloaded(page, Path(), lambda: page.page.keyboard.press("s"), count=2)
    gold = sm.load("gold.json")
    assert gold["ode"]["gold"].positions == (3, 6)
    scored = seamark("score", "gold.json", "poems-ben.json", "--metric", "S", "--json")
    ben = {item: codings["ben"] for item, codings in corpus.items()}
    golden = {item: codings["gold"] for item, codings in gold.items()}
    assert scored.json["overall"]["S"]["value"] == sm.score(golden, ben, "S").overall["S"].value
    for target, name in (("label-studio", "tasks.json"), ("doccano", "gold.jsonl"), ("webanno", "gold")):
        assert "cannot keep metadata" in seamark("convert", "gold.json", name, "--to", target).err
        ran = seamark("convert", "gold.json", name, "--to", target, "--drop", "metadata")
        assert ran.code == 0, ran.err
    (ode, *_) = json.loads(Path("tasks.json").read_text(encoding="utf-8"))
    spans = [result["value"]["text"] for result in ode["predictions"][0]["result"]]
    assert [span.count("Line") for span in spans] == [3, 3, 2]
    lines = [json.loads(line) for line in Path("gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [len(line["label"]) for line in lines] == [3, len(gold["elegy"]["gold"].masses), 1]
