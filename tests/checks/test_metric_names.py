import seamark
from seamark.metrics.base import Metric
from seamark.metrics.names import METRICS, metric_class


def test_names_are_those_of_the_metrics():
    assert {"S": seamark.S, "B": seamark.B, "confusion": seamark.BoundaryConfusion}.items() <= METRICS.items()
    for name, metric in METRICS.items():
        assert metric.info.name == name
        assert issubclass(metric, Metric)


def test_case_does_not_matter():
    for name, metric in METRICS.items():
        assert metric_class(name) is metric
        assert metric_class(name.upper()) is metric
        assert metric_class(name.lower()) is metric
