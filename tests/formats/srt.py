"""Files of the format srt: SRT subtitles."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="srt",
    file="a.srt",
    sound=b"1\n00:00:00,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\nC\n",
    changes=[
        (b" --> 00:00:02", b" -- > 00:00:02", 6),
        (b"00:00:02,000", b"00:00:75,000", 6),
        (b"00:00:02,000", b"00:75:02,000", 6),
        (b"\n2\n", b"\ntwo\n", 5),
        (b"\nC\n", b"\nC 00:00:03,000 --> 00:00:04,000\n", 8),
        (b"\nC\n", b"\n00:00:03,000 -> 00:00:04,000\n", 8),
    ],
    broken=[
        (b"1\n00:00:00,000 --> 00:00:01,000\nA\n\nB\n", 5),
        (b"1\n00:00:01,000 --> 00:00:00,000\nA\n", 2),
        (b"1\n00:00:00,000 --> later\nA\n", 2),
        (b"1\n00:00:00,000 --> 00:00:01,000\nA\n2\n00:00:01,000 --> 00:00:02,000\nB\n", 5),
        (b"1\n00:00:00,000 -> 00:00:01,000\nA\n", 2),
        b"1\n00:00:00,000 --> 00:00:00,000\nA\n",
    ],
    fixtures=[("srt/talk.srt", {"resolution": 0.05}, {"talk": {"coder": [25, 21]}})],
    labels=[("srt/talk.srt", {"resolution": 0.1}, "talk", "coder", [(13, "<i>Waves broke</i> over the bow.")])],
)
