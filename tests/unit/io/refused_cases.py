"""What every format must refuse although it could be read: a sound file, and changes that make it contradict itself.

A change is what it is about, the bytes that are replaced (the first time they stand there), what replaces them, and a
part of the message; ``:4:`` in it is the line.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_XMI = Path(__file__).parents[2] / "fixtures" / "xmi"

#: The file of each format, which is read; other files that must lie beside it follow in ``BESIDE``.
SOUND = {
    "json": (
        "a.json",
        b'{"format":"seamark","version":1,"types":["minor","major"],"groups":{"ann":"g"},"items":[\n'
        b'{"item":"poem","mass":5,"texts":["a","b","c","d","e"],"codings":'
        b'{"ann":{"positions":[2],"types":["minor"]},"ben":[2,3]}}]}\n',
    ),
    "jsonl": (
        "a.jsonl",
        b'{"format":"seamark","version":1,"types":["minor","major"]}\n'
        b'{"item":"poem","mass":5,"codings":{"ann":{"positions":[2],"types":["minor"]},"ben":[2,3]}}\n',
    ),
    "csv": ("a.csv", b"item,coder,mass,position,type\npoem,ann,5,2,minor\npoem,ann,5,3,major\npoem,ben,5,,\n"),
    "tsv": ("a.tsv", b"item\tcoder\tmass\tposition\npoem\tann\t5\t2\npoem\tben\t5\t\n"),
    "wide": ("a.csv", b"unit,ann,ben\n1,1,1\n2,1,2\n3,2,2\n"),
    "segeval-json": ("a.json", b'{"segmentation_type":"linear","items":{"poem":{"ann":[2,3],"ben":[5]}}}'),
    "segeval-tsv": ("a.tsv", b"Coder\tMasses\nann\t2\t3\nben\t5\n"),
    "markdown": ("a.md", b"# One\n\nLand ho.\n\n```\n# code\n```\n\n## Two\n\nCalm.\n"),
    "text": ("a.txt", b"One.\nTwo.\n====,2,Title\nThree.\n==========\nFour.\n"),
    "label-studio": (
        "a.json",
        b'[{"id":1,"data":{"text":"Land ho"},"annotations":[{"completed_by":1,"result":['
        b'{"type":"labels","from_name":"l","to_name":"t","value":{"start":0,"end":4,"text":"Land","labels":["A"]}},'
        b'{"type":"labels","from_name":"l","to_name":"t","value":{"start":5,"end":7,"text":"ho","labels":["B"]}},'
        b'{"type":"choices","from_name":"c","to_name":"t","value":{"choices":["x"]}}]}]}]',
    ),
    "chunks": (
        "a.jsonl",
        b'{"item":"a","text":"Land ho. Calm.","chunks":["Land ho.","Calm."]}\n'
        b'{"item":"b","text":"Calm. Storm.","chunks":[{"text":"Calm.","start":0,"end":5},'
        b'{"text":"Storm.","start":6,"end":12}]}\n',
    ),
    "doccano": ("a.jsonl", b'{"id":1,"text":"Land ho","label":[[0,4,"A"]]}\n{"id":2,"text":"Calm","label":[]}\n'),
    "prodigy": (
        "a.jsonl",
        b'{"text":"Land ho","_input_hash":1,"answer":"accept","spans":'
        b'[{"start":0,"end":4,"label":"A","text":"Land","token_start":0,"token_end":0}],"tokens":'
        b'[{"text":"Land","start":0,"end":4,"id":0},{"text":"ho","start":5,"end":7,"id":1}]}\n',
    ),
    "brat": (
        "a.ann",
        b"T1\tCalm 0 4\tLand\nT2\tStorm 5 7\tho\nR1\tNext Arg1:T1 Arg2:T2\t\nE1\tCalm:T1 Who:T2\nA1\tSure T1 T9\n"
        b"#1\tAnnotatorNotes T2\tlike T7\nN1\tReference T1 Wiki:T8\tland\n*\tEquiv T1 T2\n",
    ),
    "webanno": (
        "a.tsv",
        b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Segment|Topic\n\n\n#Text=Land ho .\n1-1\t0-4\tLand\tA[1]\t\n"
        b"1-2\t5-7\tho\tA[1]\t\n1-3\t8-9\t.\tA[1]\t\n\n#Text=Calm\n2-1\t10-14\tCalm\tB\t\n2-1.1\t10-12\tCa\t_\t\n",
    ),
    "webanno-old": (
        "a.tsv",
        b" # custom.Segment | Topic\n#id=1\n#text=Land ho .\n1-1\tLand\tB-A\t\n1-2\tho\tI-A\t\n1-3\t.\tO\t\n\n"
        b"#id=2\n#text=Calm\n2-1\tCalm\tB-B|B-C\t\n",
    ),
    "xmi": ("a.xmi", (_XMI / "voyage.txt" / "ann.xmi").read_bytes()),
    "textgrid": (
        "a.TextGrid",
        b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n2\n2\n'
        b'0\n1.25\n"calm"\n1.25\n2\n"storm"\n',
    ),
    "eaf": (
        "a.eaf",
        b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/>'
        b'<TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="900"/><TIME_SLOT TIME_SLOT_ID="c" TIME_VALUE="1800"/></TIME_ORDER>'
        b'<TIER TIER_ID="ann"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="1" TIME_SLOT_REF1="a" '
        b'TIME_SLOT_REF2="b"/></ANNOTATION><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="2" TIME_SLOT_REF1="b" '
        b'TIME_SLOT_REF2="c"/></ANNOTATION></TIER><TIER TIER_ID="gloss" PARENT_REF="ann"><ANNOTATION><REF_ANNOTATION '
        b'ANNOTATION_ID="3" ANNOTATION_REF="1"/></ANNOTATION></TIER></ANNOTATION_DOCUMENT>',
    ),
    "rttm": (
        "a.rttm",
        b"SPEAKER talk 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 1.0 1.0 <NA> <NA> ben <NA> <NA>\n",
    ),
    "jams": (
        "a.jams",
        b'{"annotations":[{"namespace":"segment_open","data":[{"time":0,"duration":4,"value":"a"}]},'
        b'{"namespace":"segment_open","data":[{"time":0,"duration":5,"value":"b"}]},'
        b'{"namespace":"beat","data":[]}],"file_metadata":{"duration":10}}',
    ),
    "srt": ("a.srt", b"1\n00:00:00,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\nC\n"),
    "vtt": (
        "a.vtt",
        b"WEBVTT - title\nKind: captions\n\nNOTE some\nwords\n\n00:00.000 --> 00:01.000\nA\n\nname\n"
        b"00:01.000 --> 00:02.000 align:left\nB\nC\n",
    ),
    "audacity": ("a.txt", b"0.0\t1.0\tcalm\n\\\t100\t200\n1.0\t2.0\tstorm\n"),
    "sbv": ("a.sbv", b"0:00:00.000,0:00:01.000\nA\n\n0:00:01.000,0:00:02.000\nB\n"),
    "times": ("a.txt", b"0.0\tcalm\n2.5\tstorm\n4.0\tEnd\n"),
    "chapters": ("a.txt", b"0:00 Intro\n1:30 The sea\n1:02:03 The storm\n"),
    "intervals": ("a.csv", b"file,start,end,label\nsong,0.0,4.0,verse\nsong,4.0,10.0,chorus\n"),
    "units": ("a.csv", b"document,text,segment\nvoyage,a,1\nvoyage,b,1\nreturn,a,1\nreturn,b,2\n"),
    "frames": ("a.txt", b"SIL\npour\npour\n"),
    "chat": (
        "a.cha",
        b"@UTF8\n@Begin\n*MOT:\tlook . \x150_1250\x15\n%com:\tpoints\n*CHI:\tsea ! \x151250_2000\x15\n@End\n",
    ),
    "trs": (
        "a.trs",
        b'<!DOCTYPE Trans SYSTEM "trans-14.dtd"><Trans scribe="a"><Episode><Section startTime="0" endTime="4">\n'
        b'<Turn startTime="0" endTime="2"/><Turn startTime="2" endTime="4"/></Section></Episode></Trans>\n',
    ),
    "lab": ("a.lab", b"0.0 1.5 calm\n1.5 2.5 storm\n"),
    "htk": ("a.lab", b"0 15000000 calm\n15000000 25000000 storm\n"),
}

BESIDE = {
    "brat": {"a.txt": b"Land ho"},
    "xmi": {"TypeSystem.xml": (_XMI / "TypeSystem.xml").read_bytes()},
}


class Change(NamedTuple):
    """What is changed in the sound file, and a part of the message."""

    about: str
    old: bytes
    new: bytes
    wanted: str


_NUMBER = b"1" + b"0" * 400
_HALF = ("half of a character", "'\\ud800' is half of a character")

REFUSED: dict[str, list[Change]] = {
    "json": [
        Change("a type that the header does not name", b'["minor"]}', b'["mayor"]}', "type 'mayor' is not among"),
        Change("masses that do not add up", b"[2,3]", b"[2,2]", "the masses add up to 4, the mass of the item is 5"),
        Change("a number of 400 digits", b'"positions":[2]', b'"positions":[%s]' % _NUMBER, "is outside 1..4"),
        Change("a number too large for any float", b'"ann":"g"}', b'"ann":"g"},"metadata":{"x":1e999}', "1e999"),
        Change(_HALF[0], b'"poem"', b'"po\\ud800m"', _HALF[1]),
    ],
    "jsonl": [
        Change("a type that the header does not name", b'["minor"]}', b'["mayor"]}', ":2: item 'poem', coder 'ann': b"),
        Change("masses that do not add up", b"[2,3]", b"[2,2]", ":2: item 'poem', coder 'ben': the masses add up to 4"),
        Change("a number of 400 digits", b"[2,3]", b"[2,%s]" % _NUMBER, ":2: "),
        Change(_HALF[0], b'"poem"', b'"po\\ud800m"', ":2: "),
    ],
    "csv": [
        Change("a control character behind a number", b"5,2", b"5,2\x1c", ":2: the position is '2\\x1c'"),
        Change("a control character before a number", b"5,3", b"\x1d5,3", ":3: the mass is '\\x1d5'"),
        Change("digits of another script", b"5,2", "5,٢".encode(), ":2: the position is"),
        Change("a number of 400 digits", b"5,2", b"5,%s" % _NUMBER, ":2: the position is '1000"),
        Change(
            "a position given twice", b"5,3,major", b"5,2,minor", ":3: item 'poem', coder 'ann': position 2 with type"
        ),
        Change("two masses of one item", b"poem,ben,5", b"poem,ben,6", ":4: item 'poem' has mass 6 here and 5 above"),
    ],
    "tsv": [
        Change("a control character in a number", b"5\t2", b"5\t2\x85", ":2: "),
        Change("a row without its end", b"\t5\t2", b"\t5", ":2: the row has 3 cells"),
    ],
    "wide": [
        Change("a unit that is missing", b"2,1,2\n", b"", ":3: unit 3 stands where unit 2 should"),
        Change("a segment that goes back", b"3,2,2", b"3,2,1", ":4: coder 'ben' goes back"),
        Change("a control character in a cell", b"2,1,2", b"2,1\x1c,2", ":3: the segment of coder 'ann' is '1\\x1c'"),
    ],
    "segeval-json": [
        Change(
            "an item without codings",
            b'{"ann":[2,3],"ben":[5]}',
            b'{"ann":[5]},"song":{}',
            "item 'song' has no codings",
        ),
        Change("masses of different sums", b"[5]", b"[6]", "coder 'ben' covers 6 units"),
        Change("a mass that is true", b"[5]", b"[true]", "expected a list of masses"),
        Change(_HALF[0], b'"poem"', b'"\\udc00"', "'\\udc00' is half of a character"),
    ],
    "segeval-tsv": [
        Change("an empty cell between numbers", b"2\t3", b"2\t\t3", ":2: a number of coder 'ann' is ''"),
        Change("masses of different sums", b"ben\t5", b"ben\t6", "covers 6 units"),
    ],
    "text": [
        Change("a level that is no number", b"====,2,", b"====,x,", ":3: '====,x,Title' begins like a separator"),
        Change("a separator without its comma", b"====,2,Title", b"====,2", ":3: '====,2' begins like a separator"),
        Change("a word behind a separator", b"==========", b"==========x", ":5: '==========x' begins like a separator"),
    ],
    "label-studio": [
        Change("a region without a start", b'"start":5,', b"", "a region has no offsets"),
        Change("part of a character", b'"end":7', b'"end":6.5', "task '1': the text reads 'h' from 5 to 6"),
        Change("part of a character, unquoted", b'"end":4,"text":"Land"', b'"end":3.5', "cuts a character"),
        Change(
            "a quote of another text", b'"text":"ho"', b'"text":"hi"', "reads 'ho' from 5 to 7, the region says 'hi'"
        ),
        Change("an annotator without an id", b'"completed_by":1', b'"completed_by":{"e-mail":"x"}', "missing required"),
        Change("a type that is misspelt", b'"type":"labels"', b'"type":"lables"', "has the type 'lables'"),
        Change("several texts in one task", b'"to_name":"t"', b'"to_name":"u"', "several objects (t, u)"),
        Change("a number of 400 digits", b'"end":4', b'"end":%s' % _NUMBER, "the region says 'Land'"),
        Change(_HALF[0], b"Land ho", b"Land \\ud800", _HALF[1]),
    ],
    "chunks": [
        Change("a chunk that is not there", b'"Land ho."', b'"Land hi."', ":1: item 'a': chunk 1 of 2: 'Land hi.' is"),
        Change("a quote of another text", b'"Storm."', b'"Stern."', ":2: item 'b': chunk 2 is 'Stern.', but the text"),
        Change("an offset behind the end", b'"end":12', b'"end":13', "chunk 2 goes from 6 to 13, the text from 0"),
        Change("an offset of 400 digits", b'"end":12', b'"end":%s' % _NUMBER, ":2: "),
        Change("part of a character", b'"end":12', b'"end":11.5', ":2: expected `int | null`"),
        Change("no chunks", b'["Land ho.","Calm."]', b"[]", ":1: item 'a': has no chunks"),
        Change("no text", b'"text":"Land ho. Calm.",', b"", "its text is not known; add the field 'text'"),
        Change(
            "only offsets", b'"text":"Calm. Storm.","chunks":[{"text":"Calm.",', b'"chunks":[{', "chunk has no text"
        ),
        Change(_HALF[0], b"Calm.", b"Calm\\ud800", _HALF[1]),
    ],
    "doccano": [
        Change(
            "labels in two fields", b'"label":[]', b'"label":[],"entities":[]', ":2: the example has labels in several"
        ),
        Change("a misspelt field", b'"label":[]', b'"lable":[]', ":2: the example has no labels"),
        Change("part of a character", b"[0,4,", b"[0,3.5,", ":1: expected `int`"),
        Change("an offset of 400 digits", b"[0,4,", b"[0,%s," % _NUMBER, ":1: item '1'"),
        Change("an id for some texts only", b'"id":2,', b"", ":2: some records have an id, some do not"),
        Change("one id for two texts", b'"id":2', b'"id":1', "marked another text"),
        Change(
            "users of some spans only",
            b'"label":[[0,4,"A"]]',
            b'"annotations":[{"start_offset":0,"end_offset":4,"user":1},{"start_offset":5,"end_offset":7}]',
            ":1: some spans of the example name their user",
        ),
    ],
    "prodigy": [
        Change(
            "part of a character", b'"end":4,"label":"A","text":"Land"', b'"end":2.7', ":1: a span has its end at 2.7"
        ),
        Change(
            "part of a character, without tokens",
            b'"end":4,"label":"A","text":"Land","token_start":0,"token_end":0',
            b'"end":2.7',
            ":1: item '1', coder 'a': the span from 0",
        ),
        Change(
            "a quote of another text", b'"text":"Land","token', b'"text":"Lamp","token', ":1: the text reads 'Land'"
        ),
        Change(
            "a token of another text", b'"text":"ho"', b'"text":"hi"', ":1: the text reads 'ho' from 5 to 7, the token"
        ),
        Change(
            "a token that is not there", b'"token_end":0', b'"token_end":7', ":1: a span has its end at 4, which is not"
        ),
        Change(
            "a token elsewhere", b'"token_start":0', b'"token_start":1', ":1: a span has its start at 0, which is not"
        ),
        Change("a token of 400 digits", b'"end":7', b'"end":%s' % _NUMBER, ":1: a token from 5 to 1000"),
        Change("an answer that is misspelt", b'"accept"', b'"acept"', ":1: the answer is 'acept'"),
        Change("an offset of 400 digits", b'"end":4', b'"end":%s' % _NUMBER, ":1: number out of range"),
    ],
    "brat": [
        Change("a word that begins like a relation", b"R1\tNext", b"Rubbish\tNext", ":3: 'Rubbish"),
        Change("a relation without its type", b"R1\tNext ", b"R1\t ", ":3: 'R1"),
        Change("an attribute without a tab", b"A1\tSure", b"A1 Sure", ":5: 'A1 Sure"),
        Change("a comment", b"#1\t", b"# ", ":6: '# "),
        Change("an id without a number", b"T1\tCalm", b"Txt\tCalm", ":1: 'Txt"),
        Change("an annotation that stands twice", b"T2\tStorm", b"T1\tStorm", ":2: the annotation T1 stands twice"),
        Change("a relation to nothing", b"Arg2:T2", b"Arg2:T5", ":3: refers to the annotation T5"),
        Change("an event of nothing", b"Calm:T1", b"Calm:T5", ":4: refers to the annotation T5"),
        Change("an attribute of nothing", b"Sure T1", b"Sure T5", ":5: refers to the annotation T5"),
        Change("a note on nothing", b"Notes T2", b"Notes T5", ":6: refers to the annotation T5"),
        Change("an equivalence to nothing", b"Equiv T1", b"Equiv T5", ":8: refers to the annotation T5"),
        Change("a quote of another text", b"\tho\n", b"\thi\n", ":2: the text reads 'ho' there"),
    ],
    "webanno": [
        Change("brackets without a number", b"A[1]", b"A[2{}]", ":6: 'A[2{}]' has brackets without a number"),
        Change("a bracket without its end", b"A[1]", b"A[1", ":6: 'A[1' has brackets without a number"),
        Change("a row that is missing", b"1-2\t5-7\tho\tA[1]\t\n", b"", ":7: the token 1-3 does not follow"),
        Change("the last row of a sentence", b"1-3\t8-9\t.\tA[1]\t\n", b"", ":7: no token covers '.'"),
        Change("a part that is missing", b"2-1.1", b"2-1.2", ":12: the token 2-1.2 does not follow"),
        Change("a token of another sentence", b"2-1\t", b"3-1\t", ":11: the token 3-1 stands in sentence 2"),
        Change(
            "a column that is missing", b"\tho\tA[1]\t", b"\tho", ":7: the token has 3 columns, the header declares 4"
        ),
        Change("a column too many", b"\tho\tA[1]\t", b"\tho\tA[1]\tB", ":7: the token has 5 columns"),
        Change("two labels of one annotation", b"ho\tA[1]", b"ho\tB[1]", ":7: annotation [1] is 'B' here, 'A' before"),
        Change("a cell without a value", b"\tB\t", b"\t\t", ":11: '' holds an annotation without a value"),
        Change("a stack without a value", b"ho\tA[1]", b"ho\tA|[1]", ":7: 'A|[1]' holds an annotation without a value"),
        Change("an annotation with a hole", b"ho\tA[1]", b"ho\tA[7]", ":8: annotation [1] goes on here"),
    ],
    "webanno-old": [
        Change(
            "a row that is missing", b"1-2\tho\tI-A\t\n", b"", ":5: the token 1-3 stands where token 2 of sentence 1"
        ),
        Change("the last row of a sentence", b"1-3\t.\tO\t\n", b"", ":5: no token covers '.'; a row is missing"),
        Change("a token of another sentence", b"2-1", b"3-1", ":10: the token 3-1 stands where token 1 of sentence 2"),
        Change("a column that is missing", b"\tho\tI-A\t", b"\tho", ":5: the token has 2 columns; expected 3"),
        Change("a column too many", b"\tho\tI-A\t", b"\tho\tI-A\tB", ":5: the token has 4 columns; expected 3"),
        Change("another form", b"\tho\t", b"\thi\t", ":5: the text reads 'ho .' where the token 'hi' stands"),
        Change(
            "a span that did not begin", b"B-A", b"O", ":5: annotation 'A' goes on here, but the token before is none"
        ),
        Change(
            "a span with two labels", b"I-A", b"I-B", ":5: annotation 'B' goes on here, but the token before is none"
        ),
        Change("a line that is no token", b"1-3\t", b"...\t", ":6: '...\\t.\\tO\\t' is not a token; expected such as"),
    ],
    "xmi": [
        Change("an annotation without begin", b' begin="0" end="18" Topic', b' end="18" Topic', "'13' has no 'begin'"),
        Change("an annotation without end", b' end="18" Topic', b" Topic", "'13' has no 'end'"),
        Change("a view without a member", b" 13 14", b" 13", "the Segment with the id '14' is not among the members"),
        Change("a view of another text", b'View sofa="1"', b'View sofa="7"', "the id '2' is not among the members"),
        Change("a member that is not there", b" 13 14", b" 13 14 99", "99"),
        Change("two elements of one id", b'xmi:id="14"', b'xmi:id="13"', "two elements have the id '13'"),
        Change(
            "two views with annotations",
            b"<cas:View",
            b'<cas:Sofa xmi:id="90" sofaNum="2" sofaID="b" sofaString="x"/><cas:View sofa="90" members="2"/><cas:View',
            "several views",
        ),
        Change("an offset outside of the text", b'begin="19" end="35" T', b'begin="19" end="99" T', "offset"),
    ],
    "textgrid": [
        Change("a tier longer than the file", b'"ann"\n0\n2\n', b'"ann"\n0\n3\n', ":11: tier 'ann' runs from 0 to 3"),
        Change("a tier before the file", b'"ann"\n0\n', b'"ann"\n-1\n', ":11: tier 'ann' runs from -1 to 2"),
        Change(
            "an interval outside of its tier", b'"ann"\n0\n2\n', b'"ann"\n0\n1.5\n', ":17: tier 'ann': the interval"
        ),
        Change("a number with a space", b"1.25\n2", b"1.5\x1e.25\n2", ":16: '.25' stands where xmax should"),
        Change("a decimal comma", b"\n1.25\n", b"\n1,25\n", ":14: '1,25' stands where xmax should"),
        Change("too few intervals", b"0\n2\n2\n", b"0\n2\n1\n", ":16: '1.25' stands behind the last tier"),
        Change("too many intervals", b"0\n2\n2\n", b"0\n2\n3\n", ":18: ends where xmin should stand"),
        Change("too few tiers", b"<exists>\n1\n", b"<exists>\n0\n", ":8: 'IntervalTier' stands behind the last tier"),
        Change(
            "intervals that overlap", b'1.25\n2\n"storm"', b'1\n2\n"storm"', ":17: tier 'ann': the interval from 1 to 2"
        ),
    ],
    "eaf": [
        Change("two slots of one name", b'_ID="b"', b'_ID="a"', "two time slots are called 'a'"),
        Change("a slot without a name", b'TIME_SLOT_ID="a" ', b"", "a time slot has no name"),
        Change("a time that is misspelt", b"TIME_VALUE=", b"TIME_VALU=", "has the attribute 'TIME_VALU'"),
        Change(
            "two annotations of one name", b'ANNOTATION_ID="2"', b'ANNOTATION_ID="1"', "two annotations are called '1'"
        ),
        Change("a reference to nothing", b'ANNOTATION_REF="1"', b'ANNOTATION_REF="9"', "refers to '9'"),
        Change(
            "an annotation outside of its parent",
            b"</TIER>",
            b'</TIER><TIER TIER_ID="part" PARENT_REF="ann"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="7" '
            b'TIME_SLOT_REF1="a" TIME_SLOT_REF2="c"/></ANNOTATION></TIER>',
            "tier 'part': the annotation from 0 to 1.8 does not lie within one of the tier 'ann', of which",
        ),
        Change("a parent that is not there", b'PARENT_REF="ann"', b'PARENT_REF="ben"', "refers to the tier 'ben'"),
        Change("an element that is misspelt", b"REF_ANNOTATION ", b"REF_ANOTATION ", "tier 'gloss' holds"),
    ],
    "rttm": [
        Change("a name with a space", b"<NA> <NA> ben", b"<NA> <NA> ben smith", ":2: 'SPEAKER talk 1 1.0"),
        Change("a number with another space", b"1 1.0 1.0", b"1 1.0\x1c 1.0", ":2: the start is '1.0\\x1c'"),
    ],
    "jams": [
        Change("a namespace that is misspelt", b"segment_open", b"segmnt_open", "'segmnt_open' is not known"),
        Change("a namespace in capitals", b"segment_open", b"Segment_open", "'Segment_open' is not known"),
        Change("a namespace in the plural", b"segment_open", b"segments_open", "'segments_open' is not known"),
        Change("a field that is misspelt", b'"file_metadata"', b'"file_metdata"', "unknown field `file_metdata`"),
        Change("a duration that is misspelt", b'{"duration":10}', b'{"duraton":10}', "unknown field `duraton`"),
        Change(
            "an annotator of another kind",
            b'"data":',
            b'"annotation_metadata":{"annotator":{"name":{}}},"data":',
            "annotation_metadata.annotator.name",
        ),
        Change("no namespace", b'"namespace":"beat",', b"", "the namespace is None"),
        Change("an endless duration", b'{"duration":10}', b'{"duration":1e999}', "the number 1e999 is too large"),
        Change("a duration of 400 digits", b'{"duration":10}', b'{"duration":%s}' % _NUMBER, "out of range"),
        Change("a segment behind the end", b'{"duration":10}', b'{"duration":4.5}', "within 0 and 4.5"),
    ],
    "srt": [
        Change("a broken arrow", b" --> 00:00:02", b" -- > 00:00:02", ":6: '00:00:01,000 -- > 00:00:02,000' are not"),
        Change("a minute of 75 seconds", b"00:00:02,000", b"00:00:75,000", ":6: "),
        Change("an hour of 75 minutes", b"00:00:02,000", b"00:75:02,000", ":6: "),
        Change(
            "a word in place of the number", b"\n2\n", b"\ntwo\n", ":5: 'two' stands where the number of a cue should"
        ),
        Change("times behind a word", b"\nC\n", b"\nC 00:00:03,000 --> 00:00:04,000\n", ":8: the times of a cue stand"),
        Change("times within the text", b"\nC\n", b"\n00:00:03,000 -> 00:00:04,000\n", ":8: "),
    ],
    "vtt": [
        Change("a broken arrow", b" --> 00:02", b" -- > 00:02", ":11: '00:01.000 -- > 00:02.000 align:left' are not"),
        Change("a short arrow", b" --> 00:01", b" -> 00:01", ":7: '00:00.000 -> 00:01.000' are not the times"),
        Change("a minute of 75 seconds", b"00:02.000", b"00:75.000", ":11: "),
        Change(
            "times behind a word",
            b"\nB\n",
            b"\nB 00:03.000 --> 00:04.000\n",
            ":12: 'B 00:03.000 --> 00:04.000' are not the times of a cue",
        ),
        Change("a block that is no cue", b"NOTE some", b"SOME", ":4: 'SOME' begins a cue without times"),
        Change("no arrow at all", b"00:01.000 --> 00:02.000", b"00:01.000", ":10: 'name' begins a cue without times"),
    ],
    "audacity": [
        Change("a line of frequencies that goes on", b"200\n", b"200", ":2: '"),
        Change("a decimal comma", b"1.0\t2.0", b"1,0\t2,0", ":3: '1,0\\t2,0\\tstorm' is not a label"),
        Change("a label that ends before its start", b"1.0\t2.0", b"1.0\t0.5", ":3: the label ends at 0.5"),
    ],
    "lab": [
        Change("a decimal comma", b"1.5 2.5", b"1,5 2,5", ":2: '1,5 2,5 storm' is not a label"),
        Change("a label that ends before its start", b"1.5 2.5", b"1.5 0.5", ":2: the label ends at 0.5"),
        Change("labels out of order", b"0.0 1.5", b"2.0 2.5", ":2: the label starts at 1.5, before the one above it"),
    ],
    "htk": [
        Change("a fraction", b"15000000 25", b"15000000.5 25", ":2: "),
        Change("a label that ends before its start", b"15000000 25000000", b"15000000 5", ":2: the label ends at 5"),
        Change("labels out of order", b"0 1", b"20000000 21", ":2: the label starts at 15000000, before"),
    ],
    "sbv": [
        Change("an arrow", b"01.000,0", b"01.000-->0", ":4: '0:00:01.000-->0:00:02.000' are not the times of a cue"),
        Change("a minute of 75 seconds", b"0:00:02.000", b"0:00:75.000", ":4: "),
        Change("a cue that ends before its start", b"0:00:02.000", b"0:00:00.500", ":4: the cue ends at 0.5 s"),
    ],
    "times": [
        Change("a label without a time", b"2.5\tstorm", b"storm", ":2: 'storm' is not a time and a label"),
        Change("a time that goes back", b"4.0\tEnd", b"1.0\tEnd", ":3: the time 1.0 is before the one above it"),
        Change("a decimal comma", b"2.5\t", b"2,5\t", ":2: "),
    ],
    "chapters": [
        Change("a chapter without a time", b"1:30 The sea", b"The sea", ":2: 'The sea' is not a time and a label"),
        Change("a minute of 75 seconds", b"1:30", b"1:75", ":2: "),
        Change("a time that goes back", b"1:02:03", b"1:02", ":3: the time 1:02 is before"),
    ],
    "intervals": [
        Change("a start that is no number", b"4.0,10", b"four,10", ":3: the start is 'four'; expected seconds"),
        Change("an interval that runs backwards", b"4.0,10.0", b"4.0,3.0", ":3: the interval ends at 3"),
        Change("a file without a name", b"\nsong,4.0", b"\n,4.0", ":3: the file is empty"),
        Change("a row that is short", b",chorus", b"", ":3: the row has 3 cells"),
    ],
    "units": [
        Change("a document in two places", b"\nreturn,b,", b"\nvoyage,b,", ":5: document 'voyage' goes on here"),
        Change(
            "a unit without a segment", b"voyage,b,1", b"voyage,b,", ":3: a document, a segment or a coder is empty"
        ),
    ],
    "markdown": [
        Change("code that does not end", b"# code\n```\n", b"# code\n", "the code that begins with '```' in line 5"),
    ],
    "frames": [Change("a frame without a label", b"SIL\npour", b"SIL\n\npour", ":2: is blank")],
    "chat": [
        Change("a line of another kind", b"%com", b"com", ":4: 'com:"),
        Change("a speaker without a name", b"*CHI:", b"*:", ":5: '*:"),
        Change("an utterance that ends before its start", b"1250_2000", b"1250_20", ":5: the utterance ends at 20"),
    ],
    "trs": [
        Change("a time that is no number", b'startTime="2"', b'startTime="two"', "a Turn has startTime 'two'"),
        Change(
            "a turn that runs backwards", b'startTime="2"', b'startTime="5"', "a Turn ends at 4, before its start 5"
        ),
        Change("no time", b'endTime="2"', b"", "a Turn has endTime ''"),
        Change("an entity", b'"trans-14.dtd"', b'"trans-14.dtd" [<!ENTITY a "b">]', "refused"),
        Change("a turn past its section", b'endTime="4"/>', b'endTime="9"/>', "does not lie within 0 and 4"),
    ],
}
