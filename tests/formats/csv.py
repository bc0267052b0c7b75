"""Files of the format csv: long table with commas: item, coder, mass, position[, type]."""

from seamark import Segmentation
from tests.formats import FormatCase

BEGIN = b"item,coder,mass,position\n"
CASE = FormatCase(
    name="csv",
    file="a.csv",
    sound=b"item,coder,mass,position,type\npoem,ann,5,2,minor\npoem,ann,5,3,major\npoem,ben,5,,\n",
    changes=[
        (b"5,2", b"5,2\x1c", 2),
        (b"5,3", b"\x1d5,3", 3),
        (b"5,2", b"5,\xd9\xa2", 2),
        (b"5,2", b"5,1" + b"0" * 400, 2),
        (b"5,3,major", b"5,2,minor", 3),
        (b"poem,ben,5", b"poem,ben,6", 4),
    ],
    broken=[
        b"item,coder,position\na,x,2\n",
        b"item,coder,mass,position,colour\na,x,5,2,red\n",
        b"item,coder,mass,position,mass\na,x,5,2,5\n",
        (BEGIN + b"a,x,5\n", 2),
        (BEGIN + b"a,x,5,2,9\n", 2),
        (BEGIN + b"a,x,5,two\n", 2),
        (BEGIN + b"a,x,five,2\n", 2),
        (BEGIN + b"a,x,5,2.5\n", 2),
        (BEGIN + b"a,x,5,nan\n", 2),
        (BEGIN + b"a,x,5," + b"9" * 100_000 + b"\n", 2),
        BEGIN + b"a,x,-5,2\n",
        (BEGIN + b"a,x,5,-2\n", 2),
        BEGIN + b"a,x,5,5\n",
        (BEGIN + b"a,x,5,2\na,x,5,2\n", 3),
        (BEGIN + b"a,x,5,2\na,y,6,2\n", 3),
        BEGIN + b"a,x,,2\n",
        (BEGIN + b",x,5,2\n", 2),
        (BEGIN + b"a,,5,2\n", 2),
        (b"item,coder,mass,position,type\na,x,5,,minor\n", 2),
        BEGIN,
        BEGIN + b'a,"x,5,2\n',
        BEGIN + b'a,"x"y,5,2\n',
        BEGIN + b"a," + b"x" * 200_000 + b",5,2\n",
        (BEGIN + b"a,x,5,\xe9\n", 2),
        b"name,age\nann,3\n",
        (b"\xef\xbb\xbf", None, "a.csv", {"format": "csv"}),
        BEGIN + b"poem,ann,4611686018427387905,1\n",
    ],
    fixtures=[
        (
            "csv/voyage.csv",
            {},
            {
                "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
                "return": {"ann": Segmentation.from_positions([2, 4, 4], 6, [1, 1, 2]), "ben": [6]},
            },
        ),
        ("csv/semicolons.csv", {}, {"voyage": {"ann": [2, 2], "ben; the mate": [3, 1]}}),
    ],
)
