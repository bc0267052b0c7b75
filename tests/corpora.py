"""Corpora that tests read from outside the repository; without them, those tests are skipped."""

import csv
import os
from pathlib import Path

import pytest

import seamark as sm

#: The chapters that each of the five groups of coders segmented.
MOONSTONE_GROUPS = {1: (1, 3, 4, 11), 2: (2, 5, 8, 10), 3: (7, 9, 12, 13), 4: (14, 15, 16, 20), 5: (17, 18, 19, 21)}


def corpora_folder() -> Path:
    """Where the corpora are, from the environment variable SEAMARK_CORPORA."""
    folder = os.environ.get("SEAMARK_CORPORA")
    if not folder:
        pytest.skip("SEAMARK_CORPORA is not set; it names the folder that holds moonstone/ and kubla_khan.json")
    return Path(folder)


def moonstone() -> sm.Corpus:
    """Twenty chapters of The Moonstone by 27 coders (Kazantseva & Szpakowicz 2012), named with their group."""
    folder = corpora_folder() / "moonstone" / "segmentations"
    codings: dict[str, dict[str, sm.Segmentation]] = {}
    groups: dict[str, int] = {}
    for group, chapters in MOONSTONE_GROUPS.items():
        for chapter in chapters:
            codings[f"ch{chapter}"] = {}
            with (folder / f"ch{chapter}.csv").open(newline="", encoding="utf-8") as lines:
                rows = list(csv.DictReader(lines))
            for coder in list(rows[0])[1:]:
                labels = [row[coder] for row in rows]
                codings[f"ch{chapter}"][f"g{group}/{coder}"] = sm.Segmentation.from_labels(labels)
                groups[f"g{group}/{coder}"] = group
    return sm.Corpus(codings, groups=groups)
