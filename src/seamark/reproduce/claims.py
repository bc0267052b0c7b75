"""What the text of the 2012 paper says about its chapters: whether it holds, and whether it survives shuffling.

A claim about agreement is looked at twice: by the numbers that the paper uses, and by agreement above shuffled codings,
which boundary rates do not move. The second is B's unless the claim is about another metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.agreement.agree import Agreement, agree, window_diff_by_item
from seamark.agreement.coefficients import ChanceOptions
from seamark.agreement.measurement import Measurement
from seamark.base.numbers import counted, percent, share
from seamark.base.results import ResultRecord
from seamark.charts.boundaries import marked
from seamark.metrics.windows import WindowDiff
from seamark.model.corpus import Corpus

#: The upper and the lower part of a ranking that count as high and low.
_PART = 4


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


@dataclass(frozen=True, slots=True)
class Ranks:
    """Chapters by one number, from the lowest up."""

    values: Mapping[str, float]

    def place(self, item: str) -> int:
        """1 for the lowest."""
        return 1 + sum(value < self.values[item] for value in self.values.values())

    @property
    def lowest(self) -> str:
        """The chapter with the lowest value."""
        return min(self.values, key=self.values.__getitem__)

    @property
    def highest(self) -> str:
        """The chapter with the highest value."""
        return max(self.values, key=self.values.__getitem__)

    def said(self, item: str) -> str:
        """Its value and place in words.

        Examples
        --------
        >>> Ranks({"ch1": 0.75, "ch2": 0.25, "ch3": 0.5}).said("ch1")
        'ch1 .75, the highest'
        """
        place, number = self.place(item), len(self.values)
        words = {1: "the lowest", number: "the highest"}.get(place, f"{place} of {number} from the lowest")
        return f"{item} {share(self.values[item])}, {words}"

    def is_low(self, item: str) -> bool:
        """Whether it is in the lowest quarter."""
        return self.place(item) <= len(self.values) / _PART

    def is_high(self, item: str) -> bool:
        """Whether it is in the highest quarter."""
        return self.place(item) > len(self.values) * (1 - 1 / _PART)


def claims_of_text(corpus: Corpus) -> Iterator[Claim]:
    """Every claim of section 4.2 about the chapters of The Moonstone."""
    counting = ChanceOptions("segments")
    parts = {item: Measurement.of(corpus.subset(items=[item]), chance=counting) for item in corpus}
    pi = Ranks({item: part.coefficient("pi").whole() for item, part in parts.items()})
    bias = Ranks({item: part.bias for item, part in parts.items()})
    windows = window_diff_by_item(corpus, WindowDiff(convention="fournier2012"))
    wd = Ranks({item: mean for item, (mean, _) in zip(corpus, windows, strict=True)})
    b, s, one_minus_wd = (agree(corpus, metric) for metric in ("B", "S", "windowdiff"))
    above, above_s, above_wd = (_above(found) for found in (b, s, one_minus_wd))

    yield Claim(
        "Chapter 1 has the lowest pi*",
        pi.lowest == "ch1",
        pi.said("ch1"),
        above.lowest == "ch1",
        f"B: {above.said(above.lowest)}; {above.said('ch1')}",
    )
    yield Claim("Chapter 1 has the highest bias", bias.highest == "ch1", f"ch1 {bias.values['ch1']:.4f}")
    yield Claim(
        "1-WD incorrectly indicates that chapter 1 has moderate reliability",
        not wd.is_low("ch1") and not wd.is_high("ch1") and pi.is_low("ch1"),
        f"1-WD: {wd.said('ch1')}; pi*: {pi.said('ch1')}",
        above.is_low("ch1"),
        f"B: {above.said('ch1')}",
    )
    yield Claim(
        "1-WD indicates that the lowest reliability is found in chapter 19",
        wd.lowest == "ch19",
        wd.said("ch19"),
        above_wd.lowest == "ch19",
        f"1-WD: {above_wd.said(above_wd.lowest)}",
    )
    yield Claim(
        "pi* indicates that chapter 19 is one of the higher agreement chapters",
        pi.place("ch19") > len(corpus) / 2,
        pi.said("ch19"),
        above_s.place("ch19") > len(corpus) / 2,
        f"S: {above_s.said('ch19')}; B: {above.said('ch19')}",
    )
    votes = [place.share for place in marked(corpus.subset(items=["ch19"]))]
    most = f"at most {percent(max(votes))} of its coders place one boundary"
    yield Claim("Chapter 19 does not contain any strongly agreed upon boundaries", max(votes) <= 0.5, most)
    yield Claim(
        "Chapter 17 has the highest pi*",
        pi.highest == "ch17",
        pi.said("ch17"),
        above_s.highest == "ch17",
        f"S: {above_s.said(above_s.highest)}; {above_s.said('ch17')}",
    )
    yield Claim(
        "1-WD indicates that chapter 17 has low reliability",
        wd.is_low("ch17"),
        wd.said("ch17"),
        above_wd.is_low("ch17"),
        f"1-WD: {above_wd.said('ch17')}",
    )
    yield Claim(
        "1-WD and pi* agree that chapter 16 has high reliability",
        wd.is_high("ch16") and pi.is_high("ch16"),
        f"1-WD: {wd.said('ch16')}; pi*: {pi.said('ch16')}",
        above.is_high("ch16") and above_wd.is_high("ch16"),
        f"B: {above.said('ch16')}; 1-WD: {above_wd.said('ch16')}",
    )
    yield Claim(
        "pi* of the corpus is high, and properly takes chance agreement into account",
        s.value > 0.8,
        f"{s.name} {share(s.value)}, {counted(s.items, 'item')}",
        s.shuffled_value < 0.5,
        f"shuffled codings have a pi* of {share(s.shuffled_value)}; S goes {share(s.above_shuffled)} of the way from "
        f"there, B {share(b.above_shuffled)}",
    )


def _above(found: Agreement) -> Ranks:
    return Ranks({item: part.above_shuffled for item, part in found.per_item.items()})
