"""Files of the format uem: UEM: regions that are scored."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="uem",
    file="a.uem",
    sound=b"rec 1 1.0 4.5\nrec 1 6 8\n",
    changes=[(b"rec 1 6 8", b"rec 6 8", 2), (b"6 8", b"8 6", 2), (b"6 8", b"six 8", 2)],
    broken=[(b";; nothing\n", None, "a.uem")],
    fixtures=[("uem/meeting.uem", {"resolution": 0.5}, {"ES2004a": {"meeting": [20, 80, 21, 39]}})],
)
