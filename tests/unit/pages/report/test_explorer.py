import seamark as sm
from seamark.datasets import stargazer
from seamark.pages.report.boundaries import Plan, explorer


def made(corpus, plan=None, order=None, **room):
    chosen = plan or Plan(sm.S())
    return explorer(corpus, sm.Measurement.of(corpus, chosen.metric), order or list(corpus), chosen, **room)[0]


def test_every_pair_and_the_consensus():
    data = made(stargazer())
    (item,) = data["items"]
    assert data["coders"] == [*"1234567", "consensus of the coders"]
    assert len(item["codings"]) == 8
    assert len(item["pairs"]) == 8 * 7 / 2
    assert item["codings"]["0"] == [2, 5, 8, 9, 12, 18]


def test_a_pair_holds_similarity_and_near_misses():
    corpus = stargazer()
    (item,) = made(corpus)["items"]
    value, match, near, first, second, other = item["pairs"]["0,1"]
    one, two = corpus["stargazer"]["1"], corpus["stargazer"]["2"]
    assert value == round(sm.similarity(one, two), 4)
    alignment = sm.align(one, two)
    assert match == [edit.position for edit in alignment.matches]
    assert near == [[edit.position_a, edit.position_b] for edit in alignment.transpositions]
    assert first == [edit.position for edit in alignment.additions if edit.side == "a"]
    assert second == [edit.position for edit in alignment.additions if edit.side == "b"]
    assert other == []


def test_two_coders_have_no_consensus():
    (item,) = made(sm.Corpus({"poem": {"ann": [2, 3], "ben": [3, 2]}}))["items"]
    assert list(item["codings"]) == ["0", "1"]


def test_near_misses_are_the_metrics():
    corpus = sm.Corpus({"poem": {"ann": [4, 6], "ben": [6, 4]}})
    assert made(corpus)["items"][0]["pairs"]["0,1"][2] == []
    assert made(corpus, Plan(sm.B(n=3)))["items"][0]["pairs"]["0,1"][2] == [[4, 6]]


def test_a_penalty_is_a_similarity():
    data = made(sm.Corpus({"poem": {"ann": [5, 5], "ben": [5, 5]}}), Plan(sm.WindowDiff()))
    assert data["similarity"] == "1-windowdiff"
    assert data["items"][0]["pairs"]["0,1"][0] == 1.0


def test_types_are_numbers_into_their_names():
    codings = {"a": sm.Segmentation.from_sets([{"x"}, set()]), "b": sm.Segmentation.from_sets([{"y"}, set()])}
    data = made(sm.Corpus({"item": codings}))
    assert data["types"] == ["x", "y"]
    assert data["items"][0]["codings"] == {"0": [[1, 0]], "1": [[1, 1]]}
    assert data["items"][0]["pairs"]["0,1"][1:] == [[], [], [], [], [[1, 0, 1]]]


def test_one_type_that_somebody_named():
    codings = {"a": sm.Segmentation.from_sets([{"x"}, set()]), "b": sm.Segmentation.from_sets([{"x"}, set()])}
    assert made(sm.Corpus({"item": codings}))["types"] == ["x"]


def test_texts_only_where_they_are_wanted():
    corpus = sm.Corpus({"poem": {"ann": [1, 1], "ben": [2]}}, texts={"poem": ["In Xanadu", "did Kubla Khan"]})
    assert made(corpus)["items"][0]["texts"] == ["In Xanadu", "did Kubla Khan"]
    assert "texts" not in made(corpus, Plan(texts=False))["items"][0]


def test_the_hardest_items_stay_when_there_is_no_room():
    corpus = sm.Corpus({f"item {number}": {"a": [5, 5], "b": [4, 6]} for number in range(10)})
    order = [f"item {number}" for number in (7, 2, 9, 0)]
    held = made(corpus, order=order, most_data=400)
    assert [item["name"] for item in held["items"]] == ["item 2", "item 7", "item 9"]
    assert len(held["items"]) == 3
    assert held["items"][held["first"]]["name"] == "item 7"


def test_long_texts_are_cut_and_then_left_out():
    corpus = sm.Corpus(
        {name: {"a": [1, 1], "b": [2]} for name in ("one", "two")},
        texts={name: ["x" * 600, "short"] for name in ("one", "two")},
    )
    first, second = made(corpus, order=["two", "one"], most_text=700)["items"]
    assert second["texts"] == ["x" * 280 + " …", "short"]
    assert first["texts"] == ["x" * 280 + " …", "short"]
    first, second = made(corpus, order=["two", "one"], most_text=400)["items"]
    assert "texts" not in first
    assert "texts" in second
