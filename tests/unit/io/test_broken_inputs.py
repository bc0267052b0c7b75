"""Files that cannot be read: each gives one clear line that names the file, and nothing else happens."""

from __future__ import annotations

import io
import os
import time
import tracemalloc
from pathlib import Path

import pytest

from seamark.errors import InputError, ParseError
from seamark.io import formats, iter_jsonl, load

FIXTURES = Path(__file__).parents[2] / "fixtures"

TEXT_FORMATS = [format.name for format in formats() if format.name not in ("parquet", "eaf", "xmi", "brat")]

HEAD = b'{"format":"seamark","version":1,"items":['
ITEM = b'{"item":"a","codings":{"x":[2,3]}}'
RTTM = b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\n"
TASK = b'{"id":1,"data":{"text":"Land ho"},"annotations":[{"completed_by":1,"result":[%s]}]}'
GRID = b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n'
TIER = GRID + b'1\n"IntervalTier"\n"ann"\n0\n2\n'
TSV3 = b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Segment|Topic\n\n\n"
EAF = b'<ANNOTATION_DOCUMENT><TIME_ORDER>%s</TIME_ORDER><TIER TIER_ID="ann">%s</TIER></ANNOTATION_DOCUMENT>'
ALIGNED = b'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="%s" TIME_SLOT_REF2="%s"/></ANNOTATION>'
SLOTS = b'<TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="%s"/>'
JAM = b'{"annotations":[{"namespace":"segment_open","data":[%s]}],"file_metadata":{"duration":%s}}'
LINE = b'{"item":"a","codings":{"x":[2,3]}}\n'
BOMB = b'<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9)
)

#: File name, content, and a part of the message.
NATIVE = [
    ("a.json", HEAD, "not JSON"),
    ("a.json", HEAD + ITEM, "not JSON"),
    ("a.json", HEAD + ITEM + b"]", "not JSON"),
    ("a.json", HEAD + ITEM + b"]}}", "not JSON: extra data"),
    ("a.json", HEAD + b"]}", "no codings"),
    ("a.json", b'{"format":"seamark","version":2,"items":[]}', "$.version"),
    ("a.json", b'{"format":"seamark","version":"1","items":[]}', "$.version"),
    ("a.json", b'{"format":"seamark","items":[]}', "version"),
    ("a.json", b'{"format":"seamark","version":1,"items":{}}', "$.items"),
    ("a.json", b'{"format":"other","version":1,"items":[]}', "$.format"),
    ("a.json", b'{"format":"seamark","version":1,"item":[]}', "not JSON|item"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[2,-3]}}]}', "-3"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[0,5]}}]}', "0"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[]}}]}', "empty"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[1.5]}}]}', "expected `int`"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":["2"]}}]}', "expected `int`"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[true]}}]}', "expected `int`"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":null}}]}', "$.items[0]"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[NaN]}}]}', "NaN"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[Infinity]}}]}', "Infinity"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[4611686018427387905]}}]}', "2**62"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[' + b"9" * 400 + b"]}}]}", "2**62"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[' + b"9" * 5000 + b"]}}]}", "digits"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[2,3],"x":[5]}}]}', "'x' stands twice"),
    ("a.json", HEAD + ITEM + b"," + ITEM + b"]}", "stands twice"),
    ("a.json", HEAD + b'{"item":"a","item":"b","codings":{"x":[2,3]}}]}', "'item' stands twice"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[2,3],"y":[2,4]}}]}', "covers 6 units"),
    ("a.json", HEAD + b'{"item":"a","mass":6,"codings":{"x":[2,3]}}]}', "mass of the item is 6"),
    ("a.json", HEAD + b'{"item":"a","mass":0,"codings":{"x":{"positions":[]}}}]}', "at least 1"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":{"positions":[2]}}}]}', "need the mass"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"positions":[5]}}}]}', "outside 1..4"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"positions":[0]}}}]}', "outside 1..4"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"positions":[2,2]}}}]}', "given twice"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"positions":[2],"types":[]}}}]}', "0 types"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"positions":[2],"types":[1.5]}}}]}', "types"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"masses":[5],"positions":[]}}}]}', "either"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{}}}]}', "either"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"masses":[5],"types":[1]}}}]}', "need positions"),
    ("a.json", HEAD + b'{"item":"a","mass":5,"codings":{"x":{"masess":[5]}}}]}', "masess"),
    ("a.json", HEAD + b'{"item":"a","codings":{}}]}', "no codings"),
    ("a.json", HEAD + b'{"codings":{"x":[2]}}]}', "item"),
    ("a.json", HEAD + b'{"item":"","codings":{"x":[2]}}]}', "not empty"),
    ("a.json", HEAD + b'{"item":"a","codings":{"":[2]}}]}', "not empty"),
    ("a.json", HEAD + b'{"item":7,"codings":{"x":[2]}}]}', "$.items[0].item"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[2]},"texts":["one"]}]}', "1 units"),
    ("a.json", HEAD + b'{"item":"a","codings":{"x":[2]},"texts":"ab"}]}', "texts"),
    ("a.json", b'{"format":"seamark","version":1,"groups":{"zoe":"a"},"items":[' + ITEM + b"]}", "zoe"),
    ("a.json", b'{"format":"seamark","version":1,"groups":{"x":[]},"items":[' + ITEM + b"]}", "groups"),
    ("a.json", b"[" * 100_000, "nested|format"),
    ("a.json", b'{"format":"seamark","version":1,"metadata":' + b"[" * 100_000, "nested"),
    ("a.json", b'{"format":"seamark","version":1,"metadata":' + b'{"a":' * 100_000, "nested"),
    ("a.json", b"nonsense", "format"),
    ("a.json", b"{}", "format"),
    ("a.json", b"[]", "format"),
    ("a.json", b'"seamark"', "format"),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2,3]}', "a.jsonl:2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2,-3]}}', "a.jsonl:2: item 'b', coder 'x'|:2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2,3],"x":[5]}}', ":2: not JSON that can be read: key 'x'"),
    ("a.jsonl", LINE + b'{"item":"b","item":"c","codings":{"x":[2,3]}}', ":2: not JSON that can be read: key 'item'"),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2,3],"y":[4]}}', ":2: item 'b': coder 'y' covers 4"),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2.5]}}', ":2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[]}}', ":2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[1e400]}}', ":2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[4611686018427387905]}}', "2**62"),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"x":[2]},"texts":["a"]}', ":2: "),
    ("a.jsonl", LINE + b'{"item":"b","codings":{"\xff":[2]}}', ":2: "),
    ("a.jsonl", LINE + b"[" * 100_000, ":2: "),
    ("a.jsonl", LINE + LINE, "stands twice"),
    ("a.jsonl", LINE + b"null", ":2: "),
    ("a.jsonl", b'{"format":"seamark","version":3}\n' + LINE, ":1: "),
    ("a.jsonl", b'{"format":"seamark","version":1}\n', "no codings"),
    ("a.jsonl", LINE.decode().encode("utf-16"), "UTF-16|utf-16"),
]

TABLES = [
    ("a.csv", b"item,coder,position\na,x,2\n", "lacks 'mass'"),
    ("a.csv", b"item,coder,mass,position,colour\na,x,5,2,red\n", "has 'colour'"),
    ("a.csv", b"item,coder,mass,position,mass\na,x,5,2,5\n", "twice"),
    ("a.csv", b"item,coder,mass,position\na,x,5\n", "a.csv:2: the row has 3 cells, the header has 4"),
    ("a.csv", b"item,coder,mass,position\na,x,5,2,9\n", ":2: the row has 5 cells"),
    ("a.csv", b"item,coder,mass,position\na,x,5,two\n", ":2: the position is 'two'"),
    ("a.csv", b"item,coder,mass,position\na,x,five,2\n", ":2: the mass is 'five'"),
    ("a.csv", b"item,coder,mass,position\na,x,5,2.0\n", ":2: the position is '2.0'"),
    ("a.csv", b"item,coder,mass,position\na,x,5,nan\n", ":2: the position is 'nan'"),
    ("a.csv", b"item,coder,mass,position\na,x,5," + b"9" * 100_000 + b"\n", ":2: the position is '999"),
    ("a.csv", b"item,coder,mass,position\na,x,-5,2\n", "mass is -5"),
    ("a.csv", b"item,coder,mass,position\na,x,5,-2\n", ":2: item 'a', coder 'x': position -2 is outside"),
    ("a.csv", b"item,coder,mass,position\na,x,5,5\n", "outside 1..4"),
    ("a.csv", b"item,coder,mass,position\na,x,5,2\na,x,5,2\n", ":3: item 'a', coder 'x': position 2 is given twice"),
    ("a.csv", b"item,coder,mass,position\na,x,5,2\na,y,6,2\n", ":3: item 'a' has mass 6 here and 5 above"),
    ("a.csv", b"item,coder,mass,position\na,x,,2\n", "no row tells the mass"),
    ("a.csv", b"item,coder,mass,position\n,x,5,2\n", ":2: the item is empty"),
    ("a.csv", b"item,coder,mass,position\na,,5,2\n", ":2: the coder is empty"),
    ("a.csv", b"item,coder,mass,position,type\na,x,5,,minor\n", ":2: there is a type"),
    ("a.csv", b"item,coder,mass,position\n", "no codings"),
    ("a.csv", b'item,coder,mass,position\na,"x,5,2\n', "not a table"),
    ("a.csv", b'item,coder,mass,position\na,"x"y,5,2\n', "not a table"),
    ("a.csv", b"item,coder,mass,position\na," + b"x" * 200_000 + b",5,2\n", "not a table: field larger"),
    ("a.csv", b"item\tcoder\tmass\tposition\na\tx\t5\tzwei\n", ":2: the position is 'zwei'"),
    ("a.csv", b"item,coder,mass,position\na,x,5,\xe9\n", ":2: byte 0xe9 is not UTF-8"),
    ("a.tsv", b"item\tcoder\tmass\tposition\na\tx\t5\n", ":2: the row has 3 cells"),
    ("a.csv", b"unit,x,y\n1,1,1\n2,1\n", ":3: the row has 2 cells"),
    ("a.csv", b"unit,x,y\n1,1,1\n2,1,\n", ":3: coder 'y' has no segment"),
    ("a.csv", b"unit,x,y\n1,1,1\n2,1,one\n", ":3: the segment of coder 'y' is 'one'"),
    ("a.csv", b"unit,x,y\n1,1,1\n3,1,1\n", ":3: unit 3 stands where unit 2 should"),
    ("a.csv", b"unit,x,y\n1,1,1\n1,1,1\n", ":3: unit 1 stands where unit 2 should"),
    ("a.csv", b"unit,x,y\n1,2,1\n2,1,1\n", ":3: coder 'x' goes back from segment 2 to 1"),
    ("a.csv", b"unit,x,x\n1,1,1\n", "coder 'x' has two columns"),
    ("a.csv", b"unit,x,\n1,1,1\n", "column 3 has no name"),
    ("a.csv", b"unit,x\n1,\n", "no codings"),
    ("a.tsv", b"Coder\tMasses\nx\t2\ttwo\n", ":2: a number of coder 'x' is 'two'"),
    ("a.tsv", b"Coder\tMasses\nx\t2\t-3\n", ":2: coder 'x' has -3"),
    ("a.tsv", b"Coder\tMasses\nx\t2\t3\ny\t2\t4\n", "covers 6 units"),
    ("a.tsv", b"Coder\tMasses\nx\t2\t3\nx\t5\n", "stands twice"),
    ("a.tsv", b"Coder\tMasses\nx\n", ":2: expected a coder and at least one number"),
    ("a.tsv", b"Coder\tMasses\n\t2\t3\n", ":2: expected a coder"),
    ("a.tsv", b"Coder\tPositions\nx\t2\t1\n", ":2: the segment number goes back"),
    ("a.tsv", b"Coder\tMasses\n", "no codings"),
    ("a.json", b'{"segmentation_type":"hierarchical","items":{}}', "hierarchical"),
    ("a.json", b'{"segmentation_type":"linear"}', "$.items"),
    ("a.json", b'{"items":{"a":{"x":[2,"3"]}}}', "$.items['a']['x']"),
    ("a.json", b'{"items":{"a":{"x":"2,3"}}}', "$.items['a']['x']"),
    ("a.json", b'{"items":{"a":[2,3]}}', "expected item, then coder"),
    ("a.json", b'{"items":{"a":{"x":[2,-3]}}}', "-3"),
    ("a.json", b'{"items":{"a":{"x":[2,3],"x":[4,1]}}}', "'x' stands twice"),
    ("a.json", b'{"items":{"a":{"x":[2,3],"y":[4]}}}', "covers 4 units"),
    ("a.json", b'{"items":{}}', "no codings"),
    ("a.json", b'{"items":' + b'{"a":' * 40 + b"[1]" + b"}" * 41, "more than 16 deep"),
    ("a.json", b'{"items":' + b'{"a":' * 90_000, "nested"),
    ("a.txt", b"==========\n==========\n", "no units"),
    ("a.txt", b"Nothing but text.\n", "may be text or audacity"),
    ("a.parquet", b"PAR1", "not Parquet"),
    ("a.parquet", b"PAR1" + b"\0" * 100 + b"PAR1", "not Parquet"),
    ("a.parquet", b"not parquet at all", "not Parquet"),
]

TOOLS = [
    ("a.json", b"[" + TASK % b"", "not JSON"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{"start":0,"end":99,"labels":["A"]}}' + b"]", "within 0 and 7"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{"start":-1,"end":2}}' + b"]", "from -1 to 2 does not run"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{"start":5,"end":2}}' + b"]", "from 5 to 2 does not run"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{"start":"/p[1]","end":"/p[2]"}}' + b"]", "no offsets"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{"start":[],"end":2}}' + b"]", "start"),
    ("a.json", b"[" + TASK % b'{"type":"labels","value":{}}' + b"]", "no offsets"),
    ("a.json", b"[" + TASK % b"7" + b"]", "$"),
    ("a.json", b"[" + TASK % b"" + b"," + TASK % b"" + b"]", "stands twice"),
    ("a.json", b'[{"id":1,"annotations":[]}]', "data"),
    ("a.json", b'[{"data":{"text":"a"},"annotations":[]}]', "id"),
    ("a.json", b'[{"id":1,"data":{"text":"a"},"annotations":[]}]', "no codings"),
    ("a.json", b'[{"id":1,"data":{"a":"x","b":"y"},"annotations":[{"result":[]}]}]', "which field"),
    ("a.json", b'[{"id":1,"data":{"text":""},"annotations":[{"result":[]}]}]', "no character"),
    ("a.json", b'[{"annotation_id":1,"text":"abc"}]', "no id"),
    ("a.jsonl", b'{"text":"Land ho","label":[[0,99,"A"]]}\n', ":1: item '1'"),
    ("a.jsonl", b'{"text":"Land ho","label":[[0,"4","A"]]}\n', ":1: expected `int`"),
    ("a.jsonl", b'{"text":"Land ho","label":[[0,4]]}\n', ":1: "),
    ("a.jsonl", b'{"text":"Land ho","label":[[0,4,"A"]]}\n{"text":"x"}\n', ":2: the example has no labels"),
    ("a.jsonl", b'{"text":"Land ho","label":[[4,0,"A"]]}\n', ":1: "),
    ("a.jsonl", b'{"text":"Land ho","label":[[0,4,"A"]]}\n{"text":\n', ":2: not JSON"),
    ("a.jsonl", b'{"id":1,"text":"Land","label":[]}\n{"id":1,"text":"ho","label":[]}\n', ":2|another text"),
    ("a.jsonl", b'{"text":"","label":[]}\n', ":1: "),
    ("a.jsonl", b'{"text":"Land ho","spans":[{"start":0,"end":99}]}\n', ":1: "),
    ("a.jsonl", b'{"text":"Land ho","spans":[{"start":0}]}\n', ":1: "),
    ("a.jsonl", b'{"text":"Land ho","spans":[{"start":"0","end":4}]}\n', ":1: "),
    ("a.jsonl", b'{"spans":[],"_input_hash":3}\n', ":1: the task has neither text"),
    ("a.jsonl", b'{"audio":"a.wav","audio_spans":[]}\n', ":1: the task has no _input_hash"),
    ("a.jsonl", b'{"audio":"a.wav","audio_spans":[],"_input_hash":1}\n', "duration"),
    ("a.jsonl", b'{"text":"Land ho","spans":[],"answer":"reject"}\n', "no codings"),
    ("a.jsonl", b'{"text":"a b","spans":[],"_input_hash":1}\n' * 2, "stands twice"),
    ("a.ann", b"T1\tCalm 0 4\tLand\n", "'a.txt' is not beside it"),
    ("a.tsv", TSV3, "no sentences"),
    ("a.tsv", TSV3 + b"#Text=Land\n", "without tokens"),
    ("a.tsv", TSV3 + b"1-1\t0-4\tLand\t_\t\n", ":5: a token stands before"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\t0-4\tLamp\t_\t\n", ":6: the text does not read 'Lamp'"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\t0-9\tLand\t_\t\n#Text=ho\n2-1\t5-7\tho\t_\t\n", ":6: the text does not read"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\t0-4\tLand\t_\t\n#Text=ho\n2-1\t2-4\tho\t_\t\n", ":8: the sentence starts at 2"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\t900000000000-900000000004\tLand\t_\t\n", ":6: the sentence starts at"),
    ("a.tsv", TSV3 + b"#Text=Land\none\t0-4\tLand\t_\t\n", ":6: 'one"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\t0\tLand\t_\t\n", ":6: '1-1"),
    ("a.tsv", TSV3 + b"#Text=Land\n1-1\n", ":6: '1-1'"),
    ("a.tsv", b"#FORMAT=WebAnno TSV 3.3\n\n\n#Text=Land\n1-1\t0-4\tLand\n", "no span layer"),
    (
        "a.tsv",
        TSV3.replace(b"\n\n", b"\n#T_SP=custom.Other|x\n\n", 1) + b"#Text=La\n1-1\t0-2\tLa\tA\tB\t\n",
        "several layers",
    ),
    ("a.xmi", b'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>', "TypeSystem.xml"),
]

TIMES = [
    ("a.TextGrid", GRID, "ends where the number of tiers should stand"),
    ("a.TextGrid", TIER, "ends where the number of intervals should stand"),
    ("a.TextGrid", TIER + b'2\n0\n1\n"calm"\n', "ends where xmin should stand"),
    ("a.TextGrid", TIER + b"1\n0\n1\n7\n", ":15: '7' stands where the text"),
    ("a.TextGrid", TIER + b'1\n0\n1\n"calm\n', "'calm"),
    ("a.TextGrid", TIER + b'1\n0\n9\n"calm"\n', "within 0 and 2"),
    ("a.TextGrid", TIER + b'1\n1.5\n1\n"calm"\n', "from 1.5 to 1.0 does not run"),
    ("a.TextGrid", TIER + b'1e18\n0\n1\n"calm"\n', "ends where"),
    ("a.TextGrid", TIER + b'1.5\n0\n1\n"calm"\n', "is 1.5; expected a whole number"),
    ("a.TextGrid", TIER + b'-1\n0\n1\n"calm"\n', "is -1; expected a whole number"),
    ("a.TextGrid", GRID.replace(b"2\n", b"1e999\n"), "not a number"),
    ("a.TextGrid", GRID.replace(b"2\n", b"0\n") + b'1\n"IntervalTier"\n"ann"\n0\n0\n0\n', "at least 1"),
    ("a.TextGrid", GRID.replace(b"<exists>", b"<absent>"), "has no tiers"),
    ("a.TextGrid", GRID + b"0\n", "no tiers"),
    ("a.TextGrid", GRID + b'1\n"PitchTier"\n"a"\n0\n2\n0\n', "'PitchTier'"),
    ("a.TextGrid", GRID + b'2\n"TextTier"\n"a"\n0\n2\n0\n"TextTier"\n"a"\n0\n2\n0\n', "two tiers are called 'a'"),
    ("a.TextGrid", b'File type = "ooTextFile"\nObject class = "Pitch 1"\n', "not a TextGrid"),
    ("a.TextGrid", b"ooBinaryFile\x08TextGrid\0\0\0", "NUL"),
    ("a.TextGrid", GRID.decode().encode("utf-16"), "ends where"),
    ("a.eaf", b"<ANNOTATION_DOCUMENT>", "a.eaf:1: not XML"),
    ("a.eaf", b"<ANNOTATION_DOCUMENT><TIER></ANNOTATION_DOCUMENT>", "not XML"),
    ("a.eaf", b"<OTHER/>", "expected ANNOTATION_DOCUMENT"),
    ("a.eaf", b"<ANNOTATION_DOCUMENT/>", "no tiers"),
    ("a.eaf", EAF % (SLOTS % b"900", ALIGNED % (b"a", b"z")), "time slot 'z', which is not there"),
    ("a.eaf", EAF % (SLOTS % b"-900", ALIGNED % (b"a", b"b")), "'-900'"),
    ("a.eaf", EAF % (SLOTS % b"1e3", ALIGNED % (b"a", b"b")), "'1e3'"),
    ("a.eaf", EAF % (SLOTS % b"900", ALIGNED % (b"b", b"a")), "from 0.9 to 0.0 does not run"),
    ("a.eaf", EAF % (b'<TIME_SLOT TIME_SLOT_ID="a"/>', ALIGNED % (b"a", b"a")), "whose time is not known"),
    ("a.eaf", EAF % (SLOTS % b"0", ALIGNED % (b"a", b"b")), "at least 1"),
    ("a.eaf", BOMB + b"<ANNOTATION_DOCUMENT>&j;</ANNOTATION_DOCUMENT>", "declares a document type"),
    ("a.eaf", b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><ANNOTATION_DOCUMENT/>', "declares a document type"),
    ("a.eaf", b'<?xml version="1.0" encoding="martian"?><ANNOTATION_DOCUMENT/>', "not XML"),
    ("a.rttm", RTTM + b"SPEAKER rec 1 1.0\n", ":2: 'SPEAKER rec 1 1.0' is not a line"),
    ("a.rttm", RTTM + b"TALKER rec 1 1.0 1.0 <NA> <NA> ann <NA> <NA>\n", ":2: 'TALKER"),
    ("a.rttm", RTTM + b"SPEAKER rec 1 one 1.0 <NA> <NA> ann <NA> <NA>\n", ":2: the start is 'one'"),
    ("a.rttm", RTTM + b"SPEAKER rec 1 1.0 -1.0 <NA> <NA> ann <NA> <NA>\n", ":2: the duration is '-1.0'"),
    ("a.rttm", RTTM + b"SPEAKER rec 1 nan 1.0 <NA> <NA> ann <NA> <NA>\n", ":2: the start is 'nan'"),
    ("a.rttm", b"LEXEME rec 1 0.0 1.0 hi lex ann <NA> <NA>\n", "no lines of type SPEAKER"),
    ("a.jams", JAM % (b'{"time":0,"duration":20,"value":"a"}', b"10"), "within 0 and 10"),
    ("a.jams", JAM % (b'{"time":-1,"duration":2,"value":"a"}', b"10"), "from -1.0 to 1.0"),
    ("a.jams", JAM % (b'{"time":"0","duration":2,"value":"a"}', b"10"), "expected `float`"),
    ("a.jams", JAM % (b'{"time":0,"duration":2,"value":"a"}', b'"10"'), "duration"),
    ("a.jams", JAM % (b'{"time":0,"duration":2,"value":"a"}', b"-10"), "at least 1|-10"),
    ("a.jams", JAM % (b'{"time":0,"duration":2,"value":"a"}', b"1e300"), "2**62|duration"),
    ("a.jams", JAM % (b'{"time":0,"duration":NaN,"value":"a"}', b"10"), "NaN"),
    ("a.jams", b'{"annotations":[{"namespace":"beat","data":[]}]}', "no annotation of namespace segment_*"),
    ("a.jams", b'{"annotations":[{"namespace":"segment_open"}]}', "data"),
    ("a.jams", b'{"annotations":{}}', "$.annotations"),
    ("a.srt", b"1\n00:00:00,000 --> 00:00:01,000\nA\n\nB\n", ":5: 'B' begins a cue without times"),
    ("a.srt", b"1\n00:00:01,000 --> 00:00:00,000\nA\n", ":2: the cue ends at 0 s, before its start"),
    ("a.srt", b"1\n00:00:00,000 --> later\nA\n", ":2: "),
    ("a.srt", b"1\n00:00:00,000 -> 00:00:01,000\nA\n", ":1: "),
    ("a.srt", b"1\n00:00:00,000 --> 00:00:00,000\nA\n", "at least 1"),
    ("a.vtt", b"WEBVTT\n\nNOTE nothing here\n", "no cues"),
    ("a.vtt", b"WEBVTT\n\n00:00.000 --> 1:2\nA\n", ":3: "),
    ("a.vtt", b"WEBVTTX\n\n00:00.000 --> 00:01.000\nA\n", ":1: expected 'WEBVTT'"),
    ("a.txt", b"0.0\t1.0\tcalm\n1.0\tx\tstorm\n", ":2: '1.0\\tx\\tstorm' is not a label"),
    ("a.lab", b"0.0 1.0 calm\n2.0 1.5 storm\n", ":2: the label ends at 1.5, before its start"),
    ("a.lab", b"0.0 0.0 calm\n", "at least 1"),
    ("a.lab", b"0.0 1e99 calm\n", "the largest mass is 2**62"),
    ("a.lab", b"0.0 1.0 calm\nx\n", ":2: 'x' is not a label"),
    ("a.lab", b"0 25000000 a\n25000000 b\n", ":2: '25000000 b' is not a label"),
]

CASES = [*NATIVE, *TABLES, *TOOLS, *TIMES]

#: Content that no text format can hold, and a part of the message.
NOT_TEXT = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n", "is empty"),
    "zeros": (b"\0" * 300, ""),
    "latin-1": (b"caf\xe9 \xe9\xe8\n" * 3, "not UTF-8|not JSON"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), ""),
    "half of a UTF-16 file": ("item,coder\n".encode("utf-16") + b"x", ""),
    "prose": (b"Call me Ishmael. Some years ago, never mind how long precisely.\n", ""),
}


def refusal(source, **options) -> str:
    """The one line with which a source is refused, quickly."""
    started = time.perf_counter()
    with pytest.raises(InputError) as caught:
        load(source, **options)
    assert time.perf_counter() - started < 5
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 500
    return message


def says(message: str, wanted: str) -> bool:
    return any(part in message for part in wanted.split("|"))


@pytest.mark.parametrize(("name", "data", "wanted"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_broken_file(tmp_path, name, data, wanted):
    path = tmp_path / name
    path.write_bytes(data)
    message = refusal(path)
    assert message.startswith(str(path))
    assert says(message, wanted), message


@pytest.mark.parametrize(("name", "data", "wanted"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_broken_stream(name, data, wanted):
    assert refusal(io.BytesIO(data), name=name).startswith(name)


@pytest.mark.parametrize("kind", NOT_TEXT)
@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_content_of_another_kind(tmp_path, format, kind):
    data, wanted = NOT_TEXT[kind]
    if format == "text" and kind == "prose":
        pytest.skip("prose without separators is a text of one segment")
    path = tmp_path / "file"
    path.write_bytes(data)
    message = refusal(path, format=format)
    assert message.startswith(str(path))
    assert says(message, wanted), message


def test_there_are_enough_of_them():
    assert len(CASES) >= 200
    assert len({(name, data) for name, data, _ in CASES}) == len(CASES)


# ------------------------------------------------------------------------------------------------- files that are cut


CUT = [
    (FIXTURES / "json" / "voyage.json", {}),
    (FIXTURES / "segeval-json" / "voyage.json", {}),
    (FIXTURES / "label-studio" / "text.json", {}),
    (FIXTURES / "jams" / "song.jams", {}),
    (FIXTURES / "eaf" / "talk.eaf", {}),
    (FIXTURES / "textgrid" / "long.TextGrid", {}),
    (FIXTURES / "textgrid" / "short.TextGrid", {}),
    (FIXTURES / "textgrid" / "elan.TextGrid", {}),
]


@pytest.mark.parametrize(("path", "options"), CUT, ids=[path.name for path, _ in CUT])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.75, 0.9, 0.97])
def test_truncated(tmp_path, path, options, share):
    data = path.read_bytes()
    cut = tmp_path / path.name
    cut.write_bytes(data[: int(len(data) * share)])
    assert refusal(cut, **options).startswith(str(cut))


# ----------------------------------------------------------------------------------------- places that are not files


def test_no_such_file(tmp_path):
    assert refusal(tmp_path / "nothing.json").endswith("nothing.json: no such file or folder")


def test_name_that_no_file_can_have():
    assert "cannot be read" in refusal("a\0b.json")
    assert "cannot be read" in refusal("a" * 300)


def test_empty_folder(tmp_path):
    assert "holds no data files" in refusal(tmp_path)


def test_folder_of_nothing_known(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\0\1\2")
    assert "holds no file whose format is clear" in refusal(tmp_path)


def test_folder_of_several_formats(tmp_path):
    (tmp_path / "a.json").write_bytes(b'{"items":{"a":{"x":[1]}}}')
    (tmp_path / "b.vtt").write_bytes(b"WEBVTT\n\n00:00.000 --> 00:01.000\nA\n")
    assert "holds files of several formats: a.json (segeval-json), b.vtt (vtt)" in refusal(tmp_path)


def test_folder_without_files_of_the_format(tmp_path):
    (tmp_path / "a.json").write_bytes(b'{"items":{"a":{"x":[1]}}}')
    assert "holds no data files" in refusal(tmp_path, format="brat")


def test_folder_too_deep(tmp_path):
    deep = tmp_path.joinpath(*"abcdefghij")
    deep.mkdir(parents=True)
    (deep / "a.csv").write_bytes(b"unit,x\n1,1\n")
    assert "nested more than 8 deep" in refusal(tmp_path)


def test_folder_deeper_than_its_layout(tmp_path):
    deep = tmp_path / "one" / "two"
    deep.mkdir(parents=True)
    (deep / "a.srt").write_bytes(b"1\n00:00:00,000 --> 00:00:01,000\nA\n")
    assert "lies 2 folders deep; expected a folder per coder" in refusal(tmp_path)


def test_linked_folders_that_never_end(tmp_path):
    (tmp_path / "again").symlink_to(tmp_path)
    assert "holds no data files" in refusal(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    path.chmod(0)
    assert "permission denied" in refusal(path)


def test_system_refuses_to_read(tmp_path, monkeypatch):
    """The message for what the superuser of a test machine cannot be refused."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path) == f"{path}: cannot be read (permission denied)"


def test_device():
    assert refusal("/dev/zero") == "/dev/zero: is a device; expected a file"


def test_text_stream():
    assert "is a text stream" in refusal(io.StringIO("{}"))


def test_file_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr("seamark.io.source.LARGEST_FILE", 1000)
    path = tmp_path / "a.json"
    path.write_bytes(b" " * 1001)
    assert "is larger than" in refusal(path)


# ----------------------------------------------------------------------------------------- options that do not fit


SRT = b"1\n00:00:00,000 --> 00:00:01,000\nA\n"
DOCCANO = b'{"text":"Land ho","label":[[0,4,"A"]]}\n'


@pytest.mark.parametrize(
    ("name", "data", "options", "wanted"),
    [
        ("a.srt", SRT, {"unit": "sentence"}, "unit 'sentence' does not fit times"),
        ("a.srt", SRT, {"unit": "hour"}, "unit is 'hour'; expected"),
        ("a.srt", SRT, {"resolution": 0}, "resolution is 0; expected a positive"),
        ("a.srt", SRT, {"resolution": float("nan")}, "resolution is nan"),
        ("a.srt", SRT, {"resolution": "fine"}, "resolution is 'fine'"),
        ("a.srt", SRT, {"resolution": 10}, "at least 1"),
        ("a.srt", SRT, {"resolution": 1e-300}, "duration / resolution"),
        ("a.srt", SRT, {"duration": -1}, "duration is -1"),
        ("a.srt", SRT, {"duration": 0.5}, "within 0 and 0.5"),
        ("a.srt", SRT, {"snap_limit": -1}, "snap_limit is -1"),
        ("a.srt", SRT, {"types": "names"}, "types is 'names'"),
        ("a.srt", SRT, {"layout": "anyhow"}, "layout is 'anyhow'"),
        ("a.srt", SRT, {"encoding": "klingon"}, "encoding 'klingon' is not known"),
        ("a.srt", SRT, {"encoding": "hex"}, "encoding 'hex' is not known"),
        ("a.srt", SRT, {"format": "srtt"}, "no format is called 'srtt'"),
        ("a.rttm", RTTM, {"layer": "TALK"}, "no lines of type 'TALK'"),
        ("a.rttm", RTTM + RTTM.replace(b"rec", b"two"), {"duration": 9}, "duration fits one item, but there are 2"),
        ("a.jsonl", DOCCANO, {"unit": "time"}, "unit 'time' does not fit a text"),
        ("a.jsonl", DOCCANO, {"resolution": 0.1}, "resolution fits times"),
        ("a.jsonl", DOCCANO, {"duration": 0.1}, "duration fits times"),
        ("a.json", HEAD + ITEM + b"]}", {"unit": "token"}, "unit has no meaning for json"),
        ("a.json", HEAD + ITEM + b"]}", {"resolution": 1}, "resolution has no meaning for json"),
        ("a.TextGrid", TIER + b"0\n", {"layer": "ben"}, "no tier 'ben'; it has ann"),
        ("a.tsv", TSV3 + b"#Text=La\n1-1\t0-2\tLa\tA\t\n", {"layer": "Other"}, "no layer 'Other'"),
    ],
)
def test_option_that_does_not_fit(tmp_path, name, data, options, wanted):
    path = tmp_path / name
    path.write_bytes(data)
    assert wanted in refusal(path, **options)


def test_unknown_option_is_a_type_error(tmp_path):
    with pytest.raises(TypeError, match="units"):
        load(tmp_path, units="token")


# ----------------------------------------------------------------------------------------- hostile files stay small


HOSTILE = {
    "a million brackets": ("a.json", b"[" * 1_000_000, "json"),
    "a million objects": ("a.json", b'{"a":' * 1_000_000, "segeval-json"),
    "a bomb of entities": ("a.eaf", BOMB + b"<ANNOTATION_DOCUMENT>&j;</ANNOTATION_DOCUMENT>", "eaf"),
    "a bomb of text": (
        "a.eaf",
        b'<!DOCTYPE a [<!ENTITY a "%s">]><ANNOTATION_DOCUMENT>%s</ANNOTATION_DOCUMENT>'
        % (b"a" * 10**5, b"&a;" * 10**4),
        "eaf",
    ),
    "elements in elements": ("a.eaf", b"<a>" * 100_000, "eaf"),
    "a claim of many intervals": ("a.TextGrid", TIER + b"999999999999999\n", "textgrid"),
    "a claim of a far sentence": ("a.tsv", TSV3 + b"#Text=La\n1-1\t99999999999-99999999999\tLa\t_\t\n", "webanno"),
    "dots that never end a sentence": (
        "a.jsonl",
        b'{"text":"' + b"." * 1_000_000 + b'","label":[[0,9999999,"A"]]}',
        "doccano",
    ),
    "spaces that never end a line": ("a.lab", b"0 1 a" + b" " * 1_000_000 + b"b\n2 1 c", "lab"),
    "quotes that never end": ("a.csv", b'item,coder,mass,position\n"' + b'""' * 500_000, "csv"),
    "escapes that never end": ("a.json", b'{"' + b'\\"' * 500_000, "json"),
    "line ends": ("a.srt", b"\r\n" * 500_000 + b"x", "srt"),
    "separators": ("a.txt", b"=====\n" * 200_000, "text"),
    "equals signs": ("a.txt", b"=" * 1_000_000, "text"),
    "a number without end": ("a.json", b'{"format":"seamark","version":1,"items":[' + b"9" * 1_000_000, "json"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_file_costs_little(tmp_path, kind):
    name, data, format = HOSTILE[kind]
    path = tmp_path / name
    path.write_bytes(data)
    refusal(path, format=format)  # imports what the format needs
    tracemalloc.start()
    try:
        refusal(path, format=format)
        assert tracemalloc.get_traced_memory()[1] < 120 * len(data) + 10_000_000
    finally:
        tracemalloc.stop()
    refusal(path)


def test_a_line_without_end_is_not_read_into_memory(monkeypatch):
    monkeypatch.setattr("seamark.io.native_lines.LONGEST_LINE", 10_000)

    class Endless(io.RawIOBase):
        def readline(self, limit=-1):
            return b"x" * limit

    with pytest.raises(ParseError, match="the line is longer than"):
        list(iter_jsonl(Endless(), name="endless"))
