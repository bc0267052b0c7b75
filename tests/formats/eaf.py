"""Files of the format eaf: ELAN EAF."""

from tests.formats import FormatCase

BEGIN = (
    b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT '
    b'TIME_SLOT_ID="b" TIME_VALUE="'
)


def with_slots(time: str, start: str, end: str) -> bytes:
    """A file with the time slots a, at 0, and b, at another time, and an annotation from a slot to a slot."""
    place = f'TIME_SLOT_REF1="{start}" TIME_SLOT_REF2="{end}"'
    tier = f'<TIER TIER_ID="ann"><ANNOTATION><ALIGNABLE_ANNOTATION {place}/></ANNOTATION></TIER>'
    return BEGIN + f'{time}"/></TIME_ORDER>{tier}</ANNOTATION_DOCUMENT>'.encode()


CASE = FormatCase(
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
        (b"TIME_VALUE=", b"TIME_VALU="),
        (b'ANNOTATION_ID="2"', b'ANNOTATION_ID="1"'),
        (b'ANNOTATION_REF="1"', b'ANNOTATION_REF="9"'),
        (
            b"</TIER>",
            (
                b'</TIER><TIER TIER_ID="part" PARENT_REF="ann"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="7" '
                b'TIME_SLOT_REF1="a" TIME_SLOT_REF2="c"/></ANNOTATION></TIER>'
            ),
        ),
        (b'PARENT_REF="ann"', b'PARENT_REF="ben"'),
        (b"REF_ANNOTATION ", b"REF_ANOTATION "),
    ],
    broken=[
        (b"<ANNOTATION_DOCUMENT>", 1),
        b"<ANNOTATION_DOCUMENT><TIER></ANNOTATION_DOCUMENT>",
        b"<OTHER/>",
        b"<ANNOTATION_DOCUMENT/>",
        with_slots("900", "a", "z"),
        with_slots("-900", "a", "b"),
        with_slots("1e3", "a", "b"),
        with_slots("900", "b", "a"),
        (
            b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a"/></TIME_ORDER><TIER TIER_ID="ann">'
            b'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="a" TIME_SLOT_REF2="a"/></ANNOTATION></TIER>'
            b"</ANNOTATION_DOCUMENT>"
        ),
        with_slots("0", "a", "b"),
        (
            b'<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b '
            b'"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d '
            b'"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f '
            b'"&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;"><!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"><!ENTITY h '
            b'"&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;"><!ENTITY i "&h;&h;&h;&h;&h;&h;&h;&h;&h;&h;"><!ENTITY j '
            b'"&i;&i;&i;&i;&i;&i;&i;&i;&i;&i;">]><ANNOTATION_DOCUMENT>&j;</ANNOTATION_DOCUMENT>'
        ),
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><ANNOTATION_DOCUMENT/>',
        b'<?xml version="1.0" encoding="martian"?><ANNOTATION_DOCUMENT/>',
        b'<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="PAL-frames"/></ANNOTATION_DOCUMENT>',
        b"<ANNOTATION_DOCUMENT></ANNOTATION_DOCUMENT>",
    ],
    fixtures=[
        (
            "eaf/talk.eaf",
            {"resolution": 0.05, "tiers_as_coders": True},
            {"talk": {"ann": [25, 21], "ben": [10, 12, 24], "ben-parts": [10, 4, 4, 4, 24]}},
        )
    ],
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
