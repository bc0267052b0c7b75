"""A file per format, or per family of formats, declares them as ``FORMATS``: names, reader, writer, what they keep.

A new format is one such file; ``make stub`` then enters it in ``index.py``.
"""
