"""One pair of segmentations, read and measured in one call of the kernel."""

from __future__ import annotations

from seamark._kernel import EditRecords as EditRecords
from seamark._kernel import Measure as Measure
from seamark._kernel import OnePair as OnePair
from seamark._kernel import Weights as Weights
from seamark._kernel import Windows as Windows
from seamark._kernel import boundary_similarity as boundary_similarity
from seamark._kernel import edit_distance as edit_distance
from seamark._kernel import pk as pk
from seamark._kernel import similarity as similarity
from seamark._kernel import window_diff as window_diff
