"""Files of the format audacity: Audacity label track, segments of pyAudioAnalysis."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="audacity",
    file="a.txt",
    sound=b"0.0\t1.0\tcalm\n\\\t100\t200\n1.0\t2.0\tstorm\n",
    changes=[(b"200\n", b"200", 2), (b"1.0\t2.0", b"1,0\t2,0", 3), (b"1.0\t2.0", b"1.0\t0.5", 3)],
    broken=[(b"0.0\t1.0\tcalm\n1.0\tx\tstorm\n", 2)],
    fixtures=[("audacity/talk.txt", {"resolution": 0.05}, {"talk": {"coder": [25, 13, 8]}})],
    labels=[("audacity/talk.txt", {"resolution": 0.05}, "talk", "coder", [(25, "storm"), (38, "ding")])],
)
