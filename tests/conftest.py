"""Settings that all tests share."""

from hypothesis import HealthCheck, settings

# A busy machine is no reason to fail: how long a test takes is a matter for the benchmarks.
settings.register_profile("seamark", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("seamark")
