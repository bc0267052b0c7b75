"""S, B and the confusion of boundaries, in exact fractions on top of the brute-force edits."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.edit import Label, Script, Sets, Weights, best_edits, best_scripts, labels_of, ordinal_span


def similarity(
    a_sets: Sets, b_sets: Sets, n: int = 2, weights: Weights | None = None, types: int | None = None
) -> Fraction:
    """S; `types` is the number of types of the study, by default those present, at least one."""
    everything = max(len(labels_of(a_sets, b_sets)), 1) if types is None else types
    everything *= len(a_sets)
    return (everything - best_edits(a_sets, b_sets, n, weights).cost) / everything if everything else Fraction(1)


def boundary_similarity(a_sets: Sets, b_sets: Sets, n: int = 2, weights: Weights | None = None) -> Fraction:
    """B, by default with transpositions d/n and, where the types are numbers, ordinal substitutions."""
    best = best_edits(a_sets, b_sets, n, weights or boundary_similarity_weights(a_sets, b_sets))
    pairs = best.edits + best.matches
    return 1 - best.cost / pairs if pairs else Fraction(1)


def boundary_similarity_weights(a_sets: Sets, b_sets: Sets) -> Weights:
    return Weights(scale="linear", ordinal_span=ordinal_span(labels_of(a_sets, b_sets)))


@dataclass(frozen=True)
class Confusion:
    """True and false positives and false negatives."""

    tp: Fraction
    fp: int
    fn: int


def confusion_by_type(reference: Sets, hypothesis: Sets, script: Script, n: int) -> dict[Label, Confusion]:
    """Confusion of each type present. How what is left is split in substitutions and additions makes no difference."""
    confusions = {}
    for label in labels_of(reference, hypothesis):
        matches = sum(label in r and label in h for r, h in zip(reference, hypothesis, strict=True))
        credit = sum((1 - Fraction(t.distance, n) for t in script.transpositions if t.type == label), Fraction(0))
        fp = sum(label in left for left in script.left_b)
        fn = sum(label in left for left in script.left_a)
        confusions[label] = Confusion(matches + credit, fp, fn)
    return confusions


def pooled(confusions: Iterable[Confusion]) -> Confusion:
    """Sum over types: the micro confusion."""
    listed = list(confusions)
    return Confusion(sum((c.tp for c in listed), Fraction(0)), sum(c.fp for c in listed), sum(c.fn for c in listed))


def best_confusions(
    reference: Sets, hypothesis: Sets, n: int = 2, weights: Weights | None = None
) -> list[dict[Label, Confusion]]:
    """Confusion by type of every best script: scripts that tie may transpose over different distances."""
    weights = weights or boundary_similarity_weights(reference, hypothesis)
    found = [confusion_by_type(reference, hypothesis, s, n) for s in best_scripts(reference, hypothesis, n, weights)]
    return [confusion for i, confusion in enumerate(found) if confusion not in found[:i]]
