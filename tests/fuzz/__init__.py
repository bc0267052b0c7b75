"""Inputs made at random: whatever comes in, the answer is a result or a sentence."""
