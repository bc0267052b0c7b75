"""A file per format, or per family of formats, declares each as a ``Format``: names, reader, writer, what they keep.

A new format is one such file; ``make stub`` adds it to ``index.json``.
"""
