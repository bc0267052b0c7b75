"""Seamark inside other libraries: metrics for torchmetrics, Hugging Face evaluate and scikit-learn.

Each module needs its library, which the extra of the same name brings: ``seamark[torchmetrics]``,
``seamark[evaluate]``, ``seamark[sklearn]``.
"""
