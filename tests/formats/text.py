"""Files of the format text: plain text with lines of '=' between segments."""

from seamark import Segmentation
from tests.formats import SENTENCES, FormatCase

CASE = FormatCase(
    name="text",
    file="a.txt",
    sound=b"One.\nTwo.\n====,2,Title\nThree.\n==========\nFour.\n",
    changes=[(b"====,2,", b"====,x,", 3), (b"====,2,Title", b"====,2", 3), (b"==========", b"==========x", 5)],
    broken=[
        b"==========\n==========\n",
        b"Nothing but text.\n",
        (
            b"O\x00n\x00e\x00.\x00\n\x00=\x00=\x00=\x00=\x00\n\x00T\x00w\x00o\x00.\x00\n\x00",
            1,
            "a.txt",
            {"format": "text"},
        ),
    ],
    fixtures=[
        ("text", {}, {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
        ("levels/voyage.txt", {}, {"voyage": {"coder": Segmentation.from_positions([2, 2, 3], 4, [2, 3, 1])}}),
        (
            "levels/voyage.txt",
            {"coder": "wiki"},
            {"voyage": {"wiki": Segmentation.from_positions([2, 2, 3], 4, [2, 3, 1])}},
        ),
    ],
    texts=[("text", {}, {"voyage": SENTENCES}), ("levels/voyage.txt", {}, {"voyage": SENTENCES})],
)
