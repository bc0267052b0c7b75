from tests.formats import SENTENCE, SENTENCES, FormatCase, LargeFile

FLAGS = FormatCase(
    name="flags",
    file="a.csv",
    sound=b"sentence,new_segment\nOne two.,1\nThree.,0\nFour.,1\n",
    changes=[(b"Four.,1", b"Four.,2", 4), (b"Four.,1", b"Four.", 4)],
    broken=[
        (b"sentence,boundary\nOne two.,0\nThree.,1\nFour.,0\n", None, "a.csv", {"format": "flags"}),
        (b"sentence,text\nOne two.,a\n", 1, "a.csv", {"format": "flags"}),
    ],
    fixtures=[("flags/story.csv", {"flags": "auto"}, {"story": {"ann": [2, 2], "ben": [3, 1]}})],
    texts=[("flags/story.csv", {"flags": "starts"}, {"story": SENTENCES})],
    alike=True,
    large=LargeFile(lambda n: f"{SENTENCE},{int(n % 5 == 0)}\n", "sentence,new_segment\n"),
)
INTERVALS = FormatCase(
    name="intervals",
    file="a.csv",
    sound=b"file,start,end,label\nsong,0.0,4.0,verse\nsong,4.0,10.0,chorus\n",
    changes=[
        (b"4.0,10", b"four,10", 3),
        (b"4.0,10.0", b"4.0,3.0", 3),
        (b"\nsong,4.0", b"\n,4.0", 3),
        (b",chorus", b"", 3),
    ],
    broken=[b"start,end\n"],
    fixtures=[
        ("intervals/songs.csv", {"resolution": 0.5}, {"song": {"coder": [8, 12]}, "tune": {"coder": [5, 5]}}),
        ("intervals/child.csv", {"resolution": 0.25}, {"talk": {"coder": [2, 3]}}),
        ("intervals/ina.tsv", {"resolution": 0.5}, {"ina": {"coder": [3, 3]}}),
        ("intervals/whisper.tsv", {"resolution": 0.5}, {"whisper": {"coder": [3, 5]}}),
    ],
    labels=[("intervals/ina.tsv", {"resolution": 0.5}, "ina", "coder", [(3, "music")])],
    large=LargeFile(lambda n: f"song{n // 1000},{n % 1000}.0,{n % 1000 + 1}.0,verse\n", "file,start,end,label\n"),
)
TABLE_NAMED = {
    "columns": {"item": "Gespräch", "coder": "Person", "start": "Zeitpunkt A", "end": "4"},
    "resolution": 0.5,
}
TABLE = FormatCase(
    name="table",
    file="a.csv",
    sound=b"doc,rater,boundary_position,units\npoem,ann,2,5\npoem,ben,,\n",
    changes=[(b"ann,2,5", b"ann,7,5"), (b"ann,2,5", b"ann,two,5", 2), (b",2,5", b",2,")],
    broken=[
        (b"a,b\n1,2\n", None, "a.csv", {"columns": {"start": "a", "end": "c"}}),
        (b"a,b\n1,2\n", 1, "a.csv", {"columns": {"start": "a"}}),
    ],
    fixtures=[
        ("table/places.csv", {}, {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
        ("table/german.csv", TABLE_NAMED, {"eins": {"ann": [3, 5]}}),
    ],
    alike=True,
    large=LargeFile(
        lambda n: f"poem{n // 800},rater{n // 200 % 4},{n % 200 * 5 + 1},1001\n", "doc,rater,boundary_position,units\n"
    ),
)
UNITS = FormatCase(
    name="units",
    file="a.csv",
    sound=b"document,text,segment\nvoyage,a,1\nvoyage,b,1\nreturn,a,1\nreturn,b,2\n",
    changes=[(b"\nreturn,b,", b"\nvoyage,b,", 5), (b"voyage,b,1", b"voyage,b,", 3)],
    broken=[b"document,segment,coder,text\npoem,1,ann,x\npoem,1,ben,y\n"],
    fixtures=[
        ("units/texts.csv", {}, {"voyage": {"coder": [2, 1]}, "return": {"coder": [1, 1]}}),
        ("units/coders.csv", {}, {"voyage": {"ann": [2, 1], "ben": [1, 1, 1]}}),
    ],
    large=LargeFile(lambda n: f"voyage{n // 1000},{SENTENCE},{n % 1000 // 5}\n", "document,text,segment\n"),
)
WIDE = FormatCase(
    name="wide",
    file="a.csv",
    sound=b"unit,ann,ben\n1,1,1\n2,1,2\n3,2,2\n",
    changes=[(b"2,1,2\n", b"", 3), (b"3,2,2", b"3,2,1", 4), (b"2,1,2", b"2,1\x1c,2", 3)],
    broken=[
        (b"unit,x,y\n1,1,1\n2,1\n", 3),
        (b"unit,x,y\n1,1,1\n2,1,\n", 3),
        (b"unit,x,y\n1,1,1\n2,1,one\n", 3),
        (b"unit,x,y\n1,1,1\n3,1,1\n", 3),
        (b"unit,x,y\n1,2,1\n2,1,1\n", 3),
        b"unit,x,x\n1,1,1\n",
        b"unit,x,\n1,1,1\n",
        b"unit,x\n1,\n",
        (b"unit\n1\n", 1, "a.csv", {"format": "wide"}),
    ],
    fixtures=[
        ("wide", {}, {"return": {"ann": [2, 1], "ben": [3]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
        ("wide/voyage.csv", {}, {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
    ],
    large=LargeFile(lambda n: f"{n + 1},{n // 5},{n // 7},{n // 9},{n // 11}\n", "unit,ann,ben,cid,dan\n"),
)
