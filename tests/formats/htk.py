"""Files of the format htk: .lab of HTK, in 100 ns."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="htk",
    file="a.lab",
    sound=b"0 15000000 calm\n15000000 25000000 storm\n",
    changes=[
        (b"15000000 25", b"15000000.5 25", 2),
        (b"15000000 25000000", b"15000000 5", 2),
        (b"0 1", b"20000000 21", 2),
    ],
    broken=[(b"0 25000000 a\n25000000 b\n", 2), (b"0 25000000 a\n///\n0 25000000 b\n", 2)],
    fixtures=[("htk/word.lab", {"resolution": 0.05}, {"word": {"coder": [5, 7, 6]}})],
    labels=[("htk/word.lab", {"resolution": 0.05}, "word", "coder", [(5, "iy"), (12, "sil")])],
)
