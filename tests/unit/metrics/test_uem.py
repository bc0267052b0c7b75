"""Regions that are scored, of one pair and of many, against units; and names, which decide nothing."""

import random

import numpy as np
import pytest

import seamark as sm
from seamark.base.errors import ParseError
from seamark.io import read_uem
from seamark.metrics.names import METRICS
from tests.metrics.turns import TALK, TIE, listed
from tests.oracle import turns as oracle
from tests.random_models import turns

WITHIN = [metric for metric in METRICS.values() if metric.takes_uem]
COUNTS = {
    sm.DER: oracle.der_counts,
    sm.IdentificationError: oracle.identification_counts,
    sm.DetectionError: oracle.detection_counts,
    sm.Purity: oracle.purity_counts,
    sm.Coverage: lambda *given, **options: oracle.purity_counts(*given, **options, sides=-1),
    sm.SegmentPurity: oracle.segment_counts,
    sm.SegmentCoverage: lambda *given, **options: oracle.segment_counts(*given, **options, sides=-1),
}


def random_items(seed: int, count: int, labels: tuple[str, str] = ("ABC", "ABC")):
    """Lines with turns on both sides, and regions that may touch, overlap, be none, or run over the end."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        length = int(rng.integers(2, 25))
        sides = [sm.Spans(turns(rng, length, names), length=length) for names in labels]
        starts = rng.integers(0, length, int(rng.integers(0, 4)))
        yield *sides, [(int(start), int(start + rng.integers(1, 9))) for start in starts]


@pytest.mark.parametrize("options", [{}, {"collar": 1}, {"collar": 2, "skip_overlap": True}])
def test_counts_are_those_of_the_units_within(options):
    for a, b, uem in random_items(3, 250):
        for metric, counts in COUNTS.items():
            mine = {} if hasattr(metric(), "fill") else options
            found = tuple(metric(**mine).counts(a, b, uem=uem).values())
            assert found == counts(listed(a), listed(b), a.length, **mine, uem=uem), (metric, a, b, uem)
        expected = oracle.der_counts(listed(a), listed(b), a.length, **options, map_on="all", uem=uem)
        assert tuple(sm.DER(**options, map_on="all").counts(a, b, uem=uem).values()) == expected
        for mapping in ("jaccard", "common"):
            expected = oracle.jer(listed(a), listed(b), a.length, **options, mapping=mapping, uem=uem)
            assert sm.jer(a, b, **options, mapping=mapping, uem=uem) == pytest.approx(float(expected), abs=1e-15)


def test_files_of_regions(tmp_path):
    path = tmp_path / "a.uem"
    path.write_text(";; regions that are scored\nES2004a 1 10.000 50.000\nES2004a 1 60.5 80\n", encoding="utf-8")
    assert read_uem(path) == {"ES2004a": [(10.0, 50.0), (60.5, 80.0)]}
    for text, line in (("rec 6 8", 2), ("rec 1 8 6", 2), ("rec 1 6 6", 2), ("rec 1 six 8", 2)):
        path.write_text(f"rec 1 1.0 4.5\n{text}\n", encoding="utf-8")
        with pytest.raises(ParseError) as caught:
            read_uem(path)
        assert caught.value.line == line


def test_a_talk_within_a_region():
    """FIELDS.md 8.2: the regions touch, and collars reach in from outside."""
    for uem in ([(5, 25)], [(9, 25), (5, 9)], sm.Spans([(5, 25)], length=30)):
        values = [
            metric().compare(*TALK, uem=uem).value for metric in (sm.DER, sm.Purity, sm.Coverage, sm.DetectionError)
        ]
        assert values == [5 / 18, 16 / 18, 15 / 18, 2 / 16]
        assert sm.jer(*TALK, uem=uem) == pytest.approx(0.2738, abs=5e-5)
    near = {"collar": 1, "uem": [(5, 25)]}
    assert [sm.der(*TALK, **near), sm.purity(*TALK, **near), sm.coverage(*TALK, **near)] == [1 / 10, 10 / 11, 1]
    assert sm.detection_error(*TALK, **near) == 1 / 10
    assert sm.jer(*TALK, **near) == pytest.approx(0.0556, abs=5e-5)
    assert str(sm.DER().compare(*TALK, uem=[(5, 25)]).signature).endswith("|map:scored|uem:given|v:1.0.0rc1")


@pytest.mark.parametrize("metric", WITHIN, ids=lambda metric: metric.info.name)
def test_many_items_as_one_by_one(metric):
    items = list(random_items(5, 40))
    a, b, uem = zip(*items, strict=True)
    rows = metric().bind(sm.Codings.of(a), sm.Codings.of(b), uem=uem).count()
    expected = [list(metric().counts(one, other, uem=regions).values()) for one, other, regions in items]
    np.testing.assert_allclose(rows, expected, rtol=1e-15)
    names = [f"item {number}" for number in range(len(items))]
    given = (dict(zip(names, side, strict=True)) for side in (a, b, uem))
    reference, hypothesis, regions = given
    table = sm.score(reference, hypothesis, metric(), average="micro", uem={**regions, "another": [(0, 1)]})
    expected = float(metric().score_rows(rows.sum(axis=0)))
    assert table.overall[metric.info.name].value == pytest.approx(expected, nan_ok=True)


def test_regions_that_do_not_fit():
    for call in (
        lambda: sm.der(*TALK, uem=[(5, 3)]),
        lambda: sm.span_f1(*TALK) and sm.SpanF1().compare(*TALK, uem=[(0, 9)]),
        lambda: sm.score({"x": TALK[0]}, {"x": TALK[1]}, "der", uem={"y": [(0, 9)]}),
        lambda: sm.score({"x": TALK[0]}, {"x": TALK[1]}, "der", uem=[(0, 9)]),
        lambda: sm.DER().bind(sm.Codings.of([TALK[0]]), sm.Codings.of([TALK[1]]), uem=[]),
    ):
        with pytest.raises(sm.InputError):
            call()


def test_names_of_speakers_change_no_number():
    """A thousand renamings of pairs with few units, where equally good mappings are common."""
    rng = random.Random(7)  # noqa: S311
    metrics = [metric() for metric in WITHIN if metric is not sm.IdentificationError]
    metrics += [sm.JER(mapping="common"), sm.DER(collar=1, map_on="all"), sm.JER(collar=1)]
    pairs = [TIE, *((a, b) for a, b, _ in random_items(11, 49, ("ABC", "xyz")))]
    for a, b in pairs:
        expected = [dict(metric.counts(a, b)) for metric in metrics]
        for _ in range(20):
            one, other = (renamed(side, rng) for side in (a, b))
            assert [dict(metric.counts(one, other)) for metric in metrics] == expected
    assert sm.jer(*TIE, mapping="common") == sm.jer(*TIE) == 0.75


def renamed(spans: sm.Spans, rng: random.Random) -> sm.Spans:
    """The same spans with other names in another order."""
    names = dict(zip(spans.categories, rng.sample(range(1000), len(spans.categories)), strict=True))
    return sm.Spans([(start, end, names[label]) for start, end, label in spans], length=spans.length)


def test_speaker_mapping():
    assert sm.speaker_mapping(*TALK) == {1: "A", 2: "B"}
    assert sm.speaker_mapping(*TALK, uem=[(24, 30)]) == {3: "A"}
    # As much time with A as with B, which has more: the Jaccard error decides.
    assert sm.speaker_mapping(*TIE) == sm.speaker_mapping(*TIE, by="jaccard") == {"x": "A"}
    for a, b, uem in random_items(9, 100, ("ABC", "xyz")):
        found = sm.speaker_mapping(a, b, uem=uem)
        named = sm.Spans([(s, e, found.get(label, label)) for s, e, label in b], length=b.length)
        assert sm.identification_error(a, named, uem=uem) == sm.der(a, b, uem=uem)
