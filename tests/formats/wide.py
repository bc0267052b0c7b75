"""Files of the format wide: wide table, a file per item: unit rows, coder columns, segment numbers."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="wide",
    file="a.csv",
    sound=b"unit,ann,ben\n1,1,1\n2,1,2\n3,2,2\n",
    changes=[(b"2,1,2\n", b"", 3), (b"3,2,2", b"3,2,1", 4), (b"2,1,2", b"2,1\x1c,2", 3)],
    broken=[
        (b"unit,x,y\n1,1,1\n2,1\n", 3),
        (b"unit,x,y\n1,1,1\n2,1,\n", 3),
        (b"unit,x,y\n1,1,1\n2,1,one\n", 3),
        (b"unit,x,y\n1,1,1\n3,1,1\n", 3),
        (b"unit,x,y\n1,1,1\n1,1,1\n", 3),
        (b"unit,x,y\n1,2,1\n2,1,1\n", 3),
        b"unit,x,x\n1,1,1\n",
        b"unit,x,\n1,1,1\n",
        b"unit,x\n1,\n",
        (b"unit\n1\n", 1, "a.csv", {"format": "wide"}),
        (b"unit,ann\n5,1\n6,1\n", 2, "a.csv", {"format": "wide"}),
    ],
    fixtures=[
        ("wide", {}, {"return": {"ann": [2, 1], "ben": [3]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
        ("wide/voyage.csv", {}, {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
    ],
)
