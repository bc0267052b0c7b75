from tests.formats import FIXTURES, FormatCase

XMI = FormatCase(
    name="xmi",
    file="a.xmi",
    sound=(FIXTURES / "xmi/voyage.txt/ann.xmi").read_bytes(),
    beside={"TypeSystem.xml": (FIXTURES / "xmi/TypeSystem.xml").read_bytes()},
    changes=[
        (b' begin="0" end="18" Topic', b' end="18" Topic'),
        (b' end="18" Topic', b" Topic"),
        (b"sofaString=", b"string="),
        (
            b"<cas:View",
            b'<cas:Sofa xmi:id="90" sofaNum="2" sofaID="b" sofaString="x"/><cas:View sofa="90" members="2"/><cas:View',
        ),
        (b'begin="19" end="35" T', b'begin="19" end="99" T'),
        (b"<xmi:XMI", b'<!DOCTYPE x [<!ENTITY a "a">]><xmi:XMI'),
    ],
    broken=[b'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>'],
    fixtures=[
        ("xmi", {"unit": "character"}, {"voyage.txt": {"ann": [19, 15], "ben": [17, 2, 8, 7]}}),
        ("xmi", {"unit": "token", "layer": "Segment"}, {"voyage.txt": {"ann": [5, 4], "ben": [4, 1, 2, 2]}}),
    ],
    texts=[
        ("xmi", {"unit": "token"}, {"voyage.txt": ("The", "sea", "was", "calm", ".", "Waves", "🌊", "broke", ".")}),
        ("xmi", {"unit": "sentence", "snap_limit": 99}, {"voyage.txt": ("The sea was calm .", "Waves 🌊 broke .")}),
    ],
)
