"""A file per format declares all of it as ``FORMATS``: its names, its sign, how to read and write it, what it keeps.

A new format needs such a file, and its name in the list of ``seamark.io.format``; see any file here for an example.
"""
