"""Print the tables of which-number.md: python docs/which_number.py

Needs the Moonstone corpus in $SEAMARK_CORPORA, and a few minutes.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter

import numpy as np

import seamark as sm
from seamark.metrics.base import Metric
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

METRICS: dict[str, Metric] = {
    "S": sm.S(),
    "B": sm.B(),
    "1 − WindowDiff": sm.WindowDiff(),
    "1 − Pk": sm.Pk(),
    "F": sm.BoundaryF(),
    "F, tolerance 1": sm.BoundaryF(tolerance=1),
}
SEED = 7
STUDIES = 20
CODERS, ITEMS, UNITS = 6, 20, 100
#: How much coders differ: the standard deviation of their rates on the logit scale.
SPREAD = 0.6


def row(*cells: object) -> None:
    """A line of a Markdown table."""
    shown = (number(cell) if isinstance(cell, float) else str(cell) for cell in cells)
    sys.stdout.write(f"| {' | '.join(shown)} |\n")


def number(value: float) -> str:
    """Three decimals without the zero before the point; what rounds to nothing has no sign."""
    text = f"{abs(value):.3f}".replace("0.", ".", 1)
    return f"−{text}" if value < 0 and text != ".000" else text


def head(title: str, *names: str) -> None:
    """The beginning of a table."""
    sys.stdout.write(f"\n{title}\n\n")
    row(*names)
    row(*["---"] * len(names))


def terms(corpus: Corpus, metric: Metric) -> tuple[float, float, float]:
    """The coefficient, the level of shuffled codings, and the value above it."""
    result = sm.agree(corpus, metric, rng=SEED)
    return result.value, result.shuffled, result.above_shuffled


def corpora(studies: dict[str, Corpus]) -> None:
    """Real codings under every metric."""
    for name, corpus in studies.items():
        head(name, "metric", "observed", "pi", "shuffled", "above shuffled")
        for label, metric in METRICS.items():
            value, level, above = terms(corpus, metric)
            row(label, sm.agree(corpus, metric).observed, value, level, above)


def rewards() -> None:
    """One reference, and hypotheses that differ from it in one way."""
    generator = np.random.default_rng(SEED)
    places, units = (10, 20, 30, 40, 50), 60
    reference = Segmentation.from_positions(places, units)
    cases: dict[str, list[tuple[int, ...]]] = {
        "the same": [places],
        "one boundary 1 unit off": [(10, 20, 31, 40, 50)],
        "all five 1 unit off": [tuple(place + 1 for place in places)],
        "all five 3 units off": [tuple(place + 3 for place in places)],
        "one of five missing": [(10, 20, 40, 50)],
        "one too many, far from the others": [(10, 20, 25, 30, 40, 50)],
        "five at random places (mean of 1,000)": [
            tuple(sorted(generator.choice(np.arange(1, units), 5, replace=False).tolist())) for _ in range(1_000)
        ],
        "no boundary": [()],
        "a boundary after every unit": [tuple(range(1, units))],
    }
    head("What is rewarded", "hypothesis", *METRICS)
    for name, hypotheses in cases.items():
        pairs = [Segmentation.from_positions(list(one), units) for one in hypotheses]
        row(name, *(mean_similarity(metric, [reference] * len(pairs), pairs) for metric in METRICS.values()))
    gammas(reference, cases)


def gammas(reference: Segmentation, hypotheses: dict[str, list[tuple[int, ...]]]) -> None:
    """Gamma of the same pairs, their segments as spans of one category; cases that are means of many are left out."""
    head("Gamma", "hypothesis", "gamma")
    for name, places in hypotheses.items():
        if len(places) == 1:
            pair = {"a": reference, "b": Segmentation.from_positions(list(places[0]), reference.mass)}
            spans = {
                coder: sm.Spans([(start, end, "segment") for start, end in one.segments], length=one.mass)
                for coder, one in pair.items()
            }
            row(name, sm.gamma({"item": spans}, precision=0.05, rng=SEED).value)


def mean_similarity(metric: Metric, a: Sequence[Segmentation], b: Sequence[Segmentation]) -> float:
    """The mean over pairs, turned so that 1 is best."""
    value = float(np.nanmean(sm.score_pairs(metric, a, b)))
    return value if metric.info.higher_is_better else 1 - value


def sparse() -> None:
    """Simulated coders who ignore the text, and who follow it, at different rates of boundaries."""
    compared = ("S", "B", "1 − WindowDiff")
    for title, coders in (("Coders who ignore the text", independent), ("Coders who follow the text", following)):
        head(
            title,
            "boundaries per place",
            *(f"{name}, {what}" for name in compared for what in ("pi", "above shuffled")),
        )
        for rate in (0.02, 0.05, 0.1, 0.2, 0.4):
            found = [
                [term for name in compared for term in itemgetter(0, 2)(terms(study, METRICS[name]))]
                for study in simulated(coders, rate)
            ]
            row(rate, *np.mean(found, axis=0).tolist())


def logit_normal(generator: np.random.Generator, centre: float) -> float:
    """The rate of one coder."""
    return float(1 / (1 + np.exp(-(np.log(centre / (1 - centre)) + SPREAD * generator.standard_normal()))))


def independent(generator: np.random.Generator, rate: float) -> Iterator[Callable[[np.ndarray], np.ndarray]]:
    """Coders who place boundaries at a rate of their own, wherever the true ones are."""
    for _ in range(CODERS):
        own = logit_normal(generator, rate)
        yield lambda truth, own=own: generator.random(truth.size) < own


def following(generator: np.random.Generator, rate: float) -> Iterator[Callable[[np.ndarray], np.ndarray]]:
    """Coders with a hit rate and a false-alarm rate of their own, about 70 % and 30 % of all boundaries."""
    for _ in range(CODERS):
        hit, alarm = logit_normal(generator, 0.7), logit_normal(generator, 0.3 * rate / (1 - rate))
        yield lambda truth, hit=hit, alarm=alarm: generator.random(truth.size) < np.where(truth, hit, alarm)


def simulated(
    coders: Callable[[np.random.Generator, float], Iterable[Callable[[np.ndarray], np.ndarray]]], rate: float
) -> Iterator[Corpus]:
    """Studies of items with true boundaries at a rate, coded by new coders each time."""
    for study in range(STUDIES):
        generator = np.random.default_rng([SEED, study])
        people = list(coders(generator, rate))
        codings = {}
        for item in range(ITEMS):
            truth = generator.random(UNITS - 1) < rate
            codings[f"item {item}"] = {
                f"coder {number}": Segmentation.from_positions((np.flatnonzero(person(truth)) + 1).tolist(), UNITS)
                for number, person in enumerate(people)
            }
        yield Corpus(codings)


def units(chapters: Corpus) -> None:
    """The same boundaries counted in other units."""
    sizes: dict[str, Callable[[str], int]] = {
        "paragraph": lambda _: 1,
        "word": lambda text: max(1, len(text.split())),
        "character": lambda text: max(1, len(text)),
    }
    for name in ("S", "B", "1 − WindowDiff"):
        head(f"Units, {name}", "unit", "units per chapter", "pi", "shuffled", "above shuffled")
        for unit, size in sizes.items():
            study = recounted(chapters, size)
            row(unit, f"{np.mean(list(study.lengths.values())):,.0f}", *terms(study, METRICS[name]))


def recounted(corpus: Corpus, size: Callable[[str], int]) -> Corpus:
    """The same codings over smaller units: every unit of the corpus is as many of them as its text holds."""
    codings: dict[str, dict[str, Segmentation]] = {}
    for item, coders in corpus.items():
        ends = list(itertools.accumulate(size(text) for text in corpus.texts[item]))
        codings[item] = {
            coder: Segmentation.from_positions([ends[place - 1] for place in coding.positions], ends[-1])
            for coder, coding in coders.items()
        }
    return Corpus(codings)


def segmenters(chapters: Corpus) -> None:
    """What needs no reading: the mean similarity to every coder of every chapter."""
    generator = np.random.default_rng(SEED)
    pairs = [(coding, item) for item, coders in chapters.items() for coding in coders.values()]
    typical = {item: round(np.mean([len(c.positions) for c in coders.values()])) for item, coders in chapters.items()}
    cuts: dict[str, Callable[[int, int], Iterable[int]]] = {
        "no boundary": lambda mass, number: (),
        "as many as the coders, evenly": lambda mass, number: sorted(
            {round(mass * k / (number + 1)) for k in range(1, number + 1)} - {0, mass}
        ),
        "as many as the coders, at random": lambda mass, number: sorted(
            generator.choice(np.arange(1, mass), min(number, mass - 1), replace=False).tolist()
        ),
        "a boundary after every paragraph": lambda mass, number: range(1, mass),
    }
    head("Without reading the text", "segmenter", *METRICS)
    human = [
        (chapters[item][one], chapters[item][other])
        for item in chapters
        for one, other in itertools.combinations(chapters[item], 2)
    ]
    row("another coder", *(mean_similarity(metric, *zip(*human, strict=True)) for metric in METRICS.values()))
    for name, cut in cuts.items():
        made = [
            Segmentation.from_positions(list(cut(coding.mass, typical[item])), coding.mass) for coding, item in pairs
        ]
        row(name, *(mean_similarity(metric, [coding for coding, _ in pairs], made) for metric in METRICS.values()))


if __name__ == "__main__":
    novel = sm.datasets.moonstone()
    corpora({"Stargazer": sm.datasets.stargazer(), "Moonstone": novel})
    rewards()
    segmenters(novel)
    units(novel)
    sparse()
