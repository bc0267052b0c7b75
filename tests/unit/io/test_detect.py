"""Which format a file is taken for, by content and suffix; what looks like another is refused, or told."""

import io
import json
import shutil
import sysconfig
from pathlib import Path
from random import Random

import pytest

import seamark as sm
from seamark.base.errors import InputError
from seamark.io import ReadOptions, load, load_with_report
from seamark.io.format import detect
from tests.formats import FIXTURES, format_cases

LABELS = b"0.0\t1.5\tcalm\n1.5\t4.0\tstorm\n"


FILES = [
    (case.name, path)
    for case in format_cases().values()
    for name, *_ in case.fixtures
    if not case.alike and (path := FIXTURES / name).is_file() and path.suffix != ".zip"
]


@pytest.mark.parametrize(("format", "path"), FILES, ids=[str(path.relative_to(FIXTURES)) for _, path in FILES])
def test_content_is_enough(format, path):
    for misleading in ("", "file", "file.csv", "file.json", "file.txt"):
        assert detect(path.read_bytes(), misleading).name == format


def test_suffix_decides_between_formats_that_look_alike():
    assert detect(LABELS, "a.txt").name == "audacity"
    assert detect(LABELS, "a.LAB").name == "lab"
    with pytest.raises(InputError, match=r"^a: may be audacity or lab; choose one with format="):
        detect(LABELS, "a")
    assert load_with_report(io.BytesIO(LABELS), ReadOptions(format="lab"), name="a").report.format == "lab"


def test_suffix_decides_when_the_content_is_broken():
    assert detect(b"{", "a.jams").name == "jams"
    assert detect(b"not XML", "a.eaf").name == "eaf"
    said = "is not supported as it is; if it is one of these, choose it with format=: json"
    with pytest.raises(InputError, match=said):
        detect(b"not JSON", "a.json")


def test_nothing_fits():
    with pytest.raises(InputError, match="is not supported, or not recognised; name the format with format="):
        detect(b"\x89PNG\r\n", "a.png")
    with pytest.raises(InputError, match=r"a\.json: is empty"):
        detect(b" \n", "a.json")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_marks(encoding):
    path = FIXTURES / "csv/voyage.csv"
    data = ("\ufeff" + path.read_text(encoding="utf-8")).encode(encoding)
    assert load_with_report(io.BytesIO(data), name="a.csv").corpus == load_with_report(path).corpus


def test_encoding_is_an_option():
    data = "item,coder,mass,position\nvoyage,Zoë,4,2\n".encode("cp1252")
    assert load(io.BytesIO(data), encoding="cp1252", name="a.csv").coder_names == ("Zoë",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end, tmp_path):
    for name in ("csv/voyage.csv", "wide/return.csv", "srt/talk.srt", "rttm/system.rttm", "lab/song.lab"):
        path = FIXTURES / name
        text = path.read_text(encoding="utf-8").replace("\n", end)
        (tmp_path / path.name).write_text(text, encoding="utf-8", newline="")
        assert load_with_report(tmp_path / path.name).corpus == load_with_report(path).corpus


def test_native_files_of_every_shape():
    item = b'{"item":"a","codings":{"x":[2,3]}}'
    assert detect(b'{"format":"seamark","version":1,"items":[' + item + b"]}", "").name == "json"
    assert detect(b'{"items":[' + item + b'],"format":"seamark","version":1}', "").name == "json"
    assert detect(b'{"format":"seamark","version":1}\n' + item, "").name == "jsonl"
    assert detect(item, "").name == "jsonl"
    assert detect(b'{"codings":{"x":[2,3]},"item":"a"}\n' * 3, "").name == "jsonl"


#: What files end with that hold text of no format of ours.
SUFFIXES = (
    *(".py", ".txt", ".rst", ".cfg", ".toml", ".md", ".h", ".c", ".ini", ".yaml", ".pyi", ".typed", ""),
    *(".yml", ".xml", ".html", ".css", ".js", ".cpp", ".hpp", ".pxd", ".sh", ".in", ".conf", ".log"),
)

HEADINGS = "The voyage\n==========\n\nWe left at dawn.\n\nThe storm\n=========\n\nWaves broke.\n"
#: Texts that look like times, or like segments between lines of equals signs.
UNCLEAR = [
    "1 Land land NN\n2 ho ho UH\n\n1 Calm calm JJ\n2 sea sea NN\n",
    "1. Boil the water\n2. Pour the tea\n3. Drink it\n",
    "1) one\n2) two\n",
    "5 5 5 5\n3 3 3 3\n",
    "8.9e-01 9.3e-01 7.5e-01 6.0e-01\n9.0e-01 9.5e-01 7.5e-01 6.0e-01\n",
    "one 1 0.0 10.0\ntwo 1 0.0 20.0\n",
    "10 green bottles\n9 green bottles\n8 green bottles\n",
    "2.5 million people live here\nand they like it.\nThat is all.\n\nThe end.\n",
    HEADINGS,
    f"==========\n{HEADINGS}",
]


@pytest.mark.parametrize("text", UNCLEAR)
def test_texts_of_no_clear_format(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.option == "format"


MSTCN = "### Frame level recognition: ###\nSIL SIL pour\n"
NOTED = {"a.txt": "Land ho", "a.ann": "T1\tCry 0 4\tLand\n#1\tAnnotatorNotes T7\tgone\n"}


@pytest.mark.parametrize(
    ("files", "options", "masses", "notes"),
    [
        ({"a.txt": "0 intro\n5 verse\n9 end\n"}, {"format": "times", "resolution": 1}, (5, 4), ()),
        ({"a.txt": HEADINGS}, {"format": "text"}, (1, 2, 1), ()),
        ({"a.md": HEADINGS}, {}, (2, 2), ()),
        ({"a.txt": "=====\nIt was ten.\nWe left.\n=====\nLand ahead\n=====\nCalm.\n"}, {}, (2, 1, 1), ()),
        ({"a.md": "---\ntitle: Voyage\n---\n# One\ntext\n\n---\n\n# Two\n"}, {}, (3, 1), ()),
        ({"a.txt": "00:00:00 - 00:01:02 Intro\n00:01:02 - 00:05:00 The sea\n"}, {}, (62_000, 238_000), ()),
        ({"a.txt": MSTCN}, {}, (2, 1), ()),
        ({"a.txt": MSTCN}, {"format": "frames"}, (2, 1), ()),
        (NOTED, {}, (1, 1), ()),
    ],
)
def test_what_is_read_and_what_is_told(tmp_path, files, options, masses, notes):
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
    corpus, report = load_with_report(path, ReadOptions(**options))
    assert corpus["a"]["coder"].masses == masses
    assert report.notes == tuple(f"{path}: {note}" for note in notes)


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("a.xml", '<?xml version="1.0"?><GateDocument version="3"><TextWithNodes/></GateDocument>', "gatenlp"),
        ("a.bdocjs", '{"text": "Land ho", "annotation_sets": {"": {"annotations": []}}}', "gatenlp"),
        ("a.exb", "<basic-transcription/>", "Partitur-Editor"),
        ("a.flk", "<folker-transcription/>", "Partitur-Editor"),
        ("a.ttml", '<tt xmlns="http://www.w3.org/ns/ttml"/>', "ttconv"),
        ("a.json", '{"text": "Land ho", "denotations": []}', "bconv"),
        ("a.json", '{"text": "Land ho", "ents": [], "tokens": []}', "Doc.from_json"),
        ("a.json", '[{"id": 1, "text": "Land ho", "annotation_id": 1, "label": [{"start": 0, "end": 4}]}]', "JSON-MIN"),
        (
            "a.ass",
            "[Script Info]\n[Events]\nFormat: Layer, Start, End, Text\nDialogue: 0,0:00:00.00,0:00:01.50,Land\n",
            "srt",
        ),
        ("a.txt", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=40\ntitle=a\n", "ffprobe"),
        ("a.qde", '<?xml version="1.0"?><Project xmlns="urn:QDA-XML:project:1.0"/>', "export coded segments"),
        ("a.tsv", " # custom.Opinion\n#id=1\n#text=Land ho\n1-1\tLand\tB-A\t\n1-2\tho\tI-A\t\n", "WebAnno TSV 2"),
        ("a.uem", "talk 1 0.000 838.833\n", "--uem"),
        ("a.conllu", "# sent_id = 1\n1\tLand\tland\tNOUN\t_\t_\t0\troot\t_\t_\n", "tags"),
        ("a.TextGrid", "ooBinaryFile\x08TextGrid\x00\x00\xf5", "save it as a text file"),
    ],
)
def test_what_is_not_read_says_how_to_get_there(tmp_path, name, text, advice):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=advice):
        load(tmp_path / name)


def test_columns_of_a_table_without_a_header_have_numbers(tmp_path):
    path = tmp_path / "marks.csv"
    path.write_text("Joe,claim,0.5,6,yes\nJoe,fact,6,15,no\nJack,claim,0.5,3,yes\n", encoding="utf-8")
    with pytest.raises(InputError, match="start=3,end=4,label=1"):
        load(path)
    columns = {"start": "3", "end": "4", "item": "1", "label": "2"}
    assert load(path, columns=columns, resolution=1).item_names == ("Joe", "Jack")


def test_files_beside_data_are_told(tmp_path):
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        (tmp_path / name).write_text("# about\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("# One\ntext\n# Two\n", encoding="utf-8")
    corpus, report = load_with_report(tmp_path)
    assert corpus.item_names == ("a",)
    assert all(name in " ".join(report.notes) for name in ("README.md", "CHANGELOG.md", "LICENSE"))


def grid(start: float, times: list[float], tiers: tuple[str, ...] = ("talk",)) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", str(start), "130", "<exists>"]
    lines.append(str(len(tiers)))
    for tier in tiers:
        edges = [start, *times, 130] if tier == tiers[0] else [start, 130]
        lines += ['"IntervalTier"', f'"{tier}"', str(start), "130", str(len(edges) - 1)]
        for number in range(len(edges) - 1):
            label = f'"{number}"' if tier == tiers[0] else '""'
            lines += [str(edges[number]), str(edges[number + 1]), label]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("kind", ["boundaries", "labels"])
def test_parts_of_a_recording_have_one_clock(tmp_path, kind):
    for coder, start in (("ann", 100), ("ben", 101)):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "talk.TextGrid").write_text(grid(start, [110.5, 120]), encoding="utf-8")
    corpus = load(tmp_path, resolution=0.5, kind=kind)
    assert corpus["talk"]["ann"] == corpus["talk"]["ben"]
    assert corpus["talk"]["ann"].masses == (21, 19, 20)


def test_tiers_of_a_template_are_no_coders(tmp_path):
    path = tmp_path / "talk.TextGrid"
    path.write_text(grid(0, [10, 20], ("talk", "empty", "other")), encoding="utf-8")
    for options in ({}, {"tiers_as_coders": True}):
        corpus = load(path, resolution=1, **options)
        assert {coder: coding.masses for coder, coding in corpus["talk"].items()} == {"talk": (10, 10, 110)}
    assert load(path, resolution=1, layer="empty")["talk"]["empty"].masses == (130,)
    assert load_with_report(path).report.suspicions[0].what.startswith("2 tiers (empty, other) without any mark")
    # A coder who marked something elsewhere marked nothing here.
    (tmp_path / "walk.TextGrid").write_text(grid(0, [10, 20], ("empty", "talk")), encoding="utf-8")
    corpus = load(tmp_path, resolution=1, tiers_as_coders=True)
    assert sorted(corpus["talk"]) == ["empty", "talk"]


def test_a_project_of_documents_of_one_text_says_how_to_export_it(tmp_path):
    for name in ("exportedproject1.json", "annotation/a.txt/ann.txt", "source/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="WebAnno TSV 3"):
        load(tmp_path)


@pytest.mark.parametrize("packed", [False, True])
def test_the_texts_of_a_project_of_refi_qda_are_not_read_as_segmentations(tmp_path, packed):
    (tmp_path / "project/sources").mkdir(parents=True)
    (tmp_path / "project/project.qde").write_text('<Project xmlns="urn:QDA-XML:project:1.0"/>', encoding="utf-8")
    (tmp_path / "project/sources/talk.txt").write_text("One.\n====\nTwo.\n", encoding="utf-8")
    place = tmp_path / "project"
    if packed:
        place = Path(shutil.make_archive(str(place), "zip", place)).rename(tmp_path / "project.qdpx")
    with pytest.raises(InputError, match="project of REFI-QDA; export the coded segments as a table"):
        load(place)


@pytest.mark.parametrize(("labels", "told"), [([], True), ([[0, 4, "claim"]], False)])
def test_a_file_of_doccano_without_any_label_is_told(tmp_path, labels, told):
    for name, given in {"ann": [[5, 9, "claim"]], "ben": labels}.items():
        example = {"id": 1, "text": "Land ahoy", "label": given}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(example), encoding="utf-8")
    found, report = load_with_report(tmp_path)[:2]
    assert set(found.coder_names) == {"ann", "ben"}
    assert any("ben.jsonl: no text has a label" in note for note in report.notes) is told


@pytest.mark.slow
def test_arbitrary_text_files_are_refused():
    """Source code, configuration and prose: texts with lines of equals signs and Markdown are what they look like, and
    ``look`` says plainly what they were taken for, and why.
    """
    places = {sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "data")}
    found = (path for place in places for path in Path(place).rglob("*") if path.suffix in SUFFIXES)
    files = sorted(path for path in found if path.is_file())
    tried = 0
    for path in Random(1).sample(files, min(3000, len(files))):  # noqa: S311
        data = path.read_bytes()
        if not data.strip() or b"\0" in data or len(data) > 2**18:
            continue
        tried += 1
        for name in (path.name, f"{path.stem}.txt"):
            try:
                taken_for = detect(data, name)
                load(io.BytesIO(data), name=name)
            except InputError:
                continue
            assert taken_for.name in ("text", "markdown"), (path, taken_for)
            if name == path.name:
                assert str(sm.look(path)).startswith(f"{path}: {taken_for.name} ({taken_for.title})\n  why: ")
    assert tried > 1000
