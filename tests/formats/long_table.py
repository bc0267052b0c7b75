from tests.formats import TWO_ITEMS, FormatCase, LargeFile

CSV_BEGIN = b"item,coder,mass,position\n"
CSV = FormatCase(
    name="csv",
    file="a.csv",
    sound=b"item,coder,mass,position,type\npoem,ann,5,2,minor\npoem,ann,5,3,major\npoem,ben,5,,\n",
    changes=[
        (b"5,2", b"5,2\x1c", 2),
        (b"5,3", b"\x1d5,3", 3),
        (b"5,2", b"5,\xd9\xa2", 2),
        (b"5,3,major", b"5,2,minor", 3),
        (b"poem,ben,5", b"poem,ben,6", 4),
    ],
    broken=[
        b"item,coder,position\na,x,2\n",
        b"item,coder,mass,position,colour\na,x,5,2,red\n",
        b"item,coder,mass,position,mass\na,x,5,2,5\n",
        (CSV_BEGIN + b"a,x,5\n", 2),
        (CSV_BEGIN + b"a,x,5,two\n", 2),
        (CSV_BEGIN + b"a,x,five,2\n", 2),
        CSV_BEGIN + b"a,x,-5,2\n",
        (CSV_BEGIN + b"a,x,5,-2\n", 2),
        (CSV_BEGIN + b"a,x,5,2\na,x,5,2\n", 3),
        (CSV_BEGIN + b"a,x,5,2\na,y,6,2\n", 3),
        CSV_BEGIN + b"a,x,,2\n",
        (CSV_BEGIN + b",x,5,2\n", 2),
        (CSV_BEGIN + b"a,,5,2\n", 2),
        CSV_BEGIN,
        CSV_BEGIN + b'a,"x,5,2\n',
        (CSV_BEGIN + b"a,x,5,\xe9\n", 2),
        b"name,age\nann,3\n",
        (b"\xef\xbb\xbf", None, "a.csv", {"format": "csv"}),
        CSV_BEGIN + b"poem,ann,4611686018427387905,1\n",
    ],
    fixtures=[
        ("csv/voyage.csv", {}, TWO_ITEMS),
        ("csv/semicolons.csv", {}, {"voyage": {"ann": [2, 2], "ben; the mate": [3, 1]}}),
    ],
    large=LargeFile(
        lambda n: f"document-{n // 800:05},annotator-{n // 200 % 4},1000,{n % 200 * 5 + 1},major\n",
        "item,coder,mass,position,type\n",
    ),
)
TSV = FormatCase(
    name="tsv",
    file="a.tsv",
    sound=b"item\tcoder\tmass\tposition\npoem\tann\t5\t2\npoem\tben\t5\t\n",
    changes=[(b"5\t2", b"5\t2\x85", 2), (b"\t5\t2", b"\t5", 2)],
    broken=[(b"item\tcoder\tmass\tposition\na\tx\t5\tzwei\n", 2, "a.csv")],
    fixtures=[("tsv/voyage.tsv", {}, {"voyage": {"ann": [2, 2], "ben": [4]}})],
)
