"""Texts: their units, and chunks or transcripts placed in them."""
