"""Slow implementations that are right at a glance: the tests compare the library with them."""
