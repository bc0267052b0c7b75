"""Files of the format lab: .lab intervals in seconds."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="lab",
    file="a.lab",
    sound=b"0.0 1.5 calm\n1.5 2.5 storm\n",
    changes=[(b"1.5 2.5", b"1,5 2,5", 2), (b"1.5 2.5", b"1.5 0.5", 2), (b"0.0 1.5", b"2.0 2.5", 2)],
    broken=[
        (b"0.0 1.0 calm\n2.0 1.5 storm\n", 2),
        b"0.0 0.0 calm\n",
        b"0.0 1e99 calm\n",
        (b"0.0 1.0 calm\nx\n", 2),
        (b"# nothing yet\n", None, "a.lab", {"format": "lab"}),
        (b"some words\nand more\n", 1, "a.txt", {"format": "lab"}),
    ],
    fixtures=[("lab/song.lab", {"resolution": 0.5}, {"song": {"coder": [8, 12]}})],
    labels=[("lab/song.lab", {"resolution": 1}, "song", "coder", [(4, "chorus")])],
)
