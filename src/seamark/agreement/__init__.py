"""How far coders agree: coefficients corrected for chance, what lies behind them, and older measures."""

from seamark.agreement.agree import agree, agreement_of, coder_bias, expected_agreement, observed_agreement
from seamark.agreement.consensus import CoderQuality, Consensus, ItemConsensus, consensus
from seamark.agreement.diagnose import CoderDiagnosis, Diagnosis, PairDiagnosis, diagnose
from seamark.agreement.disputes import BoundaryGroup, DisputedPlaces, boundary_groups, disputed_places
from seamark.agreement.majority import (
    MajorityOpinion,
    NominalAgreement,
    majority_kappa,
    majority_opinion,
    nominal_agreement,
    percentage_agreement,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.misses import Misses, count_misses
from seamark.agreement.result import Agreement, ItemAgreement
from seamark.agreement.shuffled import ShuffledAgreement, shuffled_agreement

__all__ = [
    "Agreement",
    "BoundaryGroup",
    "CoderDiagnosis",
    "CoderQuality",
    "Consensus",
    "Diagnosis",
    "DisputedPlaces",
    "ItemAgreement",
    "ItemConsensus",
    "MajorityOpinion",
    "Measurement",
    "Misses",
    "NominalAgreement",
    "PairDiagnosis",
    "ShuffledAgreement",
    "agree",
    "agreement_of",
    "boundary_groups",
    "coder_bias",
    "consensus",
    "count_misses",
    "diagnose",
    "disputed_places",
    "expected_agreement",
    "majority_kappa",
    "majority_opinion",
    "nominal_agreement",
    "observed_agreement",
    "percentage_agreement",
    "shuffled_agreement",
]
