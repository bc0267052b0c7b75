"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

from importlib import import_module
from typing import TYPE_CHECKING

from seamark.errors import InputError, MassMismatchError, ParseError, SeamarkError, UndefinedScoreError
from seamark.metrics.average import Mean, mean_score
from seamark.metrics.base import Metric, MetricInfo, Result
from seamark.metrics.batch import count_pairs, score_pairs
from seamark.metrics.boundary_confusion import BoundaryConfusion, Confusion, TypedConfusion, boundary_confusion
from seamark.metrics.boundary_similarity import B, boundary_similarity
from seamark.metrics.c_seg import CSeg, SegmentationCost, c_seg
from seamark.metrics.covering import Covering, covering
from seamark.metrics.edit import align, edit_distance
from seamark.metrics.entropies import NCE, NCEScores, VMeasure, VMeasureScores, nce, v_measure
from seamark.metrics.franz import Franz, UnitErrorRates, franz
from seamark.metrics.georgescul import Georgescul, MissAndFalseAlarm, georgescul
from seamark.metrics.hamming import GHD, ghd
from seamark.metrics.p_mu import PMu, p_mu
from seamark.metrics.pk import Pk, pk
from seamark.metrics.precision_recall import BoundaryF, PrecisionRecall, precision_recall
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S, similarity
from seamark.metrics.sums import ScoreSums
from seamark.metrics.unit_pairs import AdjustedRand, PairwiseF, Rand, adjusted_rand, pairwise_f, rand
from seamark.metrics.weights import EditWeights
from seamark.metrics.win_pr import WindowConfusion, WinPR, win_pr
from seamark.metrics.window_diff import WindowDiff, window_diff
from seamark.model.alignment import Addition, Alignment, Match, Substitution, Transposition
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Boundary, Segmentation, SegmentationLike
from seamark.version import __version__

if TYPE_CHECKING:
    from seamark import agreement, charts, datasets, evaluation, io, scale, segmenters, stats
    from seamark.agreement.agree import agree, coder_bias, expected_agreement, observed_agreement
    from seamark.agreement.consensus import consensus
    from seamark.agreement.diagnose import CoderDiagnosis, Diagnosis, PairDiagnosis, diagnose
    from seamark.agreement.difference import AgreementDifference, agree_difference
    from seamark.agreement.intervals import JackknifeVariances, jackknife_variances
    from seamark.agreement.majority import MajorityOpinion, majority_kappa, majority_opinion, percentage_agreement
    from seamark.agreement.measurement import Measurement
    from seamark.agreement.misses import Misses, count_misses
    from seamark.agreement.nominal import NominalAgreement, Prevalence, nominal_agreement
    from seamark.agreement.result import Agreement, ItemAgreement
    from seamark.agreement.shuffled import ShuffledAgreement, shuffled_agreement
    from seamark.evaluation.audit import audit
    from seamark.evaluation.audit_result import Audit, AuditScore, RankedPair
    from seamark.evaluation.compare import compare
    from seamark.evaluation.standing import (
        AnnotatorTest,
        Difference,
        Evaluation,
        HumanBand,
        HumanStanding,
        Lead,
        RankAmongPeople,
        Standing,
    )
    from seamark.evaluation.system_result import SystemComparison, SystemPair, SystemScore
    from seamark.evaluation.systems import compare_systems
    from seamark.io import load, save
    from seamark.metrics.score import ScoreBatches, score
    from seamark.metrics.score_table import OverallScore, ScoredItems, ScoreTable
    from seamark.pages.report import write_report
    from seamark.segmenters.baselines import Baseline, baselines
    from seamark.segmenters.chunks import Chunks
    from seamark.segmenters.run import Segmenter, segment_texts
    from seamark.segmenters.separators import Separators
    from seamark.segmenters.text_tiling import TextTiling
    from seamark.stats.intervals import Interval

#: What is imported only when it is first asked for, so that ``import seamark`` stays quick: names by module, and rooms.
_ON_DEMAND = {
    "seamark.agreement.agree": ("agree", "coder_bias", "expected_agreement", "observed_agreement"),
    "seamark.agreement.consensus": ("consensus",),
    "seamark.agreement.diagnose": ("CoderDiagnosis", "Diagnosis", "PairDiagnosis", "diagnose"),
    "seamark.agreement.difference": ("AgreementDifference", "agree_difference"),
    "seamark.agreement.intervals": ("JackknifeVariances", "jackknife_variances"),
    "seamark.agreement.majority": ("MajorityOpinion", "majority_kappa", "majority_opinion", "percentage_agreement"),
    "seamark.agreement.nominal": ("NominalAgreement", "Prevalence", "nominal_agreement"),
    "seamark.agreement.measurement": ("Measurement",),
    "seamark.agreement.misses": ("Misses", "count_misses"),
    "seamark.agreement.result": ("Agreement", "ItemAgreement"),
    "seamark.agreement.shuffled": ("ShuffledAgreement", "shuffled_agreement"),
    "seamark.evaluation.audit": ("audit",),
    "seamark.evaluation.audit_result": ("Audit", "AuditScore", "RankedPair"),
    "seamark.segmenters.baselines": ("Baseline", "baselines"),
    "seamark.segmenters.chunks": ("Chunks",),
    "seamark.evaluation.compare": ("compare",),
    "seamark.evaluation.standing": (
        "AnnotatorTest",
        "Difference",
        "Evaluation",
        "HumanBand",
        "HumanStanding",
        "Lead",
        "RankAmongPeople",
        "Standing",
    ),
    "seamark.segmenters.run": ("Segmenter", "segment_texts"),
    "seamark.segmenters.separators": ("Separators",),
    "seamark.evaluation.system_result": ("SystemComparison", "SystemPair", "SystemScore"),
    "seamark.evaluation.systems": ("compare_systems",),
    "seamark.segmenters.text_tiling": ("TextTiling",),
    "seamark.stats.intervals": ("Interval",),
    "seamark.io": ("load", "save"),
    "seamark.metrics.score": ("ScoreBatches", "score"),
    "seamark.metrics.score_table": ("OverallScore", "ScoreTable", "ScoredItems"),
    "seamark.pages.report": ("write_report",),
}
_MODULE_OF = {name: module for module, names in _ON_DEMAND.items() for name in names}
_ROOMS = ("agreement", "charts", "datasets", "evaluation", "io", "scale", "segmenters", "stats")

__all__ = [
    "GHD",
    "NCE",
    "Addition",
    "AdjustedRand",
    "Agreement",
    "AgreementDifference",
    "Alignment",
    "AnnotatorTest",
    "Audit",
    "AuditScore",
    "B",
    "Baseline",
    "Boundary",
    "BoundaryConfusion",
    "BoundaryF",
    "CSeg",
    "Chunks",
    "CoderDiagnosis",
    "Confusion",
    "Corpus",
    "Covering",
    "Diagnosis",
    "Difference",
    "EditWeights",
    "Evaluation",
    "Franz",
    "Georgescul",
    "HumanBand",
    "HumanStanding",
    "InputError",
    "Interval",
    "ItemAgreement",
    "JackknifeVariances",
    "Lead",
    "MajorityOpinion",
    "MassMismatchError",
    "Match",
    "Mean",
    "Measurement",
    "Metric",
    "MetricInfo",
    "MissAndFalseAlarm",
    "Misses",
    "NCEScores",
    "NominalAgreement",
    "OverallScore",
    "PMu",
    "PairDiagnosis",
    "PairwiseF",
    "ParseError",
    "Pk",
    "PrecisionRecall",
    "Prevalence",
    "Rand",
    "RankAmongPeople",
    "RankedPair",
    "Result",
    "S",
    "ScoreBatches",
    "ScoreSums",
    "ScoreTable",
    "ScoredItems",
    "SeamarkError",
    "Segmentation",
    "SegmentationArray",
    "SegmentationCost",
    "SegmentationLike",
    "Segmenter",
    "Separators",
    "ShuffledAgreement",
    "Signature",
    "Standing",
    "Substitution",
    "SystemComparison",
    "SystemPair",
    "SystemScore",
    "TextTiling",
    "Transposition",
    "TypedConfusion",
    "UndefinedScoreError",
    "UnitErrorRates",
    "VMeasure",
    "VMeasureScores",
    "WinPR",
    "WindowConfusion",
    "WindowDiff",
    "__version__",
    "adjusted_rand",
    "agree",
    "agree_difference",
    "agreement",
    "align",
    "audit",
    "baselines",
    "boundary_confusion",
    "boundary_similarity",
    "c_seg",
    "charts",
    "coder_bias",
    "compare",
    "compare_systems",
    "consensus",
    "count_misses",
    "count_pairs",
    "covering",
    "datasets",
    "diagnose",
    "edit_distance",
    "evaluation",
    "expected_agreement",
    "franz",
    "georgescul",
    "ghd",
    "io",
    "jackknife_variances",
    "load",
    "majority_kappa",
    "majority_opinion",
    "mean_score",
    "nce",
    "nominal_agreement",
    "observed_agreement",
    "p_mu",
    "pairwise_f",
    "percentage_agreement",
    "pk",
    "precision_recall",
    "rand",
    "save",
    "scale",
    "score",
    "score_pairs",
    "segment_texts",
    "segmenters",
    "shuffled_agreement",
    "similarity",
    "stats",
    "v_measure",
    "win_pr",
    "window_diff",
    "write_report",
]


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f"seamark.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'seamark' has no attribute {name!r}")
    value: object = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
