import os
import threading

import numpy as np
import pytest

from seamark import S, Segmentation, SegmentationArray, count_pairs, score_pairs

A = [[2, 3, 5], [10], [1, 9], [4, 6], [5, 5], [1] * 10, [3, 7]]
B = [[2, 4, 4], [10], [2, 8], [1, 9], [10], [10], [3, 7]]


def test_scores_of_every_pair_in_order():
    # By hand: [2,3,5]/[2,4,4] has one near miss, [1,9]/[2,8] too, [4,6]/[1,9] two misses, [5,5]/[10] one, all/none 9.
    assert score_pairs(S(), A, B).tolist() == [8 / 9, 1, 8 / 9, 7 / 9, 8 / 9, 0, 1]


def test_anything_that_stands_for_segmentations():
    a, b = SegmentationArray.from_masses(A), SegmentationArray.from_masses(B)
    expected = score_pairs(S(), A, B).tolist()
    for one, other in (
        (a, b),
        (a, B),
        (A, b),
        (iter(A), tuple(B)),
        (list(a), [s.to_string() for s in b]),
        ([np.array(row) for row in A], B),
    ):
        assert score_pairs(S(), one, other).tolist() == expected


def test_no_pairs():
    assert score_pairs(S(), [], []).shape == (0,)
    assert count_pairs(S(), [], []).shape == (0, 2)
    assert score_pairs(S(), [], [], workers=4).shape == (0,)


class Recording(S):
    """S that remembers which threads counted how many pairs."""

    seen: tuple = ()

    def _count(self, a, b, settings):
        self.seen[0].append((threading.get_ident(), len(a.masses)))
        return super()._count(a, b, settings)


def parts_with(workers, a, b):
    seen = []
    count_pairs(Recording(seen=(seen,)), a, b, workers=workers)
    return seen


@pytest.mark.usefixtures("threads_for_few_pairs")
def test_workers_share_the_pairs():
    assert [size for _, size in parts_with(1, A, B)] == [7]
    assert sorted(size for _, size in parts_with(3, A, B)) == [2, 2, 3]
    assert sorted(size for _, size in parts_with(1000, A, B)) == [1] * 7
    assert {thread for thread, _ in parts_with(1, A, B)} == {threading.get_ident()}
    assert threading.get_ident() not in {thread for thread, _ in parts_with(3, A, B)}


@pytest.mark.parametrize(
    ("pairs", "masses", "threads"),
    [(7, [2, 3], 1), (200_000, [2, 3], 1), (210_000, [2, 3], 2), (600_000, [2, 3], 4), (1100, [1] * 1001, 2)],
)
@pytest.mark.parametrize("workers", [None, 4])
def test_little_work_stays_in_one_thread(monkeypatch, pairs, masses, threads, workers):
    monkeypatch.setattr("seamark.metrics.base._WORK_PER_THREAD", 2**20)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(4), raising=False)
    many = SegmentationArray.from_masses([masses] * pairs)
    assert len(parts_with(workers, many, many)) == threads


@pytest.mark.usefixtures("threads_for_few_pairs")
def test_an_error_in_a_thread_comes_out():
    crowded = [Segmentation.from_sets([set(range(20 * side, 20 * side + 20))]) for side in range(2)]
    plain = Segmentation.from_sets([set()])
    with pytest.raises(ValueError, match=r"^the exact alignment near position 1 has to weigh too many ways"):
        score_pairs(S(), [plain, plain, plain, crowded[0]], [plain, plain, plain, crowded[1]], workers=2)


@pytest.mark.usefixtures("threads_for_few_pairs")
def test_the_study_is_that_of_all_pairs_in_every_thread():
    # Type 2 occurs in the last pair only; all pairs are scored over two types nevertheless.
    a = [[2, 3], [2, 3], Segmentation.from_sets([{1}, {2}, {}, {}])]
    b = [[5], [2, 3], [5]]
    expected = [7 / 8, 1, 6 / 8]
    for workers in (1, 2, 3):
        assert score_pairs(S(), a, b, workers=workers).tolist() == expected
