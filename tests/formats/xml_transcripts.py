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
