"""The public names, each with the module that defines it: the only list of them, which ``__init__.py`` reads."""

from seamark import (
    charts as charts,
    datasets as datasets,
    io as io,
    scale as scale,
    segmenters as segmenters,
    stats as stats,
)
from seamark.agreement.agree import (
    agree as agree,
    agreement_of as agreement_of,
    coder_bias as coder_bias,
    expected_agreement as expected_agreement,
    observed_agreement as observed_agreement,
)
from seamark.agreement.judgements import BoundaryAlpha as BoundaryAlpha, boundary_alpha as boundary_alpha
from seamark.agreement.consensus import (
    CoderQuality as CoderQuality,
    Consensus as Consensus,
    ItemConsensus as ItemConsensus,
    consensus as consensus,
)
from seamark.agreement.diagnose import (
    CoderDiagnosis as CoderDiagnosis,
    Diagnosis as Diagnosis,
    PairDiagnosis as PairDiagnosis,
    diagnose as diagnose,
)
from seamark.agreement.agree import (
    AgreementDifference as AgreementDifference,
    agree_difference as agree_difference,
)
from seamark.agreement.disputes import (
    BoundaryGroup as BoundaryGroup,
    DisputedPlaces as DisputedPlaces,
    boundary_groups as boundary_groups,
    disputed_places as disputed_places,
)
from seamark.agreement.gamma import Gamma as Gamma, ItemDisorder as ItemDisorder, gamma as gamma
from seamark.agreement.intervals import (
    JackknifeVariances as JackknifeVariances,
    jackknife_variances as jackknife_variances,
)
from seamark.agreement.plan import (
    LearningCurve as LearningCurve,
    LearningPoint as LearningPoint,
    learning_curve as learning_curve,
)
from seamark.agreement.judgements import (
    MajorityOpinion as MajorityOpinion,
    majority_kappa as majority_kappa,
    majority_opinion as majority_opinion,
    percentage_agreement as percentage_agreement,
)
from seamark.agreement.measurement import Measurement as Measurement
from seamark.agreement.diagnose import Misses as Misses, count_misses as count_misses
from seamark.agreement.judgements import (
    NominalAgreement as NominalAgreement,
    Prevalence as Prevalence,
    nominal_agreement as nominal_agreement,
)
from seamark.agreement.plan import Costs as Costs, Design as Design, StudyPlan as StudyPlan, plan as plan
from seamark.agreement.agree import Agreement as Agreement, ItemAgreement as ItemAgreement
from seamark.agreement.shuffled import ShuffledAgreement as ShuffledAgreement, shuffled_agreement as shuffled_agreement
from seamark.agreement.span_alignment import (
    SpanAlignment as SpanAlignment,
    UnitaryAlignment as UnitaryAlignment,
    align_spans as align_spans,
)
from seamark.agreement.unitizing import (
    CategoryAlpha as CategoryAlpha,
    ItemAlpha as ItemAlpha,
    UnitizingAlpha as UnitizingAlpha,
    unitizing_alpha as unitizing_alpha,
)
from seamark.agreement.plan import CoderRates as CoderRates
from seamark.base.errors import (
    InputError as InputError,
    MassMismatchError as MassMismatchError,
    ParseError as ParseError,
    SeamarkError as SeamarkError,
    UndefinedScoreError as UndefinedScoreError,
)
from seamark.evaluation.audit import audit as audit
from seamark.evaluation.audit import Audit as Audit, AuditScore as AuditScore, RankedPair as RankedPair
from seamark.evaluation.compare import compare as compare
from seamark.evaluation.human_comparison import (
    AnnotatorTest as AnnotatorTest,
    Difference as Difference,
    Evaluation as Evaluation,
    HumanBand as HumanBand,
    HumanStanding as HumanStanding,
    Lead as Lead,
    RankAmongPeople as RankAmongPeople,
    Standing as Standing,
)
from seamark.evaluation.systems import (
    SystemComparison as SystemComparison,
    SystemPair as SystemPair,
    SystemScore as SystemScore,
)
from seamark.evaluation.systems import compare_systems as compare_systems
from seamark.evaluation.thresholds import (
    ThresholdCurve as ThresholdCurve,
    ThresholdPoint as ThresholdPoint,
    threshold_curve as threshold_curve,
)
from seamark.io.annotations import (
    CoderProgress as CoderProgress,
    coder_progress as coder_progress,
    collect as collect,
)
from seamark.io import load as load, load_models as load_models, save as save
from seamark.metrics.sums import Accumulator as Accumulator
from seamark.metrics.labels import (
    ActionF1 as ActionF1,
    EditScore as EditScore,
    UnitAccuracy as UnitAccuracy,
    action_f1 as action_f1,
    edit_score as edit_score,
    unit_accuracy as unit_accuracy,
)
from seamark.metrics.pairs import Mean as Mean, mean_score as mean_score
from seamark.metrics.base import Metric as Metric, MetricInfo as MetricInfo, Result as Result
from seamark.metrics.pairs import count_pairs as count_pairs, score_pairs as score_pairs
from seamark.metrics.similarity import (
    BoundaryConfusion as BoundaryConfusion,
    Confusion as Confusion,
    TypedConfusion as TypedConfusion,
    boundary_confusion as boundary_confusion,
)
from seamark.metrics.similarity import B as B, boundary_similarity as boundary_similarity
from seamark.metrics.windows import CSeg as CSeg, c_seg as c_seg
from seamark.metrics.partitions import Covering as Covering, covering as covering
from seamark.metrics.edit import align as align, edit_distance as edit_distance
from seamark.metrics.partitions import NCE as NCE, VMeasure as VMeasure, nce as nce, v_measure as v_measure
from seamark.metrics.partitions import Franz as Franz, franz as franz
from seamark.metrics.windows import Georgescul as Georgescul, georgescul as georgescul
from seamark.metrics.boundaries import GHD as GHD, ghd as ghd
from seamark.metrics.partitions import MutualInformation as MutualInformation, mutual_information as mutual_information
from seamark.metrics.levels import (
    LMeasure as LMeasure,
    TMeasure as TMeasure,
    l_measure as l_measure,
    t_measure as t_measure,
)
from seamark.metrics.base import (
    MissAndFalseAlarm as MissAndFalseAlarm,
    NCEScores as NCEScores,
    PrecisionRecall as PrecisionRecall,
    SegmentationCost as SegmentationCost,
    UnitErrorRates as UnitErrorRates,
    VMeasureScores as VMeasureScores,
    WindowConfusion as WindowConfusion,
)
from seamark.metrics.partitions import PMu as PMu, p_mu as p_mu
from seamark.metrics.windows import Pk as Pk, pk as pk
from seamark.metrics.boundaries import BoundaryF as BoundaryF, precision_recall as precision_recall
from seamark.metrics.score import score as score, score_levels as score_levels
from seamark.metrics.score_table import (
    OverallScore as OverallScore,
    ScoreTable as ScoreTable,
    ScoredItems as ScoredItems,
)
from seamark.metrics.signature import Signature as Signature
from seamark.metrics.similarity import S as S, similarity as similarity
from seamark.metrics.turns import SpanF1 as SpanF1, span_f1 as span_f1
from seamark.metrics.sums import ScoreSums as ScoreSums
from seamark.metrics.turns import DER as DER, JER as JER, der as der, jer as jer
from seamark.metrics.partitions import (
    AdjustedRand as AdjustedRand,
    PairwiseF as PairwiseF,
    Rand as Rand,
    adjusted_rand as adjusted_rand,
    pairwise_f as pairwise_f,
    rand as rand,
)
from seamark.metrics.edit import EditWeights as EditWeights
from seamark.metrics.windows import WinPR as WinPR, win_pr as win_pr
from seamark.metrics.windows import WindowDiff as WindowDiff, window_diff as window_diff
from seamark.model.alignment import (
    Addition as Addition,
    Alignment as Alignment,
    Match as Match,
    Substitution as Substitution,
    Transposition as Transposition,
)
from seamark.model.codings import Codings as Codings, SegmentationArray as SegmentationArray
from seamark.model.corpus import Corpus as Corpus
from seamark.model.hierarchy import Hierarchy as Hierarchy
from seamark.model.labelled import LabelledSegmentation as LabelledSegmentation
from seamark.model.segmentation import (
    Boundary as Boundary,
    Segmentation as Segmentation,
    SegmentationLike as SegmentationLike,
)
from seamark.model.spans import Span as Span, Spans as Spans
from seamark.pages.adjudicate import adjudicate as adjudicate
from seamark.pages.annotate import write_annotation_page as write_annotation_page
from seamark.pages.report import write_report as write_report
from seamark.segmenters.baselines import Baseline as Baseline, baselines as baselines
from seamark.segmenters.separators import Chunks as Chunks
from seamark.segmenters.run import Segmenter as Segmenter, segment_texts as segment_texts
from seamark.segmenters.separators import Separators as Separators
from seamark.segmenters.text_tiling import TextTiling as TextTiling
from seamark.stats.intervals import Interval as Interval
from seamark.texts.chunks import place_chunks as place_chunks
from seamark.texts.units import Headings as Headings, markdown_headings as markdown_headings
from seamark.texts.chunks import Doubt as Doubt, Lost as Lost, Placement as Placement
from seamark.texts.transcript import place_transcript as place_transcript
from seamark.base.version import __version__ as __version__
