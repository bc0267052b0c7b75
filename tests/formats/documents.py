from seamark import Segmentation
from tests.formats import SENTENCE, SENTENCES, FormatCase, LargeFile

MARKDOWN = FormatCase(
    name="markdown",
    file="a.md",
    sound=b"# One\n\nLand ho.\n\n```\n# code\n```\n\n## Two\n\nCalm.\n",
    changes=[(b"# code\n```\n", b"# code\n")],
    fixtures=[("markdown/voyage.md", {}, {"voyage": {"coder": Segmentation.from_positions([3, 8], 10, [2, 1])}})],
    alike=True,
    large=LargeFile(lambda n: f"{'#' * (1 + n % 3)} Title\n\n{SENTENCE}\n\n{SENTENCE}\n\n"),
)
TEI_BEGIN = b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>'
TEI = FormatCase(
    name="tei",
    file="a.xml",
    sound=TEI_BEGIN + b"<div><p>Land ho.</p><p>Calm.</p></div><div><p>Storm.</p></div></body></text></TEI>",
    changes=[(b"<body>", b"<back>")],
    broken=[
        TEI_BEGIN + b"</body></text></TEI>",
        (TEI_BEGIN + b"<p>a</p></body></text></TEI>", None, "a.xml", {"layer": "scene"}),
    ],
    fixtures=[
        ("tei/voyage.xml", {}, {"voyage": {"coder": Segmentation.from_positions([2, 3, 5], 7, [2, 2, 1])}}),
        ("tei/voyage.xml", {"layer": "scene"}, {"voyage": {"coder": [3, 2, 2]}}),
    ],
    texts=[
        (
            "tei/voyage.xml",
            {},
            {
                "voyage": (
                    *("One", "The sea was calm.", "We left at dawn.", "The wind rose,", "and fell."),
                    *("Two", "Waves broke."),
                )
            },
        )
    ],
    large=LargeFile(
        lambda n: f"<div><p>{SENTENCE}</p><p>{SENTENCE}</p></div>\n",
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>',
        "</body></text></TEI>",
    ),
)
TEXT = FormatCase(
    name="text",
    file="a.txt",
    sound=b"One.\nTwo.\n====,2,Title\nThree.\n==========\nFour.\n",
    changes=[(b"====,2,", b"====,x,", 3), (b"====,2,Title", b"====,2", 3), (b"==========", b"==========x", 5)],
    broken=[
        b"==========\n==========\n",
        b"Nothing but text.\n",
        (b"One.\n====\nT+2AA-wo.\n", 3, "a.txt", {"format": "text", "encoding": "utf-7"}),
        ("One.\n====\nTwo.\n".encode("utf-16-le"), 1, "a.txt", {"format": "text"}),
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
    alike=True,
    large=LargeFile(lambda n: "==========\n" if n % 8 == 7 else f"{SENTENCE}\n"),
)
