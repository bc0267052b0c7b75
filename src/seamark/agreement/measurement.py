"""What was measured of a corpus once: counts of all pairs of codings and of all codings, which sum in many ways."""

from __future__ import annotations

import zlib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import (
    AgreementByCodings,
    ChanceOptions,
    CoderChance,
    CodingFacts,
    Coefficient,
    CoefficientName,
    EditChance,
    ItemWeight,
    ObservedAgreement,
    PooledChance,
    Similarity,
    boundary_marks,
    coding_rows,
)
from seamark.agreement.sums import Counting, Counts, Groups, PairCounts, summed_items
from seamark.base.checks import of_kind, one_of, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.kernels.edit import CodedItems
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.pairs import PairsWithin
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import CorpusLike, as_corpus

_Words = npt.NDArray[np.uint64]
#: How often what is known of items is handed on to their coders, and back.
_ROUNDS = 3
#: Columns of the rows of codings that hold ``CodingFacts``.
_FACTS = len(CodingFacts._fields)


@dataclass(frozen=True, eq=False)
class Measurement:
    """Codings compared with each other: a row of counts per item and pair of coders, and one per coding for chance.

    All statistics of agreement are functions of sums of these rows. The sums of different items are joined by ``+``;
    coders are matched by name.

    Attributes
    ----------
    similarity, chance
        What was counted: the metric, and the options of the chance term.
    metric_options
        The options of the metric as they appear in a signature, resolved for these codings.
    types
        The boundary types of the study.
    item_names, coder_names
        The names by number; no names of items when these were summed up.
    lengths
        The number of units of each item.
    items
        How many items there are.
    pairs
        Of every pair of codings the metric's counts, its comparisons without a value, and a 1; kept as sums as long as
        nobody needs them one by one.
    rows
        Of every coding ``CodingFacts``, the rows of chance for pi, and those for kappa; these are 0 where items were
        summed up and nobody else coded one.
    codings
        The codings in the order of ``rows``, where they were kept.
    item_weight
        What an item weighs in observed agreement.

    Examples
    --------
    >>> one = Measurement.of({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    >>> two = Measurement.of({"song": {"ann": [4, 4], "ben": [5, 3]}})
    >>> both = one + two
    >>> both.items, both.coder_names, round(both.coefficient("pi").whole(), 4)
    (2, ('ann', 'ben'), 0.8786)
    """

    similarity: Similarity
    chance: ChanceOptions
    metric_options: Mapping[str, object]
    types: tuple[Hashable, ...]
    item_names: tuple[str, ...]
    coder_names: tuple[str, ...]
    lengths: Int64Array
    items: int
    pairs: Counts
    rows: Counts
    codings: SegmentationArray | None = None
    item_weight: ItemWeight = "pairs"

    @classmethod
    def of(
        cls,
        corpus: CorpusLike,
        metric: Metric | str | None = None,
        chance: ChanceOptions | None = None,
        *,
        item_weight: ItemWeight = "pairs",
    ) -> Measurement:
        """Compare every two codings of an item, once."""
        study = as_corpus(corpus)
        one_of(item_weight, "item_weight", get_args(ItemWeight))
        measured = measured_rows(
            study.codings.boundaries(),
            (study.item_index, study.item_names),
            (study.coder_index, study.coder_names),
            Similarity.of(metric),
            ChanceOptions() if chance is None else of_kind(chance, ChanceOptions, "chance", "ChanceOptions"),
        )
        options = {**measured.metric_options, **study.read_as}
        return replace(measured, item_weight=item_weight, metric_options=options)

    # ---------------------------------------------------------------------------------------------------------- terms

    @property
    def coders(self) -> int:
        """How many coders there are."""
        return len(self.coder_names)

    @property
    def compared(self) -> int:
        """How many pairs of codings were compared."""
        return int(self.pairs.total()[-1])

    @property
    def undefined(self) -> int:
        """How many comparisons have no value of their own; their counts are in the sums like all others."""
        return int(self.pairs.total()[-2])

    @property
    def metric(self) -> Metric:
        """What is measured between two codings."""
        return self.similarity.metric

    @cached_property
    def observed(self) -> ObservedAgreement:
        """Observed agreement."""
        return ObservedAgreement(self.pairs, self.similarity) if self.item_weight == "pairs" else self._by_codings

    @cached_property
    def _by_codings(self) -> AgreementByCodings:
        """Observed agreement in which every coding counts once, instead of every pair."""
        if not self.item_names:
            raise InputError("items that were summed up weigh by their pairs; expected item_weight='pairs'")
        share = 1.0 / np.maximum(self.codings_per_item - 1, 1)
        return AgreementByCodings(self.pairs.weighted(share), self.similarity, self.codings_per_item)

    @cached_property
    def pi(self) -> PooledChance:
        """Expected agreement when all coders take boundaries from one distribution."""
        return PooledChance(self._chance_rows(0))

    @cached_property
    def kappa(self) -> CoderChance:
        """Expected agreement when every coder has a distribution of their own."""
        return CoderChance(self._chance_rows(1), self.pairs)

    def _chance_rows(self, number: int) -> Counts:
        """The rows of chance of those codings that can be compared with another, for pi (0) or kappa (1)."""
        comparable = self.rows.picked(self._comparable if self.item_names else self.rows.rows[:, -1] > 0)
        _, *chance = np.split(comparable.rows, [_FACTS, (_FACTS + comparable.rows.shape[1]) // 2], axis=1)
        return replace(comparable, rows=chance[number])

    def coefficient(self, coefficient: CoefficientName) -> Coefficient:
        """A coefficient with its closed form of chance."""
        known = one_of(coefficient, "coefficient", get_args(CoefficientName))
        return Coefficient(self.observed, self.pi if known == "pi" else self.kappa)

    def alpha(self) -> Coefficient | None:
        """Krippendorff's alpha of the metric; None where its chance has no closed form, or items were summed up.

        It has one for S with one boundary type, a near miss being one edit.
        """
        metric = self.metric
        if not self.item_names or not isinstance(metric, S) or metric.n > 2 or len(self.types) > 1:
            return None
        if metric.weights.addition != 1 or metric.weights.transposition != 1 or metric.weights.scale == "linear":
            return None
        return Coefficient(self._by_codings, EditChance.of(self.rows, self.facts()))

    @property
    def bias(self) -> float:
        """Expected agreement of pi minus that of kappa."""
        return self.pi.whole() - self.kappa.whole()

    @cached_property
    def groups(self) -> Groups:
        """Which coders and items are connected by codings."""
        return Groups.of(*self.pairs.links(), items=self.pairs.items, coders=self.coders)

    @property
    def _comparable(self) -> npt.NDArray[np.bool_]:
        """Of which codings there is another one of the same item."""
        return self.codings_per_item[self.rows.item] > 1

    @property
    def codings_per_item(self) -> Int64Array:
        """How many codings each item has."""
        return np.bincount(self.rows.item, minlength=self.rows.items)

    def described(self, chance: str | None = None) -> dict[str, object]:
        """What was measured, how chance was reckoned, and how much was compared, for signatures."""
        return {
            "metric": self.similarity.label,
            **self.metric_options,
            "chance": chance,
            "weight": None if self.item_weight == "pairs" else self.item_weight,
            "coders": self.coders,
            "items": self.items,
            "pairs": self.compared,
            "undefined": self.undefined or None,
        }

    def facts(self) -> CodingFacts:
        """How many boundaries, units and segments every coding has, in the order of ``rows``."""
        return CodingFacts(*self.rows.rows[:, :_FACTS].T)

    def comparable_facts(self) -> CodingFacts:
        """The same of those codings that can be compared with another."""
        return CodingFacts(*self.rows.rows[self._comparable, :_FACTS].T)

    def facts_per_coder(self) -> CodingFacts:
        """The same, summed over the codings of every coder."""
        return CodingFacts(*self.rows.per_coder()[:, :_FACTS].T)

    def require_pairs(self) -> Measurement:
        """The measurement itself; an error when no two coders can be compared."""
        require_pairs(self.coder_names, self.compared)
        return self

    # ----------------------------------------------------------------------------------------------- sums and subsets

    def __add__(self, other: Measurement) -> Measurement:
        """The sums of both, which have different items."""
        if not isinstance(other, Measurement):
            return NotImplemented
        _require_alike(self, other)
        one, two = self.over_items(), other.over_items()
        numbers = {name: number for number, name in enumerate(dict.fromkeys((*one.coder_names, *two.coder_names)))}
        its_coders = np.array([numbers[name] for name in two.coder_names], dtype=np.int64)
        extent = (one.pairs.items + two.pairs.items, len(numbers))
        its_items = one.pairs.items + np.arange(two.pairs.items)
        pairs, rows = (
            mine.joined(its.renumbered(its_items, its_coders, *extent))
            for mine, its in ((one.pairs, two.pairs), (one.rows, two.rows))
        )
        # Number 0 of each are the items of more codings than two.
        of_two = ~np.isin(np.arange(extent[0]), (0, one.pairs.items))
        pairs, rows = summed_items(pairs, rows, of_two)
        return replace(
            one,
            metric_options=_options(self, other),
            types=self.types or other.types,
            coder_names=tuple(numbers),
            items=one.items + two.items,
            pairs=pairs,
            rows=rows,
        )

    def in_detail(self) -> Measurement:
        """The same with the row of every pair computed, for callers that look at single pairs."""
        return replace(self, pairs=self.pairs.in_detail())

    def over_items(self) -> Measurement:
        """The same rows summed over all items: one per coder and one per pair of coders who met, however many items.

        Items of two codings are summed apart, for every two coders: what is left of them without a coder cannot be
        compared with anything. What remains is additive, too, and lacks only what concerns single items.
        """
        if not self.item_names:
            return self
        codings = self.rows.rows.copy()
        codings[~self._comparable, _FACTS:] = 0.0
        of_two = self.codings_per_item == 2
        # Where no item has to stay apart, the sums of every two coders are all that is needed.
        compared = self.pairs if of_two.any() else self.pairs.for_resampling("coders")
        pairs, rows = summed_items(compared, replace(self.rows, rows=codings), of_two)
        return replace(self, item_names=(), lengths=np.empty(0, dtype=np.int64), pairs=pairs, rows=rows, codings=None)

    def by_groups(self) -> Measurement:
        """The same sums over items, but those of each group of coders apart, who coded items of their own."""
        groups = self.groups
        if self.item_names or groups.number == 1:
            return self
        # Coders who were never compared come last.
        group = np.where(groups.coder < 0, groups.number, groups.coder)
        counts = [self.pairs.in_detail(), self.rows]
        keys = [one.item * (groups.number + 1) + group[one.coder[0]] for one in counts]
        items = np.unique(np.concatenate(keys))
        pairs, rows = (
            replace(one, item=np.searchsorted(items, key), items=len(items))
            for one, key in zip(counts, keys, strict=True)
        )
        return replace(self, pairs=pairs, rows=rows)

    @cached_property
    def in_content_order(self) -> Measurement:
        """The same with items and coders in an order that follows from the codings alone, where these were kept: what
        is computed from it depends neither on the order of rows nor, without draws, on names.
        """
        if self.codings is None:
            return self
        item, coder = (self.rows.item, self.item_names), (self.rows.coder[0], self.coder_names)
        return self._placed(*content_order(self.codings, item, coder))

    def _placed(self, items: Int64Array, coders: Int64Array) -> Measurement:
        """The same codings measured again with items and coders in other places; items whose place is -1 are left out,
        and all coders stay.
        """
        item, coder = items[self.rows.item], coders[self.rows.coder[0]]
        rows = np.lexsort((coder, item))[np.count_nonzero(item < 0) :]
        left_out = np.count_nonzero(items < 0)
        ordered = measured_rows(
            SegmentationArray._unchecked(self.require_codings().columns.take(rows), self.types),
            (item[rows], tuple(self.item_names[number] for number in np.argsort(items)[left_out:])),
            (coder[rows], tuple(self.coder_names[number] for number in np.argsort(coders))),
            self.similarity,
            self.chance,
        )
        return replace(ordered, item_weight=self.item_weight, metric_options=self.metric_options)

    def require_codings(self) -> SegmentationArray:
        """The codings in the order of ``rows``; an error when they were not kept."""
        if self.codings is None:
            raise InputError("the codings were not kept; expected the measurement made from them, not a sum or a copy")
        return self.codings

    @cached_property
    def within(self) -> PairsWithin:
        """Every two codings of an item, by the numbers of their rows."""
        if isinstance(self.pairs, PairCounts):
            return self.pairs.within
        return PairsWithin(CodedItems.of(self.rows.item, self.rows.coder[0], self.items, self.coders))

    def pair_counts(self, counting: Counting) -> PairCounts:
        """What is counted in every two codings of an item."""
        return PairCounts(counting, self.within, self.require_codings().columns)


def measured_rows(
    codings: SegmentationArray,
    items: tuple[Int64Array, tuple[str, ...]],
    coders: tuple[Int64Array, tuple[str, ...]],
    similarity: Similarity,
    chance: ChanceOptions,
) -> Measurement:
    """Measure codings, given the numbers of their items, ascending, and of their coders, with the names of both."""
    (item, item_names), (coder, coder_names) = items, coders
    extent = (len(item_names), len(coder_names))
    bound = similarity.bind(codings)
    within = PairsWithin(CodedItems.of(item, coder, *extent))
    return Measurement(
        similarity,
        chance,
        bound.bound.options,
        codings.types,
        item_names,
        coder_names,
        codings.masses[np.searchsorted(item, np.arange(extent[0]))],
        extent[0],
        PairCounts(bound, within, codings.columns),
        Counts(coding_rows(codings, chance), item, (coder,), *extent),
        codings,
    )


def require_pairs(coder_names: Sequence[str], pairs: int) -> None:
    """Raise when there are no two coders, or none who coded the same item."""
    if len(coder_names) < 2:
        names = ", ".join(map(shown, coder_names))
        raise InputError(f"agreement needs at least two coders; the corpus has {len(coder_names)}: {names}")
    if not pairs:
        raise InputError("no item was coded by two coders, so there is nothing to compare")


def _options(one: Measurement, other: Measurement) -> Mapping[str, object]:
    """Options in the signature; one that depends on the codings shows its rule where it is not the same for all."""
    if one.metric_options == other.metric_options:
        return one.metric_options
    nobody = SegmentationArray._unchecked(SegmentationArray.from_masses([]).columns, one.types or other.types)
    return one.metric.bind(nobody).options


def _require_alike(one: Measurement, other: Measurement) -> None:
    for what, mine, its in (
        ("metric", one.metric, other.metric),
        ("chance options", one.chance, other.chance),
        ("weights of items", one.item_weight, other.item_weight),
        # A part in which nobody placed a boundary knows of no type.
        ("boundary types", one.types or other.types, other.types or one.types),
    ):
        if mine != its:
            raise InputError(f"measurements with different {what} cannot be joined: {mine} and {its}")
    if one.rows.total().size != other.rows.total().size:
        raise InputError("a part without boundaries was measured for one type, and the other part has several")


# ------------------------------------------------- An order of items and coders that follows from the codings alone


# Sums of floats, searches and draws by number depend on the order of things: in this order they are the same however
# rows are ordered, and however items and coders are called.


def content_order(
    codings: SegmentationArray,
    items: tuple[Int64Array, Sequence[str]],
    coders: tuple[Int64Array, Sequence[str]],
) -> tuple[Int64Array, Int64Array]:
    """The place of every item and of every coder, given those of each coding by number, and their names.

    Items are told apart by their codings, and coders by what they coded and how; names decide between those who are
    alike in everything.

    Examples
    --------
    >>> codings = SegmentationArray.from_masses([[2, 3], [5], [4, 4]])
    >>> item, coder = np.array([0, 0, 1]), np.array([0, 1, 0])
    >>> there = content_order(codings, (item, ["poem", "song"]), (coder, ["ann", "ben"]))
    >>> back = content_order(codings.take([2, 1, 0]), (1 - item[::-1], ["song", "poem"]), (coder, ["ann", "ben"]))
    >>> there[0].tolist() == back[0][::-1].tolist()
    True
    """
    (item, item_names), (coder, coder_names) = items, coders
    row, position, code = boundary_marks(codings)
    types = np.array([zlib.crc32(repr(name).encode()) for name in codings.types] or [0], dtype=np.uint64)
    marks = _mixed(position.astype(np.uint64) + (types[code] << np.uint64(32)))
    coding = _mixed(_summed(marks, row, len(codings)) + _mixed(codings.lengths.astype(np.uint64)))
    of_item, of_coder = _summed(coding, item, len(item_names)), np.zeros(len(coder_names), dtype=np.uint64)
    for _ in range(_ROUNDS):
        of_coder = _summed(_mixed(coding ^ _mixed(of_item)[item]), coder, len(coder_names))
        of_item = _summed(_mixed(coding + _mixed(of_coder)[coder]), item, len(item_names))
    return _places(of_item, item_names), _places(of_coder, coder_names)


def _mixed(words: _Words) -> _Words:
    """Random words that follow from these (Steele, Lea & Flood 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (words ^ (words >> np.uint64(31))) + np.uint64(0x9E3779B97F4A7C15)


def _summed(words: _Words, key: Int64Array, size: int) -> _Words:
    """The sum of the words with each key, modulo 2**64, which does not depend on their order."""
    sums = np.zeros(size, dtype=np.uint64)
    np.add.at(sums, key, words)
    return sums


def _places(words: _Words, names: Sequence[str]) -> Int64Array:
    """The place of each when they are ordered by their words, and by their names where these are the same."""
    order = np.argsort(words, kind="stable")
    if (words[order][1:] == words[order][:-1]).any():
        order = np.array(sorted(range(len(names)), key=lambda number: (int(words[number]), names[number])))
    places = np.empty(len(names), dtype=np.int64)
    places[order] = np.arange(len(names))
    return places
