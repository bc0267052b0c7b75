"""Agreement by brute force, in exact fractions: plain loops over items, coders and potential boundaries.

A study is {item: {coder: one set of boundary types per potential boundary}}; any coding may be missing. The rules,
stated here on their own:

- every two coders who coded an item are compared on it; observed agreement is the sum of all numerators over the sum of
  all denominators;
- the rate of a type is what was placed over what could have been placed, over the codings it speaks of: for pi all of
  them, for kappa all those of one coder, that are compared with another; "micro" adds up before dividing, "macro"
  averages quotients of single codings;
- for kappa, each two coders with an item in common count once, whatever the number of such items;
- a name such as "ann#2" is another copy of "ann", as resampling makes them; nobody is compared with their own copy.
"""

import itertools
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tests.oracle.edit import Label, Sets, best_edits, best_edits_one_type, labels_of, sets_of

Study = Mapping[str, Mapping[str, Sets]]


def types_of(study: Study) -> tuple[Label, ...]:
    """The types that occur; one nameless type when none does."""
    found = labels_of(*(sets for by_coder in study.values() for sets in by_coder.values()))
    return tuple(sorted(found, key=repr)) or (1,)


def original(coder: str) -> str:
    return coder.split("#")[0]


def compared(study: Study) -> list[tuple[str, str, str]]:
    """(item, coder, coder) of every comparison."""
    return [
        (item, one, other)
        for item, by_coder in study.items()
        for one, other in itertools.combinations(by_coder, 2)
        if original(one) != original(other)
    ]


def comparable(study: Study) -> dict[str, dict[str, Sets]]:
    """The study without codings that are compared with no other."""
    pairs = compared(study)
    kept = {(item, one) for item, one, _ in pairs} | {(item, other) for item, _, other in pairs}
    return {item: {coder: sets for coder, sets in by.items() if (item, coder) in kept} for item, by in study.items()}


def observed(study: Study, n: int = 2, item_weight: str = "pairs") -> Fraction | None:
    """S over all comparisons, pooled, those of an item with m codings weighing 1/(m - 1) if it weighs by codings."""
    types = len(types_of(study))
    potential, distance = Fraction(0), Fraction(0)
    for item, one, other in compared(study):
        a, b = study[item][one], study[item][other]
        weight = Fraction(1, len(study[item]) - 1 if item_weight == "coders" else 1)
        potential += weight * types * len(a)
        distance += weight * _distance(a, b, n)
    if not compared(study):
        return None
    return (potential - distance) / potential if potential else Fraction(1)


def _distance(a: Sets, b: Sets, n: int) -> Fraction:
    if len(labels_of(a, b)) > 1:
        return best_edits(a, b, n).cost
    places = [[place for place, types in enumerate(sets, start=1) if types] for sets in (a, b)]
    return best_edits_one_type(places[0], places[1], n).cost


def rate(codings: Iterable[Sets], label: Label, count: str, average: str) -> Fraction:
    """How often boundaries of a type are placed in some codings."""
    placed_and_potential = [
        (sum(label in types for types in sets) + (1 if count == "segments" else 0), len(sets)) for sets in codings
    ]
    if average == "macro":
        quotients = [Fraction(placed, potential) for placed, potential in placed_and_potential if potential]
        return sum(quotients, Fraction(0)) / len(quotients) if quotients else Fraction(0)
    potential = sum(potential for _, potential in placed_and_potential)
    return Fraction(sum(placed for placed, _ in placed_and_potential), potential) if potential else Fraction(0)


def expected_pi(study: Study, count: str = "boundaries", average: str = "micro") -> Fraction:
    average = "macro" if average == "fournier2012" else average
    codings = [sets for by_coder in comparable(study).values() for sets in by_coder.values()]
    return sum((rate(codings, label, count, average) ** 2 for label in types_of(study)), Fraction(0))


def expected_kappa(study: Study, count: str = "boundaries", average: str = "micro") -> Fraction | None:
    average = "micro" if average == "fournier2012" else average
    acquainted = {tuple(sorted((one, other))) for _, one, other in compared(study)}
    if not acquainted:
        return None
    total = Fraction(0)
    for pair, label in itertools.product(acquainted, types_of(study)):
        total += math.prod(_rate_of_coder(study, coder, label, count, average) for coder in pair)
    return total / len(acquainted)


def _rate_of_coder(study: Study, coder: str, label: Label, count: str, average: str) -> Fraction:
    mine = [by_coder[coder] for by_coder in comparable(study).values() if coder in by_coder]
    return rate(mine, label, count, average)


def expected(study: Study, coefficient: str, count: str = "boundaries", average: str = "micro") -> Fraction | None:
    return (expected_pi if coefficient == "pi" else expected_kappa)(study, count, average)


def corrected(agreed: Fraction | None, by_chance: Fraction | None) -> Fraction | None:
    """The coefficient; None where it is undefined."""
    if agreed is None or by_chance is None:
        return None
    if agreed == 1:
        return Fraction(1)
    return (agreed - by_chance) / (1 - by_chance) if by_chance < 1 else None


def coefficient(
    study: Study, name: str, count: str = "boundaries", average: str = "micro", n: int = 2
) -> Fraction | None:
    return corrected(observed(study, n), expected(study, name, count, average))


def opinion(by_coder: Mapping[str, Sets], place: int, label: Label, threshold: int | str) -> bool:
    """Whether enough coders placed a boundary of the type at the place."""
    votes = sum(label in sets[place] for sets in by_coder.values())
    return 2 * votes > len(by_coder) if threshold == "majority" else votes >= threshold


def percentage_agreement(study: Study, threshold: int | str, majority: str = "all") -> Fraction | None:
    judgements = list(_judgements(study, threshold, majority))
    if not judgements:
        return None
    return Fraction(sum(own == majority for _, own, majority in judgements), len(judgements))


def majority_kappa(study: Study, threshold: int | str, majority: str = "all") -> Fraction | None:
    """Mean over coders of Siegel & Castellan's K against the opinion; coders without a value are left out."""
    by_coder: dict[str, list[tuple[bool, bool]]] = {}
    for coder, own, opinion_of_most in _judgements(study, threshold, majority):
        by_coder.setdefault(coder, []).append((own, opinion_of_most))
    values = []
    for judgements in by_coder.values():
        agreed = Fraction(sum(own == majority for own, majority in judgements), len(judgements))
        share = Fraction(sum(own + majority for own, majority in judgements), 2 * len(judgements))
        value = corrected(agreed, share**2 + (1 - share) ** 2)
        if value is not None:
            values.append(value)
    return sum(values, Fraction(0)) / len(values) if values else None


def _judgements(study: Study, threshold: int | str, majority: str) -> Iterable[tuple[str, bool, bool]]:
    """Coder, own judgement, and that of the majority: of all coders, or of the others if there are any."""
    for by_coder in study.values():
        for coder, sets in by_coder.items():
            voters = by_coder if majority == "all" else {one: by_coder[one] for one in by_coder if one != coder}
            for place, types in enumerate(sets):
                for label in types_of(study) if voters else ():
                    yield coder, label in types, opinion(voters, place, label, threshold)


def nominal(study: Study) -> tuple[Fraction, Fraction | None] | None:
    """Observed agreement and pi on "boundary" and "no boundary", one judgement per potential boundary and type."""
    types = types_of(study)
    same = [
        (label in a) == (label in b)
        for item, one, other in compared(study)
        for a, b in zip(study[item][one], study[item][other], strict=True)
        for label in types
    ]
    if not same:
        return None
    agreed = Fraction(sum(same), len(same))
    share = _share([sets for by_coder in comparable(study).values() for sets in by_coder.values()], types)
    return agreed, corrected(agreed, share**2 + (1 - share) ** 2)


def _share(codings: list[Sets], types: tuple[Label, ...]) -> Fraction:
    judgements = [label in place for sets in codings for place in sets for label in types]
    return Fraction(sum(judgements), len(judgements)) if judgements else Fraction(0)


def study_of_masses(codings: Mapping[str, Mapping[str, list[int]]]) -> dict[str, dict[str, list[frozenset[Label]]]]:
    """A study with one boundary type, from masses."""
    return {item: {coder: sets_of(masses) for coder, masses in by_coder.items()} for item, by_coder in codings.items()}
