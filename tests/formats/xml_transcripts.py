from tests.formats import FormatCase

EAF_BEGIN = '<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/>'


def with_slots_eaf(time: str, start: str, end: str) -> bytes:
    """A file with the time slots a, at 0, and b, at another time, and an annotation from a slot to a slot."""
    place = f'TIME_SLOT_REF1="{start}" TIME_SLOT_REF2="{end}"'
    tier = f'<TIER TIER_ID="ann"><ANNOTATION><ALIGNABLE_ANNOTATION {place}/></ANNOTATION></TIER>'
    slot = f'<TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="{time}"/>'
    return f"{EAF_BEGIN}{slot}</TIME_ORDER>{tier}</ANNOTATION_DOCUMENT>".encode()


EAF = FormatCase(
    name="eaf",
    file="a.eaf",
    sound=(
        b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT '
        b'TIME_SLOT_ID="b" TIME_VALUE="900"/><TIME_SLOT TIME_SLOT_ID="c" TIME_VALUE="1800"/></TIME_ORDER>'
        b'<TIER TIER_ID="ann"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="1" TIME_SLOT_REF1="a" '
        b'TIME_SLOT_REF2="b"/></ANNOTATION><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="2" '
        b'TIME_SLOT_REF1="b" TIME_SLOT_REF2="c"/></ANNOTATION></TIER><TIER TIER_ID="gloss" PARENT_REF="ann">'
        b'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="3" ANNOTATION_REF="1"/></ANNOTATION></TIER>'
        b"</ANNOTATION_DOCUMENT>"
    ),
    changes=[
        (b'_ID="b"', b'_ID="a"'),
        (b'TIME_SLOT_ID="a" ', b""),
        (b'"b" TIME_VALUE=', b'"b" TIME_VALU='),
        (b'ANNOTATION_REF="1"', b'ANNOTATION_REF="9"'),
        (b"REF_ANNOTATION ", b"REF_ANOTATION "),
    ],
    broken=[
        (b"<ANNOTATION_DOCUMENT>", 1),
        b"<OTHER/>",
        b"<ANNOTATION_DOCUMENT/>",
        with_slots_eaf("900", "a", "z"),
        with_slots_eaf("-900", "a", "b"),
        with_slots_eaf("1e3", "a", "b"),
        with_slots_eaf("900", "b", "a"),
        (
            b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a"/></TIME_ORDER><TIER TIER_ID="ann">'
            b'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="a" TIME_SLOT_REF2="a"/></ANNOTATION></TIER>'
            b"</ANNOTATION_DOCUMENT>"
        ),
        with_slots_eaf("0", "a", "b"),
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><ANNOTATION_DOCUMENT/>',
        b'<?xml version="1.0" encoding="martian"?><ANNOTATION_DOCUMENT/>',
        b'<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="PAL-frames"/></ANNOTATION_DOCUMENT>',
    ],
    fixtures=[
        (
            "eaf/talk.eaf",
            {"resolution": 0.05, "tiers_as_coders": True},
            {"talk": {"ann": [25, 21], "ben": [10, 12, 24], "ben-parts": [10, 4, 4, 4, 24]}},
        )
    ],
    texts=[("eaf/talk.eaf", {"layer": "ann", "unit": "cue"}, {"talk": ("calm", "storm")})],
    labels=[
        (
            "eaf/talk.eaf",
            {"resolution": 0.1, "tiers_as_coders": True},
            "talk",
            "ben-parts",
            [(5, "one"), (7, "two"), (9, "three"), (11, "three")],
        )
    ],
)
EXMARALDA = FormatCase(
    name="exmaralda",
    file="a.exb",
    sound=(
        b'<basic-transcription><basic-body><common-timeline><tli id="T0" time="0"/><tli id="T1" time="1.5"/>'
        b'<tli id="T2" time="4"/></common-timeline><tier id="X"><event start="T0" end="T1">Land</event>'
        b'<event start="T1" end="T2">ho</event></tier></basic-body></basic-transcription>'
    ),
    changes=[
        (b'time="1.5"', b'time="5"'),
        (b'time="4"', b'time="four"'),
        (b'end="T2"', b'end="T9"'),
        (b'start="T1" end="T2"', b'start="T2" end="T1"'),
        (b' time="4"', b""),
    ],
    broken=[b"<basic-transcription/>", b"<basic-transcription>"],
    fixtures=[
        ("exmaralda/talk.exb", {"layer": "X [v]", "resolution": 0.5}, {"talk": {"X [v]": [4, 9]}}),
        ("exmaralda/talk.exb", {"layer": "X [en]", "resolution": 0.5}, {"talk": {"X [en]": [8]}}),
    ],
    texts=[("exmaralda/talk.exb", {"layer": "X [v]", "unit": "cue"}, {"talk": ("Land ho.", "Where?")})],
)
FOLKER = FormatCase(
    name="folker",
    file="a.flk",
    sound=(
        b'<folker-transcription><timeline><timepoint timepoint-id="a" absolute-time="0"/>'
        b'<timepoint timepoint-id="b" absolute-time="1.5"/><timepoint timepoint-id="c" absolute-time="4"/></timeline>'
        b'<contribution speaker-reference="AM" start-reference="a" end-reference="b"/>'
        b'<contribution speaker-reference="BN" start-reference="b" end-reference="c"/></folker-transcription>'
    ),
    changes=[(b'absolute-time="1.5"', b'absolute-time="9"'), (b'end-reference="c"', b'end-reference="d"')],
    broken=[b"<folker-transcription/>"],
    fixtures=[("folker/talk.flk", {"resolution": 0.5}, {"talk": {"coder": [5, 3]}})],
    labels=[("folker/talk.flk", {"resolution": 0.5}, "talk", "coder", [(5, "BN")])],
)
TRS = FormatCase(
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
TTML = FormatCase(
    name="ttml",
    file="a.ttml",
    sound=(
        b'<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1.5s">Land</p>'
        b'<p begin="00:00:01.500" end="00:00:02.000">ho</p></div></body></tt>'
    ),
    changes=[(b'end="00:00:02.000"', b'end="00:00:01.000"'), (b'"1.5s"', b'"soon"'), (b'"1.5s"', b'"1.5"')],
    broken=[b'<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>'],
    fixtures=[("ttml/talk.ttml", {"resolution": 0.1}, {"talk": {"coder": [5, 15, 15, 5, 12]}})],
    texts=[("ttml/talk.ttml", {"unit": "cue"}, {"talk": ("Land ho.", "Where?", "There.")})],
)
