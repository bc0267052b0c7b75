"""Human codings of The Moonstone under every convention: means over the ordered pairs of coders of each chapter."""

import pytest
from tests.corpora import moonstone

import seamark as sm
from seamark.metrics.pairs import Pairs

#: preset, Pk, WindowDiff; None where the tool has no such metric
PUBLISHED = [
    ("segeval2", 0.3256, 0.3692),
    ("nltk", 0.3401, 0.4313),
    ("nltk-starts", 0.3363, 0.4292),
    ("treeseg", 0.3207, 0.3635),
    ("superdialseg", 0.3224, 0.3657),
    ("nltk-ends-final", 0.3149, 0.3651),
    ("textsplit", 0.2850, None),
    ("lamprier", None, 0.3095),
]


@pytest.fixture(scope="module")
def coder_pairs() -> tuple[list[sm.Segmentation], list[sm.Segmentation]]:
    corpus = moonstone()
    one, other = map(list, Pairs.within(corpus).taken(corpus.codings, corpus.codings))
    return one + other, other + one


@pytest.mark.parametrize(("preset", "pk", "windowdiff"), PUBLISHED)
def test_mean_over_coder_pairs(coder_pairs, preset, pk, windowdiff):
    for metric, published in ((sm.Pk, pk), (sm.WindowDiff, windowdiff)):
        if published is not None:
            scores = sm.score_pairs(metric(convention=preset), *coder_pairs)
            assert len(scores) == 488
            assert round(float(scores.mean()), 4) == published


@pytest.mark.parametrize(("n", "published"), [(2, 0.320), (3, 0.371), (10, 0.480)])
def test_mean_boundary_similarity(coder_pairs, n, published):
    assert round(float(sm.score_pairs(sm.B(n=n), *coder_pairs).mean()), 3) == published
