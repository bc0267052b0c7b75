"""Files of the format vtt: WebVTT subtitles."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="vtt",
    file="a.vtt",
    sound=(
        b"WEBVTT - title\nKind: captions\n\nNOTE some\nwords\n\n00:00.000 --> 00:01.000\nA\n\nname\n"
        b"00:01.000 --> 00:02.000 align:left\nB\nC\n"
    ),
    changes=[
        (b" --> 00:02", b" -- > 00:02", 11),
        (b" --> 00:01", b" -> 00:01", 7),
        (b"00:02.000", b"00:75.000", 11),
        (b"\nB\n", b"\nB 00:03.000 --> 00:04.000\n", 12),
        (b"NOTE some", b"SOME", 4),
        (b"00:01.000 --> 00:02.000", b"00:01.000", 10),
    ],
    broken=[
        b"WEBVTT\n\nNOTE nothing here\n",
        (b"WEBVTT\n\n00:00.000 --> 1:2\nA\n", 3),
        (b"WEBVTT\n\n00:00.000 --> 00:01.000\nA\n\n \n \n00:01.000 --> 00:02.000\n", 8),
        (b"WEBVTTX\n\n00:00.000 --> 00:01.000\nA\n", 1),
        b"WEBVTT\n",
    ],
    fixtures=[("vtt/talk.vtt", {"resolution": 0.05, "coder": "ann"}, {"talk": {"ann": [25, 21]}})],
    labels=[("vtt/talk.vtt", {"resolution": 0.05}, "talk", "coder", [(25, "Waves broke over the bow.")])],
)
