"""Files of the format whisper-tsv: Whisper TSV: start, end and text, in milliseconds."""

from tests.formats import FormatCase

CASE = FormatCase(
    name="whisper-tsv",
    file="a.tsv",
    sound=b"start\tend\ttext\n0\t1500\tLand\n1500\t2000\tho\n",
    changes=[(b"1500\t2000", b"1500\t1000", 3), (b"1500\t2000", b"1.5\t2.0", 3), (b"\tho", b"", 3)],
    broken=[(b"start\tend\ttext\n", None, "a.tsv", {"format": "whisper-tsv"})],
    fixtures=[("whisper-tsv/talk.tsv", {"resolution": 0.5}, {"talk": {"coder": [3, 5]}})],
    labels=[("whisper-tsv/talk.tsv", {"resolution": 0.5}, "talk", "coder", [(3, "Where?")])],
)
