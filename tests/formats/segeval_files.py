from tests.formats import FormatCase, LargeFile

SEGEVAL_JSON = FormatCase(
    name="segeval-json",
    file="a.json",
    sound=b'{"segmentation_type":"linear","items":{"poem":{"ann":[2,3],"ben":[5]}}}',
    changes=[
        (b'{"ann":[2,3],"ben":[5]}', b'{"ann":[5]},"song":{}'),
        (b"[5]", b"[6]"),
        (b"[5]", b"[true]"),
        (b'"poem"', b'"\\udc00"'),
    ],
    broken=[
        b'{"segmentation_type":"hierarchical","items":{}}',
        b'{"segmentation_type":"linear"}',
        b'{"items":{"a":{"x":[2,"3"]}}}',
        b'{"items":{"a":{"x":[2,-3]}}}',
        b'{"items":{"a":{"x":[2,3],"x":[4,1]}}}',
        b'{"items":{"a":{"x":[2,3],"y":[4]}}}',
        b'{"items":{}}',
        b'{"items": {"a": {"b": [NaN]}}}',
    ],
    fixtures=[
        (
            "segeval-json/voyage.json",
            {},
            {
                "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
                "letters,first": {"ann": [3, 3]},
                "letters,second": {"ben": [1, 4]},
            },
        )
    ],
)
SEGEVAL_TSV = FormatCase(
    name="segeval-tsv",
    file="a.tsv",
    sound=b"Coder\tMasses\nann\t2\t3\nben\t5\n",
    changes=[(b"2\t3", b"2\t\t3", 2), (b"ben\t5", b"ben\t6")],
    broken=[
        (b"Coder\tMasses\nx\t2\ttwo\n", 2),
        (b"Coder\tMasses\nx\t2\t-3\n", 2),
        b"Coder\tMasses\nx\t2\t3\ny\t2\t4\n",
        b"Coder\tMasses\nx\t2\t3\nx\t5\n",
        (b"Coder\tMasses\nx\n", 2),
        (b"Coder\tPositions\nx\t2\t1\n", 2),
        b"Coder\tMasses\n",
        (b"Coder\tMasses\nann\t4611686018427387904\t4611686018427387904\n", 2),
    ],
    fixtures=[
        ("segeval-tsv", {}, {"return": {"ann": [2, 3], "ben": [5]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}})
    ],
    large=LargeFile(lambda n: f"coder{n}\t2\t3\t5\t1\t1\t2\t1\n", "Coder\tMasses\n"),
)
