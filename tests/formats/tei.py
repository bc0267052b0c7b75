"""Files of the format tei: TEI: divisions or milestones begin segments."""

from seamark import Segmentation
from tests.formats import FormatCase

CASE = FormatCase(
    name="tei",
    file="a.xml",
    sound=(
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><div><p>Land ho.</p><p>Calm.</p></div>'
        b"<div><p>Storm.</p></div></body></text></TEI>"
    ),
    changes=[(b"<body>", b"<back>")],
    broken=[
        b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body/></text></TEI>',
        (
            b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>a</p></body></text></TEI>',
            None,
            "a.xml",
            {"layer": "scene"},
        ),
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
)
