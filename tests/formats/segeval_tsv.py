"""Files of the format segeval-tsv: table of segeval, a file per item: coder and masses."""

from tests.formats import FormatCase

CASE = FormatCase(
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
        (b"Coder\tMasses\n\t2\t3\n", 2),
        (b"Coder\tPositions\nx\t2\t1\n", 2),
        b"Coder\tMasses\n",
        (b"Coder\tMasses\nann\t4611686018427387904\t4611686018427387904\n", 2),
    ],
    fixtures=[
        ("segeval-tsv", {}, {"return": {"ann": [2, 3], "ben": [5]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}})
    ],
)
