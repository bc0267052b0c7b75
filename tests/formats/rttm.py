"""Files of the format rttm: RTTM."""

from tests.formats import FormatCase

BEGIN = b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nSPEAKER rec 1 "
CASE = FormatCase(
    name="rttm",
    file="a.rttm",
    sound=b"SPEAKER talk 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 1.0 1.0 <NA> <NA> ben <NA> <NA>\n",
    changes=[(b"<NA> <NA> ben", b"<NA> <NA> ben smith", 2), (b"1 1.0 1.0", b"1 1.0\x1c 1.0", 2)],
    broken=[
        (BEGIN + b"1.0\n", 2),
        (b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\nTALKER rec 1 1.0 1.0 <NA> <NA> ann <NA> <NA>\n", 2),
        (BEGIN + b"one 1.0 <NA> <NA> ann <NA> <NA>\n", 2),
        (BEGIN + b"1.0 -1.0 <NA> <NA> ann <NA> <NA>\n", 2),
        (BEGIN + b"nan 1.0 <NA> <NA> ann <NA> <NA>\n", 2),
        b"LEXEME rec 1 0.0 1.0 hi lex ann <NA> <NA>\n",
    ],
    fixtures=[
        ("rttm/system.rttm", {"resolution": 0.25}, {"rec1": {"system": [6, 10]}, "rec2": {"system": [1, 1, 1, 3]}})
    ],
    labels=[("rttm/system.rttm", {"resolution": 0.25}, "rec2", "system", [(1, "tbc"), (2, "tbc"), (3, "tbc")])],
)
