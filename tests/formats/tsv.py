"""Files of the format tsv: long table with tabs: item, coder, mass, position[, type]."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="tsv",
    file="a.tsv",
    sound=b"item\tcoder\tmass\tposition\npoem\tann\t5\t2\npoem\tben\t5\t\n",
    changes=[(b"5\t2", b"5\t2\x85", 2), (b"\t5\t2", b"\t5", 2)],
    broken=[
        (b"item\tcoder\tmass\tposition\na\tx\t5\tzwei\n", 2, "a.csv"),
        (b"item\tcoder\tmass\tposition\na\tx\t5\n", 2),
    ],
    fixtures=[("tsv/voyage.tsv", {}, {"voyage": {"ann": [2, 2], "ben": [4]}})],
)
