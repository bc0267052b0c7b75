"""Files of the format chapters: chapter list, such as 1:02 Title."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="chapters",
    file="a.txt",
    sound=b"0:00 Intro\n1:30 The sea\n1:02:03 The storm\n",
    changes=[(b"1:30 The sea", b"The sea", 2), (b"1:30", b"1:75", 2), (b"1:02:03", b"1:02", 3)],
    fixtures=[
        ("chapters/talk.txt", {"resolution": 1}, {"talk": {"coder": [90, 3633]}}),
        ("chapters/talk.txt", {"resolution": 1, "duration": 4000}, {"talk": {"coder": [90, 3633, 277]}}),
    ],
    labels=[("chapters/talk.txt", {"resolution": 1}, "talk", "coder", [(90, "The sea")])],
)
