"""Confidence intervals and significance tests over rows of counts."""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
