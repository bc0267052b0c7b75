"""Files of the format times: start and label on each line, in seconds (SALAMI, Harmonix)."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="times",
    file="a.txt",
    sound=b"0.0\tcalm\n2.5\tstorm\n4.0\tEnd\n",
    changes=[(b"2.5\tstorm", b"storm", 2), (b"4.0\tEnd", b"1.0\tEnd", 3), (b"2.5\t", b"2,5\t", 2)],
    fixtures=[
        ("times/song.txt", {"resolution": 0.5}, {"song": {"coder": [1, 7, 12, 12]}}),
        ("times/tune.txt", {"resolution": 0.5}, {"tune": {"coder": [17, 23]}}),
    ],
    labels=[
        ("times/song.txt", {"resolution": 0.5}, "song", "coder", [(1, "A, a, Intro"), (8, "a"), (20, "B, b, Verse")])
    ],
)
