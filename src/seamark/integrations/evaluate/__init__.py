"""A module of Hugging Face evaluate.

Needs ``seamark[evaluate]``; ``evaluate.load(seamark.integrations.evaluate.PATH)`` loads it.
"""

from pathlib import Path

#: The file that ``evaluate.load`` takes.
PATH = str(Path(__file__).with_name("segmentation.py"))
