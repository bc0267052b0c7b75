"""Files of the format chat: CHAT transcript."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="chat",
    file="a.cha",
    sound=b"@UTF8\n@Begin\n*MOT:\tlook . \x150_1250\x15\n%com:\tpoints\n*CHI:\tsea ! \x151250_2000\x15\n@End\n",
    changes=[(b"%com", b"com", 4), (b"*CHI:", b"*:", 5), (b"1250_2000", b"1250_20", 5)],
    broken=[b"@Begin\n*CHI:\tla la .\n@End\n"],
    fixtures=[
        ("chat/talk.cha", {"resolution": 0.25}, {"talk": {"coder": [5, 3, 2, 2]}}),
        ("chat/talk.cha", {"resolution": 0.25, "layer": "MOT"}, {"talk": {"coder": [5, 5, 2]}}),
    ],
    labels=[("chat/talk.cha", {"resolution": 0.25}, "talk", "coder", [(5, "CHI"), (8, "CHI"), (10, "MOT")])],
)
