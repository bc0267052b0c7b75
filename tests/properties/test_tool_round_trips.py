"""What is written for annotation tools reads back as it was, on the same grid, or is refused."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.test_round_trips import FILE_NAMES, NAMED_TYPES, QUICK, corpora
from tests.unit.io.packages import need_packages_of

import seamark as sm

TIERS = {"tiers_as_coders": True}
#: What is needed beside the resolution to read a folder of files.
OF_TIMES = {"textgrid": TIERS, "eaf": TIERS, "jams": {}, "rttm": {}, "audacity": {}, "lab": {}, "srt": {}, "vtt": {}}
WORDS = st.text("abcé🌊.,'\"\\|[]_", min_size=1, max_size=6)
LINES = st.lists(WORDS, min_size=2, max_size=4).map(" ".join)


def boundaries(corpus: sm.Corpus) -> dict[tuple[str, str], list[tuple[int, str]]]:
    return {
        (item, coder): sorted((place, str(label)) for place, label in coding.boundaries)
        for item in corpus
        for coder, coding in corpus[item].items()
    }


@pytest.mark.parametrize("name", OF_TIMES)
def test_times(name):
    need_packages_of(name)

    @QUICK
    @given(corpora(names=FILE_NAMES, types=NAMED_TYPES, largest=1000), st.sampled_from([0.001, 0.04, 1.0]))
    def check(corpus, resolution):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out"
            try:
                sm.save(corpus, path, format=name, resolution=resolution)
            except sm.InputError:
                assert list(Path(folder).iterdir()) == []
                return
            again = sm.load(path, format=name, resolution=resolution, types="labels", **OF_TIMES[name])
            assert boundaries(again) == boundaries(corpus)
            assert again.lengths == corpus.lengths

    check()


@pytest.mark.parametrize(
    ("name", "units", "unit"),
    [
        ("doccano", LINES, "line"),
        ("doccano", WORDS, "token"),
        ("webanno", LINES, "sentence"),
        ("webanno", WORDS, "token"),
    ],
)
def test_texts(name, units, unit):
    @QUICK
    @given(corpora(names=FILE_NAMES, types=NAMED_TYPES, largest=1, texts=units, every_text=True))
    def check(corpus):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out"
            try:
                sm.save(corpus, path, format=name)
            except sm.InputError:
                assert list(Path(folder).iterdir()) == []
                return
            again = sm.load(path, format=name, unit=unit, types="labels")
            assert boundaries(again) == boundaries(corpus)
            assert again.texts == corpus.texts

    check()
