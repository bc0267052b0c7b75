"""Tables as people make them: each is read right by itself, or by the ``--columns`` line that its error prints."""

import json
import shlex
from datetime import time
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import seamark as sm
from seamark.io import ReadOptions, load_with_report
from tests.cli.running import Within

#: A recording of four seconds, with a boundary after one and a half, in halves of a second.
ONE = [3, 5]
OTHER = [4, 4]
TALK = {"talk": {"coder": ONE}}
BOTH = {"talk": {"ann": ONE, "ben": OTHER}}
STORY = {"story": {"ann": [2, 2], "ben": [3, 1]}}
HALVES = ("--resolution", "0.5")


class Table(NamedTuple):
    """The file, what it holds (by item and coder, masses), and options that a person would have to give."""

    name: str
    content: Any
    expected: dict[str, dict[str, list[int]]] = TALK
    options: tuple[str, ...] = HALVES
    #: Whether it is read only with the columns that the error prints.
    refused: bool = False


ROWS = "0,1.5,a\n1.5,4,b\n"
CODER_ROWS = "ann,0,1.5,a\nann,1.5,4,b\nben,0,2,a\nben,2,4,b\n"
BOTH_ROWS = "".join(f"talk,{row}\n" for row in CODER_ROWS.splitlines())
TABLES = {
    "start, end, label": Table("talk.csv", f"start,end,label\n{ROWS}"),
    "capitals and spaces": Table("talk.csv", f"Start Time, End Time ,Label\n{ROWS}"),
    "from and to": Table("talk.csv", f"from,to,tag\n{ROWS}"),
    "onset and duration": Table("talk.tsv", "onset\tduration\tcategory\n0\t1.5\ta\n1.5\t2.5\tb\n"),
    "seconds in brackets": Table("talk.csv", f"Start (s),End (s),Code\n{ROWS}"),
    "milliseconds in the name": Table("talk.csv", "start_ms,end_ms,label\n0,1500,a\n1500,4000,b\n"),
    "an export of ELAN": Table("talk.txt", "Begin Time - msec\tEnd Time - msec\tdefault\n0\t1500\ta\n1500\t4000\tb\n"),
    "a clock of ELAN": Table(
        "talk.tsv",
        "Begin Time - hh:mm:ss.ms\tEnd Time - hh:mm:ss.ms\tAnnotation\n"
        "00:00:00.000\t00:00:01.500\ta\n00:00:01.500\t00:00:04.000\tb\n",
    ),
    "frames": Table("talk.csv", "start_frame,end_frame,action\n0,3,a\n3,8,b\n", TALK, ("--time-unit", "frames@2")),
    "minutes and seconds": Table(
        "talk.csv", "start,end,title\n0:00,1:30,a\n1:30,4:00,b\n", TALK, ("--resolution", "30")
    ),
    "German, semicolons, decimal commas": Table("talk.csv", "von;bis;Etikett\n0,0;1,5;a\n1,5;4,0;b\n"),
    "French": Table("talk.csv", "Début;Fin;Code\n0;1,5;a\n1,5;4;b\n"),
    "a title above": Table("talk.csv", f"Annotations of the talk\n\nstart,end,label\n{ROWS}"),
    "a title with commas above": Table(
        "talk.csv", "Annotations, second round\nDate: 3 May;;\nstart;end;label\n0;1,5;a\n1,5;4;b\n"
    ),
    "empty columns behind": Table("talk.csv", "start,end,label,,\n0,1.5,a,,\n1.5,4,b,,\n,,,,\n"),
    "the index of pandas": Table("talk.csv", ",start,end,label\n0,0,1.5,a\n1,1.5,4,b\n"),
    "the row names of R": Table("talk.csv", '"start","end","label"\n"1",0,1.5,"a"\n"2",1.5,4,"b"\n'),
    "a mark of UTF-8 and line ends of Windows": Table(
        "talk.csv", b"\xef\xbb\xbfstart,end,label\r\n0,1.5,a\r\n1.5,4,b\r\n"
    ),
    "Unicode text of Excel": Table("talk.txt", "start\tend\tlabel\r\n0\t1.5\ta\r\n1.5\t4\tb\r\n".encode("utf-16")),
    "labels with commas and lines": Table("talk.csv", 'start,end,label\n0,1.5,"a, and\nmore"\n1.5,4,b\n'),
    "documents and annotators": Table("study.csv", f"doc,annotator,begin,stop,tag\n{BOTH_ROWS}", BOTH),
    "video_id and rater": Table("study.csv", f"video_id,rater,start_time,end_time,class\n{BOTH_ROWS}", BOTH),
    "speakers": Table("talk.csv", "start,end,speaker\n0,1.5,SPK1\n1.5,4,SPK2\n"),
    "inclusive ends": Table(
        "talk.csv", "start,end\n1,448\n449,1037\n", {"talk": {"coder": [448, 589]}}, ("--ends", "inclusive")
    ),
    "samples": Table(
        "talk.csv", "start,end,phone\n0,3000,h#\n3000,8000,sh\n", TALK, (*HALVES, "--time-unit", "samples@2000")
    ),
    "no header": Table("talk.csv", ROWS, TALK, (*HALVES, "--columns", "start=1,end=2,label=3")),
    "starts alone": Table("talk.csv", "start,label\n0,a\n1.5,b\n4,end\n"),
    "a set that tells coders": Table("talk.csv", f"set,start,end,speaker\n{CODER_ROWS}", BOTH, refused=True),
    "a tier that tells coders": Table("talk.csv", f"tier,start,end,label\n{CODER_ROWS}", BOTH, refused=True),
    "a column that tells items": Table(
        "study.csv",
        "talk no,start,end,label\nt1,0,1.5,a\nt1,1.5,4,b\nt2,0,2,a\nt2,2,4,b\n",
        {"t1": {"coder": ONE}, "t2": {"coder": OTHER}},
        refused=True,
    ),
    "names that tell nothing": Table("talk.csv", "Zeitpunkt A;Zeitpunkt B;Was\n0;1,5;a\n1,5;4;b\n", refused=True),
    "a length that could be an end": Table(
        "study.csv",
        "item,annotator,length,boundary\n"
        "t1,ann,9,3\nt1,ann,9,7\nt1,ben,9,4\nt1,ben,9,7\nt2,ann,8,3\nt2,ann,8,5\nt2,ben,8,4\n",
        {"t1": {"ann": [3, 4, 2], "ben": [4, 3, 2]}, "t2": {"ann": [3, 2, 3], "ben": [4, 4]}},
        (),
        refused=True,
    ),
    "a row per unit, a column per coder": Table(
        "story.csv", "sentence,ann,ben\n1,1,1\n2,1,1\n3,2,1\n4,2,2\n", STORY, ()
    ),
    "texts in the first column": Table(
        "story.csv", "text,ann,ben\nOne went.,1,1\nTwo came.,1,1\nThree saw.,2,1\nFour left.,2,2\n", STORY, ()
    ),
    "index and unit": Table("story.csv", ",unit,ann,ben\n0,1,1,1\n1,2,1,1\n2,3,2,1\n3,4,2,2\n", STORY, ()),
    "page and unit": Table("story.csv", "page,unit,ann,ben\n1,1,1,1\n1,2,1,1\n2,3,2,1\n2,4,2,2\n", STORY, ()),
    "page alone": Table("story.csv", "page,ann,ben\n1,1,1\n1,1,1\n2,2,1\n2,2,2\n", STORY, ()),
    "index alone": Table("story.csv", ",ann,ben\n0,1,1\n1,1,1\n2,2,1\n3,2,2\n", STORY, ()),
    "names with commas": Table(
        "talk.csv", '"begin, s","end, s"\n0,1.5\n1.5,4\n', TALK, (*HALVES, "--columns", 'start="begin, s",end="end, s"')
    ),
    "numbers with a fraction": Table(
        "story.csv", "unit,ann,ben\n1.0,1.0,1.0\n2.0,1.0,1.0\n3.0,2.0,1.0\n4.0,2.0,2.0\n", STORY, ()
    ),
    "coders without units": Table("story.csv", "ann,ben\n1,1\n1,1\n2,1\n2,2\n", STORY, (), refused=True),
    "a row per unit, the segment in a column": Table(
        "study.csv",
        "document,coder,sentence,section\n"
        + "".join(
            f"story,{coder},{n},{'intro' if n <= end else 'rest'}\n"
            for coder, end in (("ann", 2), ("ben", 3))
            for n in (1, 2, 3, 4)
        ),
        STORY,
        (),
    ),
    "crosses where segments start": Table(
        "story.csv", "sentence,ann,ben\nOne.,x,x\nTwo.,,\nThree.,x,\nFour.,,x\n", STORY, ("--flags",)
    ),
    "1 where a segment ends": Table(
        "story.csv", "unit,ann,ben\n1,0,0\n2,1,0\n3,0,1\n4,1,1\n", STORY, ("--flags", "ends")
    ),
    "a column that says so": Table(
        "story.csv", "text,new_segment\nOne.,1\nTwo.,0\nThree.,1\nFour.,0\n", {"story": {"coder": [2, 2]}}, ()
    ),
    "a row per boundary": Table(
        "study.csv", "doc,annotator,boundary_position,n_units\nstory,ann,2,4\nstory,ben,3,4\n", STORY, ()
    ),
    "Excel with a title": Table("talk.xlsx", [["Talk"], [], ["Start", "End", "Label"], [0, 1.5, "a"], [1.5, 4, "b"]]),
    "Excel with times of day": Table(
        "talk.xlsx",
        [["start", "end"], [time(0, 0, 0), time(0, 0, 30)], [time(0, 0, 30), time(0, 1, 20)]],
        TALK,
        ("--resolution", "10"),
    ),
    "a sheet per coder": Table(
        "talk.xlsx",
        {"ann": [["start", "end"], [0, 1.5], [1.5, 4]], "ben": [["start", "end"], [0, 2], [2, 4]]},
        BOTH,
        (*HALVES, "--tiers-as-coders"),
    ),
    "OpenDocument": Table("story.ods", [["unit", "ann", "ben"], [1, 1, 1], [2, 1, 1], [3, 2, 1], [4, 2, 2]], STORY, ()),
}


def written(path: Path, content: Any) -> None:
    """Put a table where it belongs: text as it is, cells into a spreadsheet."""
    if isinstance(content, str | bytes):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    else:
        sheets = content if isinstance(content, dict) else {"Sheet1": content}
        (_write_ods if path.suffix == ".ods" else _write_excel)(path, sheets)


def _write_excel(path: Path, sheets: dict[str, list[list[Any]]]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)


def _write_ods(path: Path, sheets: dict[str, list[list[Any]]]) -> None:
    pytest.importorskip("odf")
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table as OdfTable
    from odf.table import TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    for name, rows in sheets.items():
        table = OdfTable(name=name)
        for row in rows:
            line = TableRow()
            for value in row:
                number = {"valuetype": "float", "value": value} if isinstance(value, int) else {"valuetype": "string"}
                cell = TableCell(**number)
                cell.addElement(P(text=str(value)))
                line.addElement(cell)
            table.addElement(line)
        book.spreadsheet.addElement(table)
    book.save(str(path))


@pytest.mark.parametrize("what", TABLES)
def test_a_table_of_people(seamark: Within, what: str) -> None:
    name, content, expected, options, refused = TABLES[what]
    if name.endswith((".xlsx", ".ods")):
        pytest.importorskip("python_calamine")
    written(Path(name), content)
    ran = seamark("convert", name, "out.json", *options)
    assert ran.code == int(refused), ran.err
    if refused:
        _, option, mapping = ran.err.partition("--columns ")
        assert option, ran.err
        ran = seamark("convert", name, "out.json", *options, "--columns", shlex.split(mapping)[0])
        assert ran.code == 0, ran.err
    found = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert {one["item"]: one["codings"] for one in found["items"]} == expected
    looked = seamark("look", name, *options)
    assert looked.code == int(refused)
    assert "Traceback" not in looked.err


def table(text: str, **options: Any):
    return load_with_report(BytesIO(text.encode()), ReadOptions(**options), name="talk.csv")


def test_the_texts_of_units_are_kept() -> None:
    rows = "nr,sentence,ann\n1,One went.,1\n2,Two came.,2\n"
    assert table(rows).corpus.texts == {"talk": ("One went.", "Two came.")}
    told = table("a,b,c\n1,One went.,1\n2,Two came.,2\n", columns={"coders": ["c"]}, text_column="b")
    assert told.corpus.texts == {"talk": ("One went.", "Two came.")}
    assert told.report.columns == {"text": "b", "coders": ("c",)}


@pytest.mark.parametrize(
    ("text", "options", "place"),
    [
        ("start,end\n0,x\n", {}, "talk.csv:2: the end is 'x'"),
        ("a,b\n0,1\n", {"columns": {"start": "a", "end": "stop"}}, "talk.csv: columns: no column is called 'stop'"),
        ("a,b\n0,1\n", {"columns": {"item": "a"}}, "talk.csv:1: is not a table that is supported"),
        ("unit,ann\n1,0\n2,1\n3,0\n", {}, "talk.csv:4: coder 'ann' goes back from segment 1 to 0; if 1 marks"),
        ("unit,ann\n1,0\n2,1\n3,0\n", {"flags": "auto"}, "talk.csv: the cells do not show whether flags are"),
        ("unit,ann\n1,0\n2,5\n", {"flags": "starts"}, "talk.csv:1: is not a table that is supported"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(text: str, options: dict[str, Any], place: str) -> None:
    with pytest.raises(sm.InputError) as caught:
        table(text, **options)
    assert str(caught.value).startswith(place)


def test_inclusive_ends_count_from_one_in_all_files_or_in_none() -> None:
    rows = "coder,start,end\nann,1,4\nann,5,9\nben,3,9\n"
    corpus = table(rows, ends="inclusive").corpus["talk"]
    assert (corpus["ann"].masses, corpus["ben"].masses) == ((4, 5), (2, 7))
    corpus = table(rows.replace("1,4", "0,4"), ends="inclusive").corpus["talk"]
    assert (corpus["ann"].masses, corpus["ben"].masses) == ((5, 5), (3, 7))


def test_inclusive_ends_in_a_text_count_from_zero() -> None:
    data = BytesIO(b'{"text": "Land ho, we land", "label": [[5, 6, "A"]]}')
    found = sm.load(data, format="doccano", name="a.jsonl", unit="character", ends="inclusive")
    assert found["1"]["a"].positions == (5, 7)


def test_a_data_frame_is_a_table() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"doc": ["t", "t"], "begin": [0.0, 1.5], "stop": [1.5, 4.0]})
    assert sm.load(frame, resolution=0.5)["t"]["coder"].masses == (3, 5)
    renamed = frame.rename(columns={"begin": "x", "stop": "y"})
    told = sm.load(renamed, columns={"item": "doc", "start": "x", "end": "y"}, resolution=0.5)
    assert told["t"]["coder"].masses == (3, 5)


def test_times_of_other_formats_are_counted_otherwise() -> None:
    """TIMIT: the numbers of samples; and ends that belong to what they end."""
    phones = BytesIO(b"0 3050 h#\n3050 4559 sh\n4559 16000 ix\n")
    found = sm.load(phones, name="a.lab", format="lab", time_unit="samples@16000")
    assert found["a"]["coder"].positions == (3050, 4559)
    assert found.lengths == {"a": 16000}
    frames = BytesIO(b"1 448 a\n449 1037 b\n")
    assert sm.load(frames, name="a.lab", format="lab", ends="inclusive")["a"]["coder"].masses == (448, 589)
    frames = BytesIO(b"0 24 a\n25 99 b\n")
    found = sm.load(frames, name="a.lab", format="lab", ends="inclusive", time_unit="frames@25", resolution=0.5)
    assert found["a"]["coder"].masses == (2, 6)


def test_decimal_commas_between_commas_are_told_by_their_row(seamark: Within) -> None:
    Path("talk.csv").write_text("Datei,von,bis,Etikett\nt1,0,0,3,25,A\nt1,3,25,7,5,B\n", encoding="utf-8")
    ran = seamark("look", "talk.csv")
    assert (ran.code, ran.err) == (1, "seamark: talk.csv:2: the row has 6 cells, the header has 4\n")
