import os
import re
from functools import partial

import pytest

import seamark as sm
from seamark.agreement.agree import agree
from seamark.datasets import stargazer
from seamark.io import LoadReport
from seamark.pages.report import Provenance, write_report
from tests.cli.running import HUMANS
from tests.unit.pages.page_data import page_of, section

report_html = partial(page_of, write_report)

POEM = sm.Corpus(HUMANS)


def test_the_numbers_are_those_of_the_library():
    page = report_html(POEM, rng=7)
    result = agree(POEM, sm.B(), ci=0.95, rng=7)
    shown = section(page, "agreement")
    for value in (result.value, result.above_shuffled):
        assert f'<span class="value">{value:.3f}</span>' in shown
    low, high = (f"{end:.3f}".replace("-", "−") for end in result.above_interval)
    assert f"<b>{low} to {high}</b>" in shown
    assert f"<dd>{result.observed:.3f}</dd>" in shown
    assert f'<span class="value">{agree(POEM).value:.3f}</span>' in shown
    assert re.sub("<wbr>", "", section(page, "method")).count(str(result.signature)) == 1


def test_sentences_come_first():
    codings = {"ann": [2, 3, 5], "ben": [2, 3, 5], "cat": [2, 3, 5], "dan": [5, 1, 4]}
    corpus = sm.Corpus(dict.fromkeys(("poem", "song", "tale"), codings))
    sentences = re.findall(r'<li dir="auto">(.*?)</li>', section(report_html(corpus, resamples=100), "agreement"))
    assert sentences[0].startswith("4 coders, 3 items. Of the boundaries in two codings ")
    assert sentences[1].startswith("B goes ")
    assert any(sentence.startswith("dan agrees least with the others") for sentence in sentences)
    hard = {f"item {n}": {c: [3 + n, 9 - n, 8] for c in "abc"} for n in range(6)}
    hard["odd"] = {"a": [3, 9, 8], "b": [10, 10], "c": [6, 1, 13]}
    assert "The coders agree least on odd: " in section(report_html(hard), "agreement")


def test_where_the_data_come_from(tmp_path):
    file = tmp_path / "talk.json"
    file.write_text("{}")
    os.utime(file, (0, 86_400))
    note = f"{file}: tiers that refer to other tiers are left out"
    loaded = LoadReport(
        "eaf", unit="time", resolution=0.5, measure="s", boundaries=4, moved=1, farthest=0.2, notes=(note,)
    )
    codings = {"talk": {"ann": [130, 10, 60], "ben": [130, 70]}}
    page = report_html(codings, source=Provenance([file], loaded))
    for said in ("talk.json, last changed on 1970-01-02.", "Read as eaf; 1 of 4 boundaries moved to the 0.5 s grid"):
        assert said in page
    assert "talk.json: tiers that refer" in page
    assert str(tmp_path) not in page
    assert "at 0:01:05: 2 of 2 coders" in page
    assert "after unit" not in section(page, "heat")
    assert "after unit 130: 2 of 2 coders" in report_html(codings)
    with pytest.raises(sm.InputError, match=r"source is 'talk\.json'; expected a Provenance"):
        report_html(codings, source="talk.json")


def test_how_rare_boundaries_are():
    shown = section(report_html(stargazer()), "agreement")
    prevalence = sm.diagnose(stargazer()).prevalence
    for value in (prevalence.rate, prevalence.nominal_pi, prevalence.ac1, prevalence.pabak):
        assert f"<dd>{value:.3f}</dd>" in shown


def test_the_command_for_disputed_places_names_the_files():
    page = report_html(POEM, source=Provenance(["study/two words.json"], LoadReport("seamark")))
    assert "seamark consensus &#39;two words.json&#39; -o gold.json --disputed disputed.csv" in page
    assert "seamark consensus CORPUS -o gold.json" in report_html(POEM)


def test_options_reach_the_measurement():
    page = report_html(POEM, metric=sm.B(n=3), coefficient="kappa", ci=0.9, resamples=200, rng=5)
    expected = agree(POEM, sm.B(n=3), "kappa", ci=0.9, rng=5)
    assert str(expected.signature) in page.replace("<wbr>", "")
    assert "90 % interval for other items and other coders" in page
    assert "Fournier 2013" in section(page, "method")


def test_the_title_is_given_known_or_plain():
    titled = sm.Corpus({"poem": dict(POEM["poem"])}, metadata={"title": "Kubla Khan", "source": "Coleridge 1816"})
    assert "<h1>Mine</h1>" in report_html(titled, title="Mine")
    assert "<h1>Kubla Khan</h1>" in report_html(titled)
    assert "Coleridge 1816" in report_html(titled)
    assert "<h1>How far the coders agree</h1>" in report_html(POEM)


def test_segmenters_are_ranked():
    systems = {"worse": {"poem": [1, 10], "song": [1, 7]}, "better": {"poem": [2, 3, 6], "song": [4, 4]}}
    page = report_html(POEM, systems=systems, rng=7)
    shown = section(page, "segmenters")
    result = sm.compare(POEM, systems, "B", rng=7)
    assert shown.index("better") < shown.index("worse")
    assert str(result.signature) in shown.replace("<wbr>", "")
    assert f"{result['better'].value:.3f}" in shown
    assert 'id="segmenters"' not in report_html(POEM)


OPPOSED = {"a": {"x": "110000", "y": "000011"}, "b": {"x": "1000", "y": "0001"}}
VALUE_ONE = '<span class="value">1.000</span>'


@pytest.mark.parametrize(
    ("corpus", "name", "said"),
    [
        (stargazer(), "agreement", ["interval for other coders"]),
        ({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}}, "agreement", ["No interval", "Scott"]),
        (
            {"a": {"x": [2, 3], "y": [2, 3], "z": [2, 3]}, "b": {"x": [4], "y": [4], "z": [4]}},
            "agreement",
            [VALUE_ONE, "The interval is not estimable: all codings are alike"],
        ),
        ({"a": {"x": [5], "y": [5]}, "b": {"x": [4], "y": [4]}}, "agreement", [VALUE_ONE]),
        (OPPOSED, "agreement", ['<span class="value">−0.']),
        ({**POEM, "alone": {"dan": [3, 3]}}, "coders", ["dan"]),
        ({**POEM, "alone": {"dan": [3, 3]}}, "method", ["1 item without a value of its own"]),
    ],
)
def test_what_small_corpora_leave(corpus, name, said):
    shown = section(report_html(corpus), name)
    assert all(words in shown for words in said)


def test_a_section_without_contents_is_left_out():
    page = report_html({"a": {"x": [5], "y": [5]}, "b": {"x": [4], "y": [4]}})
    assert "kinds-bar" not in page[page.index("<body>") :]  # no boundaries at all
    assert 'id="hardest"' not in report_html(stargazer())  # one item


def test_large_corpora_are_cut_to_the_hardest():
    corpus = sm.Corpus(
        {f"item {number}": {"a": [5, 15], "b": [5 + number % 3, 15 - number % 3]} for number in range(1_200)}
    )
    page = report_html(corpus, resamples=100)
    assert "these are the 1,000 hardest of 1,200 items" in section(page, "items")
    assert section(page, "items").count("<tr>") == 1_001
    assert "The 120 hardest of 1,200 items" in section(page, "heat")
    assert len(page) < 3_000_000


def test_many_coders():
    corpus = sm.Corpus({"item": {f"coder {number}": [2 + number % 5, 20 - number % 5] for number in range(230)}})
    page = report_html(corpus, resamples=100)
    assert "These are the 200 lowest of 230 coders" in section(page, "coders")
    assert "the 30 pairs who are least alike, of 26,335" in section(page, "pairs")
    assert len(page) < 3_000_000


def test_long_items_cost_as_much_as_short_ones():
    one, other = (sm.Segmentation.from_positions(places, 10**9) for places in ([10, 7 * 10**8], [10]))
    assert len(report_html({"day": {"a": one, "b": other}})) < 100_000


@pytest.mark.parametrize(
    ("corpus", "options", "error", "message"),
    [
        ({"poem": {"ann": [2, 3]}}, {}, sm.InputError, "at least two coders"),
        ({"poem": {"ann": [2, 3], "ben": [2, 4]}}, {}, sm.MassMismatchError, "coder 'ben' covers 6 units"),
        (
            POEM,
            {"systems": {"one": {"ode": [2, 3]}}},
            sm.InputError,
            "one has item 'ode', which the reference does not have",
        ),
        (POEM, {"systems": "one"}, sm.InputError, "systems are 'one'"),
        (POEM, {"coefficient": "rho"}, sm.InputError, "coefficient is 'rho'"),
        (POEM, {"ci": 2}, sm.InputError, "ci is 2"),
    ],
)
def test_what_cannot_be_reported(tmp_path, corpus, options, error, message):
    with pytest.raises(error, match=message):
        write_report(corpus, tmp_path / "report.html", **options)
    assert list(tmp_path.iterdir()) == []


def test_half_a_character_in_a_title(tmp_path):
    write_report({"poem": {"ann": [2, 3], "ben": [3, 2]}}, tmp_path / "report.html", title="\ud800")
    assert b"\\ud800" in (tmp_path / "report.html").read_bytes()
