"""Files of the format table: any table whose columns are named; or boundaries in units with position and mass."""

from tests.formats import FormatCase

NAMED = {"columns": {"item": "Gespräch", "coder": "Person", "start": "Zeitpunkt A", "end": "4"}, "resolution": 0.5}
CASE = FormatCase(
    name="table",
    file="a.csv",
    sound=b"doc,rater,boundary_position,units\npoem,ann,2,5\npoem,ben,,\n",
    changes=[(b"ann,2,5", b"ann,7,5"), (b"ann,2,5", b"ann,two,5", 2), (b",2,5", b",2,")],
    broken=[
        (b"a,b\n1,2\n", None, "a.csv", {"columns": {"start": "a", "end": "c"}}),
        (b"a,b\n1,2\n", 1, "a.csv", {"columns": {"start": "a"}}),
    ],
    fixtures=[
        ("table/places.csv", {}, {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
        ("table/german.csv", NAMED, {"eins": {"ann": [3, 5]}}),
    ],
)
