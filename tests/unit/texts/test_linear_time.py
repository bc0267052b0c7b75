"""Placing takes time in proportion to the text, also where chunks repeat themselves, differ, or are of another text."""

from functools import partial

import numpy as np
import pytest

from seamark import place_chunks, place_transcript
from tests.unit.io.test_scaling import assert_linear, seconds
from tests.unit.texts.splitters import choi_text

pytestmark = pytest.mark.slow


def sentences(count: int, seed: int = 1) -> list[str]:
    return [sentence for segment in choi_text(seed, count // 7) for sentence in segment]


def chunked(count: int, size: int = 5, overlap: int = 0) -> list[str]:
    units = sentences(count)
    return [" ".join(units[start : start + size]) for start in range(0, len(units), size - overlap)]


def exact(count):
    return partial(place_chunks, " ".join(sentences(count)), chunked(count, overlap=2))


def the_same_over_and_over(count):
    return partial(place_chunks, "Yes. No. " * count, ["Yes. No. Yes. No."] * (count // 2))


def one_word_in_each_differs(count):
    changed = [chunk.replace(" the ", " THE ", 1) for chunk in chunked(count)]
    return partial(place_chunks, " ".join(sentences(count)), changed, max_lost=0.5)


def of_another_text(count):
    return partial(place_chunks, " ".join(sentences(count)), sentences(count, seed=2), max_lost=1)


def transcript(count):
    rng = np.random.default_rng(1)
    words = " ".join(sentences(count)).split()
    heard = [word if rng.random() > 0.05 else "eh" for word in words]
    return partial(place_transcript, words, [heard[start : start + 50] for start in range(0, len(heard), 50)])


CASES = [exact, the_same_over_and_over, one_word_in_each_differs, of_another_text, transcript]


@pytest.mark.parametrize("case", CASES)
def test_time_grows_with_the_text(case):
    assert_linear(case(3_000), case(12_000))


@pytest.mark.parametrize("case", [exact, transcript])
def test_a_megabyte_takes_less_than_two_seconds(case):
    assert len(" ".join(sentences(17_000))) > 1_000_000
    assert seconds(case(17_000)) < 2
