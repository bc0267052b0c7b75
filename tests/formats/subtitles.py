from tests.formats import FormatCase

ASS = FormatCase(
    name="ass",
    file="a.ass",
    sound=(
        b"[Script Info]\n[Events]\nFormat: Layer, Start, End, Text\n"
        b"Dialogue: 0,0:00:00.00,0:00:01.50,Land\nDialogue: 0,0:00:01.50,0:00:02.00,ho\n"
    ),
    changes=[(b"0:00:02.00", b"0:00:01.00", 5), (b"0:00:02.00,ho", b"soon,ho", 5)],
    broken=[b"[Script Info]\n"],
    fixtures=[("ass/talk.ass", {"resolution": 0.5}, {"talk": {"coder": [5, 3]}})],
    texts=[("ass/talk.ass", {"unit": "cue"}, {"talk": ("Land ho, yes.", "Where?")})],
)
SBV = FormatCase(
    name="sbv",
    file="a.sbv",
    sound=b"0:00:00.000,0:00:01.000\nA\n\n0:00:01.000,0:00:02.000\nB\n",
    changes=[(b"01.000,0", b"01.000-->0", 4), (b"0:00:02.000", b"0:00:75.000", 4), (b"0:00:02.000", b"0:00:00.500", 4)],
    fixtures=[("sbv/talk.sbv", {"resolution": 0.05}, {"talk": {"coder": [25, 21]}})],
)
SRT = FormatCase(
    name="srt",
    file="a.srt",
    sound=b"1\n00:00:00,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\nC\n",
    changes=[
        (b" --> 00:00:02", b" -- > 00:00:02", 6),
        (b"\n2\n", b"\ntwo\n", 5),
        (b"\nC\n", b"\nC 00:00:03,000 --> 00:00:04,000\n", 8),
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
VTT = FormatCase(
    name="vtt",
    file="a.vtt",
    sound=(
        b"WEBVTT - title\nKind: captions\n\nNOTE some\nwords\n\n00:00.000 --> 00:01.000\nA\n\nname\n"
        b"00:01.000 --> 00:02.000 align:left\nB\nC\n"
    ),
    changes=[(b" --> 00:02", b" -- > 00:02", 11), (b"NOTE some", b"SOME", 4)],
    broken=[
        b"WEBVTT\n\nNOTE nothing here\n",
        (b"WEBVTT\n\n00:00.000 --> 1:2\nA\n", 3),
        (b"WEBVTT\n\n00:00.000 --> 00:01.000\nA\n\n \n \n00:01.000 --> 00:02.000\n", 8),
        (b"WEBVTTX\n\n00:00.000 --> 00:01.000\nA\n", 1),
    ],
    fixtures=[("vtt/talk.vtt", {"resolution": 0.05, "coder": "ann"}, {"talk": {"ann": [25, 21]}})],
    texts=[("vtt/talk.vtt", {"unit": "cue"}, {"talk": ("The sea was calm.", "Waves broke over the bow.")})],
    labels=[("vtt/talk.vtt", {"resolution": 0.05}, "talk", "coder", [(25, "Waves broke over the bow.")])],
)
