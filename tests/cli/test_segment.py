"""`seamark segment`: ready segmenters over text files and corpora."""

import json
from pathlib import Path

import pytest

from seamark.io import load
from tests.cli.running import Within, as_process

POEM = "In Xanadu did Kubla Khan.\n\nA stately pleasure-dome decree:\nWhere Alph ran.\n\n\n\nThrough caverns. Down.\n"
SEA = "The ship left the harbour under sail and the sailor on the deck watched the waves while the captain spoke. "
BREAD = "The baker put flour and yeast into the dough and the oven was hot when the bread went in with butter. "


@pytest.fixture(autouse=True)
def _texts() -> None:
    Path("poem.txt").write_text(POEM, encoding="utf-8")
    Path("song.txt").write_text("La.\n\nLa la.\n", encoding="utf-8")


def masses(file: str = "out.json", item: str = "poem", coder: str = "chunks") -> tuple[int, ...]:
    return load(file)[item][coder].masses


def test_paragraphs_by_default(seamark: Within) -> None:
    ran = seamark("segment", "poem.txt", "song.txt", "--with", "chunks", "--size", "2", "-o", "out.json")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "out.json: 2 items, 1 boundary by chunks\n"
    corpus = load("out.json")
    assert corpus.item_names == ("poem", "song")
    assert (masses(), masses(item="song")) == ((2, 1), (2,))
    assert corpus.texts == {}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--unit", "sentence"], (1, 1, 1, 1)),
        (["--unit", "line"], (1, 1, 1, 1)),
        (["--unit", "token"], (1,) * 15),
    ],
)
def test_units(options: list[str], expected: tuple[int, ...], seamark: Within) -> None:
    ran = seamark("segment", "poem.txt", "--with", "chunks", "--size", "1", "-o", "out.json", "-q", *options)
    assert (ran.code, ran.err) == (0, "")
    assert masses() == expected


def test_names_texts_and_replacing(seamark: Within) -> None:
    words = ("segment", "poem.txt", "--with", "chunks", "-o", "out.json", "-q")
    assert seamark(*words).code == 0
    again = seamark(*words)
    assert again.code == 1
    assert again.err.startswith("seamark: out.json")
    ran = seamark(*words, "--force", "--name", "mine", "--texts")
    assert ran.code == 0
    corpus = load("out.json")
    assert corpus.coder_names == ("mine",)
    assert corpus.texts["poem"][0] == "In Xanadu did Kubla Khan."


def test_standard_output_holds_the_corpus() -> None:
    ran = as_process("segment", "-", "--with", "separators", "--size", "20", stdin=POEM.encode())
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["items"] == [{"item": "text", "codings": {"separators": [1, 1, 1]}, "mass": 3}]


def test_text_tiling_finds_the_change_of_topic(seamark: Within) -> None:
    Path("story.txt").write_text("\n\n".join([SEA * 3] * 8 + [BREAD * 3] * 8), encoding="utf-8")
    ran = seamark("segment", "story.txt", "--with", "texttiling", "-o", "out.json", "-q")
    assert (ran.code, ran.err) == (0, "")
    assert 8 in load("out.json")["story"]["texttiling"].positions
