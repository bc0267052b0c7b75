from tests.formats import SENTENCE, FormatCase, LargeFile


def short_clock(second: int) -> str:
    return f"{second // 3600}:{second // 60 % 60:02}:{second % 60:02}.00"


SBV = FormatCase(
    name="sbv",
    file="a.sbv",
    sound=b"0:00:00.000,0:00:01.000\nA\n\n0:00:01.000,0:00:02.000\nB\n",
    changes=[(b"01.000,0", b"01.000-->0", 4), (b"0:00:02.000", b"0:00:75.000", 4), (b"0:00:02.000", b"0:00:00.500", 4)],
    fixtures=[("sbv/talk.sbv", {"resolution": 0.05}, {"talk": {"coder": [25, 21]}})],
    large=LargeFile(lambda n: f"{short_clock(n)}0,{short_clock(n + 1)}0\n{SENTENCE}\n\n"),
)
SRT = FormatCase(
    name="srt",
    file="a.srt",
    sound=b"1\n00:00:00,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\nC\n",
    changes=[
        (b" --> 00:00:02", b" -- > 00:00:02", 5),
        (b"\nC\n", b"\nC 00:00:03,000 --> 00:00:04,000\n", 8),
    ],
    broken=[
        (b"1\n00:00:00,000 --> 00:00:01,000\nA\n\nB\n", 5),
        (b"1\n00:00:01,000 --> 00:00:00,000\nA\n", 2),
        (b"1\n00:00:00,000 --> later\nA\n", 2),
        (b"1\n00:00:00,000 --> 00:00:01,000\nA\n2\n00:00:01,000 --> 00:00:02,000\nB\n", 5),
        (b"1\n00:00:00,000 -> 00:00:01,000\nA\n", 1),
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
    changes=[(b" --> 00:02", b" -- > 00:02", 10), (b"NOTE some", b"SOME", 4)],
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
CHAT = FormatCase(
    name="chat",
    file="a.cha",
    sound=b"@UTF8\n@Begin\n*MOT:\tlook . \x150_1250\x15\n%com:\tpoints\n*CHI:\tsea ! \x151250_2000\x15\n@End\n",
    changes=[(b"%com", b"com", 4), (b"*CHI:", b"*:", 5), (b"1250_2000", b"1250_20", 5)],
    broken=[b"@Begin\n*CHI:\tla la .\n@End\n"],
    fixtures=[
        ("chat/talk.cha", {"resolution": 0.25}, {"talk": {"coder": [5, 3, 2, 2]}}),
        ("chat/talk.cha", {"resolution": 0.25, "layer": "MOT"}, {"talk": {"coder": [5, 5, 2]}}),
    ],
    labels=[("chat/talk.cha", {"resolution": 0.25}, "talk", "coder", [(5, "CHI"), (8, "CHI"), (10, "MOT")])],
    large=LargeFile(lambda n: f"*CHI:\t{SENTENCE} \x15{n}000_{n + 1}000\x15\n", "@UTF8\n@Begin\n", "@End\n"),
)
SEGLST = FormatCase(
    name="seglst",
    file="a.json",
    sound=(
        b'[{"session_id":"r","start_time":0,"end_time":1.5,"speaker":"ann","words":"land"},'
        b'{"session_id":"r","start_time":1.5,"end_time":2,"speaker":"ben","words":"ho"}]'
    ),
    changes=[
        (b'"end_time":2', b'"end_time":1'),
        (b'"end_time":2', b'"end_time":"two"'),
        (b'"session_id":"r"', b'"session":"r"'),
    ],
    broken=[(b"[]", None, "a.json", {"format": "seglst"})],
    fixtures=[("seglst/meeting.json", {"resolution": 0.5}, {"m1": {"meeting": [1, 2, 1, 2]}, "m2": {"meeting": [3]}})],
    labels=[("seglst/meeting.json", {"resolution": 0.5}, "m1", "meeting", [(1, "ann"), (3, "ben"), (4, "ann")])],
    large=LargeFile(
        lambda n: (
            f'{"," if n else ""}{{"session_id":"r{n // 1000}","start_time":{n % 1000},'
            f'"end_time":{n % 1000 + 1},"speaker":"a","words":"{SENTENCE}"}}'
        ),
        "[",
        "]",
    ),
)
WHISPER = FormatCase(
    name="whisper",
    file="a.json",
    sound=b'{"text":"Land ho","segments":[{"start":0,"end":1.5,"text":"Land"},{"start":1.5,"end":2,"text":"ho"}]}',
    changes=[
        (b'"start":1.5,', b""),
        (b'"end":2', b'"end":1'),
        (b'"start":1.5', b'"start":"1.5"'),
        (b'"start":0', b'"start":-1'),
    ],
    broken=[b'{"text":"","segments":[]}'],
    texts=[("whisper/talk.json", {"unit": "cue"}, {"talk": ("Land ho.", "Where?")})],
    fixtures=[
        ("whisper/talk.json", {"resolution": 0.5}, {"talk": {"coder": [3, 5]}}),
        ("whisper/cpp.json", {"resolution": 0.5}, {"cpp": {"coder": [3, 1, 4]}}),
        ("whisper/transformers.json", {"resolution": 0.5}, {"transformers": {"coder": [3, 5]}}),
    ],
    labels=[("whisper/talk.json", {"resolution": 0.5}, "talk", "coder", [(3, "Where?")])],
    large=LargeFile(
        lambda n: f'{"," if n else ""}{{"start":{n},"end":{n + 1},"text":"{SENTENCE}"}}',
        '{"text":"","segments":[',
        "]}",
    ),
)
