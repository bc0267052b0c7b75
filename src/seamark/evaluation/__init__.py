"""Judging segmenters: under every convention, against groups of coders, and against each other."""
