"""The report on spans: its numbers are those of the library, and what cannot be had is said."""

import math
import re
from collections import Counter
from functools import partial

import pytest

import seamark as sm
from seamark.agreement import gamma as best_alignment
from seamark.agreement.unitizing import span_agreement
from seamark.pages.report import spans as parts
from tests.unit.pages.page_data import data_of, page_of

report_html = partial(page_of, sm.write_report)

#: The running example of unitizing alpha, and an item where everybody agrees.
ANN, BEN = [(2, 8, "A"), (12, 16, "B")], [(3, 9, "A"), (12, 15, "A")]


def spans(rows: list[tuple[int, int, str]], length: int = 20) -> sm.Spans:
    return sm.Spans(rows, length=length)


TALKS = sm.Corpus(
    {
        "same": {"ann": spans(ANN), "ben": spans(ANN)},
        "talk": {"ann": spans(ANN), "ben": spans(BEN)},
        "alone": {"ann": spans([])},
    }
)
THREE = sm.Corpus({"talk": {"ann": spans(ANN), "ben": spans(BEN), "cat": spans([(2, 8, "A"), (2, 8, "A")])}})


def test_the_numbers_on_the_page_are_those_of_the_worked_example() -> None:
    page = report_html(sm.Corpus({"talk": TALKS["talk"]}))
    assert re.findall(r'<span class="value">(.*?)</span>', page)[2:] == ["0.516", "0.096"]
    assert "on the 40 % of the line where two coders marked something" in page
    gamma = sm.gamma({"talk": TALKS["talk"]}, rng=0)
    assert round(gamma.observed, 4) == 0.5241
    assert f'<span class="value">{gamma.value:.3f}</span>' in page
    assert f"1 − disorder ÷ expected disorder: 0.524 and {gamma.expected:.3f}" in page
    assert str(gamma.signature).split("|")[-2] in page


def test_the_interval_says_what_would_be_drawn_anew() -> None:
    page = report_html({f"talk {number}": TALKS["talk"] for number in range(3)})
    assert "95 % interval for other items" in page  # of gamma
    assert "The interval is not estimable: agreement does not change, whichever item or coder is left out." in page


def test_pairs_say_what_became_of_the_spans() -> None:
    pairs = list(parts.pairs_of(TALKS))
    assert [(pair.item, pair.coders, pair.kinds, pair.size) for pair in pairs] == [
        ("same", ("ann", "ben"), Counter(match=2), 2),
        ("talk", ("ann", "ben"), Counter(near=1, other=1), 2),
    ]
    # 2/12 squared, and 1/7 squared plus one for the category.
    assert pairs[1].cost == pytest.approx((2 / 12) ** 2 + (1 / 7) ** 2 + 1)


def test_items_come_hardest_first_and_those_without_a_value_last() -> None:
    found = span_agreement(TALKS, rng=0)
    items = parts.span_items(TALKS, found, list(parts.pairs_of(TALKS)))
    ordered = parts.span_report(TALKS, 0.95, 0, None)[0]
    assert [item.name for item in ordered] == ["talk", "same", "alone"]
    assert (items[1].value, items[1].found["alpha"]) == pytest.approx((0.5241, 0.5157), abs=5e-5)
    assert math.isnan(items[2].value)
    marks = [(found.start, found.end, found.coders) for found in items[1].marks]
    assert marks == [(2, 3, 1), (3, 8, 2), (8, 9, 1), (12, 15, 2), (15, 16, 1)]


def test_coders_and_pairs() -> None:
    coders = {coder["name"]: coder for coder in parts.span_coders(THREE, list(parts.pairs_of(THREE)))}
    assert coders["cat"]["spans"] == 2
    assert coders["cat"]["length"] == 6
    # One of the two that cat marked twice is without a partner in ann's, and in ben's.
    assert coders["cat"]["alone"] == 2 / 4
    found = {pair[:2]: pair[3] for pair in parts.span_pairs(list(parts.pairs_of(THREE)))["rows"]}
    assert found["ann", "ben"] == pytest.approx(0.5241, abs=5e-5)
    assert found["ann", "cat"] == (0 + 1 + 1) / 2


def test_categories() -> None:
    study = sm.Corpus({"talk": TALKS["talk"]})
    rows = {row["name"]: row for row in parts.span_categories(study, span_agreement(study, rng=0))}
    assert [rows[name][count] for name in "AB" for count in ("number", "coders")] == [3, 2, 1, 1]
    assert (rows["A"]["alpha"], rows["B"]["alpha"]) == pytest.approx((20 / 169, 0))


def test_what_has_no_room_is_left_out_from_the_easiest_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = list(parts.pairs_of(TALKS))
    data = parts.span_explorer(TALKS, ["talk", "same", "alone"], pairs)
    assert [item["name"] for item in data["items"]] == ["same", "talk", "alone"]
    assert data["first"] == 1
    monkeypatch.setattr("seamark.pages.report.parts.MOST_DATA", 10)
    data = parts.span_explorer(TALKS, ["talk", "same", "alone"], pairs)
    assert [item["name"] for item in data["items"]] == ["talk"]


def test_overlapping_spans_have_gamma_alone() -> None:
    page = report_html({"talk": {"ann": spans([(0, 5, "A"), (3, 8, "A")]), "ben": spans(BEN)}})
    assert "No unitizing alpha: item &#39;talk&#39;, coder &#39;ann&#39;: spans [0, 5) and [3, 8) overlap" in page
    assert "gamma of categories" in page


def test_three_coders_without_highspy_have_alpha_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise sm.InputError("gamma of three coders or more needs highspy")

    monkeypatch.setattr(best_alignment, "require", missing)
    study = sm.Corpus({"talk": {"ann": spans(ANN), "ben": spans(BEN), "cat": spans(ANN)}})
    page = report_html(study)
    assert "No gamma: gamma of three coders or more needs highspy" in page
    assert list(data_of(page)["items"][0]["alignments"]) == ["0,1", "0,2", "1,2"]
    assert "an alpha of" in page


def test_what_cannot_be_reported_is_refused() -> None:
    with pytest.raises(sm.InputError, match="agreement needs at least two coders"):
        report_html(sm.Corpus({"talk": {"ann": spans(ANN)}}))
    with pytest.raises(sm.UndefinedScoreError, match="nobody marked anything"):
        report_html(sm.Corpus({"talk": {"ann": spans([]), "ben": spans([])}}))
    for options in ({"metric": sm.S()}, {"systems": {}}, {"coefficient": "kappa"}):
        with pytest.raises(sm.InputError, match="not for a report on spans"):
            report_html(TALKS, **options)  # type: ignore[arg-type]
