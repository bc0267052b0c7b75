"""Programs of other fields on random data: ruptures, TCPDBench restated; and where mir_eval and pyannote differ.

Where they go wrong they are not followed: ruptures lets the first change point use up all within reach; TCPDBench pairs
points in the order of a Python set, so that it may find fewer pairs than there are. In mir_eval one section on a side
scores 0, even against itself, and so does a hierarchy of one level without a boundary; a window of one frame crashes
it. pyannote.metrics counts turns of one speaker that overlap each other twice. What else is compared stands in
``tests/metrics``; pyannote.metrics within regions is compared in ``test_coming_from.py`` and ``test_tasks.py``.
"""

import random
from itertools import pairwise

import mir_eval
import numpy as np
import pytest
from pyannote.metrics.diarization import DiarizationErrorRate
from ruptures.metrics import precision_recall
from tests.metrics.partitions import FRAME, structure
from tests.metrics.turns import of_pyannote

import seamark as sm


def series(rng: random.Random, length: int, apart: int) -> list[int]:
    """Change points at least so far apart."""
    points, place = [], 0
    while True:
        place += rng.randint(apart, 4 * apart)
        if place >= length:
            return points
        points.append(place)


def moved(rng: random.Random, points: list[int], by: int, length: int) -> list[int]:
    kept = [point + rng.randint(-by, by) for point in points if rng.random() < 0.8]
    return sorted({point for point in kept if 0 < point < length})


def segments(points: list[int], length: int) -> sm.Segmentation:
    return sm.Segmentation.from_positions(points, length)


def test_ruptures_where_points_are_far_apart():
    """Its margin is exclusive; each point has one candidate at most."""
    rng = random.Random(3)  # noqa: S311
    references = [series(rng, 400, 12) for _ in range(300)]
    pairs = [(reference, moved(rng, reference, 6, 400)) for reference in references]
    pairs = [pair for pair in pairs if all(pair)]
    assert len(pairs) >= 200
    sides = ([segments(pair[side], 400) for pair in pairs] for side in (0, 1))
    found = sm.score(*sides, "f:tolerance=4", task="changepoints").items
    for ours, pair in zip(found, pairs, strict=True):
        theirs = precision_recall(*([*points, 400] for points in pair), margin=5)
        parts = ours["scores"]["f"]["parts"]
        assert (parts["precision"], parts["recall"]) == pytest.approx(theirs)
    assert precision_recall([50, 52, 100], [50, 52, 100], margin=5) == (0.5, 0.5)
    assert sm.precision_recall([50, 2, 48], [50, 2, 48], tolerance=4).f == 1


def true_positives(points: set[int], guessed: set[int], margin: int) -> set[int]:
    """Of TCPDBench, as published."""
    free, found = set(guessed), set()
    for point in points:
        close = sorted((abs(point - one), one) for one in free if abs(point - one) <= margin)
        if close:
            found.add(point)
            free.remove(close[0][1])
    return found


def tcpd_f(annotations: dict[str, list[int]], guess: list[int], margin: int) -> float:
    everybody = [{0, *points} for points in annotations.values()]
    guessed = {0, *guess}
    precision = len(true_positives(set().union(*everybody), guessed, margin)) / len(guessed)
    recall = np.mean([len(true_positives(points, guessed, margin)) / len(points) for points in everybody])
    return 2 * precision * recall / (precision + recall)


def tcpd_covering(annotations: dict[str, list[int]], guess: list[int], length: int) -> float:
    def parts(points: list[int]) -> list[set[int]]:
        return [set(range(*pair)) for pair in pairwise([0, *points, length])]

    def cover(truth: list[set[int]], found: list[set[int]]) -> float:
        return sum(len(part) * max(len(part & one) / len(part | one) for one in found) for part in truth) / length

    return float(np.mean([cover(parts(points), parts(guess)) for points in annotations.values()]))


def test_tcpdbench_with_several_annotators():
    rng = random.Random(4)  # noqa: S311
    published, references, hypotheses = {}, {}, {}
    for number in range(400):
        crowded = number % 2 == 0
        truth = series(rng, 200, 4 if crowded else 24)
        annotations = {f"annotator {k}": moved(rng, truth, 2, 200) for k in range(rng.randint(1, 5))}
        guess = moved(rng, truth, 4, 200)
        name = f"{'crowded' if crowded else 'apart'} {number}"
        published[name] = tcpd_f(annotations, guess, 5), tcpd_covering(annotations, guess, 200)
        references[name] = {coder: segments(points, 200) for coder, points in annotations.items()}
        hypotheses[name] = {"system": segments(guess, 200)}
    table = sm.score(sm.Corpus(references), sm.Corpus(hypotheses), task="changepoints")
    equal = 0
    for (name, (theirs, covering)), ours in zip(published.items(), table.scores("F@5"), strict=True):
        assert ours >= theirs - 1e-12  # as many pairs as possible
        if name.startswith("apart"):
            assert ours == pytest.approx(theirs)
        equal += ours == pytest.approx(theirs)
        assert sm.annotator_covering(references[name], hypotheses[name]["system"]) == pytest.approx(covering)
    assert table.scores("covering") == pytest.approx([covering for _, covering in published.values()])
    assert table.overall["covering"].value == pytest.approx(np.mean([covering for _, covering in published.values()]))
    assert 200 <= equal < 400
    assert tcpd_f({"one": [6, 8]}, [7, 12], 5) <= sm.annotator_f({"one": [6, 2, 12]}, [7, 5, 8]).f == 1


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
