"""The report on spans in a browser: its numbers, and the explorer of best alignments."""

import seamark as sm
from tests.browser.choosing import chosen
from tests.browser.corpora import IMAGE, QUOTE, SCRIPT, TALKS

ITEMS, SETS = "item-table", "set-table"


def test_it_opens_from_disk_and_is_complete(visit, spans_report):
    opened = visit(spans_report)
    gamma, alpha = sm.gamma(TALKS, rng=0), sm.unitizing_alpha(TALKS)
    figures = opened.page.locator("#agreement .value").all_inner_texts()
    assert figures == [f"{value:.3f}" for value in (gamma.value, gamma.cat, alpha.value, alpha.coding)]
    hardest = max(TALKS, key=lambda item: gamma.per_item[item].disorder)
    assert opened.column(ITEMS, 0)[0] == hardest
    assert sorted(opened.column("coder-table", 0)) == ["ann", "ben", "cat"]
    assert sorted(opened.column("category-table", 0)) == ["claim", "premise"]
    assert opened.page.locator("#heat-rows li:not(.heat-axis)").count() == len(TALKS)


def test_the_explorer_shows_the_alignment_of_all_coders(visit, spans_report):
    opened = visit(spans_report)
    opened.page.select_option("#choose-item", label="debate")
    assert chosen(opened, "choose-coders") == "all coders"
    found = sm.align_spans(TALKS["debate"])
    assert f"Disorder {found.disorder:.3f}" in opened.text("#pair-summary")
    assert opened.text("#announcement") == opened.text("#pair-summary")
    assert len(opened.column(SETS, 0)) == len(found.unitary)
    costs = [f"{one.cost:.3f}" for one in found.unitary]
    assert opened.column(SETS, 4) == costs
    first = found.unitary[0].spans["ann"]
    assert opened.column(SETS, 1)[0] == f"{first.start}–{first.end} {first.category}"
    # A bar for every span.
    assert opened.page.locator("#lanes rect.span").count() == sum(map(len, TALKS["debate"].values()))


def test_two_coders_by_keyboard(visit, spans_report):
    opened = visit(spans_report)
    opened.page.select_option("#choose-item", label="debate")
    opened.page.locator("#choose-coders").focus()
    opened.page.keyboard.press("ArrowDown")
    assert chosen(opened, "choose-coders") == "ann and ben"
    found = sm.align_spans({coder: TALKS["debate"][coder] for coder in ("ann", "ben")})
    assert f"Disorder {found.disorder:.3f}" in opened.text("#pair-summary")
    assert opened.page.locator("#set-table thead th").all_inner_texts() == ["Set", "ann", "ben", "Cost"]


def test_items_lead_to_the_explorer(visit, spans_report):
    opened = visit(spans_report)
    opened.page.locator("#items button.explore", has_text="lecture").click()
    assert chosen(opened, "choose-item") == "lecture"
    assert opened.page.locator("#explorer-title").evaluate("(title) => title === document.activeElement")


def test_spans_that_overlap_are_drawn_below_each_other(visit, tmp_path):
    ann, ben = (sm.Spans([(5, 15, "A"), (start, 30, "B")], length=40) for start in (10, 20))
    sm.write_report(sm.Corpus({"lecture": {"ann": ann, "ben": ben}}), tmp_path / "report.html")
    opened = visit(tmp_path / "report.html")
    tops = opened.page.locator("#lanes rect.span").evaluate_all("(bars) => bars.map((bar) => bar.getAttribute('y'))")
    # Two lines of ann, one of ben.
    assert len(tops) == 4
    assert len(set(tops)) == 3
    assert "No unitizing alpha: item 'lecture', coder 'ann'" in opened.text("#agreement")


def test_names_from_data_stay_text(visit, tmp_path):
    spans = sm.Spans([(2, 8, SCRIPT), (12, 16, IMAGE)], length=20)
    corpus = sm.Corpus({SCRIPT: {IMAGE: spans, QUOTE: sm.Spans([(3, 9, QUOTE)], length=20)}})
    sm.write_report(corpus, tmp_path / "report.html", title=SCRIPT)
    opened = visit(tmp_path / "report.html")
    assert opened.text("h1") == SCRIPT
    assert opened.column("coder-table", 0) == [IMAGE, QUOTE]
    assert SCRIPT in opened.text("#set-table")
    assert opened.page.locator("img").count() == 0
    assert opened.page.locator("script").count() == 2
