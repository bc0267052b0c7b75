"""Seamark measures segmentations: how alike two are, how far annotators agree, how reliable a segmenter is."""

from seamark.base.lazy_names import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
