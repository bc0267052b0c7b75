"""Files of the format webanno-old: WebAnno TSV 1 and 2."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="webanno-old",
    file="a.tsv",
    sound=(
        b" # custom.Segment | Topic\n#id=1\n#text=Land ho .\n1-1\tLand\tB-A\t\n1-2\tho\tI-A\t\n1-3\t.\tO\t\n"
        b"\n#id=2\n#text=Calm\n2-1\tCalm\tB-B|B-C\t\n"
    ),
    changes=[
        (b"1-2\tho\tI-A\t\n", b"", 5),
        (b"1-3\t.\tO\t\n", b"", 5),
        (b"2-1", b"3-1", 10),
        (b"\tho\tI-A\t", b"\tho", 5),
        (b"\tho\tI-A\t", b"\tho\tI-A\tB", 5),
        (b"\tho\t", b"\thi\t", 5),
        (b"B-A", b"O", 5),
        (b"I-A", b"I-B", 5),
        (b"1-3\t", b"...\t", 6),
    ],
    broken=[(b"#id=1\n#text=Land ho\n1\tLand\t_\n", 3), b"#id=1\n#text=Land ho\n\n"],
    fixtures=[
        ("webanno-old", {"layer": "Segment", "unit": "token"}, {"voyage.txt": {"ann": [5, 4], "ben": [1, 2, 2, 2, 2]}}),
        ("webanno-old", {"layer": "POS", "unit": "token"}, {"voyage.txt": {"ann": [1, 1, 7], "ben": [9]}}),
        ("webanno-1/first.tsv", {"layer": "NamedEntity", "unit": "character"}, {"first": {"coder": [4, 5, 5, 6, 16]}}),
    ],
    texts=[
        (
            "webanno-old",
            {"layer": "Segment", "unit": "sentence", "snap_limit": 99},
            {"voyage.txt": ("The sea was calm.", "Waves broke over us")},
        )
    ],
)
