"""Files of the format whisper: Whisper JSON, also of its relatives."""

from tests.formats import FormatCase

CASE = FormatCase(
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
    fixtures=[
        ("whisper/talk.json", {"resolution": 0.5}, {"talk": {"coder": [3, 5]}}),
        ("whisper/cpp.json", {"resolution": 0.5}, {"cpp": {"coder": [3, 1, 4]}}),
        ("whisper/transformers.json", {"resolution": 0.5}, {"transformers": {"coder": [3, 5]}}),
    ],
    labels=[("whisper/talk.json", {"resolution": 0.5}, "talk", "coder", [(3, "Where?")])],
)
