"""Files of the format ctm: CTM: words with times."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="ctm",
    file="a.ctm",
    sound=b"rec 1 0.0 1.5 land\nrec 1 1.5 0.5 ho 0.9\n",
    changes=[(b"1.5 0.5 ho", b"1.5 ho", 2), (b"1.5 0.5", b"x 0.5", 2), (b"0.5 ho 0.9", b"-0.5 ho 0.9", 2)],
    broken=[(b";; nothing\n", None, "a.ctm")],
    fixtures=[("ctm/talk.ctm", {"resolution": 0.25}, {"talk": {"talk": [2, 1, 2]}})],
    labels=[("ctm/talk.ctm", {"resolution": 0.25}, "talk", "talk", [(2, "land"), (3, "ho")])],
)
