"""How far coders agree: coefficients corrected for chance, what lies behind them, and older measures."""

from seamark.agreement.agree import (
    Agreement,
    AgreementDifference,
    ItemAgreement,
    agree,
    agree_difference,
    agreement_of,
    coder_bias,
    expected_agreement,
    observed_agreement,
)
from seamark.agreement.consensus import CoderQuality, Consensus, ItemConsensus, consensus
from seamark.agreement.diagnose import CoderDiagnosis, Diagnosis, Misses, PairDiagnosis, count_misses, diagnose
from seamark.agreement.disputes import BoundaryGroup, DisputedPlaces, boundary_groups, disputed_places
from seamark.agreement.intervals import JackknifeVariances, jackknife_variances
from seamark.agreement.judgements import (
    MajorityOpinion,
    NominalAgreement,
    Prevalence,
    majority_kappa,
    majority_opinion,
    nominal_agreement,
    percentage_agreement,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import ShuffledAgreement, shuffled_agreement

__all__ = [
    "Agreement",
    "AgreementDifference",
    "BoundaryGroup",
    "CoderDiagnosis",
    "CoderQuality",
    "Consensus",
    "Diagnosis",
    "DisputedPlaces",
    "ItemAgreement",
    "ItemConsensus",
    "JackknifeVariances",
    "MajorityOpinion",
    "Measurement",
    "Misses",
    "NominalAgreement",
    "PairDiagnosis",
    "Prevalence",
    "ShuffledAgreement",
    "agree",
    "agree_difference",
    "agreement_of",
    "boundary_groups",
    "coder_bias",
    "consensus",
    "count_misses",
    "diagnose",
    "disputed_places",
    "expected_agreement",
    "jackknife_variances",
    "majority_kappa",
    "majority_opinion",
    "nominal_agreement",
    "observed_agreement",
    "percentage_agreement",
    "shuffled_agreement",
]
