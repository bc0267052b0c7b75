"""Judging segmenters: under every convention, against groups of coders, and against each other."""

from seamark.evaluation.audit import audit
from seamark.evaluation.audit_result import Audit, AuditScore, RankedPair
from seamark.evaluation.beside_humans import AnnotatorTest, Difference, Lead, RankAmongPeople
from seamark.evaluation.compare import compare
from seamark.evaluation.standing import Evaluation, HumanBand, HumanStanding, Standing
from seamark.evaluation.system_result import SystemComparison, SystemPair, SystemScore
from seamark.evaluation.systems import compare_systems

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
