"""Typed functions over plain columns; the only package that imports the compiled kernel."""
