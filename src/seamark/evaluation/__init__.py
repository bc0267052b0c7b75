"""Judging segmenters: under every convention, against groups of coders, and against each other."""

from seamark.evaluation.audit import Audit, AuditScore, RankedPair, audit
from seamark.evaluation.compare import Evaluation, HumanBand, HumanStanding, Standing, compare
from seamark.evaluation.human_comparison import AnnotatorTest, Difference, Lead, RankAmongPeople
from seamark.evaluation.systems import SystemComparison, SystemPair, SystemScore, compare_systems

__all__ = [
    "AnnotatorTest",
    "Audit",
    "AuditScore",
    "Difference",
    "Evaluation",
    "HumanBand",
    "HumanStanding",
    "Lead",
    "RankAmongPeople",
    "RankedPair",
    "Standing",
    "SystemComparison",
    "SystemPair",
    "SystemScore",
    "audit",
    "compare",
    "compare_systems",
]
