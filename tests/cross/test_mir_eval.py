"""Where mir_eval and pyannote.metrics differ from what their measures say; where they do not, see ``tests/metrics``.

- mir_eval works on frames, which it rounds down to: with a frame that is a power of two it is exact. One section on a
  side scores 0 there, even against itself, and so does a hierarchy of one level without a boundary. A window of one
  frame crashes it.
- pyannote.metrics counts turns of one speaker that overlap each other twice.
"""

import mir_eval
import numpy as np
import pytest
from pyannote.metrics.diarization import DiarizationErrorRate
from tests.metrics.partitions import FRAME, structure
from tests.metrics.turns import of_pyannote

import seamark as sm


def test_one_section_is_not_zero():
    song = sm.LabelledSegmentation.from_segments([(30, "A")])
    assert mir_eval.segment.nce(*structure(song), *structure(song), frame_size=FRAME)[2] == 0
    assert sm.nce(song, song).f == sm.v_measure(song, song).v == sm.pairwise_f(song, song).f == 1
    assert sm.mutual_information(song, song, norm="sqrt") == sm.mutual_information(song, song, adjusted=True) == 1


def test_a_flat_hierarchy_is_like_itself():
    flat = [[np.array([[0.0, 60.0]])]] * 2
    assert mir_eval.hierarchy.tmeasure(*flat, window=None, frame_size=1.0)[2] == 0
    ours = sm.Hierarchy.from_levels([[60]])
    assert sm.t_measure(ours, ours) == (1, 1, 1)


def test_a_window_of_one_unit():
    sides = [[structure(masses)[0] for masses in ([6, 6], [3, 3, 6])]] * 2
    with pytest.raises(Exception):  # noqa: B017  # of whatever kind
        mir_eval.hierarchy.tmeasure(*sides, window=FRAME, frame_size=FRAME)
    ours = sm.Hierarchy.from_positions([[6], [3, 6]], 12)
    assert sm.t_measure(ours, ours, window=1) == (1, 1, 1)


@pytest.mark.filterwarnings("ignore")
def test_a_speaker_who_overlaps_himself_counts_once():
    turns = sm.Spans([(0, 10, "A"), (6, 10, "A")], length=10)
    theirs = of_pyannote(DiarizationErrorRate, turns, turns.merged(), collar=0, skip_overlap=False)
    assert theirs["diarization error rate"] > 0.25
    assert sm.der(turns, turns.merged()) == sm.der(turns, turns) == 0
