"""The worked examples, Figure 5, Tables 1 and 2 and the claims of the 2012 paper: printed beside computed.

The files in ``data/`` were read off the source of Fournier & Inkpen, "Segmentation Similarity and Agreement", NAACL-HLT
2012, pages 152-161; none of the numbers was computed with Seamark. Figure 5a: 1 - WindowDiff with k=25 and S, for 0 to
97 full misses in 100 units. Figure 5b: a near miss at growing distances in 25 units; ``s_n3`` is labelled S(n=3) there,
but reaches distances up to 3, which is n=4 in the paper's own definition. Figure 5c: 1 - WindowDiff, S and k/m for
texts of 4 to 100 units. Column ``segments`` of Table 2 is headed |b| in print, but counts segments.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from seamark.agreement.agree import agree
from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.diagnose import count_misses
from seamark.agreement.measurement import Measurement
from seamark.base.checks import items_of, one_of
from seamark.base.errors import InputError
from seamark.base.numbers import counted, percent, share
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.charts.boundaries import marked
from seamark.datasets import moonstone
from seamark.evaluation.audit import rounds_to
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import window_sizes
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditWeights, S, align, similarity
from seamark.metrics.pairs import Pairs, score_pairs
from seamark.metrics.windows import WindowDiff, window_diff
from seamark.model.codings import Codings
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

Verdict: TypeAlias = Literal["equal", "explained", "different"]


@dataclass(frozen=True, slots=True)
class Check(ResultRecord):
    """A published value, what Seamark computes for it, and how the two go together.

    Attributes
    ----------
    target
        The figure, table or text it belongs to.
    value
        Which value of it.
    published
        As printed.
    computed
        With the paper's settings as the text gives them.
    verdict
        ``equal``: the same to the last printed digit (or within the tolerance that ``note`` states); ``explained``:
        another option, named in ``note``, gives the printed value; ``different``: neither.
    reproduced
        The value under the option that ``note`` names, when the verdict is ``explained``.
    note
        One sentence, where there is something to say.
    """

    target: str
    value: str
    published: str
    computed: float
    verdict: Verdict
    reproduced: float | None = None
    note: str = ""


def check(
    target: str, value: str, published: str, computed: float, *, explanation: str = "", reproduced: float | None = None
) -> Check:
    """Compare to the last printed digit; where that fails, see whether the explained value is the printed one."""
    computed = float(computed)
    if rounds_to(computed, published):
        return Check(target, value, published, computed, "equal")
    explained = reproduced is not None and rounds_to(reproduced, published)
    return Check(target, value, published, computed, "explained" if explained else "different", reproduced, explanation)


def published(name: str) -> list[dict[str, str]]:
    """The rows of one published figure or table, as printed.

    Examples
    --------
    >>> published("figure5a")[1]
    {'full_misses': '1', 'one_minus_wd': '0.6842', 's': '0.9899'}
    """
    text = files("seamark.reproduce").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


# ------------------------------------------------------------------------------------------ worked examples in the text


def example_checks() -> Iterator[Check]:
    """Every number that the text works out by example."""
    contrived = ([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    alignment = align(*contrived)
    yield check("examples", "Figure 4: edit distance", "4", alignment.distance)
    yield check("examples", "Figure 4: transpositions", "1", len(alignment.transpositions))
    yield check("examples", "Figure 4: full misses", "3", len(alignment.additions))
    yield from _pair_checks("Figure 3", contrived, "0.6923", "0.6154")
    yield from _pair_checks("maximal against minimal", ([14], [1] * 14), "0", "0")
    yield from _pair_checks("identical", ([1, 3, 2], [1, 3, 2]), "1", "1")
    yield from _pair_checks("full misses", ([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1]), "0.8461", "0.8462")
    yield from _pair_checks("near miss", ([6, 8], [7, 7]), "0.9231", "0.8182")


def _pair_checks(name: str, pair: Pair, s: str, one_minus_wd: str) -> Iterator[Check]:
    value = similarity(*pair)
    truncated = int(value * 10_000) / 10_000
    yield check(
        "examples", f"{name}: S", s, value, explanation="11/13 = .84615 was cut off, not rounded", reproduced=truncated
    )
    yield check("examples", f"{name}: 1-WD", one_minus_wd, 1 - window_diff(*pair, convention="fournier2012"))


# ------------------------------------------ Figure 5: how S and WindowDiff respond to full misses, near misses and mass


class Curve(NamedTuple):
    """A curve of the figure: its name among the values, its column of printed points, its metric.

    ``printed_with`` is the metric that gives the printed points, where that is another one, and ``note`` says why.
    """

    value: str
    column: str
    metric: Metric
    printed_with: Metric | None = None
    note: str = ""


#: The masses of a reference and of a hypothesis.
Pair: TypeAlias = tuple[list[int], list[int]]
#: For each place on the axis a pair.
PlacedPairs: TypeAlias = dict[int, Pair]


def full_misses() -> PlacedPairs:
    """More and more boundaries that the reference has not, in 100 units: Figure 5a.

    The hypothesis cuts the units evenly into 2, 3, ... segments, longer ones first, down to single units but for the
    last step; the reference has only the hypothesis's first boundary.

    Examples
    --------
    >>> full_misses()[2]
    ([25, 75], [25, 25, 25, 25])
    """
    pairs: PlacedPairs = {}
    for misses in range(98):
        size, longer = divmod(100, misses + 2)
        masses = [size + (number < longer) for number in range(misses + 2)]
        pairs[misses] = [masses[0], 100 - masses[0]], masses
    return pairs


def near_misses() -> PlacedPairs:
    """One boundary of 25 units that moves away from its place: Figure 5b."""
    return {distance: ([2, 23], [2 + distance, 23 - distance]) for distance in range(11)}


def growing_mass() -> PlacedPairs:
    """One match and one full miss in a text that grows from 4 to 100 units: Figure 5c."""
    quarters = {mass: mass // 4 for mass in range(4, 101)}
    return {mass: ([part, mass - part], [part, part, mass - 2 * part]) for mass, part in quarters.items()}


_FREE, _FLAT = EditWeights(transposition=0.0), EditWeights(scale="unit")
_NOT_N3 = "the curve labelled n=3 forgives a distance of 3, which is n=4 (scale='unit')"
_BY_MASS = WindowDiff(convention="fournier2012")
_S_CURVE = Curve("S", "s", S())

#: The parts of the figure, each with the name of a place on its axis, the pairs there, and its curves.
FIGURES: Mapping[str, tuple[str, Callable[[], PlacedPairs], tuple[Curve, ...]]] = {
    "figure5a": (
        "{} full misses",
        full_misses,
        (Curve("1-WD", "one_minus_wd", WindowDiff(25, "fournier2012")), _S_CURVE),
    ),
    "figure5b": (
        "distance {}",
        near_misses,
        (
            Curve("1-WD", "one_minus_wd", WindowDiff(6, "fournier2012")),
            Curve("S(n=3)", "s_n3", S(3, _FLAT), S(4, _FLAT), _NOT_N3),
            Curve("S(n=5, scale)", "s_n5_scaled", S(5)),
            Curve("S(n=5, w_trp=0)", "s_n5_wtrp0", S(5, _FREE)),
        ),
    ),
    "figure5c": ("m={}", growing_mass, (Curve("1-WD", "one_minus_wd", _BY_MASS), _S_CURVE)),
}


def figure5_checks(name: str) -> Iterator[Check]:
    """Every printed point of one part of the figure."""
    place, made, curves = FIGURES[name]
    pairs = made()
    for row in published(name):
        x = next(iter(row.values()))
        at, pair = place.format(x), pairs[int(x)]
        for curve in curves:
            reproduced = None if curve.printed_with is None else similarity_of(curve.printed_with, pair)
            value, computed = f"{at}: {curve.value}", similarity_of(curve.metric, pair)
            yield check(name, value, row[curve.column], computed, explanation=curve.note, reproduced=reproduced)
        if "k_over_m" in row:
            k = int(window_sizes(_BY_MASS.laid, Segmentation.from_masses(pair[0]).columns())[0])
            yield check(name, f"{at}: k/m", row["k_over_m"], k / int(x))


def similarity_of(metric: Metric, pair: Pair) -> float:
    """The value of a pair, 1 - value of a penalty."""
    value = metric.compare(*pair).value
    return value if metric.info.higher_is_better else 1 - value


# ----------------------------------------------------- Table 1: how stable WindowDiff and S are when segment sizes vary


TRIALS, HYPOTHESES, SEGMENTS = 10, 100, 1_000

_S_TOLERANCE = 0.001
_WIDE = "sizes behave as if drawn from 5..44, with a mean of 24.5; "


class Simulated(NamedTuple):
    """The scores of one cell; a row per trial and a column per hypothesis.

    ``wd_12`` and ``wd_13`` are WindowDiff with k fixed. They come from more trials with fewer hypotheses each, since
    it is the sizes drawn for a trial that make means differ.
    """

    s: FloatArray
    wd: FloatArray
    wd_12: FloatArray
    wd_13: FloatArray


def table1_checks(seed: int = 2012) -> Iterator[Check]:
    """Every mean of Table 1, how stable WindowDiff and S are when segment sizes vary.

    A simulation: 1,000 segments with sizes uniform in a range; 10 trials with 100 hypotheses each; every segment is
    hit with probability 1/2 by each kind of error. A false negative drops the segment's boundary; a false positive
    adds one inside the segment, anywhere but directly before the segment's own boundary. That last detail is not in
    the text: it is what brings S to the printed values in every column (adding it anywhere inside gives up to .0011
    more where both kinds of error meet). S must lie within .001 of the printed mean, and that of WindowDiff between
    its means for k = 12 and k = 13.
    """
    rng = np.random.default_rng(seed)
    cells: dict[tuple[str, str, str], Simulated] = {}
    for row in published("table1"):
        key = (row["scenario"], row["min_size"], row["max_size"])
        if key not in cells:
            cells[key] = simulate(row["scenario"], int(row["min_size"]), int(row["max_size"]), rng)
        name = f"{row['scenario']} ({row['min_size']},{row['max_size']}): {row['metric']}"
        compare = _check_s if row["metric"] == "S" else _check_wd
        computed, verdict, note = compare(cells[key], float(row["mean"]))
        wide = _WIDE if row["max_size"] == "45" else ""
        yield Check("table1", name, row["mean"], computed, verdict, note=wide + note)


def simulate(scenario: str, smallest: int, largest: int, rng: np.random.Generator) -> Simulated:
    """Simulate one cell of the table."""
    design = (scenario, smallest, largest, rng)
    free = [_trial(*design, HYPOTHESES, (S(), WindowDiff(None, "fournier2012"))) for _ in range(TRIALS)]
    fixed = (WindowDiff(12, "fournier2012"), WindowDiff(13, "fournier2012"))
    conditional = [_trial(*design, HYPOTHESES // 10, fixed) for _ in range(4 * TRIALS)]
    return Simulated(*np.array(free).transpose(1, 0, 2), *np.array(conditional).transpose(1, 0, 2))


def _trial(
    scenario: str, smallest: int, largest: int, rng: np.random.Generator, hypotheses: int, metrics: tuple[Metric, ...]
) -> list[FloatArray]:
    # The widest range is drawn without its upper end, see _WIDE.
    sizes = rng.integers(smallest, largest + (largest < 45), SEGMENTS)
    reference = np.cumsum(sizes)[:-1]
    mass = int(sizes.sum())
    dropped = (rng.random((hypotheses, SEGMENTS - 1)) < 0.5) & ("FN" in scenario)
    added = (rng.random((hypotheses, SEGMENTS)) < 0.5) & ("FP" in scenario)
    starts = np.concatenate(([0], reference))
    places = starts + 1 + np.floor(rng.random((hypotheses, SEGMENTS)) * (sizes - 2)).astype(np.int64)
    chosen = zip(dropped, places, added, strict=True)
    rows = [np.union1d(reference[~drop], place[add]) for drop, place, add in chosen]
    a = Codings.of([Segmentation.from_positions(reference, mass)] * hypotheses)
    b = Codings.of([Segmentation.from_positions(row, mass) for row in rows])
    return [score_pairs(metric, a, b) for metric in metrics]


def _check_s(cell: Simulated, printed: float) -> tuple[float, Verdict, str]:
    computed = float(cell.s.mean())
    fits = abs(computed - printed) <= _S_TOLERANCE
    return computed, "equal" if fits else "different", f"a simulation, compared within {_S_TOLERANCE}"


def _check_wd(cell: Simulated, printed: float) -> tuple[float, Verdict, str]:
    low, high = float(cell.wd_12.mean()), float(cell.wd_13.mean())
    # The published mean has the sampling error of its ten trials.
    spread = float(max(cell.wd_12.mean(axis=1).std(), cell.wd_13.mean(axis=1).std()))
    slack = 3 * spread / np.sqrt(TRIALS)
    fits = low - slack <= printed <= high + slack
    note = (
        "k is recomputed per trial and flips between 12 and 13, so the mean is a mixture "
        f"of {low:.4f} (k=12) and {high:.4f} (k=13)"
    )
    return float(cell.wd.mean()), "explained" if fits else "different", note


def _one_minus_windowdiff(corpus: Corpus) -> list[tuple[float, float]]:
    """Mean and population standard deviation of 1 - WindowDiff over the ordered pairs of coders of each item."""
    pairs, bound = Pairs.within(corpus), _BY_MASS.bind(corpus.codings)
    values = 1.0 - np.stack((bound.scores(pairs), bound.scores(pairs.swapped())))
    of_items = [values[:, pairs.item == item] for item in range(len(corpus))]
    return [(float(one.mean()), float(one.std())) for one in of_items]


# --------------------------------------------- Table 2 and the figures for the whole corpus: agreement on The Moonstone


_SEGMENTS = "the published chance term counts segments, not boundaries: chance_count='segments'"
_LONGER = "; the paper's chapter 20 has one paragraph more than the public corpus, at the end"
_MIXED = "; pi* takes the chance term per item and kappa* pools it: chance_average='fournier2012'"
_DESCRIPTIONS: Mapping[str, Callable[[Corpus], float]] = {
    "one_minus_wd_mean": lambda corpus: _one_minus_windowdiff(corpus)[0][0],
    "one_minus_wd_std": lambda corpus: _one_minus_windowdiff(corpus)[0][1],
    "coders": lambda corpus: len(corpus.coder_names),
    "segments": lambda corpus: sum(len(s.masses) for codings in corpus.values() for s in codings.values()),
    "mass": lambda corpus: sum(corpus.lengths.values()),
}


def table2_checks(corpus: Corpus) -> Iterator[Check]:
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


def corpus_checks(corpus: Corpus) -> Iterator[Check]:
    """Means over the five groups of coders, and the misses of all pairs."""
    parts = corpus.by_group().values()
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
    """The same with one more unit at the end of every coder's last segment in chapter 20, if that is there."""
    if "ch20" not in corpus:
        return corpus
    longer = {coder: Segmentation.from_positions(s.positions, s.mass + 1) for coder, s in corpus["ch20"].items()}
    return Corpus({**corpus, "ch20": longer})


# ------------------- What the text says about the chapters: whether it holds, and whether it survives shuffling
# A claim about agreement is looked at twice: by the numbers that the paper uses, and by agreement above shuffled
# codings, which boundary rates do not move. The second is B's unless the claim is about another metric.


@dataclass(frozen=True, slots=True)
class Claim(ResultRecord):
    """A sentence of the paper, and what is found.

    Attributes
    ----------
    claim
        What the paper says, in its own terms.
    holds
        Whether the paper's own numbers say so.
    found
        What they are.
    survives
        Whether agreement above shuffled codings says so too; None where the claim is not about agreement.
    above_shuffled
        What that is.
    """

    claim: str
    holds: bool
    found: str
    survives: bool | None = None
    above_shuffled: str = ""


#: Of some numbers the places, from the lowest up, where a chapter should be.
_Places: TypeAlias = Mapping[str, range]


def _claimed(text: str) -> _Places:
    """The places that a claim of ``claims.csv`` is about.

    Examples
    --------
    >>> _claimed("1-WD 6..15; pi* 1..5")
    {'1-WD': range(6, 16), 'pi*': range(1, 6)}
    """
    parts = (part.split(" ") for part in text.split("; ") if part)
    ends = {name: map(int, places.split("..")) for name, places in parts}
    return {name: range(low, high + 1) for name, (low, high) in ends.items()}


def claims_of_text(corpus: Corpus) -> Iterator[Claim]:
    """Every claim of section 4.2 about the chapters of The Moonstone."""
    counting = ChanceOptions("segments")
    parts = {item: Measurement.of(corpus.subset(items=[item]), chance=counting) for item in corpus}
    windows = zip(corpus, _one_minus_windowdiff(corpus), strict=True)
    printed = {
        "pi*": {item: part.coefficient("pi").whole() for item, part in parts.items()},
        "bias": {item: part.bias for item, part in parts.items()},
        "1-WD": {item: mean for item, (mean, _) in windows},
    }
    found = {name: agree(corpus, metric) for name, metric in (("B", "B"), ("S", "S"), ("1-WD", "windowdiff"))}
    above = {name: {item: part.above_shuffled for item, part in one.per_item.items()} for name, one in found.items()}
    # What the text says of a chapter, and its place then: by the paper's numbers, and above shuffled codings.
    for row in published("claims"):
        holds, said = _stands(printed, row["chapter"], _claimed(row["printed"]))
        survives, said_above = _stands(above, row["chapter"], _claimed(row["above_shuffled"]))
        yield Claim(row["claim"], holds, said, survives if row["above_shuffled"] else None, said_above)

    votes = [place.share for place in marked(corpus.subset(items=["ch19"]))]
    most = f"at most {percent(max(votes))} of its coders place one boundary"
    yield Claim("Chapter 19 does not contain any strongly agreed upon boundaries", max(votes) <= 0.5, most)
    s, b = found["S"], found["B"]
    yield Claim(
        "pi* of the corpus is high, and properly takes chance agreement into account",
        s.value > 0.8,
        f"{s.name} {share(s.value)}, {counted(s.items, 'item')}",
        s.shuffled_value < 0.5,
        f"shuffled codings have a pi* of {share(s.shuffled_value)}; S goes {share(s.above_shuffled)} of the way from "
        f"there, B {share(b.above_shuffled)}",
    )


def _stands(numbers: Mapping[str, Mapping[str, float]], chapter: str, claimed: _Places) -> tuple[bool, str]:
    """Whether a chapter has the place that it should have, by each of some numbers; and its place.

    Examples
    --------
    >>> _stands({"S": {"ch1": 0.75, "ch2": 0.25, "ch3": 0.5}}, "ch3", {"S": range(1, 2)})
    (False, 'S of ch3: 0.5000, 2 of 3 from the lowest')
    """
    held, said = True, []
    for name, places in claimed.items():
        values = numbers[name]
        place = 1 + sum(value < values[chapter] for value in values.values())
        held &= place in places
        said.append(f"{name} of {chapter}: {values[chapter]:.4f}, {place} of {len(values)} from the lowest")
    return held, "; ".join(said)


# ------------------------------------------------------------- The reproduction, of all targets or those asked for


#: What can be reproduced without a corpus.
WITHOUT_CORPUS: Mapping[str, Callable[[], Iterator[Check]]] = {
    "examples": example_checks,
    **{name: partial(figure5_checks, name) for name in FIGURES},
    "table1": table1_checks,
}
#: What needs the Moonstone corpus.
WITH_CORPUS: Mapping[str, Callable[[Corpus], Iterator[Check | Claim]]] = {
    "table2": table2_checks,
    "corpus": corpus_checks,
    "claims": claims_of_text,
}
#: All targets, in the order of the paper.
TARGETS = (*WITHOUT_CORPUS, *WITH_CORPUS)


@dataclass(frozen=True, slots=True)
class Reproduction(ResultRecord):
    """Published values beside computed ones.

    Attributes
    ----------
    values
        One per published value.
    left_out
        Targets that were not run, each with the reason.
    claims
        What the text says about the chapters.
    """

    values: tuple[Check, ...]
    left_out: Mapping[str, str]
    claims: tuple[Claim, ...] = ()

    _also = ("holds", "counts")

    @property
    def holds(self) -> bool:
        """Whether no value is different."""
        return not any(check.verdict == "different" for check in self.values)

    @property
    def counts(self) -> Mapping[str, Mapping[Verdict, int]]:
        """How many values of every target got each verdict, in the order of the paper."""
        targets = dict.fromkeys(check.target for check in self.values)
        return {name: Counter(one.verdict for one in self.values if one.target == name) for name in targets}

    def answer(self) -> tuple[str, ...]:
        """How many values and claims of the paper hold."""
        whole = Counter(check.verdict for check in self.values)
        verdicts = ", ".join(f"{whole[verdict]} {verdict}" for verdict in get_args(Verdict))
        values = f"{counted(len(self.values), 'printed value')}: {verdicts}."
        if not self.claims:
            return (values,)
        held = sum(claim.holds for claim in self.claims)
        asked = [claim.survives for claim in self.claims if claim.survives is not None]
        return (
            values,
            f"Of {counted(len(self.claims), 'claim')} in the text about the chapters, {held} hold by the paper's own "
            f"numbers; of the {len(asked)} about agreement, {sum(asked)} also hold above shuffled codings.",
        )

    def table(self) -> Table:
        """How many values of every target got each verdict."""
        verdicts = get_args(Verdict)
        found = {**self.counts, "all": Counter(check.verdict for check in self.values)}
        rows: list[list[Cell]] = [
            [name, sum(of.values()), *(of.get(one, 0) for one in verdicts)] for name, of in found.items()
        ]
        return Table(("target", "values", *verdicts), rows[:-1], summary=rows[-1:])

    def claims_table(self) -> Table:
        """What the text says, whether it holds, and whether it survives shuffling."""
        rows = [(one.claim, one.holds, one.found, one.survives, one.above_shuffled) for one in self.claims]
        header = ("claim", "holds", "found", "holds above shuffled", "found above shuffled")
        return Table(header, rows, title="What the text says about the chapters")

    def rows(self) -> list[dict[str, Any]]:
        """Every published value beside the computed one."""
        return [check.to_dict() for check in self.values]


def reproduce(targets: Iterable[str] = (), *, corpus: str | os.PathLike[str] | None = None) -> Reproduction:
    """Compute what the 2012 paper printed.

    Parameters
    ----------
    targets
        Some of ``TARGETS``; by default all.
    corpus
        The folder of the Moonstone corpus; by default it is looked for through ``SEAMARK_CORPORA``, then fetched.
        Targets that need it are left out, with the reason, when it cannot be had.

    Returns
    -------
    Reproduction

    Examples
    --------
    >>> result = reproduce(["examples", "figure5b"])
    >>> result.answer()
    ('57 printed values: 55 equal, 2 explained, 0 different.',)
    """
    given = items_of(targets, "targets", f"some of {', '.join(TARGETS)}")
    chosen = tuple(dict.fromkeys(one_of(target, "a target", TARGETS) for target in given)) or TARGETS
    found, reason = _corpus(corpus) if any(target not in WITHOUT_CORPUS for target in chosen) else (None, "")
    made: list[Check | Claim] = []
    left_out: dict[str, str] = {}
    for target in chosen:
        if target in WITHOUT_CORPUS:
            made.extend(WITHOUT_CORPUS[target]())
        elif found is None:
            left_out[target] = reason
        else:
            made.extend(WITH_CORPUS[target](found))
    checks = tuple(one for one in made if isinstance(one, Check))
    claims = tuple(one for one in made if isinstance(one, Claim))
    return Reproduction(checks, FrozenMapping(left_out), claims)


def _corpus(folder: str | os.PathLike[str] | None) -> tuple[Corpus | None, str]:
    try:
        return moonstone(folder), ""
    except InputError as error:
        if folder is not None:
            raise
        return None, str(error)
