"""Files of the format intervals: table of intervals in seconds: start, end[, label, file, coder]."""

from tests.formats import FormatCase

CASE = FormatCase(
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
    ],
    labels=[("intervals/ina.tsv", {"resolution": 0.5}, "ina", "coder", [(3, "music")])],
)
