"""From texts to codings: the adapter and the ready segmenters."""

import random
from itertools import accumulate
from string import ascii_lowercase

import pytest
from nltk.tokenize.texttiling import TextTilingTokenizer

import seamark as sm
from seamark.segmenters.run import Chunks, Separators, nearest_places

TEXTS = {"poem": ["one", "two", "three", "four"], "song": ["la"]}


def test_a_callable_becomes_a_coder():
    seen = []
    corpus = sm.segment_texts(TEXTS, lambda units: range(2, len(units), 2), coder="mine", progress=seen.append)
    assert corpus["poem"]["mine"].masses == (2, 2)
    assert corpus["song"]["mine"].masses == (1,)
    assert corpus.texts["poem"] == ("one", "two", "three", "four")
    assert seen == ["poem", "song"]
    # Boundaries may come in any order, and twice.
    assert sm.segment_texts({"poem": TEXTS["poem"]}, lambda units: [3, 1, 3])["poem"]["segmenter"].masses == (1, 2, 1)


def test_a_corpus_brings_its_texts_and_its_only_type():
    codings = {"poem": {"ann": sm.Segmentation.from_positions([2], 4, ["scene"])}}
    humans = sm.Corpus(codings, texts={"poem": TEXTS["poem"]})
    corpus = sm.segment_texts(humans, lambda units: [1])
    assert corpus["poem"]["segmenter"].boundaries == ((1, "scene"),)
    named = sm.segment_texts(humans, lambda units: [1], boundary_type="shot")
    assert named["poem"]["segmenter"].boundaries == ((1, "shot"),)


def test_a_corpus_with_several_types_wants_one_named():
    codings = {"poem": {"ann": sm.Segmentation.from_positions([1, 2], 4, ["x", "y"])}}
    humans = sm.Corpus(codings, texts={"poem": TEXTS["poem"]})
    with pytest.raises(sm.InputError, match="boundaries of types 'x', 'y'"):
        sm.segment_texts(humans, lambda units: [1])
    assert sm.segment_texts(humans, lambda units: [1], boundary_type="y")["poem"]["segmenter"].types == ("y",)


@pytest.mark.parametrize(
    ("texts", "segmenter", "message"),
    [
        ({}, lambda units: [], "there are no texts"),
        ({"a": []}, lambda units: [], "item 'a': the text is"),
        ({"a": "whole"}, lambda units: [], "item 'a': the text is 'whole'; expected a list of strings, one per unit"),
        ({"a": ["x", 3]}, lambda units: [], "item 'a': the text is ['x', 3]; expected a list of strings, one per unit"),
        ({"a": ["x", "y"]}, lambda units: [2], "item 'a': position 2 is outside"),
        ({"a": ["x", "y"]}, lambda units: [0.5], "item 'a': a boundary of the segmenter is 0.5"),
        (sm.Corpus({"a": {"ann": [2]}}), lambda units: [], "item 'a' has no text"),
    ],
)
def test_faults_name_the_item(texts, segmenter, message):
    with pytest.raises(sm.InputError) as caught:
        sm.segment_texts(texts, segmenter)
    assert str(caught.value).startswith(message)


def test_an_error_of_the_segmenter_is_its_own_with_the_place_added():
    def broken(units):
        raise KeyError("model")

    with pytest.raises(KeyError, match="model") as caught:
        sm.segment_texts(TEXTS, broken)
    assert caught.value.__notes__ == ["while segmenting item 'poem'"]


@pytest.mark.parametrize(
    ("chunks", "units", "expected"),
    [
        (Chunks(2), ["a"] * 5, [2, 4]),
        (Chunks(2), ["a"] * 4, [2]),
        (Chunks(9), ["a"] * 4, []),
        (Chunks(1), ["a"] * 3, [1, 2]),
        (Chunks(5, by="words"), ["one two three", "four five", "six", "", "seven eight nine ten", "eleven"], [2, 5]),
        (Chunks(2, by="words"), ["one two three", "four", "five"], [1]),
        (Chunks(6, by="characters"), ["abc", "def", "g", "hijklmnop", "q"], [2, 3, 4]),
        (Chunks(3, by="characters"), ["abcdef"], []),
    ],
)
def test_chunks(chunks, units, expected):
    assert chunks(units) == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Chunks(0), "size is 0; expected a whole number from 1"),
        (lambda: Chunks(3, by="tokens"), "by is 'tokens'; expected one of"),
        (lambda: Separators(0), "size is 0; expected a whole number from 1"),
        (lambda: Separators(separators=()), "separators are"),
        (lambda: sm.TextTiling(w=0), "w is 0; expected a whole number from 1"),
        (
            lambda: sm.segment_texts({"sums": ["1 + 1", "= 2"]}, sm.TextTiling()),
            "item 'sums': the text has no letters; TextTiling compares words",
        ),
        (lambda: sm.baselines({"a": {"ann": [5]}}, draws=0), "draws is 0; expected a whole number from 1 to 100,000"),
    ],
)
def test_faults_of_segmenters(call, message):
    with pytest.raises(sm.InputError, match=message):
        call()


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        ([], []),
        ([12], [1]),
        ([18], [1]),  # halfway between two places: the earlier one
        ([19], [2]),
        ([4, 5, 6], []),  # nearest to the start
        ([7, 12, 13], [1]),
        ([34], []),  # nearest to the end
        ([0, 100], []),
        ([24, 12], [1, 2]),
    ],
)
def test_cuts_move_to_the_nearest_place(cuts, expected):
    # Units end at 10, 22 and 34; a place is where the next unit begins: 12 and 24.
    assert nearest_places(cuts, [10, 10, 10]) == expected


@pytest.mark.parametrize(
    ("segmenter", "text", "expected"),
    [
        (Separators(20), "short", ["short"]),
        (Separators(5), "aa bb cc", ["aa ", "bb cc"]),
        (Separators(4), "aa bb cc", ["aa ", "bb ", "cc"]),
        (Separators(9), "aa bb\n\ncc dd\n\nee", ["aa bb\n\n", "cc dd\n\nee"]),
        (Separators(8), "aa bb. cc dd. ee", ["aa bb. ", "cc dd. ", "ee"]),
        (Separators(4), "abcdefghij", ["abcd", "efgh", "ij"]),
        # The long piece is cut separately: text before it is not put into its chunks.
        (Separators(6), "a\n\nbb cc dd", ["a\n\n", "bb cc ", "dd"]),
        # Without an empty separator a word is never cut.
        (Separators(3, separators=(" ",)), "abcdef gh", ["abcdef ", "gh"]),
    ],
)
def test_separators_coarse_before_fine(segmenter, text, expected):
    chunks = segmenter._chunks(text, 0, len(text), segmenter.separators)
    assert [text[start:end] for start, end in chunks] == expected


def test_cuts_lie_between_units():
    units = ["x" * 30, "y" * 30, "z" * 400, "w" * 30]
    assert Separators(100)(units) == [2, 3]
    assert Separators(10_000)(units) == []
    assert Separators(10)(units) == [1, 2, 3]


def paragraph(words, number):
    return " ".join(words[(number * 7 + step) % len(words)] for step in range(40))


SEA = ["ship", "sail", "mast", "harbour", "wave", "captain", "anchor", "deck", "tide", "storm", "rope", "sailor"]
BAKING = ["flour", "oven", "dough", "yeast", "butter", "sugar", "crust", "loaf", "knead", "baker", "bread", "salt"]


def nltk_boundaries(units, w, k, stop_words):
    """The boundaries that nltk finds; none where it says that a text is too short."""
    lines = [" ".join(unit.split()) for unit in units]
    try:
        parts = TextTilingTokenizer(w=w, k=k, stopwords=stop_words).tokenize("\n\n".join(lines))
    except ValueError:
        return []
    ends = list(accumulate(len(line) + 2 for line in lines))
    return [1 + ends.index(cut + 2) for cut in list(accumulate(map(len, parts)))[:-1]]


@pytest.mark.parametrize("seed", range(4))
def test_text_tiling_is_that_of_nltk(seed):
    rng = random.Random(seed)  # noqa: S311  # nothing secret
    vocabulary = ["".join(rng.choice("abcdefgh") for _ in range(rng.randint(1, 6))) for _ in range(60)]
    behind = [" ", " ", " ", ", ", ". ", "-", "'", " 12 ", "\n", " - "]
    cut = 0
    for _ in range(15):
        units = []
        for _ in range(rng.randint(2, 30)):
            topic = rng.sample(vocabulary, rng.randint(1, 12))
            units.append("".join(rng.choice(topic) + rng.choice(behind) for _ in range(rng.choice([1, 3, 10, 30, 60]))))
        w, k = rng.choice([(20, 10), (5, 3), (3, 2), (1, 1), (2, 5), (10, 4), (7, 1)])
        stop_words = frozenset(rng.sample(vocabulary, 5))
        found = sm.TextTiling(w, k, stop_words)(units)
        assert found == nltk_boundaries(units, w, k, stop_words)
        cut += bool(found)
    assert cut > 5


@pytest.mark.parametrize("alphabet", ["абвгдежз", "αβγδεζηθ", "אבגדהוזח", "कखगघङचछज"])
def test_text_tiling_reads_every_alphabet(alphabet):
    """The same text in other letters has the same boundaries."""
    units = [paragraph(SEA, number) for number in range(8)] + [paragraph(BAKING, number) for number in range(8)]
    letters = {latin: alphabet[latin // 8 % 8] + alphabet[latin % 8] for latin in map(ord, ascii_lowercase)}
    # Twice as many letters, so that paragraphs are long enough in both.
    assert sm.TextTiling()([unit.translate(letters) for unit in units]) == sm.TextTiling()(units)


def test_text_tiling_keeps_marks_with_their_letters():
    """The vowel signs of Devanagari are not letters; here two topics differ only in these signs."""
    pairs = [one + other for one in "कखगघ" for other in "तथद"]
    first, second = ([f"{pair}{sign}" for pair in pairs] for sign in ("\u093f", "\u093e"))
    units = [paragraph(first, number) for number in range(8)] + [paragraph(second, number) for number in range(8)]
    assert 8 in sm.TextTiling()(units)
