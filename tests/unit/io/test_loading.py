"""Files, folders and streams, and what their places name."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import seamark as sm
from seamark.io import load, load_with_report

SRT = "1\n00:00:00,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:03,000\nB\n"


def fill(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


RTTM = "SPEAKER rec 1 0.0 1.0 <NA> <NA> x <NA> <NA>\n"
WIDE = "unit,ann\n1,1\n2,2\n"


@pytest.mark.parametrize(
    ("files", "options", "found"),
    [
        (
            {"ann/a.srt": SRT, "ann/b.srt": SRT, "ben/a.srt": SRT, "README.md": "about", "ann/.hidden": "x"},
            {},
            {"a": ["ann", "ben"], "b": ["ann"]},
        ),
        ({"a/ann.srt": SRT, "a/ben.srt": SRT}, {"layout": "item/coder"}, {"a": ["ann", "ben"]}),
        ({"a.srt": SRT, "b.srt": SRT}, {}, {"a": ["coder"], "b": ["coder"]}),
        ({"a.srt": SRT, "b.srt": SRT}, {"coder": "ann"}, {"a": ["ann"], "b": ["ann"]}),
        # files that name items, and files that name coders
        ({"ann.rttm": RTTM, "ben.rttm": RTTM}, {}, {"rec": ["ann", "ben"]}),
        ({"ann/one.rttm": RTTM, "ann/two.rttm": RTTM.replace("rec", "tape")}, {}, {"rec": ["ann"], "tape": ["ann"]}),
        ({"a.csv": WIDE, "more/b.csv": WIDE}, {}, {"a": ["ann"], "more,b": ["ann"]}),
    ],
)
def test_places_name_items_and_coders(tmp_path, files, options, found):
    corpus = load(fill(tmp_path, files), **options)
    assert {item: sorted(row) for item, row in corpus.items()} == found


def test_files_come_in_natural_order(tmp_path):
    stems = ["ch", "ch1", "ch2a", "ch2b", "ch10", "ch10-2", "ch10-10", "part9", "part10"]
    fill(tmp_path, {f"{stem}.csv": WIDE for stem in reversed(stems)})
    assert load(tmp_path).item_names == tuple(stems)


def test_several_files_are_one_corpus(tmp_path):
    native = '{"format":"seamark","version":1,"groups":{"ann":1},"items":[{"item":"a","codings":{"ann":[2,3]}}]}'
    fill(tmp_path, {"ann.json": native, "ben/a.csv": "unit,ben\n" + "".join(f"{n},1\n" for n in range(1, 6))})
    fill(tmp_path, {"cat/a.txt": "one\ntwo\n===\nthree\nfour\nfive\n".replace("===", "=====")})
    given = [tmp_path / "ann.json", str(tmp_path / "ben"), (tmp_path / "cat/a.txt").open("rb")]
    with given[2]:
        corpus, report = load_with_report(given, name="a.txt")
    texts = {"a": ["one", "two", "three", "four", "five"]}
    codings = {"a": {"ann": [2, 3], "ben": [5], "coder": [2, 3]}}
    assert corpus == sm.Corpus(codings, texts=texts, groups={"ann": 1})
    assert (report.format, report.files) == ("json, wide, text", 3)
    assert load([tmp_path / "ann.json"]) == load(tmp_path / "ann.json")


@pytest.mark.parametrize(
    ("files", "options", "wanted"),
    [
        (("1.json", "2.json"), {}, r"2\.json: item 'a': coder 'ann' occurs twice; .* \(also in .*1\.json\)"),
        (("1.json", "3.json"), {}, r"1\.json \+ .*3\.json: item 'a': coder 'ben' covers 6 units, coder 'ann' covers 5"),
        (("1.json", "none.json"), {}, r"none\.json: no such file or folder"),
        (("1.json", "4.csv"), {"layer": "x"}, r"1\.json: layer has no meaning for json, whose files have none"),
        (("1.json", "1.json"), {}, r"1\.json: is given twice"),
        ((), {}, "source is empty; expected at least one file, folder or stream"),
    ],
)
def test_several_files_that_do_not_fit(tmp_path, files, options, wanted):
    ours = '{"format":"seamark","version":1,"items":[{"item":"a","codings":{%s}}]}'
    fill(tmp_path, {"1.json": ours % '"ann":[2,3]', "2.json": ours % '"ann":[2,3]', "3.json": ours % '"ben":[6]'})
    fill(tmp_path, {"4.csv": "unit,ben\n1,1\n"})
    with pytest.raises(sm.InputError, match=wanted):
        load([tmp_path / file for file in files], **options)


def test_folders_name_the_coders_of_several_files_of_one_name(tmp_path):
    fill(tmp_path, {"ann/song.srt": SRT, "ben/song.srt": SRT, "ben/tale.srt": SRT})
    files = [tmp_path / "ann/song.srt", tmp_path / "ben/song.srt"]
    assert {item: list(codings) for item, codings in load(files).items()} == {"song": ["ann", "ben"]}
    assert list(load(files, layout="item/coder")) == ["ann", "ben"]
    assert list(load([files[0], tmp_path / "ben/tale.srt"])) == ["song", "tale"]
    said = r"ben/song\.srt: item 'song': coder 'x' occurs twice.*also in .*ann/song\.srt"
    with pytest.raises(sm.InputError, match=said):
        load(files, coder="x")


def test_files_of_another_kind_are_told(tmp_path):
    fill(tmp_path, {"a.csv": "unit,ann\n1,1\n2,2\n", "notes.pdf": "x", "x.bin": "x"})
    corpus, report = load_with_report(tmp_path)
    assert corpus.item_names == ("a",)
    assert report.notes == ("files of another kind are left out: notes.pdf, x.bin",)
    assert report.files == 1


def test_a_broken_file_in_a_folder_is_not_passed_over(tmp_path):
    fill(tmp_path, {"a.csv": "unit,ann\n1,1\n2,2\n", "b.csv": "unit,ann\n1,one\n"})
    with pytest.raises(sm.InputError, match=r"b\.csv:2: the segment of coder 'ann' is 'one'"):
        load(tmp_path)


def test_stream_without_a_name():
    assert load(io.BytesIO(b'{"items":{"a":{"ann":[2,3]}}}')).item_names == ("a",)
    assert load(io.BytesIO(SRT.encode())).item_names == ("<stream>",)


def test_pipe(tmp_path):
    """A path that is not a file but can be read, such as a shell's <(...)."""
    pipe = tmp_path / "pipe.srt"
    os.mkfifo(pipe)
    writer = subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write({SRT!r})"])
    assert load(pipe)["pipe"]["coder"].masses == (1000, 2000)
    assert writer.wait(10) == 0


def test_name_in_another_encoding(tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.srt"
    Path(os.fsdecode(path)).write_text(SRT, encoding="utf-8")
    assert load(os.fsdecode(path)).item_names == ("caf�",)


def test_keys_within_strings_are_not_keys():
    line = b'{"item":"a\\"b\\": \\"c","codings":{"\\":\\":":[2,3]},"texts":["\\": ", "x\\"", "", "", ":"]}'
    assert load(io.BytesIO(line), name="a.jsonl") == sm.Corpus(
        {'a"b": "c': {'":":': [2, 3]}}, texts={'a"b": "c': ['": ', 'x"', "", "", ":"]}
    )
