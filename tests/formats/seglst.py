"""Files of the format seglst: SegLST of MeetEval: session, speaker, start and end of turns."""

from tests.formats import FormatCase

CASE = FormatCase(
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
        (b'"speaker":"ben"', b'"speaker":[]'),
    ],
    broken=[(b"[]", None, "a.json", {"format": "seglst"})],
    fixtures=[("seglst/meeting.json", {"resolution": 0.5}, {"m1": {"meeting": [1, 2, 1, 2]}, "m2": {"meeting": [3]}})],
    labels=[("seglst/meeting.json", {"resolution": 0.5}, "m1", "meeting", [(1, "ann"), (3, "ben"), (4, "ann")])],
)
