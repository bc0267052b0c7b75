"""Every format that can be written reads back as it was, those of annotation tools on the same grid: all of it, or the
writer says what it cannot keep.
"""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.io.packages import need_packages_of

import seamark as sm
from seamark.io import known_formats, load, save
from seamark.io.format import format_named

#: Characters that trouble somebody: quotes, separators, line ends, marks, what is written right to left, emoji.
TROUBLE = "\"',;\t\n\r\\/:|=[]{}# .-_0\u00a0\u0085\u2028\ufeff\u05d0é🌊"
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(TROUBLE), min_size=1, max_size=8)
WITHOUT_NUL = ANYTHING.filter(lambda name: "\0" not in name)
FILE_NAMES = st.text(st.sampled_from("abcXYZ 0-_,;'()[]é\u05d0🌊."), min_size=1, max_size=8).filter(
    lambda name: name[0] != "." and name[-1] not in ". "
)
# Some file systems do not tell upper from lower case.
DISTINCT = lambda names: len({name.casefold() for name in names}) == len(names)  # noqa: E731
UNITS = st.text(st.sampled_from('abc =,.é🌊\u2028"'), max_size=6).map(lambda text: f"x{text}x")

WHOLE_TYPES = st.integers(-(10**9), 10**9)
NAMED_TYPES = ANYTHING.filter(lambda label: "\0" not in label and not label.strip("-").isdecimal())
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANYTHING,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANYTHING, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def codings(draw, mass, types):
    """A segmentation of some units; types is None for plain boundaries."""
    places = draw(st.lists(st.integers(1, mass - 1), max_size=6, unique=True)) if mass > 1 else []
    if types is None:
        return sm.Segmentation.from_positions(places, mass)
    rows = {(place, draw(types)) for place in places for _ in range(draw(st.integers(1, 2)))}
    return sm.Segmentation.from_positions([row[0] for row in rows], mass, [row[1] for row in rows])


@st.composite
def corpora(
    draw, *, names=ANYTHING, types=None, largest=10**12, texts=None, every_text=False, groups=False, metadata=None
):
    """Corpora with missing codings; what is not asked for is not in them."""
    coders = draw(st.lists(names, min_size=1, max_size=3, unique=True).filter(DISTINCT))
    items = draw(st.lists(names, min_size=1, max_size=3, unique=True).filter(DISTINCT))
    rows, units = {}, {}
    for item in items:
        with_text = texts is not None and (every_text or draw(st.booleans()))
        mass = draw(st.integers(1, 8) if with_text else st.integers(1, 20) | st.integers(1, largest))
        who = draw(st.lists(st.sampled_from(coders), min_size=1, unique=True))
        rows[item] = {coder: draw(codings(mass, types)) for coder in who}
        if with_text:
            units[item] = draw(st.lists(texts, min_size=mass, max_size=mass))
    present = sorted({coder for row in rows.values() for coder in row})
    groups_of = draw(st.dictionaries(st.sampled_from(present), st.integers() | ANYTHING)) if groups else {}
    told = draw(st.dictionaries(names, metadata, max_size=3)) if metadata is not None else {}
    return sm.Corpus(rows, texts=units, groups=groups_of, metadata=told)


RICH = {"types": WHOLE_TYPES | ANYTHING, "texts": ANYTHING, "groups": True, "metadata": JSON_VALUES}

#: For each format corpora with all that it promises to keep.
KEPT = {
    "json": corpora(**RICH),
    "jsonl": corpora(**RICH),
    "csv": corpora(names=WITHOUT_NUL, types=WHOLE_TYPES | NAMED_TYPES),
    "tsv": corpora(names=WITHOUT_NUL, types=WHOLE_TYPES | NAMED_TYPES),
    "segeval-json": corpora(metadata=JSON_VALUES).filter(
        lambda corpus: not {"items", "segmentation_type", "format"} & corpus.metadata.keys()
    ),
    "segeval-tsv": corpora(names=FILE_NAMES),
    "text": corpora(names=FILE_NAMES, types=st.integers(0, 99), largest=1, texts=UNITS, every_text=True),
    "parquet": st.one_of(
        corpora(types=WHOLE_TYPES, groups=True, metadata=JSON_VALUES),
        corpora(types=ANYTHING, groups=True, metadata=JSON_VALUES),
    ),
}

#: Corpora of any kind, also such as no format but JSON can keep.
ANY = st.one_of(
    corpora(**RICH),
    corpora(names=FILE_NAMES, types=WHOLE_TYPES | NAMED_TYPES, largest=100, texts=UNITS, every_text=True),
    corpora(
        names=st.text(max_size=4, min_size=1), types=st.none() | st.floats(allow_nan=False) | ANYTHING, largest=100
    ),
)

QUICK = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


WRITABLE = pytest.mark.parametrize(
    "name", [format.name for format in known_formats() if format.writable and format.measure == "units"]
)


def kept_by(name: str):
    """Corpora that a format keeps as they are; of one that is not listed, plain ones with plain names."""
    return KEPT[name] if name in KEPT else corpora(names=st.text("abc", min_size=1, max_size=3))


def same(one: sm.Corpus, other: sm.Corpus) -> bool:
    """Equal in everything: also in what equality of corpora does not look at."""
    return one == other and dict(one.metadata) == dict(other.metadata) and one.types == other.types


@WRITABLE
def test_reads_back_equal_whether_the_format_is_named_or_told(name):
    need_packages_of(name)
    format = format_named(name)
    suffix = "" if format.write_file is None else format.suffixes[0]

    @QUICK
    @given(kept_by(name))
    def check(corpus):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"corpus{suffix}"
            save(corpus, path, format=name)
            assert same(load(path, format=name), corpus)
            if name == "text" and not any(row.positions for row in corpus.codings):
                return  # without a separator, nothing in the files says what they are
            assert same(load(path), corpus)

    check()


def check_kept(corpus, name, equal=same, resolution=None, **loaded):
    """What is written reads back equal; what is refused leaves nothing behind."""
    times = {} if resolution is None else {"resolution": resolution}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus"
        try:
            save(corpus, path, format=name, **times)
        except sm.InputError:
            assert list(Path(folder).iterdir()) == []
        else:
            assert equal(load(path, format=name, **times, **loaded), corpus)


@WRITABLE
def test_refuses_or_reads_back_equal(name):
    need_packages_of(name)
    for character in TROUBLE:
        check_kept(sm.Corpus({f"a{character}b": {f"c{character}d": [2, 2]}}), name)
    QUICK(given(ANY)(lambda corpus: check_kept(corpus, name)))()


def same_boundaries(one: sm.Corpus, other: sm.Corpus) -> bool:
    """Equal in lengths, texts and boundaries, whose types are read as names."""
    rows = [
        {
            (item, coder): sorted((place, str(label)) for place, label in coding.boundaries)
            for item, codings in corpus.items()
            for coder, coding in codings.items()
        }
        for corpus in (one, other)
    ]
    return rows[0] == rows[1] and one.lengths == other.lengths and one.texts == other.texts


#: Formats of tools that are written: of times, and of texts.
OF_TIMES, TEXT_TOOLS = (
    [format.name for format in known_formats() if format.writable and format.measure in measures]
    for measures in (("seconds",), ("characters", "characters or seconds"))
)
WORDS = st.text("abcé🌊.,'\"\\|[]_", min_size=1, max_size=6)
LINES = st.lists(WORDS, min_size=2, max_size=4).map(" ".join)
OF_TEXTS = [
    *((name, WORDS, "token") for name in TEXT_TOOLS),
    ("doccano", LINES, "line"),
    ("webanno", LINES, "sentence"),
]


@pytest.mark.parametrize("name", OF_TIMES)
def test_times_of_tools(name):
    need_packages_of(name)

    @QUICK
    @given(corpora(names=FILE_NAMES, types=NAMED_TYPES, largest=1000), st.sampled_from([0.001, 0.04, 1.0]))
    def check(corpus, resolution):
        tiers = {"tiers_as_coders": True} if format_named(name).names == "tiers" else {}
        check_kept(corpus, name, same_boundaries, resolution, types="labels", **tiers)

    check()


@pytest.mark.parametrize(("name", "units", "unit"), OF_TEXTS)
def test_texts_of_tools(name, units, unit):
    given_ones = corpora(names=FILE_NAMES, types=NAMED_TYPES, largest=1, texts=units, every_text=True)
    QUICK(given(given_ones)(lambda corpus: check_kept(corpus, name, same_boundaries, unit=unit, types="labels")))()
