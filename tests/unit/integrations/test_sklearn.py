import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.model_selection import GridSearchCV, cross_val_score

from seamark import InputError, Segmentation, WindowDiff
from seamark.integrations.sklearn import segmentation_scorer


class Threshold(BaseEstimator):
    """Places a boundary where a number is large enough."""

    def __init__(self, threshold=0.5):
        self.threshold = threshold

    def fit(self, X, y):
        self.fitted_ = True
        return self

    def predict(self, X):
        return [Segmentation.from_probabilities(row, self.threshold) for row in X]


def study():
    rng = np.random.default_rng(3)
    truth = [(rng.random(12) < 0.3).astype(int) for _ in range(30)]
    X = [np.clip(0.25 + 0.4 * marks + 0.1 * rng.random(12), 0, 1) for marks in truth]
    return X, ["".join(map(str, marks)) for marks in truth]


def test_a_search_finds_the_threshold_that_separates():
    X, y = study()
    search = GridSearchCV(Threshold(), {"threshold": [0.1, 0.5, 0.9]}, scoring=segmentation_scorer("B"), cv=3)
    search.fit(X, y)
    assert search.best_params_ == {"threshold": 0.5}
    assert search.best_score_ == 1.0


def test_scores_are_those_of_the_metric_and_penalties_turn_round():
    X, y = study()
    folds = cross_val_score(Threshold(0.9), X, y, scoring=segmentation_scorer("windowdiff"), cv=3, n_jobs=2)
    for fold, part in zip(folds, (y[:10], y[10:20], y[20:]), strict=True):
        total = WindowDiff().accumulator()
        for truth in part:
            total.update(truth, [len(truth) + 1])
        assert fold == -total.compute().value
    macro = segmentation_scorer("S", average="macro")(Threshold(), X, y)
    assert macro == 1.0


def test_mistakes_are_told():
    with pytest.raises(InputError, match="average is 'mean'"):
        segmentation_scorer("S", average="mean")
    X, y = study()
    with pytest.raises(InputError, match="units"):
        segmentation_scorer("S")(Threshold(), X, ["0"] * len(y))
