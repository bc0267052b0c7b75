from tests.formats import SENTENCE, FormatCase, LargeFile

CHAPTERS = FormatCase(
    name="chapters",
    file="a.txt",
    sound=b"0:00 Intro\n1:30 The sea\n1:02:03 The storm\n",
    changes=[(b"1:30 The sea", b"The sea", 2), (b"1:30", b"1:75", 2), (b"1:02:03", b"1:02", 3)],
    broken=[(b"0:00 - 1:02 Intro\n1:02 - 0:10 The sea\n", 2, "a.txt", {"format": "chapters"})],
    fixtures=[
        ("chapters/talk.txt", {"resolution": 1}, {"talk": {"coder": [90, 3633]}}),
        ("chapters/talk.txt", {"resolution": 1, "duration": 4000}, {"talk": {"coder": [90, 3633, 277]}}),
    ],
    labels=[("chapters/talk.txt", {"resolution": 1}, "talk", "coder", [(90, "The sea")])],
)
CHAPTERS_JSON = FormatCase(
    name="chapters-json",
    file="a.info.json",
    sound=b'{"duration":9,"chapters":[{"start_time":0,"end_time":4,"title":"a"},{"start_time":4,"end_time":9,"title":"b"}]}',
    changes=[
        (b'"start_time":4', b'"start_time":"four"'),
        (b'"end_time":9', b'"end_time":3'),
        (b'"start_time":0', b'"start_time":5'),
    ],
    broken=[b'{"duration":9,"chapters":null}', b'{"chapters":[]}'],
    fixtures=[
        ("chapters-json/video.info.json", {"resolution": 1}, {"video": {"coder": [62, 238]}}),
        ("chapters-json/episode.json", {"resolution": 0.5}, {"episode": {"coder": [125, 475]}}),
        ("chapters-json/probe.json", {"resolution": 1}, {"probe": {"coder": [62, 238]}}),
    ],
    labels=[("chapters-json/probe.json", {"resolution": 1}, "probe", "coder", [(62, "The sea")])],
    large=LargeFile(
        lambda n: f'{"," if n else ""}{{"start_time":{n},"end_time":{n + 1},"title":"{SENTENCE}"}}',
        lambda count: f'{{"duration":{count},"chapters":[',
        "]}",
    ),
)
TIMES = FormatCase(
    name="times",
    file="a.txt",
    sound=b"0.0\tcalm\n2.5\tstorm\n4.0\tEnd\n",
    changes=[(b"2.5\tstorm", b"storm", 2), (b"4.0\tEnd", b"1.0\tEnd", 3), (b"2.5\t", b"2,5\t", 2)],
    fixtures=[
        ("times/song.txt", {"resolution": 0.5}, {"song": {"coder": [1, 7, 12, 12]}}),
        ("times/tune.txt", {"resolution": 0.5}, {"tune": {"coder": [17, 23]}}),
    ],
    labels=[
        ("times/song.txt", {"resolution": 0.5}, "song", "coder", [(1, "A, a, Intro"), (8, "a"), (20, "B, b, Verse")])
    ],
    alike=True,
    large=LargeFile(lambda n: f"{n}.5\tcalm {n % 9}\n", tail=lambda count: f"{count + 1}.0\tEnd\n"),
)
