"""nltk's names in front of our kernel: nltk itself on random strings and on all short ones."""

import itertools
import random

import numpy as np
import pytest
from nltk.metrics import segmentation as peer

import seamark as sm
from seamark import InputError
from seamark.compat import nltk as ours


def strings(rng, length):
    share = rng.choice([0.1, 0.3, 0.6])
    return ["".join("01"[rng.random() < share] for _ in range(length)) for _ in range(2)]


def test_random_strings():
    rng = random.Random(2002)  # noqa: S311
    for _ in range(300):
        length = rng.randint(1, 30)
        a, b = strings(rng, length)
        k = rng.randint(0, length)
        assert ours.windowdiff(a, b, k) == pytest.approx(peer.windowdiff(a, b, k), abs=1e-12), (a, b, k)
        assert ours.pk(a, b, k) == pytest.approx(peer.pk(a, b, k), abs=1e-12), (a, b, k)
        assert ours.pk(a, b) == pytest.approx(peer.pk(a, b), abs=1e-12), (a, b)
        assert ours.ghd(a, b) == pytest.approx(peer.ghd(a, b), abs=1e-12), (a, b)


def test_lists_and_other_marks():
    a, b = [0, 1, 0, 0, 1, 0], [0, 0, 1, 0, 1, 0]
    for name, more in (("windowdiff", (2,)), ("pk", (2,)), ("ghd", ())):
        expected = getattr(peer, name)(a, b, *more, boundary=1)
        assert getattr(ours, name)(a, b, *more, boundary=1) == pytest.approx(expected)
        marks = getattr(ours, name)("-x--x-", "--x-x-", *more, boundary="x")
        assert marks == pytest.approx(expected)


def test_ghd_of_all_short_strings():
    marks = ["".join(one) for one in itertools.product("01", repeat=4)]
    for a, b in itertools.product(marks, repeat=2):
        for costs in itertools.product((0.25, 1.0, 4.0), (0.25, 1.0, 4.0), (0.5, 3.0)):
            assert ours.ghd(a, b, *costs) == pytest.approx(peer.ghd(a, b, *costs), abs=1e-12), (a, b, costs)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ours.windowdiff("010", "01", 1), "3 entries, the second 2"),
        (lambda: ours.windowdiff("010", "011", 4), "k is 4; expected a window of 0 to 3 entries"),
        (lambda: ours.pk("010", "011", -1), "k is -1"),
        (lambda: ours.windowdiff(np.array([0, 1, 0, 0]), np.array([0, 0, 1, 0]), 2), "boundary=1"),
        (lambda: ours.pk([0, 0, 1], [0, 1, 0]), "boundary=1"),
        (lambda: ours.ghd(5, "011"), "entries of the first segmentation are 5"),
        (lambda: ours.ghd("010", "011", ins_cost=-1), "insertion is -1"),
    ],
)
def test_mistakes_are_told(call, says):
    with pytest.raises(InputError, match=says):
        call()


def test_where_nltk_reports_zero_for_k_of_zero():
    assert peer.pk("1111", "0000") == 0.0
    assert peer.windowdiff("1111", "0000", 0) == 0.0
    assert sm.pk("1111", "0000", convention="nltk") == 0.0
    assert sm.window_diff("1111", "0000", convention="nltk") == 0.0
    found = sm.Pk(convention="nltk").compare("1111", "0000")
    assert found.note == "the convention nltk gives k=0 here, so every comparison gives 0"
    assert sm.Pk(convention="nltk").compare("0100", "0000").note is None
    assert sm.Pk().compare("1111", "0000").note is None
