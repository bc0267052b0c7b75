"""Settings that all tests share."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test: benchmarks measure time.
settings.register_profile("seamark", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("seamark")


@pytest.fixture(scope="module")
def threads_for_few_pairs():
    """Threads start however little there is to do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("seamark.metrics.base._WORK_PER_THREAD", 1)
        yield
