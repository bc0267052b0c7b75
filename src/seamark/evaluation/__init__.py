"""Judging segmenters: under every convention, against groups of coders, and against each other."""

from seamark.evaluation.audit import Audit, AuditScore, RankedPair, audit
from seamark.evaluation.compare import compare
from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Evaluation,
    HumanBand,
    HumanStanding,
    Lead,
    RankAmongPeople,
    Standing,
)
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
