"""Settings that all tests share."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test: benchmarks measure time.
settings.register_profile("seamark", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("seamark")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Below a failure in a test over all metrics or formats: the files in which this one is declared and tested."""
    report = yield
    given = getattr(item, "callspec", None)
    files = files_of(given.params) if given is not None and report.failed else []
    report.sections += [("files of this metric or format", " and ".join(files))] if files else []
    return report


def files_of(parameters):
    """The source and the test file of a metric, of its case, of a format by its name, or of its case."""
    from seamark.io.format import FORMATS
    from seamark.metrics.base import Metric
    from tests.formats import FormatCase
    from tests.metrics.case import MetricCase

    for parameter, one in parameters.items():
        name = one.name if isinstance(one, FormatCase) else one if parameter == "name" else None
        if isinstance(name, str) and name in FORMATS:
            module = FORMATS[name][0]
            return [f"src/seamark/io/formats/{module}.py", f"tests/formats/{module}.py"]
        metric = one.metric if isinstance(one, MetricCase) else type(one)
        if issubclass(metric, Metric):
            path = f"metrics/{metric.__module__.rpartition('.')[2]}.py"
            return [f"src/seamark/{path}", f"tests/{path}"]
    return []


@pytest.fixture(scope="module")
def threads_for_few_pairs():
    """Threads start however little there is to do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("seamark.metrics.base._WORK_PER_THREAD", 1)
        yield
