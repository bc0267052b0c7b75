"""Files of the format pygamma: CSV of pygamma-agreement: annotator, category, start, end."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="pygamma",
    file="a.csv",
    sound=b"Joe,A,0,4\nJoe,B,4,9\nJack,A,0,5\n",
    changes=[(b"Joe,B,4,9", b"Joe,B,4", 2), (b"4,9", b"9,4", 2), (b"4,9", b"four,9", 2), (b"Joe,B", b",B", 2)],
    fixtures=[
        ("pygamma/continuum.csv", {"resolution": 1}, {"continuum": {"Joe": [6, 9, 14, 9, 2], "Jack": [3, 8, 19, 10]}})
    ],
    labels=[("pygamma/continuum.csv", {"resolution": 1}, "continuum", "Jack", [(3, "A"), (11, "A"), (30, "B")])],
)
