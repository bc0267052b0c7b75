"""Table 2 and the figures for the whole corpus: agreement on The Moonstone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from seamark.agreement import count_misses
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.item_table import window_diff_by_item
from seamark.agreement.measurement import Measurement
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.reproduce.check import Check, check
from seamark.reproduce.published import published

_SEGMENTS = "the published chance term counts segments, not boundaries: chance_count='segments'"
_LONGER = "; the paper's chapter 20 has one paragraph more than the public corpus, at the end"
_MIXED = "; pi* takes the chance term per item and kappa* pools it: chance_average='fournier2012'"
_WINDOW_DIFF = WindowDiff(convention="fournier2012")


def chapters(corpus: Corpus) -> Iterator[Check]:
    """Every column of Table 2, chapter by chapter."""
    for row in published("table2"):
        item = f"ch{row['chapter']}"
        original = corpus.subset(items=[item])
        longer = item == "ch20"
        as_printed = _one_unit_longer(original) if longer else original
        yield from _chapter(f"chapter {row['chapter']}", row, original, as_printed, _LONGER if longer else "")


def whole_corpus(corpus: Corpus) -> Iterator[Check]:
    """Means over the five groups of coders, and the misses of all pairs."""
    printed = {"pi": ("0.8904", "0.0392"), "bias": ("0.0061", "0.0035")}
    groups = sorted(set(corpus.groups.values()), key=str)
    parts = [corpus.subset(coders=[c for c, g in corpus.groups.items() if g == group]) for group in groups]
    as_printed = [_with_longer_chapter(part) for part in parts]
    for name, (mean, deviation) in printed.items():
        values = np.array([_coefficients(part)[name] for part in parts])
        then = np.array([_coefficients(part, "segments", "fournier2012")[name] for part in as_printed])
        note = _SEGMENTS + _MIXED + _LONGER
        yield check(
            "corpus", f"{name}: mean of groups", mean, values.mean(), explanation=note, reproduced=float(then.mean())
        )
        yield check(
            "corpus", f"{name}: deviation", deviation, values.std(), explanation=note, reproduced=float(then.std())
        )
    misses = count_misses(corpus)
    yield check("corpus", "full misses", "1039", misses.full)
    yield check("corpus", "near misses", "212", misses.near)


def _chapter(name: str, row: dict[str, str], original: Corpus, as_printed: Corpus, longer: str) -> Iterator[Check]:
    now, then = _coefficients(original), _coefficients(as_printed, "segments")
    for column in ("pi", "kappa", "bias"):
        yield check(
            "table2",
            f"{name}: {column}",
            row[column],
            now[column],
            explanation=_SEGMENTS + longer,
            reproduced=then[column],
        )
    yield from _described(name, row, original, as_printed, longer)


def _described(name: str, row: dict[str, str], original: Corpus, as_printed: Corpus, longer: str) -> Iterator[Check]:
    measures: dict[str, Callable[[Corpus], float]] = {
        "one_minus_wd_mean": lambda corpus: window_diff_by_item(corpus, _WINDOW_DIFF)[0][0],
        "one_minus_wd_std": lambda corpus: window_diff_by_item(corpus, _WINDOW_DIFF)[0][1],
        "coders": lambda corpus: len(corpus.coder_names),
        "segments": lambda corpus: sum(len(s.masses) for codings in corpus.values() for s in codings.values()),
        "mass": lambda corpus: sum(corpus.masses.values()),
    }
    for column, measure in measures.items():
        note = longer.removeprefix("; ")
        yield check(
            "table2",
            f"{name}: {column}",
            row[column],
            measure(original),
            explanation=note,
            reproduced=measure(as_printed),
        )


def _coefficients(
    corpus: Corpus, count: ChanceCount = "boundaries", average: ChanceAverage = "micro"
) -> dict[str, float]:
    measured = Measurement.of(corpus, chance=ChanceOptions(count, average))
    pi, kappa = measured.coefficient("pi"), measured.coefficient("kappa")
    return {"pi": pi.whole(), "kappa": kappa.whole(), "bias": measured.bias}


def _with_longer_chapter(corpus: Corpus) -> Corpus:
    return _one_unit_longer(corpus, "ch20") if "ch20" in corpus else corpus


def _one_unit_longer(corpus: Corpus, item: str | None = None) -> Corpus:
    """The same with one more unit at the end of every coder's last segment, in one item or in all."""
    return Corpus(
        {
            name: {
                coder: Segmentation.from_positions(s.positions, s.mass + 1) if item in (None, name) else s
                for coder, s in codings.items()
            }
            for name, codings in corpus.items()
        }
    )
