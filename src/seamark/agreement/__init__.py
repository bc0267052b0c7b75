"""How far coders agree: coefficients corrected for chance, what lies behind them, and older measures."""

from seamark.agreement.bias import coder_bias
from seamark.agreement.coefficients import agree
from seamark.agreement.diagnostics import CoderDiagnosis, Diagnosis, PairDiagnosis, diagnose
from seamark.agreement.expected import expected_agreement
from seamark.agreement.majority import MajorityOpinion, majority_kappa, majority_opinion, percentage_agreement
from seamark.agreement.misses import Misses, count_misses
from seamark.agreement.nominal import NominalAgreement, nominal_agreement
from seamark.agreement.observed import observed_agreement
from seamark.agreement.permutation import ShuffledAgreement, shuffled_agreement
from seamark.agreement.result import Agreement, ItemAgreement
from seamark.agreement.votes import consensus

__all__ = [
    "Agreement",
    "CoderDiagnosis",
    "Diagnosis",
    "ItemAgreement",
    "MajorityOpinion",
    "Misses",
    "NominalAgreement",
    "PairDiagnosis",
    "ShuffledAgreement",
    "agree",
    "coder_bias",
    "consensus",
    "count_misses",
    "diagnose",
    "expected_agreement",
    "majority_kappa",
    "majority_opinion",
    "nominal_agreement",
    "observed_agreement",
    "percentage_agreement",
    "shuffled_agreement",
]
