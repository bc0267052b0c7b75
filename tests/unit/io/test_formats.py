"""Every format against the files that ``tests/formats`` declares for it: sound, refused, and with known values.

The README beside each fixture says after which description it was made. What is expected follows from the files by the
rules of ``docs/formats.md``: worked out by hand and by a script that parses the raw files itself, not by the readers.
"""

import io

import pytest

import seamark as sm
from seamark.io import ReadOptions, load, load_with_report
from tests.formats import FIXTURES, FormatCase, format_cases, of_every_case
from tests.unit.io.packages import need_packages_of


def refused(source, path, line: int | None, **options) -> None:
    """Loading fails with one line that names the file and, if it is given, the line."""
    with pytest.raises(sm.InputError) as caught:
        load(source, **options)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    assert len(message) < 500
    if line is not None:
        assert message.startswith(f"{path}:{line}: ")
        assert not isinstance(caught.value, sm.ParseError) or caught.value.line == line


@pytest.mark.parametrize("case", format_cases().values(), ids=format_cases())
def test_the_sound_file_is_read(tmp_path, case: FormatCase):
    need_packages_of(case.name)
    path = case.write(tmp_path)
    corpus = load(path, format=case.name)
    assert any(len(coding if isinstance(coding, sm.Spans) else coding.masses) > 1 for coding in corpus.codings)
    assert case.name == "frames" or load(path) == corpus  # which matches nothing


@pytest.mark.parametrize(("case", "change"), of_every_case(lambda case: case.changes))
def test_a_file_that_contradicts_itself(tmp_path, case: FormatCase, change):
    need_packages_of(case.name)
    old, new, line = (*change, None)[:3]
    assert old in case.sound
    path = case.write(tmp_path, case.sound.replace(old, new, 1))
    refused(path, path, line, format=case.name)


@pytest.mark.parametrize(("case", "broken"), of_every_case(lambda case: case.broken))
def test_a_broken_file(tmp_path, case: FormatCase, broken):
    need_packages_of(case.name)
    given = broken if isinstance(broken, tuple) else (broken,)
    data, line, name, options = (*given, *(None, case.file, {})[len(given) - 1 :])
    path = case.write(tmp_path, data, name)
    refused(path, path, line, **options)
    refused(io.BytesIO(data), name, None, name=name, **options)


@pytest.mark.parametrize(("case", "fixture"), of_every_case(lambda case: case.fixtures))
def test_fixture(case: FormatCase, fixture):
    need_packages_of(case.name)
    name, options, codings = fixture
    expected = {
        item: {coder: sm.Segmentation.from_masses(one) if isinstance(one, list) else one for coder, one in row.items()}
        for item, row in codings.items()
    }
    path = FIXTURES / name
    for chosen in (None, case.name):
        corpus, report = load_with_report(path, ReadOptions(**{"format": chosen, **options}))
        assert report.format == case.name
        assert {item: dict(row) for item, row in corpus.items()} == expected
        assert corpus.item_names == tuple(codings)
        assert corpus.coder_names == tuple(dict.fromkeys(coder for row in codings.values() for coder in row))
    if path.is_file():
        with path.open("rb") as stream:
            assert load(stream, name=path.name, **options) == corpus


@pytest.mark.parametrize(("case", "fixture"), of_every_case(lambda case: case.texts))
def test_texts(case: FormatCase, fixture):
    need_packages_of(case.name)
    name, options, texts = fixture
    assert load(FIXTURES / name, **options).texts == texts


@pytest.mark.parametrize(("case", "fixture"), of_every_case(lambda case: case.labels))
def test_labels_as_types(case: FormatCase, fixture):
    need_packages_of(case.name)
    name, options, item, coder, types = fixture
    corpus = load(FIXTURES / name, types="labels", **options)
    assert [tuple(boundary) for boundary in corpus[item][coder].boundaries] == types
