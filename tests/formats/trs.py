"""Files of the format trs: Transcriber."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="trs",
    file="a.trs",
    sound=(
        b'<!DOCTYPE Trans SYSTEM "trans-14.dtd"><Trans scribe="a"><Episode><Section startTime="0" '
        b'endTime="4">\n<Turn startTime="0" endTime="2"/><Turn startTime="2" endTime="4"/></Section>'
        b"</Episode></Trans>\n"
    ),
    changes=[
        (b'startTime="2"', b'startTime="two"'),
        (b'startTime="2"', b'startTime="5"'),
        (b'endTime="2"', b""),
        (b'"trans-14.dtd"', b'"trans-14.dtd" [<!ENTITY a "b">]'),
        (b'endTime="4"/>', b'endTime="9"/>'),
    ],
    broken=[
        (b"<Turns/>", None, "a.trs", {"format": "trs"}),
        b"<Trans><Episode><Section startTime='0' endTime='1'/></Episode></Trans>",
    ],
    fixtures=[
        ("trs/talk.trs", {"resolution": 0.5}, {"talk": {"coder": [5, 3, 4]}}),
        ("trs/talk.trs", {"resolution": 0.5, "layer": "Section"}, {"talk": {"coder": [8, 4]}}),
        ("trs/talk.trs", {"resolution": 0.5, "layer": "Sync"}, {"talk": {"coder": [3, 2, 3, 4]}}),
    ],
    labels=[
        ("trs/talk.trs", {"resolution": 0.5}, "talk", "coder", [(5, "ann + ben"), (8, "ann + ben")]),
        ("trs/talk.trs", {"resolution": 0.5, "layer": "Section"}, "talk", "coder", [(8, "filler")]),
    ],
)
