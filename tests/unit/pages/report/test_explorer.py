import seamark as sm
from seamark.pages.report import boundaries, parts
from seamark.pages.report.boundaries import Plan, explorer


def made(corpus, plan=None, order=None):
    chosen = plan or Plan(sm.S())
    return explorer(corpus, sm.Measurement.of(corpus, chosen.metric), order or list(corpus), chosen)[0]


def test_near_misses_are_the_metrics():
    corpus = sm.Corpus({"poem": {"ann": [4, 6], "ben": [6, 4]}})
    assert made(corpus)["items"][0]["pairs"]["0,1"][2] == []
    assert made(corpus, Plan(sm.B(n=3)))["items"][0]["pairs"]["0,1"][2] == [[4, 6]]


def test_a_penalty_is_a_similarity():
    data = made(sm.Corpus({"poem": {"ann": [5, 5], "ben": [5, 5]}}), Plan(sm.WindowDiff()))
    assert data["similarity"] == "1-windowdiff"
    assert data["items"][0]["pairs"]["0,1"][0] == 1.0


def test_texts_only_where_they_are_wanted():
    corpus = sm.Corpus({"poem": {"ann": [1, 1], "ben": [2]}}, texts={"poem": ["In Xanadu", "did Kubla Khan"]})
    assert made(corpus)["items"][0]["texts"] == ("In Xanadu", "did Kubla Khan")
    assert "texts" not in made(corpus, Plan(texts=False))["items"][0]


def test_the_hardest_items_stay_when_there_is_no_room(monkeypatch):
    monkeypatch.setattr(parts, "MOST_DATA", 400)
    corpus = sm.Corpus({f"item {number}": {"a": [5, 5], "b": [4, 6]} for number in range(10)})
    order = [f"item {number}" for number in (7, 2, 9, 0)]
    held = made(corpus, order=order)
    assert [item["name"] for item in held["items"]] == ["item 2", "item 7", "item 9"]
    assert held["items"][held["first"]]["name"] == "item 7"


def test_texts_are_left_out_when_there_is_no_room(monkeypatch):
    monkeypatch.setattr(boundaries, "MOST_TEXT", 700)
    corpus = sm.Corpus(
        {name: {"a": [1, 1], "b": [2]} for name in ("one", "two")},
        texts={name: ["x" * 600, "short"] for name in ("one", "two")},
    )
    first, second = made(corpus, order=["two", "one"])["items"]
    assert "texts" not in first
    assert second["texts"] == ("x" * 600, "short")
