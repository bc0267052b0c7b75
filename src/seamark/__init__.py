"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

from seamark.errors import InputError, MassMismatchError, ParseError, SeamarkError, UndefinedScoreError
from seamark.evaluation.audit import Audit, AuditRow, audit
from seamark.metrics.average import Mean, mean_score
from seamark.metrics.base import Metric, MetricInfo, Result
from seamark.metrics.batch import count_pairs, score_pairs
from seamark.metrics.boundary_confusion import BoundaryConfusion, Confusion, TypedConfusion, boundary_confusion
from seamark.metrics.boundary_similarity import B, boundary_similarity
from seamark.metrics.c_seg import CSeg, c_seg
from seamark.metrics.covering import Covering, covering
from seamark.metrics.edit import align, edit_distance
from seamark.metrics.entropies import NCE, VMeasure, nce, v_measure
from seamark.metrics.franz import Franz, franz
from seamark.metrics.georgescul import Georgescul, georgescul
from seamark.metrics.hamming import GHD, ghd
from seamark.metrics.p_mu import PMu, p_mu
from seamark.metrics.pk import Pk, pk
from seamark.metrics.precision_recall import BoundaryF, precision_recall
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S, similarity
from seamark.metrics.unit_pairs import AdjustedRand, PairwiseF, Rand, adjusted_rand, pairwise_f, rand
from seamark.metrics.weights import EditWeights
from seamark.metrics.win_pr import WinPR, win_pr
from seamark.metrics.window_diff import WindowDiff, window_diff
from seamark.model.alignment import Addition, Alignment, Match, Substitution, Transposition
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import Boundary, Segmentation, SegmentationLike
from seamark.version import __version__

__all__ = [
    "GHD",
    "NCE",
    "Addition",
    "AdjustedRand",
    "Alignment",
    "Audit",
    "AuditRow",
    "B",
    "Boundary",
    "BoundaryConfusion",
    "BoundaryF",
    "CSeg",
    "Confusion",
    "Covering",
    "EditWeights",
    "Franz",
    "Georgescul",
    "InputError",
    "MassMismatchError",
    "Match",
    "Mean",
    "Metric",
    "MetricInfo",
    "PMu",
    "PairwiseF",
    "ParseError",
    "Pk",
    "Rand",
    "Result",
    "S",
    "SeamarkError",
    "Segmentation",
    "SegmentationArray",
    "SegmentationLike",
    "Signature",
    "Substitution",
    "Transposition",
    "TypedConfusion",
    "UndefinedScoreError",
    "VMeasure",
    "WinPR",
    "WindowDiff",
    "__version__",
    "adjusted_rand",
    "align",
    "audit",
    "boundary_confusion",
    "boundary_similarity",
    "c_seg",
    "count_pairs",
    "covering",
    "edit_distance",
    "franz",
    "georgescul",
    "ghd",
    "mean_score",
    "nce",
    "p_mu",
    "pairwise_f",
    "pk",
    "precision_recall",
    "rand",
    "score_pairs",
    "similarity",
    "v_measure",
    "win_pr",
    "window_diff",
]
