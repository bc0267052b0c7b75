"""Files of the format sbv: SubViewer subtitles."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="sbv",
    file="a.sbv",
    sound=b"0:00:00.000,0:00:01.000\nA\n\n0:00:01.000,0:00:02.000\nB\n",
    changes=[(b"01.000,0", b"01.000-->0", 4), (b"0:00:02.000", b"0:00:75.000", 4), (b"0:00:02.000", b"0:00:00.500", 4)],
    fixtures=[("sbv/talk.sbv", {"resolution": 0.05}, {"talk": {"coder": [25, 21]}})],
)
