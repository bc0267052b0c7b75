"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

from seamark.errors import InputError, MassMismatchError, ParseError, SeamarkError, UndefinedScoreError
from seamark.metrics.base import Metric, MetricInfo, Result
from seamark.metrics.batch import count_pairs, score_pairs
from seamark.metrics.boundary_confusion import BoundaryConfusion, Confusion, TypedConfusion, boundary_confusion
from seamark.metrics.boundary_similarity import B, boundary_similarity
from seamark.metrics.edit import align, edit_distance
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S, similarity
from seamark.metrics.weights import EditWeights
from seamark.model.alignment import Addition, Alignment, Match, Substitution, Transposition
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import Boundary, Segmentation, SegmentationLike
from seamark.version import __version__

__all__ = [
    "Addition",
    "Alignment",
    "B",
    "Boundary",
    "BoundaryConfusion",
    "Confusion",
    "EditWeights",
    "InputError",
    "MassMismatchError",
    "Match",
    "Metric",
    "MetricInfo",
    "ParseError",
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
    "__version__",
    "align",
    "boundary_confusion",
    "boundary_similarity",
    "count_pairs",
    "edit_distance",
    "score_pairs",
    "similarity",
]
