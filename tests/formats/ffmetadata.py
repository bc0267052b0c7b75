"""Files of the format ffmetadata: FFmetadata: chapters as ffmpeg writes them."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="ffmetadata",
    file="a.txt",
    sound=(
        b";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=40\ntitle=a\n"
        b"[CHAPTER]\nTIMEBASE=1/10\nSTART=40\nEND=90\ntitle=b\n"
    ),
    changes=[(b"START=40", b"START=x", 7), (b"END=90", b"END=30", 7), (b"TIMEBASE=1/10", b"TIMEBASE=0", 2)],
    broken=[b";FFMETADATA1\ntitle=a\n", (b";FFMETADATA1\n[CHAPTER]\nSTART\n", 3)],
    fixtures=[("ffmetadata/talk.txt", {"resolution": 1}, {"talk": {"coder": [62, 238]}})],
    labels=[("ffmetadata/talk.txt", {"resolution": 1}, "talk", "coder", [(62, "The sea")])],
)
