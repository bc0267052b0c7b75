"""Segments of a transcript with other words are placed where the words around them stand."""

import numpy as np
import pytest

import seamark as sm
from tests.unit.texts.splitters import choi_text


def heard(words: list[str], rate: float, rng: np.random.Generator) -> list[tuple[int, str]]:
    """The words as a recogniser would have them, each with the number of the reference word that it is or follows."""
    found = []
    for number, word in enumerate(words):
        chance = rng.random()
        if chance < rate / 3:
            found.append((number, str(rng.choice(words))))
        elif chance < 2 * rate / 3:
            continue
        else:
            found.append((number, word))
            if chance < rate:
                found.append((number, str(rng.choice(words))))
    return found


def test_five_percent_of_words_replaced_dropped_or_added():
    rng = np.random.default_rng(11)
    errors, undoubted = [], 0
    for seed in range(30):
        words = " ".join(sentence for segment in choi_text(seed) for sentence in segment).split()
        spoken = heard(words, 0.05, rng)
        cuts = sorted(rng.choice(np.arange(1, len(spoken)), 20, replace=False).tolist())
        segments = [[word for _, word in spoken[a:b]] for a, b in zip([0, *cuts], [*cuts, len(spoken)], strict=True)]
        placed = sm.place_transcript(words, segments)
        doubtful = {doubt.chunk: doubt for doubt in placed.doubtful}
        for number, cut in enumerate(cuts):
            # Between the word before the cut and the one behind it; an added word belongs to the one it follows.
            expected = spoken[cut][0] + (spoken[cut][0] == spoken[cut - 1][0])
            found = placed.spans[number][1]
            errors.append(abs(found - expected))
            undoubted += bool(errors[-1]) and number not in doubtful
            if number in doubtful:
                assert doubtful[number].earliest <= found <= doubtful[number].latest
    assert len(errors) == 600
    assert sum(error <= 1 for error in errors) >= 0.99 * len(errors)
    assert undoubted <= 0.01 * len(errors)


@pytest.mark.parametrize("unit", ["words", "sentences"])
def test_the_same_words_leave_no_doubt(unit):
    segments = choi_text(2)
    sentences = [sentence for segment in segments for sentence in segment]
    reference = " ".join(sentences).split() if unit == "words" else sentences
    placed = sm.place_transcript(reference, [" ".join(segment).lower() for segment in segments])
    sizes = [len(" ".join(segment).split()) if unit == "words" else len(segment) for segment in segments]
    assert placed.segmentation.masses == tuple(sizes)
    assert placed.doubtful == placed.lost == ()
    assert (placed.uncovered, placed.moved) == (0, 0)


def test_how_far_a_boundary_is_in_doubt():
    reference = ["a", "b", "c", "d", "e", "f", "g", "h"]
    placed = sm.place_transcript(reference, ["a b x", "g h"])
    (doubt,) = placed.doubtful
    assert (doubt.chunk, doubt.earliest, doubt.latest) == (0, 2, 6)
    assert doubt.earliest <= doubt.position <= doubt.latest


def test_a_segment_of_other_words_is_lost():
    placed = sm.place_transcript(["a", "b", "c", "d"], ["a b", "x y z", "c d"])
    assert [(part.chunk, part.text) for part in placed.lost] == [(1, "x y z")]
    assert placed.segmentation.positions == (2,)


def test_long_texts_without_a_run_in_common():
    # Every second word differs, so that nothing splits the texts.
    reference = [f"r{n}" if n % 2 else f"w{n}" for n in range(2000)]
    hypothesis = [f"h{n}" if n % 2 else f"w{n}" for n in range(2000)]
    placed = sm.place_transcript(reference, [hypothesis[:1000], hypothesis[1000:]])
    assert placed.segmentation.positions == (1000,)


@pytest.mark.parametrize(
    ("reference", "segments", "message"),
    [
        ([], ["a"], "the reference has no words"),
        (["a"], [], "the transcript has no words"),
        (["a"], ["b"], "no word in common"),
        ("a b", ["a"], "reference_units are 'a b'"),
        (["a"], [5], "a segment are 5"),
        (["a"], [[5]], "a word is 5; expected a string"),
        ([5], ["a"], "a unit of the reference is 5"),
    ],
)
def test_what_cannot_be_used_is_named(reference, segments, message):
    with pytest.raises(sm.InputError, match=message):
        sm.place_transcript(reference, segments)
