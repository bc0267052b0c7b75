from tests.formats import FormatCase

WEBANNO_BEGIN = b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Segment|Topic\n"
WEBANNO = FormatCase(
    name="webanno",
    file="a.tsv",
    sound=(
        b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Segment|Topic\n\n\n#Text=Land ho .\n1-1\t0-4\tLand\tA[1]\t\n"
        b"1-2\t5-7\tho\tA[1]\t\n1-3\t8-9\t.\tA[1]\t\n\n#Text=Calm\n2-1\t10-14\tCalm\tB\t\n"
        b"2-1.1\t10-12\tCa\t_\t\n"
    ),
    changes=[
        (b"1-2\t5-7\tho\tA[1]\t\n", b"", 7),
        (b"1-3\t8-9\t.\tA[1]\t\n", b"", 7),
        (b"\tho\tA[1]\t", b"\tho", 7),
        (b"\tho\tA[1]\t", b"\tho\tA[1]\tB", 7),
        (b"ho\tA[1]", b"ho\tA[7]", 8),
    ],
    broken=[
        WEBANNO_BEGIN + b"\n\n",
        (WEBANNO_BEGIN + b"\n\n1-1\t0-4\tLand\t_\t\n", 5),
        (WEBANNO_BEGIN + b"\n\n#Text=Land\n1-1\t0-4\tLamp\t_\t\n", 6),
        (WEBANNO_BEGIN + b"\n\n#Text=Land\n1-1\t0-4\tLand\t_\t\n#Text=ho\n2-1\t2-4\tho\t_\t\n", 8),
        (WEBANNO_BEGIN + b"\n\n#Text=Land\n1-1\t900000000000-900000000004\tLand\t_\t\n", 6),
        (WEBANNO_BEGIN + b"\n\n#Text=Land\n1-1\t0\tLand\t_\t\n", 6),
        WEBANNO_BEGIN + b"#T_SP=custom.Other|x\n\n\n#Text=La\n1-1\t0-2\tLa\tA\tB\t\n",
    ],
    fixtures=[
        ("webanno", {"unit": "character"}, {"voyage.txt": {"ann": [19, 15], "ben": [12, 5, 2, 8, 7]}}),
        ("webanno", {"unit": "token"}, {"voyage.txt": {"ann": [5, 4], "ben": [3, 1, 1, 2, 2]}}),
        (
            "inception-project/project.zip",
            {"unit": "character"},
            {"voyage.txt": {"ann": [19, 15], "ben": [12, 5, 2, 8, 7]}},
        ),
    ],
    texts=[
        ("webanno", {"unit": "token"}, {"voyage.txt": ("The", "sea", "was", "calm", ".", "Waves", "🌊", "broke", ".")}),
        ("webanno", {"unit": "sentence", "snap_limit": 99}, {"voyage.txt": ("The sea was calm .", "Waves 🌊 broke .")}),
    ],
    labels=[("webanno", {"unit": "token"}, "voyage.txt", "ben", [(3, "end_of"), (4, "calm"), (5, "end_of"), (7, 1)])],
)
