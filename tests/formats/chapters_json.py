"""Files of the format chapters-json: chapters in JSON: yt-dlp, ffprobe, podcasts."""

from tests.formats import FormatCase

CASE = FormatCase(
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
        ("chapters-json/described.info.json", {"resolution": 1}, {"described": {"coder": [62, 58, 180]}}),
    ],
    labels=[("chapters-json/probe.json", {"resolution": 1}, "probe", "coder", [(62, "The sea")])],
)
