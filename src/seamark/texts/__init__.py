"""Texts: what their units are."""
