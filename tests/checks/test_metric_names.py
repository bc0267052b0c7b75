import seamark
from seamark.metrics.base import Metric
from seamark.metrics.names import METRICS, metric_class


def test_names_are_those_of_the_metrics():
    assert {"S": seamark.S, "B": seamark.B, "confusion": seamark.BoundaryConfusion}.items() <= METRICS.items()
    for name, metric in METRICS.items():
        assert metric.info.name == name
        assert issubclass(metric, Metric)


def test_every_metric_is_public():
    missing = {metric.__name__ for metric in METRICS.values()} - set(seamark.__all__)
    assert not missing, f"src/seamark/__init__.pyi lacks {missing}: run make stub"


def test_case_does_not_matter():
    for name, metric in METRICS.items():
        assert metric_class(name) is metric
        assert metric_class(name.upper()) is metric
        assert metric_class(name.lower()) is metric


def test_names_differ_in_more_than_case():
    assert len({name.casefold() for name in METRICS}) == len(METRICS)


def test_it_cannot_be_changed():
    assert not hasattr(METRICS, "__setitem__")
