"""Files of the format kaldi: Kaldi segments: utterance, recording, start, end."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="kaldi",
    file="segments",
    sound=b"u1 rec 0.0 1.5\nu2 rec 1.5 4\n",
    changes=[(b"u2 rec 1.5 4", b"u2 rec 1.5", 2), (b"1.5 4", b"5 4", 2)],
    fixtures=[
        ("kaldi/segments", {"resolution": 0.5}, {"talk": {"segments": [5, 4]}}),
        ("kaldi", {"resolution": 0.5}, {"talk": {"segments": [5, 4]}}),
    ],
    labels=[("kaldi/segments", {"resolution": 0.5}, "talk", "segments", [(5, "ben")])],
)
