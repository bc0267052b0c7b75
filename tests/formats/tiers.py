from tests.formats import SENTENCE, FormatCase, LargeFile

GRID_BEGIN = b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n'
TIER = GRID_BEGIN + b'2\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n2\n'
TIERS = {"tiers_as_coders": True}
VOICES = {"Mary": [500, 750, 1050], "John": [1250, 1050]}
INTERVALS = (
    *(b'2\n0\n1\n"calm"\n', b'1\n0\n1\n"calm\n', b'1\n1.5\n1\n"calm"\n', b'1e18\n0\n1\n"calm"\n'),
    b'-1\n0\n1\n"calm"\n',
)


def slots(count: int) -> str:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="s{n}" TIME_VALUE="{n}000"/>' for n in range(count + 1))
    return f'<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID="ann">'


def turn(n: int) -> str:
    return f'<Turn speaker="a" startTime="{n}" endTime="{n + 1}">\n<Sync time="{n}"/>\n{SENTENCE}\n</Turn>\n'


TEXTGRID = FormatCase(
    name="textgrid",
    file="a.TextGrid",
    sound=TIER + b'2\n0\n1.25\n"calm"\n1.25\n2\n"storm"\n',
    changes=[
        (b'"ann"\n0\n2\n', b'"ann"\n0\n3\n', 11),
        (b'"ann"\n0\n', b'"ann"\n-1\n', 11),
        (b'"ann"\n0\n2\n', b'"ann"\n0\n1.5\n', 17),
        (b"1.25\n2", b"1.5\x1e.25\n2", 16),
        (b"\n1.25\n", b"\n1,25\n", 14),
        (b"0\n2\n2\n", b"0\n2\n1\n", 16),
        (b"0\n2\n2\n", b"0\n2\n3\n", 18),
        (b"<exists>\n1\n", b"<exists>\n0\n", 8),
        (b'1.25\n2\n"storm"', b'1\n2\n"storm"', 17),
    ],
    broken=[
        GRID_BEGIN + b"2\n<exists>\n",
        TIER + b"",
        *(TIER + one for one in INTERVALS),
        (TIER + b"1\n0\n1\n7\n", 15),
        (TIER + b'1\n0\n9\n"calm"\n', 14),
        GRID_BEGIN + b"1e999\n<exists>\n",
        GRID_BEGIN + b'0\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n0\n0\n',
        GRID_BEGIN + b"2\n<absent>\n",
        GRID_BEGIN + b"2\n<exists>\n0\n",
        GRID_BEGIN + b'2\n<exists>\n1\n"PitchTier"\n"a"\n0\n2\n0\n',
        GRID_BEGIN + b'2\n<exists>\n2\n"TextTier"\n"a"\n0\n2\n0\n"TextTier"\n"a"\n0\n2\n0\n',
        b'File type = "ooTextFile"\nObject class = "Pitch 1"\n',
        b"ooBinaryFile\x08TextGrid\x00\x00\x00",
        b"\xff\xfe" + (GRID_BEGIN + b"2\n<exists>\n").decode().encode("utf-16-le"),
    ],
    fixtures=[
        ("textgrid/long.TextGrid", TIERS, {"long": {**VOICES, "bell": [900, 1400]}}),
        ("textgrid/short.TextGrid", TIERS, {"short": {**VOICES, "bell": [900, 1400]}}),
        ("textgrid/utf16.TextGrid", TIERS, {"utf16": {**VOICES, "bell": [900, 1400]}}),
        ("textgrid/elan.TextGrid", TIERS, {"elan": VOICES}),
        ("textgrid/long.TextGrid", {"layer": "John", "resolution": 0.05}, {"long": {"John": [25, 21]}}),
        (
            "textgrid-coders",
            {"layer": "Mary", "resolution": 0.05},
            {"talk": {"ann": [10, 15, 21], "ben": [10, 20, 16]}},
        ),
    ],
    texts=[("textgrid/long.TextGrid", {"layer": "Mary", "unit": "cue"}, {"long": ('she said "calm"', "storm")})],
    labels=[
        ("textgrid/long.TextGrid", TIERS, "long", "Mary", [(500, 'she said "calm"'), (1250, "storm")]),
        ("textgrid/long.TextGrid", TIERS, "long", "John", [(1250, "Wellen é")]),
        ("textgrid/long.TextGrid", TIERS, "long", "bell", [(900, "ding")]),
    ],
)
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
    large=LargeFile(
        lambda n: (
            f'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="s{n + 1}">'
            f"<ANNOTATION_VALUE>{SENTENCE}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n"
        ),
        slots,
        "</TIER></ANNOTATION_DOCUMENT>",
    ),
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
    large=LargeFile(
        turn,
        lambda count: f'<Trans scribe="a">\n<Episode>\n<Section startTime="0" endTime="{count}">\n',
        "</Section>\n</Episode>\n</Trans>\n",
    ),
)
