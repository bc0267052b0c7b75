from tests.formats import SENTENCE, SENTENCES, FormatCase, LargeFile

#: The length of a sentence of large files, with the space behind it.
SIZE = len(SENTENCE) + 1


BRAT = FormatCase(
    name="brat",
    file="a.ann",
    sound=(
        b"T1\tCalm 0 4\tLand\nT2\tStorm 5 7\tho\nR1\tNext Arg1:T1 Arg2:T2\t\nE1\tCalm:T1 Who:T2\nA1\tSure T1 "
        b"T9\n#1\tAnnotatorNotes T2\tlike T7\nN1\tReference T1 Wiki:T8\tland\n*\tEquiv T1 T2\n"
    ),
    beside={"a.txt": b"Land ho"},
    changes=[
        (b"R1\tNext", b"X1\tNext", 3),
        (b"T2\tStorm", b"T1\tStorm", 2),
        (b"\tho\n", b"\thi\n", 2),
        (b"Storm 5 7", b"Storm 4 6", 2),
        (b"Storm 5 7", b"Storm 5 70", 2),
    ],
    fixtures=[
        ("brat", {"unit": "character"}, {"voyage": {"ann": [35, 41], "ben": [18, 17, 41]}}),
        ("brat", {"unit": "sentence"}, {"voyage": {"ann": [2, 2], "ben": [1, 1, 2]}}),
        ("brat", {"unit": "line", "snap_limit": 20}, {"voyage": {"ann": [1, 1], "ben": [1, 1]}}),
        ("brat", {"layer": "Storm", "unit": "sentence"}, {"voyage": {"ann": [2, 2], "ben": [2, 2]}}),
    ],
    texts=[
        ("brat", {"unit": "sentence"}, {"voyage": SENTENCES}),
        (
            "brat",
            {"unit": "line", "snap_limit": 20},
            {"voyage": ("The sea was calm. We left at dawn.", "The wind rose. Waves broke over the bow.")},
        ),
    ],
    labels=[("brat", {"unit": "sentence"}, "voyage", "ben", [(1, "Calm"), (2, "Storm")])],
    large=LargeFile(lambda n: f"T{n + 1}\tcalm {n * SIZE} {(n + 1) * SIZE - 1}\t{SENTENCE}\n"),
)
