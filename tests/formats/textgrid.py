from tests.formats import FormatCase

BEGIN = b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n'
TIER = BEGIN + b'2\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n2\n'
TIERS = {"tiers_as_coders": True}
VOICES = {"Mary": [500, 750, 1050], "John": [1250, 1050]}
INTERVALS = (
    *(b'2\n0\n1\n"calm"\n', b'1\n0\n1\n"calm\n', b'1\n1.5\n1\n"calm"\n', b'1e18\n0\n1\n"calm"\n'),
    b'-1\n0\n1\n"calm"\n',
)
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
        BEGIN + b"2\n<exists>\n",
        TIER + b"",
        *(TIER + one for one in INTERVALS),
        (TIER + b"1\n0\n1\n7\n", 15),
        (TIER + b'1\n0\n9\n"calm"\n', 14),
        BEGIN + b"1e999\n<exists>\n",
        BEGIN + b'0\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n0\n0\n',
        BEGIN + b"2\n<absent>\n",
        BEGIN + b"2\n<exists>\n0\n",
        BEGIN + b'2\n<exists>\n1\n"PitchTier"\n"a"\n0\n2\n0\n',
        BEGIN + b'2\n<exists>\n2\n"TextTier"\n"a"\n0\n2\n0\n"TextTier"\n"a"\n0\n2\n0\n',
        b'File type = "ooTextFile"\nObject class = "Pitch 1"\n',
        b"ooBinaryFile\x08TextGrid\x00\x00\x00",
        b"\xff\xfe" + (BEGIN + b"2\n<exists>\n").decode().encode("utf-16-le"),
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
