"""Table 2 and the figures for the whole corpus: agreement on The Moonstone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from seamark.agreement import count_misses
from seamark.agreement.agree import window_diff_by_item
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.measurement import Measurement
from seamark.metrics.windows import WindowDiff
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.reproduce.check import Check, check
from seamark.reproduce.published import published

_SEGMENTS = "the published chance term counts segments, not boundaries: chance_count='segments'"
_LONGER = "; the paper's chapter 20 has one paragraph more than the public corpus, at the end"
_MIXED = "; pi* takes the chance term per item and kappa* pools it: chance_average='fournier2012'"
_WINDOW_DIFF = WindowDiff(convention="fournier2012")
_DESCRIPTIONS: Mapping[str, Callable[[Corpus], float]] = {
    "one_minus_wd_mean": lambda corpus: window_diff_by_item(corpus, _WINDOW_DIFF)[0][0],
    "one_minus_wd_std": lambda corpus: window_diff_by_item(corpus, _WINDOW_DIFF)[0][1],
    "coders": lambda corpus: len(corpus.coder_names),
    "segments": lambda corpus: sum(len(s.masses) for codings in corpus.values() for s in codings.values()),
    "mass": lambda corpus: sum(corpus.lengths.values()),
}


def chapters(corpus: Corpus) -> Iterator[Check]:
    """Every column of Table 2, chapter by chapter."""
    for row in published("table2"):
        original = corpus.subset(items=[f"ch{row['chapter']}"])
        as_printed = _with_longer_chapter(original)
        longer = "" if as_printed is original else _LONGER
        now, then = _coefficients(original), _coefficients(as_printed, "segments")
        notes = dict.fromkeys(now, _SEGMENTS + longer)
        for column, measure in _DESCRIPTIONS.items():
            now[column], then[column] = measure(original), measure(as_printed)
            notes[column] = longer.removeprefix("; ")
        for column, note in notes.items():
            value = f"chapter {row['chapter']}: {column}"
            yield check("table2", value, row[column], now[column], explanation=note, reproduced=then[column])


def whole_corpus(corpus: Corpus) -> Iterator[Check]:
    """Means over the five groups of coders, and the misses of all pairs."""
    groups = sorted(set(corpus.groups.values()), key=str)
    parts = [corpus.subset(coders=[c for c, g in corpus.groups.items() if g == group]) for group in groups]
    now = [_coefficients(part) for part in parts]
    then = [_coefficients(_with_longer_chapter(part), "segments", "fournier2012") for part in parts]
    note = _SEGMENTS + _MIXED + _LONGER
    for name, mean, deviation in (("pi", "0.8904", "0.0392"), ("bias", "0.0061", "0.0035")):
        for value, published_one, of in (("mean of groups", mean, np.mean), ("deviation", deviation, np.std)):
            computed, reproduced = (float(of([found[name] for found in all_found])) for all_found in (now, then))
            yield check("corpus", f"{name}: {value}", published_one, computed, explanation=note, reproduced=reproduced)
    misses = count_misses(corpus)
    yield check("corpus", "full misses", "1039", misses.full)
    yield check("corpus", "near misses", "212", misses.near)


def _coefficients(
    corpus: Corpus, count: ChanceCount = "boundaries", average: ChanceAverage = "micro"
) -> dict[str, float]:
    measured = Measurement.of(corpus, chance=ChanceOptions(count, average))
    pi, kappa = measured.coefficient("pi"), measured.coefficient("kappa")
    return {"pi": pi.whole(), "kappa": kappa.whole(), "bias": measured.bias}


def _with_longer_chapter(corpus: Corpus) -> Corpus:
    """The same with one more unit at the end of everybody's last segment in chapter 20, if that is there."""
    if "ch20" not in corpus:
        return corpus
    longer = {coder: Segmentation.from_positions(s.positions, s.mass + 1) for coder, s in corpus["ch20"].items()}
    return Corpus({**corpus, "ch20": longer})
