"""What readers tell beside codings, what several files are together, and exports that say less than others."""

import pytest

from seamark.io import ReadOptions, load, load_with_report
from tests.formats import FIXTURES
from tests.unit.io.packages import need_packages_of

CHARACTERS = {"unit": "character"}
TIERS = {"tiers_as_coders": True}


@pytest.mark.parametrize(
    ("name", "options", "notes"),
    [
        (
            "label-studio/text.json",
            {"unit": "sentence"},
            [
                "left out, because their annotator skipped them: 1 annotation",
                "label-studio/text.json: regions that are not spans are left out: 1 choices",
            ],
        ),
        (
            "label-studio/emoji.json",
            CHARACTERS,
            ["near misses are counted in characters, and S is close to 1 in any case"],
        ),
        ("prodigy/voyage.jsonl", {"unit": "token"}, ["left out, because they were rejected or ignored: 1 task"]),
        ("eaf/talk.eaf", TIERS, ["tiers that refer to other tiers are left out: gloss"]),
        ("chat/talk.cha", {}, ["left out, because they have no time: 1 utterance"]),
        ("chapters/talk.txt", {}, ["--duration (duration=) sets its length"]),
        ("chapters/talk.txt", {"duration": 4000}, []),
        ("wide/voyage.csv", {}, ["coder 'cat' did not code item 'voyage'"]),
        ("brat", {"unit": "sentence"}, ["left out, since files of such names are not data: README.md"]),
    ],
)
def test_notes(name, options, notes):
    need_packages_of(name)
    found = load_with_report(FIXTURES / name, ReadOptions(**options)).report.notes
    assert len(found) == len(notes)
    assert all(found[i].endswith(note) for i, note in enumerate(notes))


def test_annotators_of_different_texts(tmp_path):
    for coder, text in (("ann", "Land ho!"), ("ben", "Land, ho!")):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "a.txt").write_text(text, encoding="utf-8")
        (tmp_path / coder / "a.ann").write_text("T1\tCry 0 4\tLand\n", encoding="utf-8")
    with pytest.raises(ValueError, match="coder 'ben' marked another text than coder 'ann'"):
        load(tmp_path)


def test_recordings_of_different_length(tmp_path):
    long = (FIXTURES / "textgrid/long.TextGrid").read_text(encoding="utf-8")
    for coder, text in (("ann", long), ("ben", long.replace("2.3", "2.4"))):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "a.TextGrid").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"lasts 2\.4 s for coder 'ben', 2\.3 s for coder 'ann'"):
        load(tmp_path, layer="Mary")
    assert load(tmp_path, layer="Mary", resolution=0.5).lengths == {"a": 5}
